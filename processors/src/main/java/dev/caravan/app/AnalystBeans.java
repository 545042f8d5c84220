package dev.caravan.app;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.account.SecretBox;
import dev.caravan.agent.AskAgent;
import dev.caravan.analyst.AnalyzeData;
import dev.caravan.analyst.ClarifyQuery;
import dev.caravan.analyst.DatabaseMembers;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.analyst.FileDataSets;
import dev.caravan.analyst.FinishAnswer;
import dev.caravan.analyst.GradeResponse;
import dev.caravan.analyst.PlanQuery;
import dev.caravan.analyst.RewriteQuery;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.analyst.SelectTables;
import dev.caravan.analyst.SubQueries;
import dev.caravan.analyst.TableIndex;
import dev.caravan.analyst.WriteSql;
import dev.caravan.derive.ConnectDatabase;
import dev.caravan.derive.Corrections;
import dev.caravan.derive.EditModel;
import dev.caravan.derive.PreviewQuestions;
import dev.caravan.derive.TakeTables;
import dev.caravan.duck.DuckDatabase;
import dev.caravan.gate.Breakers;
import dev.caravan.gate.StatusSource;
import dev.caravan.jdbc.JdbcDatabase;
import dev.caravan.model.MiniLmEncoder;
import dev.caravan.model.PromptFolder;
import dev.caravan.plan.AnalyzeResults;
import dev.caravan.plan.ApprovePlan;
import dev.caravan.plan.ClassifyIntent;
import dev.caravan.plan.CountRecords;
import dev.caravan.plan.FinishPlan;
import dev.caravan.plan.FormatLookup;
import dev.caravan.plan.KeepPlan;
import dev.caravan.plan.MapFields;
import dev.caravan.plan.PlanTodos;
import dev.caravan.plan.RecallTurns;
import dev.caravan.plan.ReiterateIntention;
import dev.caravan.plan.ResolveEntities;
import dev.caravan.plan.RowsOfQueries;
import dev.caravan.plan.RunPlanQuery;
import dev.caravan.plan.Summarize;
import dev.caravan.search.FormatSearch;
import dev.caravan.search.SearchData;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.DatabaseProblem;
import dev.caravan.sql.FormatResults;
import dev.caravan.sql.QueryStopper;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.SqlGuard;
import dev.caravan.sql.SqlRun;
import dev.caravan.sql.WorkspaceDatabase;
import dev.caravan.text.Json;
import dev.caravan.text.SentenceEncoder;
import dev.caravan.trace.TurnCancel;
import dev.caravan.upload.Upload;
import dev.caravan.workspace.DataOnDemand;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspace.Login;
import dev.caravan.workspace.WorkspaceFlow;
import dev.caravan.workspace.Workspaces;
import dev.langchain4j.model.chat.ChatModel;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.apache.camel.spi.Registry;

/** The workspaces that ask a database, with their data files, and the beans of the routes analyst and plan. */
public final class AnalystBeans implements QueryStopper, StatusSource, AutoCloseable {
    /** So many tenants' names are kept of a workspace. */
    private static final int MOST_TENANTS = 100;

    private final ConcurrentHashMap<String, Served> served = new ConcurrentHashMap<>();
    private final Function<Workspace, Served> opening;
    private volatile Consumer<Served> binding = each -> {};
    private final ConcurrentHashMap<String, Source> sources = new ConcurrentHashMap<>();
    private final Workspaces workspaces;

    /**
     * A workspace with what answers for it.
     *
     * @param breaker rests its database when that fails repeatedly
     */
    private record Served(
            Workspace workspace,
            Domain domain,
            WorkspaceDatabase database,
            CircuitBreaker breaker,
            Cache<String, Domain> ofTenants) {
        /** With the names that a tenant may see. */
        Domain domain(String tenant) {
            return workspace.tenantVariable().isEmpty() || tenant.isEmpty()
                    ? domain
                    : ofTenants.get(
                            tenant,
                            reader -> new Domain(
                                    workspace,
                                    domain.written(),
                                    members(database.of(reader), domain.written(), workspace),
                                    domain.guard(),
                                    domain.prompts(),
                                    domain.tables()));
        }

        private static DatabaseMembers members(WorkspaceDatabase database, SemanticModel model, Workspace workspace) {
            return new DatabaseMembers(database, model, workspace.folder().resolve("aliases.yaml"));
        }
    }

    /** What the data of a workspace are, as of a version of them. */
    private record Source(String version, Map<String, Object> row) {}

    /** Makes the demo data of a file, unless there is nothing to make them of. */
    private record FileMaker(DuckDatabase file) implements DataOnDemand.Maker {
        @Override
        public boolean isMade() {
            return file.isMade() || !file.exists();
        }

