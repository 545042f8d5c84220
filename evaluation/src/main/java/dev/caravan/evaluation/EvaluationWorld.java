package dev.caravan.evaluation;

import dev.caravan.app.AnalystBeans;
import dev.caravan.app.CaravanRuntime;
import dev.caravan.app.ModelBeans;
import dev.caravan.app.Settings;
import dev.caravan.catalog.Overrides;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.demo.api.Fault;
import dev.caravan.demo.api.Faults;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.duck.BuildDatabase;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.GraphqlRunBuilder;
import dev.caravan.graphql.QueryType;
import dev.caravan.model.CallLedger;
import dev.caravan.model.ModelType;
import dev.caravan.model.RoutedModel;
import dev.caravan.model.offline.OfflineProvider;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;

/**
 * The product in this process, on the demo world: embedded database, routes, no HTTP. Conversations go to a database
 * that is dropped at the end.
 */
public final class EvaluationWorld implements Answerer, AutoCloseable {
    private static final String STATE = "evaluation";
    private static final int UNLIMITED = 100_000;

    private final EmbeddedPostgres server;
    private final boolean owned;
    private final Map<String, String> given;
    private final Faults faults = new Faults();
    private AtlasApi api;
    private CaravanRuntime runtime;
    private ProducerTemplate template;
    private String workspace;
    private Optional<Path> gold = Optional.empty();
    private List<String> judges = List.of();
    private boolean closed;

    private EvaluationWorld(EmbeddedPostgres server, boolean owned, Map<String, String> given) {
        this.server = server;
        this.owned = owned;
        this.given = Map.copyOf(given);
    }

    /**
     * Starts everything, creating the demo world where it is missing.
     *
     * @param home the folder with application.yaml, routes and workspaces
     * @param folder of the embedded database
     * @param given settings that come before those of application.yaml, such as another model
     * @throws IllegalStateException if another process, such as a running server, owns the folder
     */
    public static EvaluationWorld start(Path home, Path folder, Map<String, String> given, Progress progress)
            throws Exception {
        EmbeddedPostgres server = EmbeddedPostgres.start(folder, progress.part(0, 0.1));
        return start(home, new EvaluationWorld(server, true, given), progress);
    }

    /** The same on a server that runs already, with or without a demo world, and that runs on afterwards. */
    public static EvaluationWorld on(Path home, EmbeddedPostgres server, Progress progress) throws Exception {
        return on(home, server, Map.of(), progress);
    }

    /**
     * The same on a workspace that has a data file of its own, in the whole turn with its memory.
     *
     * @param data folder for the data file
     * @param files to load; empty for the demo data
     */
    static EvaluationWorld on(
            Path home, EmbeddedPostgres server, String workspace, Path data, Optional<Path> files, Progress progress)
            throws Exception {
        Map<String, String> given = Map.of("server.data", data.toString());
        Settings settings = Settings.load(home, given);
        Path folder = AnalystBeans.dataFolder(settings, workspace);
        BuildDatabase build =
                new BuildDatabase(settings.path("workspaces.directory").resolve(workspace));
        if (files.isPresent()) {
            build.load(folder.resolve("loaded.duckdb"), files.get());
        } else {
            build.demo(folder.resolve("demo.duckdb"));
        }
        EvaluationWorld world = on(home, server, given, progress);
        world.workspace = workspace;
        world.gold = Optional.of(DataFile.copy(folder));
        return world;
    }

    /** The same with settings that come before those of application.yaml. */
    static EvaluationWorld on(Path home, EmbeddedPostgres server, Map<String, String> given, Progress progress)
            throws Exception {
        return start(home, new EvaluationWorld(server, false, given), progress);
    }

    private static EvaluationWorld start(Path home, EvaluationWorld world, Progress progress) throws Exception {
        try {
            DemoWorld.ensure(world.server, progress.part(0.1, 1));
            world.run(home);
            return world;
        } catch (Exception e) { // whatever failed, the database server must not stay behind
            world.close();
            throw e;
        }
    }

