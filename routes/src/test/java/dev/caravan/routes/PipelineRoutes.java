package dev.caravan.routes;

import dev.caravan.agent.AskAgent;
import dev.caravan.app.PipelineBeans;
import dev.caravan.app.Settings;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.Aliases.Choice;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity.Country;
import dev.caravan.catalog.Entity.Product;
import dev.caravan.catalog.ProductClass;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.docs.SynthesizeAnswer;
import dev.caravan.documents.DocumentStore;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.EditedStatement;
import dev.caravan.sql.ExtractionPrompt;
import dev.caravan.sql.GenerateSql;
import dev.caravan.sql.LookUpCodes;
import dev.caravan.trace.StepEvents;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.DataOnDemand;
import dev.langchain4j.model.chat.ChatModel;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.camel.Exchange;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.apache.camel.spi.Registry;

/**
 * The routes from the turn down to the database, as they stand in the YAML, in a fresh Camel context: with scripted
 * models, a scripted database, a catalog of a few names, and a store that is down.
 */
final class PipelineRoutes implements AutoCloseable {
    static final int MAX_QUERIES = 3;
    static final int MAX_ROWS = 1_000;
    static final int BREAKER_FAILURES = 3;
    static final Duration TURN_TIMEOUT = Duration.ofSeconds(120);
    static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");

    static final String QUESTION = "What were Kenya's exports in 1995?";
    static final String SQL =
            "SELECT t.year, t.export_value AS exports FROM hs92.country_year t WHERE t.country_id = 404";
    static final String CALL = "{\"question\": \"" + QUESTION + "\"}";
    static final String NAMES = names("Kenya", "place", "KEN");
    static final String WRITTEN = "{\"sql\": \"" + SQL + "\", \"assumptions\": [\"Goods only.\"]}";

    /** A clock that a test sets. */
    static final class SetClock extends Clock {
        Instant now = NOON;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    final ScriptedModel agent = new ScriptedModel();
    final ScriptedModel extraction = new ScriptedModel();
    final ScriptedModel selection = new ScriptedModel();
    final ScriptedModel generation = new ScriptedModel();
    final ScriptedModel documentSelection = new ScriptedModel();
    final ScriptedModel synthesis = new ScriptedModel();
    final ScriptedDatabase database = new ScriptedDatabase();
    final SetClock clock = new SetClock();
    CircuitBreaker databaseBreaker;
    CircuitBreaker modelBreaker;
    CatalogSource catalog = PipelineRoutes::names;
    private final Map<String, String> settings = new HashMap<>(
            Map.of("agent.max-queries", String.valueOf(MAX_QUERIES), "docs.embeddings", "false", "state.lease", "1h"));
    /** The files that need somebody who takes requests, and what they share. */
    private static final List<String> EDGE = List.of("http.camel.yaml", "mcp.camel.yaml", "openai.camel.yaml");

    private final Map<String, String> edge = new HashMap<>(Map.of("state.jdbc-url", ""));
    private Optional<FakeHttpEngine> http = Optional.empty();
    private RouteFiles routes;
    private PipelineBeans.Stages stages;
    private Optional<DocumentStore> documents = Optional.empty();
    private boolean scripted = true;
    private Map<String, ChatModel> own = Map.of();
    private boolean reusable;
    private int turns;

    /** The finished turn with what the routes left beside it. */
    record Outcome(Turn turn, List<Map<String, Object>> steps, List<String> notes) {
        String text() {
            return turn.answer().orElseThrow().text();
        }

        dev.caravan.turn.Outcome kind() {
            return turn.answer().orElseThrow().outcome();
        }

        List<String> stages() {
            return steps.stream()
                    .map(step -> String.valueOf(step.get(Steps.STAGE)))
                    .toList();
        }
    }

