package dev.caravan.routes;

import dev.caravan.agent.AskAgent;
import dev.caravan.app.GraphqlBeans;
import dev.caravan.app.PipelineBeans;
import dev.caravan.app.Settings;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.gate.SourceGate;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.graphql.ExtractEntities;
import dev.caravan.graphql.ResolveIds;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.trace.StepEvents;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Registry;

/** The GraphQL pipeline and the way to the APIs as they stand in the YAML, with scripted models and scripted APIs. */
final class GraphqlRoutes implements AutoCloseable {
    private final AtomicInteger turns = new AtomicInteger();
    final ScriptedModel agent = new ScriptedModel();
    final ScriptedModel classification = new ScriptedModel();
    final ScriptedModel entities = new ScriptedModel();
    final ScriptedModel selection = new ScriptedModel();
    final FakeAtlas explore = new FakeAtlas();
    final FakeAtlas pages = new FakeAtlas();
    CircuitBreaker breaker;
    SlidingQuota quota;
    SourceGate gate;
    private RouteFiles routes;
    private PipelineBeans.Stages stages;

    /** A tool's result with the stages it went through. */
    record Outcome(ToolResult result, List<String> stages, List<Map<String, Object>> steps) {
        GraphqlEvidence evidence() {
            return (GraphqlEvidence) result.evidence().orElseThrow();
        }
    }

    static GraphqlRoutes start() throws Exception {
        return start(Map.of());
    }

    /** Starts it with settings that win over application.yaml. */
    static GraphqlRoutes start(Map<String, String> settings) throws Exception {
        GraphqlRoutes started = new GraphqlRoutes();
        Map<String, String> all = new HashMap<>(settings);
        all.put("atlas.api.explore-url", "http://127.0.0.1:1/explore");
        all.put("atlas.api.country-pages-url", "http://127.0.0.1:1/pages");
        started.routes = RouteFiles.start(
                Map.of("state.jdbc-url", ""),
                placeholders(
                        all,
                        Map.of(
                                "caravan.endpoint.atlas-explore", "bean:fakeExplore?method=ask",
                                "caravan.endpoint.atlas-country-pages", "bean:fakePages?method=ask")),
                registry -> started.bind(registry, all),
                "agent.camel.yaml",
                "graphql.camel.yaml",
                "atlas.camel.yaml",
                "models.camel.yaml",
                "providers.camel.yaml");
        started.routes
                .camel()
                .getManagementStrategy()
                .addEventNotifier(started.routes.bean("stepEvents", StepEvents.class));
        return started;
    }

    /**
     * Starts it on running APIs, with the offline model.
     *
     * @param names what the offline model reads questions with
     * @param clock tells the budget's time
     */
    static GraphqlRoutes startOn(AtlasApi api, CatalogSource names, Clock clock) throws Exception {
        GraphqlRoutes started = new GraphqlRoutes();
        Map<String, String> settings = Map.of(
                "atlas.api.explore-url",
                api.explore().toString(),
                "atlas.api.country-pages-url",
                api.countryPages().toString());
        Map<String, String> placeholders =
                placeholders(settings, GraphqlBeans.placeholders(Settings.load(RouteFiles.HOME, settings)));
        started.routes = RouteFiles.start(
                Map.of("state.jdbc-url", ""),
                placeholders,
                registry -> started.bindStages(registry, settings, names, clock),
                "graphql.camel.yaml",
                "atlas.camel.yaml",
                "models.camel.yaml",
                "providers.camel.yaml");
        return started;
    }

    private static Map<String, String> placeholders(Map<String, String> settings, Map<String, String> more) {
        Map<String, String> placeholders =
                new HashMap<>(Settings.load(RouteFiles.HOME, settings).asMap());
        placeholders.put("caravan.model.retry-millis", "1");
        placeholders.put("caravan.agent.calls-millis", "10000");
        placeholders.putAll(more);
        placeholders.put("caravan.atlas.retry-millis", "1");
        return placeholders;
    }

    private void bind(Registry registry, Map<String, String> settings) {
        CatalogSource none = () -> {
            throw new CatalogSource.Unavailable("no database", null);
        };
        bindStages(registry, settings, none, Clock.systemUTC());
        ScriptedProvider.bind(
                registry,
                null,
                Map.of(
                        AskAgent.KEY,
                        agent,
                        ClassifyQuery.KEY,
                        classification,
                        ExtractEntities.KEY,
                        entities,
                        ResolveIds.KEY,
                        selection));
        registry.bind("fakeExplore", explore);
        registry.bind("fakePages", pages);
    }

    private void bindStages(Registry registry, Map<String, String> settings, CatalogSource names, Clock clock) {
        SemanticModel model = SemanticModel.read(RouteFiles.HOME.resolve("workspaces/atlas/semantic-model.yaml"));
        stages = PipelineBeans.bindStages(
                registry,
                Settings.load(RouteFiles.HOME, settings),
                new TurnEvents(),
                registry.lookupByNameAndType("turnCancel", TurnCancel.class),
                new PipelineBeans.Sources(model, names, turnId -> {}, () -> "test data", clock));
        breaker = registry.lookupByNameAndType("atlasBreaker", CircuitBreaker.class);
        quota = registry.lookupByNameAndType("atlasQuota", SlidingQuota.class);
        gate = registry.lookupByNameAndType("atlasGate", SourceGate.class);
    }

    /** Takes a question for a type and finds these entities in it. */
    GraphqlRoutes reads(String type, String json) {
        classification.says("{\"reasoning\": \"r\", \"query_type\": \"" + type + "\"}");
        entities.says(json);
        return this;
    }

    Outcome ask(String question) {
        return ask(question, "", Map.of());
    }

    Outcome ask(String question, String context, Map<String, String> choices) {
        // each is a turn of its own, with its own budget of model calls
        Turn turn = Turn.opened("t" + turns.incrementAndGet(), "th1", true, "atlas", question, choices, Instant.EPOCH)
                .withPending(List.of(ToolCall.asking("c1", "atlas_graphql", question, context)));
        Exchange done = routes.camel().createProducerTemplate().request("direct:graphql", exchange -> {
            exchange.getMessage().setBody(turn);
            exchange.getMessage().setHeader("X-Secret", "token");
            routes.bean("stepEvents", StepEvents.class).open(exchange);
        });
        if (done.getException() != null) {
            throw new IllegalStateException(done.getException());
        }
        @SuppressWarnings("unchecked")
        List<Map<String, Object>> steps = done.getProperty(Steps.PROPERTY, List.class);
        return new Outcome(
                done.getMessage().getBody(ToolResult.class),
                steps.stream()
                        .map(step -> String.valueOf(step.get(Steps.STAGE)))
                        .toList(),
                steps);
    }

    /** A whole turn of the agent. */
    Turn turn(String question) {
        Turn turn = Turn.opened("t1", "th1", true, "atlas", question, Map.of(), Instant.now());
        return routes.camel()
                .createProducerTemplate()
                .request("direct:agent", exchange -> {
                    exchange.getMessage().setBody(turn);
                    routes.bean("stepEvents", StepEvents.class).open(exchange);
                })
                .getMessage()
                .getBody(Turn.class);
    }

    /** Calls an API of this name. */
    Exchange callApi(String api) {
        return routes.camel()
                .createProducerTemplate()
                .request("direct:atlas-api", exchange -> exchange.setVariable("api", api));
    }

    @Override
    public void close() {
        routes.close();
        stages.close();
    }
}
