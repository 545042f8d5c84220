package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the messages of a completion find their conversation in a real PostgreSQL. */
class OpenaiRoutesIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final FakeHttpEngine http = new FakeHttpEngine();
    private final StubTurn agent = new StubTurn();

    /** The stub of direct:turn: loads the thread, answers, stores. */
    public static final class StubTurn {
        private Turn asked;

        /** Called by the route. */
        public Turn answer(Exchange exchange) {
            ProducerTemplate ask = exchange.getContext().createProducerTemplate();
            Turn turn = exchange.getMessage().getBody(Turn.class);
            asked = turn.newThread() ? turn : ask.requestBody("direct:load-thread", turn, Turn.class);
            Turn answered = asked.withAnswer(Answer.of(Outcome.ANSWERED, "About " + asked.question()));
            ask.requestBody("direct:store-turn", answered);
            return answered;
        }
    }

    private String ask(String model, List<String> messages) throws Exception {
        ObjectNode body = JSON.createObjectNode().put("model", model);
        ArrayNode list = body.putArray("messages");
        for (int i = 0; i < messages.size(); i++) {
            list.addObject().put("role", i % 2 == 0 ? "user" : "assistant").put("content", messages.get(i));
        }
        Exchange done = http.post("/v1/chat/completions", body.toString(), Map.of(), new FakeHttpEngine.Line());
        assertThat(done.getException()).isNull();
        JsonNode reply = JSON.readTree(done.getMessage().getBody(String.class));
        return reply.path("choices").path(0).path("message").path("content").asText();
    }

    @Test
    void goesOnWithTheConversationThatTheMessagesTellAndBranchesWhereItWentOnOtherwise() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start(folder, Progress.silent())) {
            try (Connection admin = server.admin("postgres")) {
                Roles.create(
                        admin,
                        server.readerCredentials().password(),
                        server.appCredentials().password());
                Roles.createStateDatabase(admin, "state");
            }
            try (RouteFiles routes = RouteFiles.start(
                    Map.of(
                            "state.jdbc-url", server.jdbcUrl("state"),
                            "state.user", server.appCredentials().user(),
                            "state.password", server.appCredentials().password()),
                    registry -> {
                        registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                        registry.bind("stubTurn", agent);
                    },
                    "http.camel.yaml",
                    "openai.camel.yaml",
                    "store.camel.yaml",
                    "/stub-turn.camel.yaml")) {
                assertThat(routes.isStarted()).isTrue();
                converse();
            }
        }
    }

    private void converse() throws Exception {
        String first = ask("atlas", List.of("Kenya?"));
        String thread = agent.asked.threadId();
        String second = ask("atlas", List.of("Kenya?", first, "Uganda?"));
        assertThat(agent.asked.threadId()).isEqualTo(thread);
        assertThat(agent.asked.history()).extracting(Turn.PastTurn::question).containsExactly("Kenya?");
        ask("atlas", List.of("Kenya?", first, "Uganda?", second + "\n\n| and its table |", "Chad?"));
        assertThat(agent.asked.threadId())
                .as("evidence behind the answer does no harm")
                .isEqualTo(thread);
        assertThat(agent.asked.history()).hasSize(2);

        ask("atlas", List.of("Kenya?", first, "Rwanda?"));
        assertThat(agent.asked.threadId())
                .as("the second question was another one")
                .isNotEqualTo(thread);
        assertThat(agent.asked.newThread()).isTrue();
        assertThat(agent.asked.history()).extracting(Turn.PastTurn::question).containsExactly("Kenya?");

        ask("nba", List.of("Kenya?", first, "Uganda?"));
        assertThat(agent.asked.threadId()).as("another workspace").isNotEqualTo(thread);
        ask("atlas", List.of("Kenya?", "Something else", "Uganda?"));
        assertThat(agent.asked.threadId()).as("another answer").isNotEqualTo(thread);
        assertThat(agent.asked.history()).extracting(Turn.PastTurn::answer).containsExactly("Something else");
        ask("atlas", List.of("Peru?", "None", "Kenya?", first, "Uganda?"));
        assertThat(agent.asked.history()).as("more was said before").hasSize(2);
    }
}