    /** Contexts of finished tests with the tests' own settings, for the next test: a start is most of the time of a test. */
    private static final Deque<PipelineRoutes> IDLE = new ConcurrentLinkedDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> IDLE.forEach(PipelineRoutes::stop)));
    }

    /** Gives a context with the tests' own settings, as good as new. */
    static PipelineRoutes start() throws Exception {
        PipelineRoutes idle = IDLE.poll();
        if (idle != null) {
            return idle.anew();
        }
        PipelineRoutes started = start(Map.of());
        started.reusable = true;
        return started;
    }

    /** Starts with settings that win over those of the tests. */
    static PipelineRoutes start(Map<String, String> settings) throws Exception {
        return start(new PipelineRoutes(), settings);
    }

    /** Starts with the models that the settings name, none of them scripted. */
    static PipelineRoutes startUnscripted(Map<String, String> settings) throws Exception {
        return startUnscripted(settings, Map.of());
    }

    /** The same with some chat models of one's own, by the name of their bean. */
    static PipelineRoutes startUnscripted(Map<String, String> settings, Map<String, ChatModel> own) throws Exception {
        PipelineRoutes unscripted = new PipelineRoutes();
        unscripted.scripted = false;
        unscripted.own = own;
        return start(unscripted, settings);
    }

    /** Starts with documents of one's own, and with the built-in model where nothing is scripted. */
    static PipelineRoutes startDocuments(DocumentStore documents, boolean scripted, Map<String, String> settings)
            throws Exception {
        PipelineRoutes started = new PipelineRoutes();
        started.documents = Optional.of(documents);
        started.scripted = scripted;
        return start(started, settings);
    }

    /** Has the demo data of a workspace made beforehand. */
    PipelineRoutes withData(String workspace) {
        try {
            routes.bean("data-" + workspace, DataOnDemand.class).await();
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts with the chat endpoints, and with a store. */
    static PipelineRoutes start(FakeHttpEngine http, Map<String, String> settings, Map<String, String> store)
            throws Exception {
        return start(new PipelineRoutes(), http, settings, store);
    }

    /** The same with the models that the settings name, none of them scripted. */
    static PipelineRoutes startUnscripted(FakeHttpEngine http, Map<String, String> settings, Map<String, String> store)
            throws Exception {
        PipelineRoutes node = new PipelineRoutes();
        node.scripted = false;
        return start(node, http, settings, store);
    }

    private static PipelineRoutes start(
            PipelineRoutes node, FakeHttpEngine http, Map<String, String> settings, Map<String, String> store)
            throws Exception {
        node.http = Optional.of(http);
        node.edge.putAll(store);
        return start(node, settings);
    }

    /** The same context for another test: scripts, database, catalog, clock and breakers as at the start; turns have ids of their own. */
    private PipelineRoutes anew() {
        script();
        database.fresh();
        catalog = PipelineRoutes::names;
        clock.now = NOON;
        databaseBreaker.reset();
        modelBreaker.reset();
        return this;
    }

    private void script() {
        agent.fresh();
        extraction.fresh().says(NAMES);
        selection.fresh().says("{\"selections\": []}");
        generation.fresh().says(WRITTEN);
        documentSelection.fresh().says("{\"documents\": [\"metrics_glossary\"]}");
        synthesis.fresh().says("RCA compares shares [1].");
    }

    private static PipelineRoutes start(PipelineRoutes started, Map<String, String> settings) throws Exception {
        started.script();
        started.settings.put("model.limited-delay", "1ms");
        started.settings.putAll(settings);
        Settings all = Settings.load(RouteFiles.HOME, started.settings);
        Map<String, String> placeholders = new HashMap<>(all.asMap());
        placeholders.putAll(PipelineBeans.placeholders(all));
        placeholders.put("caravan.endpoint.database", "bean:scriptedDatabase?method=run");
        placeholders.put("caravan.model.retry-millis", "1");
        started.routes = RouteFiles.start(
                started.edge,
                placeholders,
                registry -> started.bind(registry, all),
                RouteFiles.names().stream()
                        .filter(file -> started.http.isPresent() || !EDGE.contains(file))
                        .toArray(String[]::new));
        started.routes
                .camel()
                .getManagementStrategy()
                .addEventNotifier(started.routes.bean("stepEvents", StepEvents.class));
        return started;
    }

    private void bind(Registry registry, Settings all) {
        http.ifPresent(engine -> registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, engine));
        documents.ifPresent(store -> registry.bind("documentStore", store));
        SemanticModel model = SemanticModel.read(RouteFiles.HOME.resolve("workspaces/atlas/semantic-model.yaml"));
        TurnCancel cancel = registry.lookupByNameAndType("turnCancel", TurnCancel.class);
        TurnEvents events = new TurnEvents();
        registry.bind("turnEvents", events);
        stages = PipelineBeans.bindStages(
                registry,
                all,
                events,
                cancel,
                new PipelineBeans.Sources(model, () -> catalog.get(), turnId -> {}, () -> "test data", clock));
        if (scripted) {
            ScriptedProvider.bind(
                    registry,
                    null,
                    Map.of(
                            ExtractionPrompt.KEY,
                            extraction,
                            LookUpCodes.KEY,
                            selection,
                            GenerateSql.KEY,
                            generation,
                            SelectDocuments.KEY,
                            documentSelection,
                            SynthesizeAnswer.KEY,
                            synthesis,
                            AskAgent.KEY,
                            agent));
        }
        own.forEach((name, chat) -> {
            registry.unbind(name);
            registry.bind(name, chat);
        });
        registry.bind("scriptedDatabase", database);
        databaseBreaker = registry.lookupByNameAndType("databaseBreaker", CircuitBreaker.class);
        modelBreaker = registry.lookupByNameAndType("offlineBreaker", CircuitBreaker.class);
    }

    static Catalog names() {
        return new Catalog(
                List.of(
                        new Country(404, "KEN", "Kenya", false, false),
                        new Country(178, "COG", "Congo", true, false),
                        new Country(180, "COD", "DR Congo", true, false)),
                List.of(),
                Map.of(),
                List.of(
                        new Product(1, ProductClass.HS92, 4, "0901", "Coffee"),
                        new Product(2, ProductClass.HS92, 4, "2101", "Coffee extracts"),
                        new Product(3, ProductClass.SERVICES, 4, "travel", "Travel and tourism")),
                new Aliases(
                        Map.of(),
                        Map.of("the congo", new Choice(List.of("COG", "COD"), Optional.empty())),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    /** The reply of an extraction that found one name. */
    static String names(String text, String kind, String code) {
        return "{\"classification\": \"hs92\", \"names\": [{\"text\": \"%s\", \"kind\": \"%s\", \"codes\": [\"%s\"]}]}"
                .formatted(text, kind, code);
    }

    /** The reply of a generation. */
    static String sql(String statement) {
        return "{\"sql\": \"" + statement + "\"}";
    }

    Turn turn() {
        return Turn.opened("t" + ++turns, "th" + turns, true, "atlas", QUESTION, Map.of(), clock.now);
    }

    /** Asks the one question. */
    Outcome ask() {
        return ask(turn());
    }

    Outcome ask(Turn turn) {
        return ended(routes.camel()
                .createFluentProducerTemplate()
                .to("direct:turn")
                .withBody(turn)
                .request(Exchange.class));
    }

    /** Runs a statement that a person edited; null stands for a fault that no stage foresaw. */
    Outcome rerun(String sql) {
        Turn turn = turn().withPending(List.of(ToolCall.asking("edited", "query_tool", QUESTION, "")));
        FluentProducerTemplate template =
                routes.camel().createFluentProducerTemplate().to("direct:rerun").withBody(turn);
        if (sql != null) {
            template.withVariable("edited", new EditedStatement("t0", sql));
        }
        return ended(template.request(Exchange.class));
    }

    @SuppressWarnings("unchecked")
    private static Outcome ended(Exchange done) {
        if (done.getException() != null) {
            throw new AssertionError("nothing may fail out of a turn", done.getException());
        }
        return new Outcome(
                done.getMessage().getBody(Turn.class),
                done.getProperty(Steps.PROPERTY, List.class),
                TurnNotes.of(done));
    }

    /** The agent calls the SQL tool once, then says what it read. */
    PipelineRoutes agentAsksOnce() {
        agent.calls("query_tool", CALL).says("Kenya exported $7.19 billion in 1995.");
        return this;
    }

    /** The breaker of a workspace's data file. */
    CircuitBreaker breakerOf(String workspace) {
        return routes.bean("duckdbBreaker-" + workspace, CircuitBreaker.class);
    }

    <T> T bean(String name, Class<T> type) {
        return routes.bean(name, type);
    }

    org.apache.camel.CamelContext camel() {
        return routes.camel();
    }

    TurnCancel cancel() {
        return routes.bean("turnCancel", TurnCancel.class);
    }

    @Override
    public void close() {
        if (reusable) {
            IDLE.add(this);
        } else {
            stop();
        }
    }

    private void stop() {
        routes.close();
        if (stages != null) {
            stages.close();
        }
    }
}
