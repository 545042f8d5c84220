package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.edge.EventStream;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.semantic.DataSet;
import dev.caravan.semantic.DataSets;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The chat endpoints as they stand in routes/http.camel.yaml, with the agent replaced. */
class HttpRoutesTest {
    private static final String QUESTION = "{\"question\": \"Coffee?\"}";

    private final FakeHttpEngine http = new FakeHttpEngine();
    private final FakeHttpEngine.Line line = new FakeHttpEngine.Line();
    private final StubTurn agent = new StubTurn();
    private RouteFiles routes;

    /** The stub of direct:turn. */
    public static final class StubTurn {
        private UnaryOperator<Turn> behaviour = turn -> turn.withAnswer(Answer.of(Outcome.ANSWERED, "Yes."));
        private Map<String, Object> headers = Map.of();

        /** Called by the route. */
        public Turn answer(Exchange exchange) {
            headers = new HashMap<>(exchange.getMessage().getHeaders());
            exchange.getMessage().setHeader("X-Internal", "secret");
            return behaviour.apply(exchange.getMessage().getBody(Turn.class));
        }
    }

    @BeforeEach
    void start() throws Exception {
        routes = RouteFiles.start(
                Map.of("state.jdbc-url", "", "http.lost-client", "0ms"),
                registry -> {
                    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                    registry.bind("stubTurn", agent);
                    registry.bind("budget", new SlidingQuota("api", 9, Duration.ofSeconds(60), Clock.systemUTC()));
                },
                "http.camel.yaml",
                "mcp.camel.yaml",
                "store.camel.yaml",
                "/stub-turn.camel.yaml");
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    @Test
    void answersInOneDocumentWithoutAnyHeaderOfTheInside() throws Exception {
        Exchange done =
                http.post("/api/chat", QUESTION, Map.of("Authorization", "x", "CamelHttpUri", "http://evil"), line);
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getBody(String.class)).contains("\"answer\":\"Yes.\"", "\"outcome\":\"answered\"");
        assertThat(done.getMessage().getHeaders()).containsOnly(Map.entry("Content-Type", "application/json"));
        assertThat(agent.headers).isEmpty();
        assertThat(line.sent).isEmpty();
    }

    @Test
    void tellsTheMetricsOfTheGatesAsText() throws Exception {
        Exchange done = http.post("/metrics", null, Map.of(), line);
        assertThat(done.getException()).isNull();
        assertThat(done.getMessage().getHeader("Content-Type", String.class)).startsWith("text/plain");
        assertThat(done.getMessage().getBody(String.class)).contains("caravan_budgets_remaining{name=\"api\"} 9.0");
    }

    @Test
    void namesTheFieldOfABadQuestionBeforeAnythingIsAsked() throws Exception {
        for (String path : List.of("/api/chat", "/api/chat/stream")) {
            Exchange done = http.post(path, "{\"question\": \"\"}", Map.of(), line);
            assertThat(done.getException()).isInstanceOfSatisfying(BadRequest.class, bad -> assertThat(bad.field())
                    .isEqualTo("question"));
        }
        assertThat(http.post("/api/chat", null, Map.of(), line).getException()).isInstanceOf(BadRequest.class);
        assertThat(line.sent).isEmpty();
    }

    @Test
    void tellsTheIdsThenTheStepsThenTheAnswer() throws Exception {
        TurnEvents events = routes.events();
        agent.behaviour = turn -> {
            events.emit(new TurnEvent(turn.id(), "node_start", Map.of("stage", "generate_sql")));
            return turn.withAnswer(Answer.of(Outcome.ANSWERED, "Yes."));
        };
        Exchange done = http.post("/api/chat/stream", QUESTION, Map.of(), line);
        assertThat(done.getException()).isNull();
        assertThat(line.sent).hasSize(3);
        assertThat(line.sent.get(0)).startsWith("thread {\"thread_id\":\"");
        assertThat(line.sent.get(1)).isEqualTo("node_start {\"stage\":\"generate_sql\"}");
        assertThat(line.sent.get(2)).startsWith("done {\"thread_id\":\"").contains("\"answer\":\"Yes.\"");
    }

