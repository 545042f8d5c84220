package dev.caravan.app;

import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.agent.AnswerCall;
import dev.caravan.agent.AskAgent;
import dev.caravan.agent.GiveResult;
import dev.caravan.agent.OfferTools;
import dev.caravan.agent.RouteCalls;
import dev.caravan.agent.ToolTable;
import dev.caravan.agent.TurnLimits;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.DatabaseCatalog;
import dev.caravan.catalog.TradeDataSets;
import dev.caravan.docs.ExtractDocsQuestion;
import dev.caravan.docs.FormatDocs;
import dev.caravan.docs.HybridIndex;
import dev.caravan.docs.KnowledgeFolder;
import dev.caravan.docs.SectionSearch;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.docs.SynthesizeAnswer;
import dev.caravan.documents.PassageVectors;
import dev.caravan.gate.Breakers;
import dev.caravan.gate.DataStatus;
import dev.caravan.gate.SourceGate;
import dev.caravan.model.MiniLmEncoder;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.offline.FollowUpIdeas;
import dev.caravan.model.offline.OfflineChatModel;
import dev.caravan.research.HttpWebSearch;
import dev.caravan.research.ResearchBudget;
import dev.caravan.research.WebSearch;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.AnswerEdited;
import dev.caravan.sql.DatabaseProblem;
import dev.caravan.sql.ExecuteSql;
import dev.caravan.sql.ExtractionPrompt;
import dev.caravan.sql.FormatResults;
import dev.caravan.sql.GenerateSql;
import dev.caravan.sql.GetTableInfo;
import dev.caravan.sql.LookUpCodes;
import dev.caravan.sql.OpenSqlRun;
import dev.caravan.sql.QueryStopper;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.ResultRow;
import dev.caravan.sql.RunningStatements;
import dev.caravan.sql.SqlGuard;
import dev.caravan.sql.SqlRun;
import dev.caravan.sql.TakeDatabaseProblem;
import dev.caravan.sql.ValidateSql;
import dev.caravan.text.Json;
import dev.caravan.text.SentenceEncoder;
import dev.caravan.trace.StepEvents;
import dev.caravan.trace.StepLog;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.DataOnDemand;
import dev.caravan.workspace.PrepareData;
import dev.langchain4j.model.chat.ChatModel;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.camel.component.sql.DefaultRowMapperFactory;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The beans of the routes turn, agent, sql, database and models, for one workspace. */
public final class PipelineBeans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PipelineBeans.class);
    private static final Duration POOL_WAIT = Duration.ofSeconds(10);
    // the database keeps the time; the driver steps in only if it does not
    private static final int HOLDS_PER_LEASE = 4;
    private static final long DRIVER_GRACE_SECONDS = 3;

    // a search waits so long for vectors that are still being made; longer, and words alone serve better
    private static final Duration VECTOR_WAIT = Duration.ofSeconds(5);

    /**
     * What the stages take from outside.
     *
     * @param model what can be asked
     * @param catalog what has a name
     * @param stopper stops the statements of a turn
     * @param sourceLine says where rows come from
     * @param clock tells the time of turns
     */
    public record Sources(
            SemanticModel model,
            CatalogSource catalog,
            QueryStopper stopper,
            Supplier<String> sourceLine,
            Clock clock) {}

    /**
     * What the stages hold open.
     *
     * @param documents the index of the documents
     * @param graphql the way to the Atlas APIs
     * @param analyst the workspaces of the analyst's flow
     * @param research the workspaces of the research flow
     * @param models the way to the language models
     * @param library the workspaces of documents
     * @param search the search engines of the workspaces
     */
    public record Stages(
            HybridIndex documents,
            GraphqlBeans graphql,
            AnalystBeans analyst,
            ResearchBeans research,
            SearchBeans search,
            LookupBeans lookups,
            ModelBeans models,
            DocumentAgentBeans library)
            implements AutoCloseable {
        @Override
        public void close() {
            models.close();
            research.close();
            library.close();
            search.close();
            lookups.close();
            analyst.close();
            graphql.close();
            documents.close();
        }
    }

    private static final String MEMORY = "resultMemory";

    private final HikariDataSource data;
    private final Stages stages;
    private final Collection<DataOnDemand> onDemand;

    private PipelineBeans(HikariDataSource data, Stages stages, Collection<DataOnDemand> onDemand) {
        this.onDemand = onDemand;
        this.data = data;
        this.stages = stages;
    }

    /**
     * Binds the beans.
     *
     * @throws InvalidSettings when a setting has no meaning
     */
    static PipelineBeans bind(
            Registry registry,
            Settings settings,
            TurnEvents events,
            TurnCancel cancel,
            Map<String, DataOnDemand.Maker> makers) {
        Clock clock = Clock.systemUTC();
        Path workspace = settings.path("workspaces.directory").resolve(SqlRun.Origin.ATLAS.workspace());
        HikariDataSource pool = data(settings);
        makers.forEach((name, maker) -> registry.bind("data-" + name, new DataOnDemand(name, maker)));
        Optional<DataOnDemand> onDemand = Optional.ofNullable(
                registry.lookupByNameAndType("data-" + SqlRun.Origin.ATLAS.workspace(), DataOnDemand.class));
        DataSource data =
                onDemand.<DataSource>map(made -> new AwaitedData(pool, made)).orElse(pool);
        DatabaseCatalog catalog = new DatabaseCatalog(data, Aliases.read(workspace.resolve("aliases.yaml")), clock);
        SemanticModel written = SemanticModel.read(workspace.resolve("semantic-model.yaml"));
        // data that are yet to be made cover the years of the model
        SemanticModel model = onDemand.map(DataOnDemand::isMade).orElse(true) ? covered(written, catalog) : written;
        DataStatus dataStatus =
                new DataStatus(pool, () -> onDemand.map(DataOnDemand::status).orElse(Map.of()));
        RunningStatements statements = new RunningStatements(data, cancel::isCancelled);
        registry.bind("atlasDataSource", statements);
        registry.bind("resultRows", new ResultRows(memory(registry, settings)));
        registry.bind("dataStatus", dataStatus);
        registry.bind("tradeDataSets", new TradeDataSets(SqlRun.Origin.ATLAS.workspace(), model, catalog, data));
        Sources sources = new Sources(model, catalog, statements, () -> sourceLine(dataStatus, model), clock);
        Stages stages = bindStages(registry, settings, events, cancel, sources);
        return new PipelineBeans(pool, stages, registry.findByType(DataOnDemand.class));
    }

    /**
     * Binds everything but the database itself, so that tests of the routes have the product's own wiring.
     *
     * @return what of it has to be closed
     */
    public static Stages bindStages(
            Registry registry, Settings settings, TurnEvents events, TurnCancel cancel, Sources sources) {
        Path workspace = settings.path("workspaces.directory").resolve(SqlRun.Origin.ATLAS.workspace());
        PromptFolder prompts = new PromptFolder(workspace.resolve("prompts"));
        SemanticModel model = sources.model();
        CatalogSource catalog = sources.catalog();
        KnowledgeFolder knowledge = new KnowledgeFolder(workspace.resolve("knowledge"));
        HybridIndex documents = index(settings, knowledge);
        ModelBeans models = ModelBeans.bind(
                registry,
                settings,
                new ModelBeans.Sources(
                        events,
                        cancel,
                        offline(settings, model, catalog, documents),
                        sources.sourceLine(),
                        () -> sentences(settings)));
        registry.bind("stepEvents", new StepEvents(events, models.ledger(), stepLog(settings)));
        registry.bind(
                "databaseBreaker",
                Breakers.consecutive(
                        "database",
                        settings.number("sql.breaker.failures"),
                        settings.duration("sql.breaker.open"),
                        DatabaseProblem::isDown));
        registry.bind("productExtractionModel", models.model(ExtractionPrompt.KEY));
        registry.bind("productCodeSelectionModel", models.model(LookUpCodes.KEY));
        registry.bind("sqlGenerationModel", models.model(GenerateSql.KEY));
        GraphqlBeans graphql = GraphqlBeans.bind(
                registry,
                settings,
                prompts,
                Aliases.read(workspace.resolve("aliases.yaml")),
                model,
                models::model,
                sources.clock());
        AnalystBeans analyst = AnalystBeans.open(settings, memory(registry, settings), cancel);
        ToolTable tools = new ToolTable(
                analyst.workspaces(),
                gate -> Optional.ofNullable(registry.lookupByNameAndType(gate, SourceGate.class)));
        registry.bind("toolTable", tools);
        registry.bind(
                "askAgent",
                new AskAgent(
                        models.model(AskAgent.KEY),
                        prompts(settings),
                        tools,
                        settings.number("agent.history-tokens"),
                        turn -> turn.workspace().equals(SqlRun.Origin.ATLAS.workspace())
                                && model.namesMetric(turn.question())));
        registry.bind("followUpIdeas", new FollowUpIdeas(SqlRun.Origin.ATLAS.workspace(), model, catalog));
        registry.bind("offerTools", new OfferTools(tools));
        RouteCalls calls =
                new RouteCalls(tools, settings.number("agent.max-queries"), settings.number("agent.calls-at-once"));
        registry.bind("routeCalls", calls);
        registry.bind("turnOpen", new BodyField<>(Turn.class, Turn::isOpen));
        registry.bind("nextStep", new BodyField<>(Turn.class, calls::next));
        registry.bind("nextCall", new BodyField<>(Turn.class, Turn::nextCall));
        registry.bind("giveResult", new GiveResult(Json.mapper()));
        registry.bind("toolEndpoint", new BodyField<>(Turn.class, calls::endpoint));
        registry.bind("turnCheckpointed", new BodyField<>(Turn.class, Turn::isCheckpointed));
        TurnLimits turnLimits = new TurnLimits(
                tools,
                settings.number("agent.max-queries"),
                settings.duration("agent.turn-timeout"),
                cancel,
                sources.clock());
        registry.bind("turnLimits", turnLimits);
        registry.bind("answerCall", new AnswerCall(tools));

        SqlGuard guard = SqlGuard.of(model);
        registry.bind("answerEdited", new AnswerEdited(cancel));
        registry.bind("extractionPrompt", new ExtractionPrompt(prompts, catalog));
        registry.bind("lookUpCodes", new LookUpCodes(catalog, prompts));
        registry.bind("getTableInfo", new GetTableInfo(model));
        registry.bind("generateSql", new GenerateSql(prompts, model));
        registry.bind("openSqlRun", new OpenSqlRun(settings.number("sql.attempts"), analyst::origin));
        registry.bind("validateSql", new ValidateSql(run -> analyst.guard(run).orElse(guard)));
        registry.bind(
                "executeSql",
                new ExecuteSql(
                        settings.number("sql.max-rows"),
                        run -> analyst.model(run).orElse(model),
                        cancel,
                        turnId -> {
                            sources.stopper().stop(turnId);
                            analyst.stop(turnId);
                        }));
        FormatResults results =
                new FormatResults(run -> analyst.model(run).orElse(model), run -> analyst.sourceLine(run)
                        .orElseGet(sources.sourceLine()));
        registry.bind("formatResults", results);
        analyst.bind(registry, settings, results, models::model);
        registry.bind(
                "prepareData",
                new PrepareData(
                        () -> registry.findByType(DataOnDemand.class),
                        events,
                        cancel,
                        sources.clock(),
                        models.ledger()::opened));
        ResearchBeans research = ResearchBeans.bind(
                registry,
                analyst.workspaces(),
                settings.path("workspaces.directory"),
                DocumentBeans.reader(settings),
                Encoders.endpoint(settings)
                        .map(encoder -> () -> new PassageVectors(encoder, DocumentAgentBeans.store(registry))),
                webSearch(settings),
                models::model,
                turnLimits::check,
                turn -> new ResearchBudget(
                        models.ledger().spentBy(turn.id()),
                        models.ledger().budget(turn.progress()),
                        turnLimits.worked(turn),
                        turnLimits.time(turn)));
        registry.bind("takeDatabaseProblem", new TakeDatabaseProblem());

        registry.bind("documentSelectionModel", models.model(SelectDocuments.KEY));
        registry.bind("documentationSynthesisModel", models.model(SynthesizeAnswer.KEY));
        registry.bind("extractDocsQuestion", new ExtractDocsQuestion());
        registry.bind("selectDocuments", new SelectDocuments(knowledge, documents, prompts));
        registry.bind("synthesizeAnswer", new SynthesizeAnswer(prompts));
        registry.bind("formatDocs", new FormatDocs());
        DocumentAgentBeans library = DocumentAgentBeans.bind(registry, settings, analyst.workspaces(), cancel);
        // one for all: it keeps a reader with all that the data of a workspace are known by
        SchemaQuestions questions = registry.lookupByNameAndType("schemaQuestions", SchemaQuestions.class);
        SearchBeans search = SearchBeans.bind(registry, settings, analyst, questions, cancel, sources.clock());
        LookupBeans lookups = LookupBeans.bind(registry, settings, analyst, questions);
        return new Stages(documents, graphql, analyst, research, search, lookups, models, library);
    }

    /** The prompts of a workspace: its own, then those of all. */
    private static Function<String, PromptFolder> prompts(Settings settings) {
        Path all = settings.path("workspaces.directory");
        Map<String, PromptFolder> folders = new ConcurrentHashMap<>();
        return workspace -> folders.computeIfAbsent(
                workspace, name -> new PromptFolder(all.resolve(name).resolve("prompts"), all.resolve("prompts")));
    }

    private static StepLog stepLog(Settings settings) {
        Logger log = LoggerFactory.getLogger(StepLog.class);
        return new StepLog(
                StepLog.Detail.valueOf(settings.text("log.detail").toUpperCase(Locale.ROOT)),
                Clock.systemUTC(),
                log::info);
    }

    private static HybridIndex index(Settings settings, KnowledgeFolder knowledge) {
        if (!settings.flag("docs.embeddings")) {
            return HybridIndex.ofWords(knowledge);
        }
        Path kept = settings.path("server.data").resolve("knowledge");
        return new HybridIndex(
                knowledge,
                () -> MiniLmEncoder.shared(kept.resolve("native")),
                kept.resolve(SqlRun.Origin.ATLAS.workspace() + ".vectors"),
                VECTOR_WAIT);
    }

    /** Placeholders of the routes that follow from the settings. */
    public static Map<String, String> placeholders(Settings settings) {
        Map<String, String> placeholders = new HashMap<>(GraphqlBeans.placeholders(settings));
        // a redelivery policy reads plain milliseconds only
        placeholders.put(
                "caravan.model.retry-millis",
                String.valueOf(settings.duration("model.retry-delay").toMillis()));
        placeholders.put(
                "caravan.webhooks.retry-millis",
                String.valueOf(settings.duration("webhooks.retry-delay").toMillis()));
        placeholders.put(
                "caravan.agent.calls-millis",
                String.valueOf(settings.duration("agent.calls-timeout").toMillis()));
        // several times within a lease, so that one missed tick loses nothing
        placeholders.put(
                "caravan.state.hold-millis",
                String.valueOf(settings.duration("state.lease")
                        .dividedBy(HOLDS_PER_LEASE)
                        .toMillis()));
        placeholders.put("caravan.reruns-at-once", String.valueOf(Math.max(1, settings.number("sql.pool") / 2)));
        placeholders.put("caravan.endpoint.duckdb", "bean:duckdb?method=run");
        placeholders.put("caravan.endpoint.lookup", "bean:runLookup?method=ask");
        placeholders.put("caravan.endpoint.search", "bean:runSearch?method=ask");
        placeholders.put(
                "caravan.endpoint.database",
                // a model's text must reach the database as it is: no placeholders, no named parameters
                "sql:statement?useMessageBodyForSql=true&usePlaceholder=false&allowNamedParameters=false"
                        + "&dataSource=#atlasDataSource&outputType=SelectList&rowMapperFactory=#resultRows"
                        + "&template.maxRows=" + (settings.number("sql.max-rows") + 1)
                        + "&template.queryTimeout="
                        + (settings.duration("sql.timeout").toSeconds() + DRIVER_GRACE_SECONDS));
        return placeholders;
    }

    /** Rows of camel-sql as those of the data files are. */
    private static final class ResultRows extends DefaultRowMapperFactory {
        private final ResultMemory memory;

        ResultRows(ResultMemory memory) {
            this.memory = memory;
        }

        @Override
        public RowMapper<?> newColumnRowMapper() {
            AtomicReference<ResultMemory.Rows> rows = new AtomicReference<>();
            return (result, number) -> {
                if (number == 0) {
                    // a statement says its text, which begins with the mark of its turn
                    rows.set(memory.rows(ResultMemory.turnOf(String.valueOf(result.getStatement()))));
                }
                return rows.get().add(ResultRow.read(result, ResultSet::getString));
            };
        }
    }

    /** What bounds the results of all turns, one for the whole program. */
    static ResultMemory memory(Registry registry, Settings settings) {
        ResultMemory bound = registry.lookupByNameAndType(MEMORY, ResultMemory.class);
        if (bound != null) {
            return bound;
        }
        ResultMemory memory = new ResultMemory(settings.number("sql.large-results"), settings.duration("sql.timeout"));
        registry.bind(MEMORY, memory);
        return memory;
    }

    /** Whoever reads data that are made on demand waits for them. */
    private static final class AwaitedData extends DelegatingDataSource {
        private final DataOnDemand data;

        AwaitedData(DataSource pool, DataOnDemand data) {
            super(pool);
            this.data = data;
        }

        @Override
        public Connection getConnection() throws SQLException {
            data.await();
            return super.getConnection();
        }
    }

    private static HikariDataSource data(Settings settings) {
        // made without its settings, the pool begins with the first connection that is asked for
        HikariDataSource config = new HikariDataSource();
        config.setJdbcUrl(settings.text("atlas.jdbc-url"));
        config.setUsername(settings.text("atlas.user"));
        config.setPassword(settings.text("atlas.password"));
        config.setReadOnly(true);
        config.setPoolName("atlas");
        // rows are limited by the statement, bytes only by the driver
        config.addDataSourceProperty("maxResultBuffer", String.valueOf(ResultRow.LARGEST_RESULT));
        // a link that fell silent ends no statement: neither the database's limit nor the driver's is heard of over it
        config.addDataSourceProperty(
                "socketTimeout",
                String.valueOf(settings.duration("sql.timeout").toSeconds() + 2 * DRIVER_GRACE_SECONDS));
        config.setMaximumPoolSize(settings.number("sql.pool"));
        config.setMinimumIdle(1);
        config.setConnectionTimeout(POOL_WAIT.toMillis());
        // the role's own limit is a default that this setting replaces
        config.setConnectionInitSql(
                "SET statement_timeout = " + settings.duration("sql.timeout").toMillis());
        // a database that is down at start is a state to report, not a reason not to start
        config.setInitializationFailTimeout(-1);
        return config;
    }

    /** The model with the years that the data really cover. */
    private static SemanticModel covered(SemanticModel model, DatabaseCatalog catalog) {
        try {
            return model.withCoverage(catalog.coverage(model.classes().keySet()));
        } catch (SQLException e) {
            LOG.warn("the years of the data cannot be read, those of the semantic model are taken: {}", e.getMessage());
            return model;
        }
    }

    private static String sourceLine(DataStatus status, SemanticModel model) {
        Map<String, Object> data = status.status();
        String name = String.valueOf(data.getOrDefault("name", model.name()));
        boolean synthetic = Boolean.TRUE.equals(data.get("synthetic"));
        if (synthetic) {
            return name + " (synthetic demo data)";
        }
        return name + (data.get("vintage") == null ? "" : ", " + data.get("vintage"));
    }

    /** The built-in model of each prompt; the agent's alone looks into the documents. */
    private static Function<String, ChatModel> offline(
            Settings settings, SemanticModel model, CatalogSource catalog, SectionSearch documents) {
        ConcurrentHashMap<String, ChatModel> models = new ConcurrentHashMap<>();
        return key -> models.computeIfAbsent(
                key,
                made -> new OfflineChatModel(
                        made,
                        model,
                        catalog,
                        made.equals(AskAgent.KEY) ? documents : (question, limit) -> List.of(),
                        () -> sentences(settings)));
    }

    private static Optional<WebSearch> webSearch(Settings settings) {
        String url = settings.text("research.web.url");
        return url.isEmpty()
                ? Optional.empty()
                : Optional.of(new HttpWebSearch(new HttpWebSearch.Settings(
                        url,
                        settings.text("research.web.key"),
                        settings.number("research.web.results"),
                        settings.flag("research.web.inner-addresses"))));
    }

    /** The encoder of sentences; none where it is switched off or cannot be loaded. */
    static Optional<SentenceEncoder> sentences(Settings settings) {
        if (!settings.flag("docs.embeddings")) {
            return Optional.empty();
        }
        try {
            return Optional.of(MiniLmEncoder.shared(
                    settings.path("server.data").resolve("knowledge").resolve("native")));
        } catch (IllegalStateException | UncheckedIOException | LinkageError e) {
            LOG.debug("questions are classified by their words alone", e);
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        onDemand.forEach(DataOnDemand::close);
        stages.close();
        data.close();
    }
}