        @Override
        public void make(DataOnDemand.Progress progress) throws SQLException {
            progress.report("Creating tables", 0);
            file.read("SELECT 1", 1);
        }
    }

    private AnalystBeans(Workspaces workspaces, Function<Workspace, Served> opening) {
        this.workspaces = workspaces;
        this.opening = opening;
    }

    /** Reads every workspace of the flow; no data file is opened yet. */
    static AnalystBeans open(Settings settings, ResultMemory memory, TurnCancel cancel) {
        Path folder = settings.path("workspaces.directory");
        Supplier<Optional<SentenceEncoder>> encoder = encoder(settings);
        AnalystBeans beans = new AnalystBeans(workspaces(settings), workspace -> {
            WorkspaceDatabase database = database(settings, workspace, memory, cancel);
            SemanticModel model = SemanticModel.read(workspace.folder().resolve("semantic-model.yaml"));
            Domain domain = new Domain(
                    workspace,
                    model,
                    Served.members(database, model, workspace),
                    SqlGuard.of(model, workspace.engine()),
                    new PromptFolder(workspace.folder().resolve("prompts"), folder.resolve("prompts")),
                    new TableIndex(model, encoder));
            CircuitBreaker breaker = Breakers.consecutive(
                    "data-" + workspace.name(),
                    settings.number("sql.breaker.failures"),
                    settings.duration("sql.breaker.open"),
                    DatabaseProblem::isDown);
            return new Served(
                    workspace,
                    domain,
                    database,
                    breaker,
                    Caffeine.newBuilder().maximumSize(MOST_TENANTS).build());
        });
        beans.all();
        return beans;
    }

