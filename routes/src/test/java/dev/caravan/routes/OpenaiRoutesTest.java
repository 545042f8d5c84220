package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnEvent;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.camel.Exchange;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The interface of OpenAI as it stands in routes/openai.camel.yaml, with the agent replaced and without a store. */
class OpenaiRoutesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATH = "/v1/chat/completions";
    private static final String COFFEE =
            "{\"model\": \"atlas\", \"messages\": [{\"role\": \"system\", \"content\": \"Be brief.\"}, {\"role\": \"user\", \"content\": \"Coffee?\"}]";

    private final FakeHttpEngine http = new FakeHttpEngine();
    private final FakeHttpEngine.Line line = new FakeHttpEngine.Line();
    private final StubTurn agent = new StubTurn();
    private RouteFiles routes;

    /** The stub of direct:turn. */
    public static final class StubTurn {
        private UnaryOperator<Turn> behaviour = turn -> turn.withAnswer(Answer.of(Outcome.ANSWERED, "Yes."));
        private Turn asked;

        /** Called by the route. */
        public Turn answer(Exchange exchange) {
            assertThat(exchange.getMessage().getHeaders()).isEmpty();
            asked = exchange.getMessage().getBody(Turn.class);
            exchange.getMessage().setHeader("X-Internal", "secret");
            return behaviour.apply(asked);
        }
    }

    @BeforeEach
    void start() throws Exception {
        routes = RouteFiles.start(
                Map.of("state.jdbc-url", "", "http.lost-client", "0ms"),
                registry -> {
                    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                    registry.bind("stubTurn", agent);
                },
                "http.camel.yaml",
                "openai.camel.yaml",
                "store.camel.yaml",
                "/stub-turn.camel.yaml");
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private Exchange post(String body) throws Exception {
        Exchange done = http.post(PATH, body, Map.of("Authorization", "Bearer x"), line);
        assertThat(done.getException()).isNull();
        return done;
    }

    private static JsonNode json(Exchange done) throws IOException {
        return JSON.readTree(done.getMessage().getBody(String.class));
    }

    private static Turn withRows(Turn turn) {
        ToolCall call = ToolCall.asking("c1", "query_tool", "Coffee of Kenya", "");
        Table table = new Table(
                List.of(new Column("year", "year"), new Column("value", "USD"), new Column("a|b", "")),
                List.of(List.of(2023L, 1_234_567.25, "x|y")),
                40);
        return turn.withPending(List.of(call))
                .withResult(
                        new ToolResult(
                                call,
                                ToolResult.Status.OK,
                                "",
                                Optional.of(new SqlEvidence(
                                        call.question(), "SELECT 1", table, List.of("a note"), "made up", 5))),
                        1)
                .withAnswer(new Answer(Outcome.ANSWERED, "Much.", List.of(), List.of("More?")));
    }

    @Test
    void answersWithTheEvidenceAsMarkdownAndAsAnnotations() throws Exception {
        agent.behaviour = OpenaiRoutesTest::withRows;
        Exchange done = post(COFFEE + "}");
        JsonNode completion = json(done);
        assertThat(completion.path("object").asText()).isEqualTo("chat.completion");
        assertThat(completion.path("model").asText()).isEqualTo("atlas");
        JsonNode choice = completion.path("choices").path(0);
        assertThat(choice.path("finish_reason").asText()).isEqualTo("stop");
        String content = choice.path("message").path("content").asText();
        assertThat(content)
                .startsWith("Much.\n\n")
                .contains("| year | value (USD) | a\\|b |", "| 2023 | 1,234,567.25 | x\\|y |", "(1 of 40 rows)")
                .contains("```sql\nSELECT 1\n```")
                .endsWith("- a note");
        JsonNode citation = choice.path("message").path("annotations").path(0).path("url_citation");
        assertThat(citation.path("title").asText()).isEqualTo("Coffee of Kenya");
        assertThat(citation.path("url").asText()).endsWith("/api/turns/" + agent.asked.id() + "/tables/0.csv");
        assertThat(content.substring(
                        citation.path("start_index").asInt(),
                        citation.path("end_index").asInt()))
                .startsWith("| year |")
                .endsWith("```");
        assertThat(completion.path("caravan").path("suggestions").path(0).asText())
                .isEqualTo("More?");
        assertThat(done.getMessage().getHeaders())
                .containsOnly(
                        Map.entry("Content-Type", "application/json"),
                        Map.entry("X-Caravan-Thread", agent.asked.threadId()));
    }

    @Test
    void tellsStepsAsThoughtsAndThenTheAnswerInChunks() throws Exception {
        agent.behaviour = turn -> {
            routes.events()
                    .emit(new TurnEvent(turn.id(), "node_start", Map.of(Steps.STAGE, "a", Steps.LABEL, "Looking")));
            routes.events().emit(new TurnEvent(turn.id(), "agent_talk", Map.of("text", "Perhaps", "begin", true)));
            return withRows(turn);
        };
        post(COFFEE + ", \"stream\": true, \"stream_options\": {\"include_usage\": true}}");
        assertThat(line.sent).hasSize(6).allMatch(sent -> sent.startsWith(" "));
        assertThat(line.sent.get(5)).isEqualTo(" [DONE]");
        List<JsonNode> deltas = line.sent.subList(0, 4).stream()
                .map(OpenaiRoutesTest::chunk)
                .map(chunk -> chunk.path("choices").path(0))
                .toList();
        assertThat(deltas.get(0).path("delta").path("role").asText()).isEqualTo("assistant");
        assertThat(deltas.get(1).path("delta").path("reasoning_content").asText())
                .isEqualTo("Looking\n");
        assertThat(deltas.get(2).path("delta").path("content").asText()).startsWith("Much.");
        assertThat(deltas.get(2).path("delta").path("annotations")).hasSize(1);
        assertThat(deltas.get(2).path("finish_reason").isNull()).isTrue();
        assertThat(deltas.get(3).path("finish_reason").asText()).isEqualTo("stop");
        assertThat(chunk(line.sent.get(4)).path("usage").path("total_tokens").isInt())
                .isTrue();
    }

    private static JsonNode chunk(String sent) {
        try {
            JsonNode chunk = JSON.readTree(sent.strip());
            assertThat(chunk.path("object").asText()).isEqualTo("chat.completion.chunk");
            return chunk;
        } catch (IOException e) {
            throw new AssertionError(sent, e);
        }
    }

    @Test
    void takesEarlierMessagesAsTheHistoryWhereNoConversationIsKept() throws Exception {
        post(
                """
                {"model": "atlas", "metadata": {"mode": "sql_only"}, "messages": [
                 {"role": "user", "content": "Coffee of Kenya?"}, {"role": "assistant", "content": "Much."},
                 {"role": "user", "content": [{"type": "text", "text": "And of"}, {"type": "text", "text": "Uganda?"}]}]}""");
        assertThat(agent.asked.question()).isEqualTo("And of\nUganda?");
        assertThat(agent.asked.choice("mode")).contains("sql_only");
        assertThat(agent.asked.newThread()).isTrue();
        assertThat(agent.asked.history())
                .containsExactly(new Turn.PastTurn("Coffee of Kenya?", "Coffee of Kenya?", "Much."));
    }

    @Test
    void goesOnWithTheConversationThatAHeaderNames() throws Exception {
        Exchange done = http.post(PATH, COFFEE + "}", Map.of("X-Caravan-Thread", "th-1"), line);
        assertThat(done.getMessage().getHeader("X-Caravan-Thread")).isEqualTo("th-1");
        assertThat(agent.asked.newThread()).isFalse();
    }

    @Test
    void namesWhatIsWrongAsTheseClientsReadIt() throws Exception {
        Map<String, String> wrong = Map.of(
                "{}",
                "messages",
                "{\"model\": \"atlas\", \"messages\": [{\"role\": \"assistant\", \"content\": \"?\"}]}",
                "messages",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"?\"}]}",
                "model",
                "{\"model\": \"atlas\", \"messages\": [{\"role\": \"user\", \"content\": \" \"}]}",
                "messages",
                "{\"model\": \"atlas\", \"messages\": [{\"role\": \"tool\", \"content\": \"?\"}]}",
                "messages[0].role",
                COFFEE + ", \"n\": 2}",
                "n",
                COFFEE + ", \"response_format\": {\"type\": \"json_object\"}}",
                "response_format",
                COFFEE + ", \"metadata\": {\"mode\": \"fast\"}}",
                "metadata.mode",
                "{\"model\": \"atlas\", \"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\"}]}]}",
                "messages[0].content",
                "[",
                "body");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            Exchange done = post(each.getKey());
            assertThat(done.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(400);
            JsonNode error = json(done).path("error");
            assertThat(error.path("param").asText()).as(each.getKey()).isEqualTo(each.getValue());
            assertThat(error.path("type").asText()).isEqualTo("invalid_request_error");
            assertThat(error.path("message").asText()).isNotBlank();
        }
        Exchange unknown = post(COFFEE.replace("atlas", "gpt-4o") + "}");
        assertThat(unknown.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(404);
        assertThat(json(unknown).path("error").path("code").asText()).isEqualTo("model_not_found");
        assertThat(json(unknown).path("error").path("message").asText()).contains("'gpt-4o'", "atlas, ");
        assertThat(agent.asked).isNull();
    }

    @Test
    void tellsAFaultWithoutItsInsideAlsoWhereChunksWereSent() throws Exception {
        agent.behaviour = turn -> {
            throw new IllegalStateException("secret");
        };
        Exchange whole = post(COFFEE + "}");
        assertThat(whole.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(500);
        assertThat(json(whole).path("error").path("type").asText()).isEqualTo("server_error");
        post(COFFEE + ", \"stream\": true}");
        assertThat(line.sent.get(line.sent.size() - 1))
                .startsWith(" {\"error\":{")
                .doesNotContain("secret");
        assertThat(routes.events().size()).isZero();
    }

    @Test
    void listsTheWorkspacesAsModels() throws Exception {
        JsonNode all = json(http.post("/v1/models", null, Map.of(), line));
        assertThat(all.path("data").findValuesAsText("id")).startsWith("atlas").contains("nba");
        assertThat(all.path("data").path(0).path("object").asText()).isEqualTo("model");
        JsonNode one = json(http.post("/v1/models/{model}", null, Map.of("model", "nba"), line));
        assertThat(one.path("id").asText()).isEqualTo("nba");
        Exchange none = http.post("/v1/models/{model}", null, Map.of("model", "gpt-4o"), line);
        assertThat(none.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(404);
        assertThat(json(none).path("error").path("code").asText()).isEqualTo("model_not_found");
    }
}