    private void run(Path home) throws Exception {
        // one that was killed leaves its conversations behind
        dropConversations();
        try (Connection admin = server.admin("postgres")) {
            Roles.createStateDatabase(admin, STATE);
        }
        Map<String, String> overrides = new TreeMap<>();
        put(overrides, "atlas", DemoWorld.DATABASE, server.readerCredentials());
        put(overrides, "state", STATE, server.appCredentials());
        overrides.put("routes.reload", "false");
        api = AtlasApi.start(server.jdbcUrl(DemoWorld.DATABASE), server.readerCredentials(), 0, faults, UNLIMITED);
        overrides.put("atlas.api.explore-url", api.explore().toString());
        overrides.put("atlas.api.country-pages-url", api.countryPages().toString());
        // questions come faster than any person asks, and what fails here fails on purpose
        overrides.put("atlas.api.budget", String.valueOf(UNLIMITED));
        overrides.put("atlas.api.ceiling", String.valueOf(UNLIMITED));
        overrides.put("atlas.api.breaker.failures", "1000");
        overrides.put("atlas.api.retry-delay", "1ms");
        overrides.putAll(given);
        Settings settings = Settings.load(home, overrides);
        judges = ModelBeans.order(settings, ModelType.FRONTIER).stream()
                .filter(provider -> !provider.equals(OfflineProvider.NAME))
                .toList();
        workspace = settings.text("workspaces.default");
        runtime = CaravanRuntime.start(
                settings,
                registry -> registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, new SilentHttpEngine()));
        template = runtime.camel().createProducerTemplate();
    }

    private void put(Map<String, String> settings, String group, String database, Credentials login) {
        settings.put(group + ".jdbc-url", server.jdbcUrl(database));
        settings.put(group + ".user", login.user());
        settings.put(group + ".password", login.password());
    }

    @Override
    public Turn answer(String threadId, boolean first, String question) {
        Turn turn = Turn.opened(
                UUID.randomUUID().toString(),
                threadId,
                first,
                workspace,
                question,
                Map.of(),
                Clock.systemUTC().instant());
        return template.requestBody("direct:turn", turn, Turn.class);
    }

    @Override
    public GraphqlRun stages(Stage stage, String question, QueryType type) {
        ToolCall call = ToolCall.asking("evaluation", "atlas_graphql", question, "");
        GraphqlRun begun = GraphqlRun.begin(UUID.randomUUID().toString(), call, Overrides.NONE);
        if (stage == Stage.CLASSIFICATION) {
            return template.requestBody("direct:classify-query", begun, GraphqlRun.class);
        }
        GraphqlRun classified = GraphqlRunBuilder.builder(begun)
                .classification(Optional.of(new GraphqlRun.Classification("given", type, "")))
                .build();
        return template.requestBody("direct:answer-query", classified, GraphqlRun.class);
    }

    @Override
    public void arrange(Condition condition) {
        faults.clear();
        SlidingQuota quota = runtime.camel().getRegistry().lookupByNameAndType("atlasQuota", SlidingQuota.class);
        while (quota.getPending() > 0) {
            quota.release();
        }
        switch (condition) {
            case NORMAL -> {}
            case ATLAS_DOWN -> faults.show(Fault.SERVER_ERROR);
            case BUDGET_SPENT -> {
                while (quota.isAvailable() && quota.tryReserve()) {}
            }
        }
    }

    @Override
    public ModelUse modelUse() {
        int calls = 0;
        long read = 0;
        long written = 0;
        for (Object sums : runtime.camel()
                .getRegistry()
                .lookupByNameAndType("callLedger", CallLedger.class)
                .status()
                .values()) {
            Map<?, ?> model = (Map<?, ?>) sums;
            calls += ((Number) model.get("calls")).intValue();
            read += ((Number) model.get("input_tokens")).longValue();
            written += ((Number) model.get("output_tokens")).longValue();
        }
        return new ModelUse(calls, read, written);
    }

    /** A model that a provider other than the built-in one answers, for the judge; empty where there is none. */
    @SuppressWarnings("unchecked")
    public Optional<ChatModel> judgingModel() {
        return judges.isEmpty()
                ? Optional.empty()
                : Optional.of(new RoutedModel(
                        Judge.PROMPT,
                        ModelType.FRONTIER,
                        judges,
                        runtime.camel().getRegistry().lookupByNameAndType("modelRoute", UnaryOperator.class),
                        new TurnEvents()));
    }

    /** A connection of the reading role to the data, for gold SQL; the caller closes it. */
    public Connection data() throws SQLException {
        if (gold.isPresent()) {
            return DataFile.open(gold.get());
        }
        Credentials reader = server.readerCredentials();
        return DriverManager.getConnection(server.jdbcUrl(DemoWorld.DATABASE), reader.user(), reader.password());
    }

    private void dropConversations() throws SQLException {
        try (Connection admin = server.admin("postgres");
                var statement = admin.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(STATE));
        }
    }

    /** Stops everything it started; a second call does nothing. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (runtime != null) {
            runtime.close();
        }
        if (api != null) {
            api.close();
        }
        try {
            dropConversations();
        } catch (SQLException e) {
            throw new IOException("the evaluation's conversations could not be dropped", e);
        } finally {
            if (owned) {
                server.close();
            }
        }
    }
}