    @Test
    void answersAClientOfTheModelContextProtocolAndTellsItTheTurn() {
        Exchange done = routes.camel().createProducerTemplate().request("direct:mcp-ask", exchange -> {
            exchange.setProperty(EventStream.PROPERTY, line);
            exchange.getMessage().setBody(QUESTION.getBytes(StandardCharsets.UTF_8));
        });
        assertThat(done.getException()).isNull();
        assertThat(line.sent).singleElement().asString().startsWith("thread {\"thread_id\":\"");
        assertThat(done.getMessage().getBody(String.class)).contains("\"outcome\":\"answered\"");
        assertThat(routes.events().size()).isZero();
    }

    @Test
    void cancelsTheTurnOfAClientThatLeaves() throws Exception {
        TurnCancel cancel = routes.bean("turnCancel", TurnCancel.class);
        AtomicBoolean seen = new AtomicBoolean();
        agent.behaviour = turn -> {
            line.leave();
            seen.set(cancel.isCancelled(turn.id()));
            return turn.withAnswer(Answer.of(Outcome.FAILED, "Given up."));
        };
        http.post("/api/chat/stream", QUESTION, Map.of(), line);
        assertThat(seen).isTrue();
    }

    @Test
    void leavesNothingBehindWhetherATurnEndsOrBreaks() throws Exception {
        http.post("/api/chat/stream", QUESTION, Map.of(), line);
        agent.behaviour = turn -> {
            throw new IllegalStateException("broken");
        };
        Exchange broken = http.post("/api/chat/stream", QUESTION, Map.of(), line);
        assertThat(broken.getException()).hasMessage("broken");
        assertThat(routes.events().size()).isZero();
        assertThat(routes.bean("turnCancel", TurnCancel.class).size()).isZero();
    }

    @Test
    void takesAThreadAsItIsWhileTheStoreIsDown() throws Exception {
        Exchange done = http.post("/api/chat", "{\"question\": \"And?\", \"thread_id\": \"th-1\"}", Map.of(), line);
        assertThat(done.getMessage().getBody(String.class)).contains("\"thread_id\":\"th-1\"");
    }

    @Test
    void tellsTheStatus() {
        Map<?, ?> status = routes.camel().createProducerTemplate().requestBody("direct:status", "", Map.class);
        assertThat(status.get("product")).isEqualTo("Caravan");
        assertThat(status.get("model")).isEqualTo("built-in offline model");
        assertThat(status.get("versions").toString())
                .contains("camel=4.17.0", "java=")
                .doesNotContain("${");
        assertThat(status.toString()).doesNotContain("password");
    }

    @Test
    void tellsTheWorkspacesTheUsualOneFirst() {
        List<?> all = routes.camel().createProducerTemplate().requestBody("direct:list-workspaces", "", List.class);
        assertThat(all).hasSizeGreaterThanOrEqualTo(2);
        assertThat(((Map<?, ?>) all.get(0)).get("name")).isEqualTo("atlas");
        assertThat(all.toString()).contains("name=nba").contains("NBA statistics");
    }

    @Test
    void tellsWhatTheDataOfAWorkspaceHold() {
        DataSet trade = new DataSet("HS 1992", 1995, 2024, Map.of("rows", 7L));
        routes.camel().getRegistry().bind("some", new DataSets() {
            @Override
            public String workspace() {
                return "some";
            }

            @Override
            public List<DataSet> list() {
                return List.of(trade);
            }
        });
        ProducerTemplate ask = routes.camel().createProducerTemplate();
        assertThat((Object) ask.requestBody("direct:describe-data", "some", List.class))
                .isEqualTo(List.of(trade));
        assertThatThrownBy(() -> ask.requestBody("direct:describe-data", "other"))
                .rootCause()
                .hasMessageContaining("no such workspace");
    }
}