    /** What answers for a workspace now: one that was added is taken up, one whose files changed is read again. */
    private Optional<Served> served(String name) {
        Optional<Workspace> workspace = workspaces.find(name).filter(Workspace::asksDatabase);
        if (workspace.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(served.compute(name, (key, last) -> {
            if (last != null && last.workspace() == workspace.get()) {
                return last;
            }
            if (last != null) {
                last.database().close();
            }
            Served opened = opening.apply(workspace.get());
            binding.accept(opened);
            return opened;
        }));
    }

    private static void bind(Registry registry, Served each) {
        String workspace = each.workspace().name();
        registry.bind("duckdbBreaker-" + workspace, each.breaker());
        if (each.database() instanceof DuckDatabase file) {
            registry.bind("data-" + workspace, new DataOnDemand(workspace, new FileMaker(file)));
        }
        registry.bind("dataSets-" + workspace, new FileDataSets(each.domain(), each.database()));
    }

    private List<Served> all() {
        return workspaces.list().stream()
                .flatMap(workspace -> served(workspace.name()).stream())
                .toList();
    }

    /** Every workspace that can be asked, and what is wrong with the others. */
    public static Workspaces workspaces(Settings settings) {
        return Workspaces.read(settings.path("workspaces.directory"), workspace -> {
            if (workspace.asksDatabase()) {
                SemanticModel.read(workspace.folder().resolve("semantic-model.yaml"));
            }
            // a password that cannot be read leaves this workspace out, and no other
            workspace.login().ifPresent(written -> login(settings, written));
            Path prompt = workspace.folder().resolve("prompts").resolve(AskAgent.KEY + ".md");
            if (workspace.flow().equals(Workspace.AGENT) && !Files.isRegularFile(prompt)) {
                throw new IllegalArgumentException(
                        prompt + " is missing: it tells the agent what it is to do and what it has tools for");
            }
        });
    }

    private static WorkspaceDatabase database(
            Settings settings, Workspace workspace, ResultMemory memory, TurnCancel cancel) {
        Duration timeout = settings.duration("sql.timeout");
        int rows = settings.number("sql.max-rows");
        return workspace.login().isPresent()
                ? new JdbcDatabase(
                        workspace.name(),
                        workspace.engine(),
                        login(settings, workspace.login().get()),
                        workspace.tenantVariable(),
                        timeout,
                        rows,
                        memory,
                        cancel::isCancelled)
                : new DuckDatabase(
                        dataFolder(settings, workspace.name()),
                        workspace.folder(),
                        new DuckDatabase.Limits(timeout, rows, "512MB"),
                        memory,
                        cancel::isCancelled);
    }

    /** With the password as the database takes it. */
    private static Login login(Settings settings, Login written) {
        return SecretBox.isSealed(written.password())
                ? new Login(written.url(), written.user(), secrets(settings).open(written.password(), purpose(written)))
                : written;
    }

    /** With the password as it may be written down. */
    private static Login sealed(Settings settings, Login typed) {
        return new Login(typed.url(), typed.user(), secrets(settings).seal(typed.password(), purpose(typed)));
    }

    private static SecretBox secrets(Settings settings) {
        return new SecretBox(settings.path("server.data").resolve("secrets.key"));
    }

    private static String purpose(Login login) {
        return login.user() + " " + login.url();
    }

    /** Where the data files of a workspace are. */
    public static Path dataFolder(Settings settings, String workspace) {
        return settings.path("server.data").resolve("workspaces").resolve(workspace);
    }

    /** One sentence model for all of them, loaded when it is first needed. */
    private static Supplier<Optional<SentenceEncoder>> encoder(Settings settings) {
        if (!settings.flag("docs.embeddings")) {
            return Optional::empty;
        }
        Path natives = settings.path("server.data").resolve("knowledge").resolve("native");
        return () -> Optional.of(MiniLmEncoder.shared(natives));
    }

    /**
     * Binds the beans of the routes.
     *
     * @param models gives the chat model of a prompt key
     */
    void bind(Registry registry, Settings settings, FormatResults results, Function<String, ChatModel> models) {
        Domains all = domains();
        registry.bind("workspaces", workspaces);
        registry.bind("workspaceFlow", new WorkspaceFlow(workspaces));
        registry.bind("duckdb", this);
        registry.bind(
                "takeTables",
                new TakeTables(
                        settings.path("workspaces.directory"),
                        workspace -> dataFolder(settings, workspace),
                        new Upload(settings.number("tables.max-file") * DocumentBeans.MEGABYTE, "tables.max-file")));
        registry.bind(
                "connectDatabase",
                new ConnectDatabase(
                        settings.path("workspaces.directory"),
                        Set.copyOf(settings.words("connections.hosts")),
                        typed -> sealed(settings, typed),
                        workspaces::lookAgain));
        EditModel editor = new EditModel(
                all,
                workspace -> served(workspace).map(Served::database),
                new PreviewQuestions(Clock.systemUTC()),
                workspaces::lookAgain);
        registry.bind("editModel", editor);
        registry.bind(
                "corrections",
                new Corrections(
                        editor,
                        settings.path("workspaces.directory")::resolve,
                        () -> UUID.randomUUID().toString(),
                        Clock.systemUTC()));
        binding = each -> bind(registry, each);
        all().forEach(binding);
        registry.bind("clarifyQuery", new ClarifyQuery(all));
        registry.bind("rewriteQuery", new RewriteQuery(all));
        registry.bind("planQuery", new PlanQuery(all));
        registry.bind("subQueries", new SubQueries(all, settings.number("sql.attempts")));
        registry.bind("selectTables", new SelectTables(all));
        registry.bind("writeSql", new WriteSql(all));
        AnalyzeData analyze = new AnalyzeData(all, results);
        registry.bind("analyzeData", analyze);
        registry.bind("gradeResponse", new GradeResponse(all, analyze));
        FinishAnswer finish = new FinishAnswer(results);
        registry.bind("finishAnswer", finish);
        bindPlan(
                registry,
                settings,
                all,
                finish,
                formatSearch(),
                new FormatLookup(workspace -> sourceLine(workspace).orElse("")),
                new CountRecords(this::rows),
                models);
        registry.bind("clarifyQueryModel", models.apply(ClarifyQuery.KEY));
        registry.bind("queryRewriterModel", models.apply(RewriteQuery.KEY));
        registry.bind("queryPlannerModel", models.apply(PlanQuery.KEY));
        registry.bind("tableSelectorModel", models.apply(SelectTables.KEY));
        registry.bind("sqlGeneratorModel", models.apply(WriteSql.KEY));
        registry.bind("dataAnalyzerModel", models.apply(AnalyzeData.KEY));
        registry.bind("responseGraderModel", models.apply(GradeResponse.KEY));
    }

    private static void bindPlan(
            Registry registry,
            Settings settings,
            Domains all,
            FinishAnswer finish,
            FormatSearch searches,
            FormatLookup lookups,
            CountRecords counts,
            Function<String, ChatModel> models) {
        registry.bind("keepPlan", new KeepPlan(Json.mapper()));
        registry.bind("classifyIntent", new ClassifyIntent(all));
        registry.bind("reiterateIntention", new ReiterateIntention(all));
        registry.bind("planTodos", new PlanTodos(all));
        registry.bind(
                "approvePlan", new ApprovePlan(settings.text("plan.approval").equals(ApprovePlan.ASK)));
        registry.bind("resolveEntities", new ResolveEntities(all, counts));
        registry.bind("mapFields", new MapFields(all));
        registry.bind("runPlanQuery", new RunPlanQuery(all, settings.number("sql.attempts")));
        registry.bind("summarize", new Summarize());
        registry.bind("recallTurns", new RecallTurns(Clock.systemUTC()));
        RowsOfQueries rows = registry.lookupByNameAndType("rowsOfQueries", RowsOfQueries.class);
        SchemaQuestions questions = new SchemaQuestions(all, Clock.systemUTC());
        registry.bind("schemaQuestions", questions);
        registry.bind("analyzeResults", new AnalyzeResults(all, questions, rows));
        registry.bind("finishPlan", new FinishPlan(finish, searches, lookups));
        registry.bind("classifyIntentModel", models.apply(ClassifyIntent.KEY));
        registry.bind("reiterateIntentionModel", models.apply(ReiterateIntention.KEY));
        registry.bind("planTodosModel", models.apply(PlanTodos.KEY));
        registry.bind("resolveEntitiesModel", models.apply(ResolveEntities.KEY));
        registry.bind("mapFieldsModel", models.apply(MapFields.KEY));
    }

    /**
     * Called by the route: the rows of a statement on the data of a run. The breaker is the file's own, which that of an
     * endpoint could not be: one endpoint serves the files of all workspaces.
     *
     * @throws Exception an SQLException, or that of the breaker when it is open
     */
    public List<Map<String, Object>> run(@Body SqlRun run, @Variable("statement") String statement) throws Exception {
        Served asked = served(run.origin().workspace()).orElseThrow();
        return asked.breaker()
                .executeCallable(
                        () -> asked.database().of(run.origin().tenant()).run(statement));
    }

    /** Every workspace. */
    Workspaces workspaces() {
        return workspaces;
    }

    /** The workspaces with what can be asked. */
    Domains domains() {
        return new Domains((name, tenant) -> served(name).map(each -> each.domain(tenant)));
    }

    /** The rows of a workspace; empty where they can only be asked for by statements. */
    Optional<SearchData> rows(String workspace) {
        return served(workspace)
                .map(Served::database)
                .filter(SearchData.class::isInstance)
                .map(SearchData.class::cast);
    }

    /** The data of a workspace, by which a run finds its guard and its database. */
    SqlRun.Origin origin(String workspace) {
        return served(workspace)
                .map(each -> new SqlRun.Origin(workspace, each.workspace().engine(), ""))
                .orElse(SqlRun.Origin.ATLAS);
    }

    /** The guard of a run's data; empty where they are not the analyst's. */
    Optional<SqlGuard> guard(SqlRun run) {
        return served(run.origin().workspace()).map(each -> each.domain().guard());
    }

    /** The semantic model of a run's data; empty where they are not the analyst's. */
    Optional<SemanticModel> model(SqlRun run) {
        return served(run.origin().workspace()).map(each -> each.domain().model());
    }

    /** Makes evidence of searches in the workspaces. */
    FormatSearch formatSearch() {
        return new FormatSearch(workspace -> sourceLine(workspace).orElse(""));
    }

    /** Where the rows of a run come from; empty where they are not the analyst's. */
    Optional<String> sourceLine(SqlRun run) {
        return sourceLine(run.origin().workspace());
    }

    /** Where the rows of a workspace come from; empty where they are not the analyst's. */
    Optional<String> sourceLine(String workspace) {
        return served(workspace).map(each -> line(each.database(), each.domain()));
    }

    private static String line(WorkspaceDatabase database, Domain domain) {
        Map<String, Object> row = source(database, domain);
        String name = String.valueOf(row.getOrDefault("name", domain.model().name()));
        if (Boolean.TRUE.equals(row.get("synthetic"))) {
            return name + " (synthetic demo data)";
        }
        return name + (row.get("vintage") == null ? "" : ", " + row.get("vintage"));
    }

    private static Map<String, Object> source(WorkspaceDatabase database, Domain domain) {
        if (domain.model().home().isEmpty()) {
            return Map.of();
        }
        String schema = domain.model().home().get();
        try {
            return database.run("SELECT name, vintage, synthetic FROM " + schema + ".data_source LIMIT 1").stream()
                    .findFirst()
                    .orElse(Map.of());
        } catch (SQLException e) {
            // data need not say where they come from
            return Map.of();
        }
    }

    @Override
    public String section() {
        return "workspaces";
    }

    /** What the data of each workspace are; nothing of data that nobody has asked yet, since a status makes none. */
    @Override
    public Map<String, Object> status() {
        Map<String, Object> status = new TreeMap<>();
        all().forEach(each ->
                status.put(each.workspace().name(), each.database().isMade() ? known(each) : Map.of()));
        return status;
    }

    /** Read once for each state of the data. */
    private Map<String, Object> known(Served each) {
        return sources.compute(each.workspace().name(), (name, last) -> {
                    String version = each.database().version();
                    return last != null && last.version().equals(version)
                            ? last
                            : new Source(version, source(each.database(), each.domain()));
                })
                .row();
    }

    @Override
    public void stop(String turnId) {
        served.values().forEach(each -> each.database().stop(turnId));
    }

    @Override
    public void close() {
        served.values().forEach(each -> each.database().close());
    }
}
