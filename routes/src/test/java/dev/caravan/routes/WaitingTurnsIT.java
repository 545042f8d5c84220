package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.demo.SharedWorld;
import dev.caravan.store.ThreadQuery;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Form;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AdviceWith;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns that ask the person and go on with the reply, on servers that share one PostgreSQL. */
class WaitingTurnsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOOK = "{\"question\": \"look\"}";
    private static final String ASK = "{\"question\": \"ask\"}";
    private static final Form FORM = new Form(List.of(new Form.Choice(
            "country",
            "Which Congo?",
            "",
            false,
            false,
            false,
            List.of(new Form.Option("Congo", "COG", ""), new Form.Option("DR Congo", "COD", "")))));

    private final SharedWorld world = SharedWorld.get();
    private final AtomicInteger toolRuns = new AtomicInteger();
    private final List<Node> nodes = new ArrayList<>();
    private String url;

    @BeforeEach
    void create() throws Exception {
        url = world.newDatabase();
    }

    @AfterEach
    void stop() {
        nodes.forEach(node -> node.routes.close());
    }

    /** A server. */
    private final class Node {
        final FakeHttpEngine http = new FakeHttpEngine();
        final PipelineRoutes routes;

        Node(Map<String, String> settings) throws Exception {
            routes = PipelineRoutes.start(
                    http,
                    settings,
                    Map.of(
                            "state.jdbc-url",
                            url,
                            "state.user",
                            world.appCredentials().user(),
                            "state.password",
                            world.appCredentials().password()));
            AdviceWith.adviceWith(routes.camel(), "call-tool", advice -> advice.weaveById("call-tool-route")
                    .replace()
                    .process(exchange -> exchange.getMessage()
                            .setBody(run(exchange.getMessage().getBody(Turn.class)))));
            routes.clock.now = java.time.Instant.now();
            nodes.add(this);
        }

        private ToolResult run(Turn turn) {
            toolRuns.incrementAndGet();
            return turn.nextCall().question().equals("ask")
                    ? ToolResult.waiting(turn.nextCall(), "There are two.", FORM)
                    : ToolResult.of(turn.nextCall(), ToolResult.Status.OK, "found");
        }

        Exchange send(String body) throws Exception {
            return http.post("/api/chat", body, Map.of(), new FakeHttpEngine.Line());
        }

        JsonNode chat(String body) throws Exception {
            Exchange done = send(body);
            if (done.getException() != null) {
                throw done.getException();
            }
            return JSON.readTree(done.getMessage().getBody(String.class));
        }

        BadRequest refused(String body) throws Exception {
            Exception failure = send(body).getException();
            assertThat(failure).isInstanceOf(BadRequest.class);
            return (BadRequest) failure;
        }

        Map<?, ?> ask(String route, Object body) {
            return routes.camel().createProducerTemplate().requestBody(route, body, Map.class);
        }
    }

    private Node node() throws Exception {
        return new Node(Map.of());
    }

    private static JsonNode asksFor(Node node) throws Exception {
        node.routes.agent.anew().calls("query_tool", LOOK).calls("query_tool", ASK);
        return node.chat("{\"question\": \"How much did the Congo export?\"}");
    }

    private static String reply(JsonNode waiting, String reply) {
        return "{\"thread_id\": \"" + waiting.get("thread_id").asText() + "\", \"reply\": " + reply + "}";
    }

    private String count(String table) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password());
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from caravan." + table)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void goesOnWithTheVeryTurnOnAnotherServerAfterTheFirstHasEnded() throws Exception {
        Node first = node();
        JsonNode waiting = asksFor(first);
        assertThat(waiting.get("outcome").asText()).isEqualTo("awaiting_person");
        assertThat(waiting.get("answer").asText()).isEqualTo("There are two.");
        assertThat(waiting.at("/form/questions/0/options/1/value").asText()).isEqualTo("COD");
        assertThat(toolRuns).hasValue(2);
        Map<?, ?> thread = (Map<?, ?>) ((List<?>) first.ask("direct:list-threads", new ThreadQuery(0, 10, ""))
                        .get("threads"))
                .get(0);
        assertThat(thread.get("waiting")).isEqualTo(true);
        first.routes.close();
        nodes.remove(first);

        Node second = node();
        second.routes.agent.says("The Democratic Republic exported copper.");
        JsonNode answered = second.chat(reply(waiting, "{\"country\": \"COD\"}"));
        assertThat(answered.get("turn_id")).isEqualTo(waiting.get("turn_id"));
        assertThat(answered.get("question").asText()).isEqualTo("How much did the Congo export?");
        assertThat(answered.get("outcome").asText()).isEqualTo("answered");
        assertThat(answered.get("replies").get(0).asText()).isEqualTo("Which Congo?: DR Congo (COD)");
        assertThat(toolRuns).as("no tool runs again").hasValue(2);
        assertThat(second.routes.agent.results(0))
                .containsExactly("found", "The person was asked, and replied:\nWhich Congo?: DR Congo (COD)");
        assertThat(answered.get("steps").findValuesAsText("stage"))
                .filteredOn("call_model"::equals)
                .as("the trace of both servers")
                .hasSize(3);
        assertThat(answered.at("/usage/calls").asInt()).isEqualTo(3);
        assertThat(count("turn_states")).isEqualTo("0");
        assertThat(count("turns")).isEqualTo("1");

        assertThat(second.refused(reply(waiting, "{\"country\": \"COD\"}")))
                .hasMessageContaining("no turn of this conversation waits")
                .extracting(BadRequest::status)
                .isEqualTo(409);
    }

    @Test
    void refusesWrongRepliesAndGoesOnWaiting() throws Exception {
        Node node = node();
        JsonNode waiting = asksFor(node);
        assertThat(node.refused(reply(waiting, "{\"colour\": \"red\"}")).field())
                .isEqualTo("reply.colour");
        assertThat(node.refused(reply(waiting, "{\"country\": \"KEN\"}"))).hasMessageContaining("not one of COG, COD");
        assertThat(node.refused(reply(waiting, "{}")).field()).isEqualTo("reply.country");
        assertThat(node.refused("{\"reply\": {\"country\": \"COD\"}}").field()).isEqualTo("thread_id");
        assertThat(node.refused("{\"thread_id\": \"none\", \"reply\": {\"country\": \"COD\"}}")
                        .status())
                .isEqualTo(404);
        String other = reply(waiting, "{\"country\": \"COD\"}").replace("\"reply\"", "\"turn_id\": \"t\", \"reply\"");
        assertThat(node.refused(other).status()).isEqualTo(409);

        node.routes.agent.anew().says("Something else.");
        String thread = waiting.get("thread_id").asText();
        JsonNode aside = node.chat("{\"thread_id\": \"" + thread + "\", \"question\": \"What is RCA?\"}");
        assertThat(aside.get("turn_id")).isNotEqualTo(waiting.get("turn_id"));

        node.routes.agent.anew().says("Copper.");
        JsonNode answered = node.chat("{\"thread_id\": \"" + thread + "\", \"question\": \"dr congo\"}");
        assertThat(answered.get("turn_id")).isEqualTo(waiting.get("turn_id"));
        assertThat(answered.get("outcome").asText()).isEqualTo("answered");
    }

    @Test
    void ofTwoRepliesOnTwoServersOneGoesOn() throws Exception {
        Node first = node();
        Node second = node();
        JsonNode waiting = asksFor(first);
        first.routes.agent.anew().says("Copper.");
        second.routes.agent.anew().says("Copper.");
        CyclicBarrier together = new CyclicBarrier(2);
        ExecutorService clients = Executors.newFixedThreadPool(2);
        int answered = 0;
        int refused = 0;
        try {
            List<Callable<Exchange>> replies = List.of(
                    () -> {
                        together.await();
                        return first.send(reply(waiting, "{\"country\": \"COD\"}"));
                    },
                    () -> {
                        together.await();
                        return second.send(reply(waiting, "{\"country\": \"COG\"}"));
                    });
            for (Future<Exchange> done : clients.invokeAll(replies)) {
                Exception failure = done.get().getException();
                answered += failure == null ? 1 : 0;
                refused += failure instanceof BadRequest bad && bad.status() == 409 ? 1 : 0;
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(answered).isEqualTo(1);
        assertThat(refused).isEqualTo(1);
    }

    @Test
    void isGivenUpWhileItWaits() throws Exception {
        Node node = node();
        JsonNode waiting = asksFor(node);
        String id = waiting.get("turn_id").asText();
        Turn stopped = node.routes.camel().createProducerTemplate().requestBody("direct:stop-waiting", id, Turn.class);
        assertThat(stopped.answer().orElseThrow().text()).startsWith("The question was stopped");
        assertThat(count("turn_states")).isEqualTo("0");
        assertThat(node.refused(reply(waiting, "{\"country\": \"COD\"}")).status())
                .isEqualTo(409);

        JsonNode again = asksFor(node);
        JsonNode told = node.chat(reply(again, "\"stop\""));
        assertThat(told.get("turn_id")).isEqualTo(again.get("turn_id"));
        assertThat(told.get("outcome").asText()).isEqualTo("failed");
        assertThat(toolRuns).hasValue(4);
    }

    @Test
    void budgetsHoldOverAllRounds() throws Exception {
        Node node = new Node(Map.of("model.turn.calls", "3"));
        JsonNode waiting = asksFor(node);
        node.routes.agent.anew().calls("query_tool", LOOK).says("Never said.");
        JsonNode spent = node.chat(reply(waiting, "{\"country\": \"COD\"}"));
        assertThat(spent.get("outcome").asText()).isEqualTo("failed");
        assertThat(spent.get("answer").asText()).contains("budget for one question is spent", "3 model calls");
    }

    @Test
    void aTurnThatCannotBeKeptDoesNotWait() throws Exception {
        url = "";
        Node node = node();
        JsonNode ended = asksFor(node);
        assertThat(ended.get("outcome").asText()).isEqualTo("failed");
        assertThat(ended.get("answer").asText()).contains("cannot be kept");
        assertThat(ended.has("form")).isFalse();
    }
}
