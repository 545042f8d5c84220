package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.agent.AskAgent;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.ModelFailure.Kind;
import dev.caravan.model.Prompt;
import dev.caravan.model.Replies;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Progress;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What servers say that no reference describes: each ends in a right answer or in a failure that says what happened. */
class OddProvidersTest {
    private static final Prompt AGENT = ModelRoutes.prompt(AskAgent.KEY);
    private static final Prompt FORM = ModelRoutes.prompt(ClassifyQuery.KEY);
    private static final String VALID = "{\"query_type\":\"country_year\"}";
    private static final String QUESTION = "What were Kenya's exports in 1995?";

    private static ModelRoutes routes;
    private static WireServer server;
    private int turns;
    private String turnId;

    @BeforeAll
    static void start() throws Exception {
        server = new WireServer();
        Map<String, String> settings = new HashMap<>();
        for (String name : List.of("compatible", "anthropic", "gemini")) {
            settings.put("model.providers." + name + ".base-url", server.url() + (name.equals("gemini") ? "" : "/v1"));
            settings.put("model.providers." + name + ".key", "k");
            settings.put("model.providers." + name + ".requests-per-minute", "1000");
        }
        settings.put("model.cache.enabled", "false");
        settings.put("agent.turn-timeout", "15s");
        routes = ModelRoutes.start(settings, Optional.empty());
    }

    @AfterAll
    static void stop() {
        routes.close();
        server.close();
    }

    @BeforeEach
    void openTurn() {
        turnId = getClass().getSimpleName() + System.identityHashCode(this) + "-" + ++turns;
        routes.ledger().opened(turnId, Progress.NONE);
        server.bodies.clear();
        routes.talk.clear();
    }

    @AfterEach
    void closeBreakers() {
        server.forget();
        for (String name : List.of("compatible", "anthropic", "gemini")) {
            routes.breaker(name).reset();
        }
    }

    private ChatResponse ask(Prompt prompt, String provider, boolean heard) {
        ChatRequest.Builder request = ChatRequest.builder().messages(routes.messages(prompt.key(), turnId, QUESTION));
        if (prompt.equals(AGENT)) {
            request.toolSpecifications(RouteFiles.tools("query_tool", "docs_tool"));
        }
        TurnEvents.Subscription subscription = heard ? routes.listen(turnId) : () -> {};
        try {
            return routes.ask(prompt, List.of(provider), request.build());
        } finally {
            subscription.close();
        }
    }

    private String text(Prompt prompt) {
        return ask(prompt, "compatible", false).aiMessage().text();
    }

    private ModelFailure failure(Prompt prompt, boolean heard) {
        return catchThrowableOfType(ModelFailure.class, () -> ask(prompt, "compatible", heard));
    }

    private static WireServer.Script json(String body) {
        return WireServer.says(200, "application/json", body);
    }

    /** A stream of OpenAI's kind; each delta as JSON, then what ends it. */
    private static WireServer.Script stream(String... deltas) {
        // a server that is busy sends remarks, lest the connection be taken for dead
        Stream<String> remark = Stream.of(": still thinking\n\n");
        Stream<String> said = Arrays.stream(deltas)
                .map(delta -> "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":" + delta + "}]}\n\n");
        Stream<String> end = Stream.of(
                "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
                "data: {\"id\":\"c\",\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,\"total_tokens\":110}}\n\n",
                "data: [DONE]\n\n");
        return WireServer.streams(
                "text/event-stream",
                Stream.of(remark, said, end).flatMap(part -> part).toList());
    }

    private static String message(String message, String finish) {
        return "{\"id\":\"c\",\"choices\":[{\"index\":0,\"message\":" + message + ",\"finish_reason\":\"" + finish
                + "\"}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,\"total_tokens\":110}}";
    }

    private static String call(String id, String tool, String arguments) {
        return "{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":"
                + arguments + "}}";
    }

    // ---- tool calls

    @Test
    void takesCallsBesideAContentOfNullAndAnyEnd() {
        server.then(json(message(
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + call("a", "query_tool", "\"{}\"") + "]}",
                "stop")));
        assertThat(ask(AGENT, "compatible", false).aiMessage().toolExecutionRequests())
                .extracting(ToolExecutionRequest::name)
                .containsExactly("query_tool");
    }

    @Test
    void takesArgumentsThatAreEmptyOrAnObject() {
        server.then(json(message(
                "{\"role\":\"assistant\",\"tool_calls\":[" + call("a", "query_tool", "\"\"") + ","
                        + call("b", "docs_tool", "{\"question\":\"What is RCA?\"}") + "]}",
                "tool_calls")));
        List<ToolExecutionRequest> calls =
                ask(AGENT, "compatible", false).aiMessage().toolExecutionRequests();
        assertThat(calls).extracting(ToolExecutionRequest::name).containsExactly("query_tool", "docs_tool");
        assertThat(calls.get(1).arguments()).isEqualTo("{\"question\":\"What is RCA?\"}");
    }

    @Test
    void putsCallsTogetherThatAreStreamedInPieces() {
        server.then(
                stream(
                        "{\"role\":\"assistant\",\"content\":null}",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"query_tool\",\"arguments\":\"\"}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"question\\\":\"}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"Exports?\\\"}\"}}]}",
                        "{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"type\":\"function\",\"function\":{\"name\":\"docs_tool\",\"arguments\":\"{}\"}}]}"));
        assertTwoCalls();
    }

    @Test
    void findsBothCallsOfOnePieceThoughNoneHasAPlace() {
        server.then(stream(
                "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"query_tool\",\"arguments\":\"{\\\"question\\\":\\\"Exports?\\\"}\"}},"
                        + "{\"id\":\"b\",\"function\":{\"name\":\"docs_tool\",\"arguments\":\"{}\"}}]}"));
        assertTwoCalls();
    }

    private void assertTwoCalls() {
        List<ToolExecutionRequest> calls =
                ask(AGENT, "compatible", true).aiMessage().toolExecutionRequests();
        assertThat(calls).extracting(ToolExecutionRequest::id).containsExactly("a", "b");
        assertThat(calls).extracting(ToolExecutionRequest::name).containsExactly("query_tool", "docs_tool");
        assertThat(calls.get(0).arguments()).isEqualTo("{\"question\":\"Exports?\"}");
    }

    @Test
    void findsCallsThatAModelWritesIntoItsText() {
        String call = "{\"name\": \"query_tool\", \"arguments\": {\"question\":\"Exports?\"}}";
        for (String text : List.of(
                call,
                "```json\n" + call + "\n```",
                "I will look that up.\n<tool_call>\n" + call + "\n</tool_call>",
                "[TOOL_CALLS] [" + call + "]",
                "{\"tool\": \"query_tool\", \"parameters\": {\"question\":\"Exports?\"}}",
                "{\"type\":\"function\",\"function\":{\"name\":\"query_tool\",\"arguments\":\"{\\\"question\\\":\\\"Exports?\\\"}\"}}")) {
            for (boolean heard : List.of(false, true)) {
                server.forget();
                routes.talk.clear();
                server.then(
                        heard
                                ? stream(delta(text.substring(0, 3)), delta(text.substring(3)))
                                : json(Wire.OPENAI.text(text, "stop")));
                List<ToolExecutionRequest> calls =
                        ask(AGENT, "compatible", heard).aiMessage().toolExecutionRequests();
                assertThat(calls)
                        .as(text)
                        .extracting(ToolExecutionRequest::name)
                        .containsExactly("query_tool");
                assertThat(calls.get(0).arguments()).as(text).isEqualTo("{\"question\":\"Exports?\"}");
                assertThat(routes.said()).as(text).doesNotContain("query_tool");
            }
        }
    }

    @Test
    void takesNoOtherTextForACall() {
        for (String text : List.of(
                "{\"name\": \"delete_all\", \"arguments\": {}}",
                "{half an object",
                "A call looks like {\"name\": \"query_tool\", \"arguments\": {}} in JSON.",
                "```sql\nSELECT 1\n```")) {
            server.forget();
            routes.talk.clear();
            server.then(stream(delta(text)));
            assertThat(ask(AGENT, "compatible", true).aiMessage().text())
                    .isEqualTo(text)
                    .isEqualTo(routes.said());
        }
    }

    private static String delta(String text) {
        return "{\"content\":" + Replies.write(text) + "}";
    }

    // ---- texts

    @Test
    void readsAStreamOfRolesRemarksAndUsageAtItsVeryEnd() {
        server.then(stream(
                "{\"role\":\"assistant\"}",
                "{\"role\":\"assistant\",\"content\":\"\"}",
                "{\"content\":\"RCA \"}",
                "{\"content\":\"compares shares.\"}"));
        ChatResponse response = ask(AGENT, "compatible", true);
        assertThat(response.aiMessage().text())
                .isEqualTo("RCA compares shares.")
                .isEqualTo(routes.said());
        assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(100);
        assertThat(routes.ledger().take(turnId, Optional.empty()).toString())
                .contains("input_tokens=100", "output_tokens=10");
    }

    @Test
    void readsATextInParts() {
        server.then(json(message(
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"RCA \"},{\"type\":\"text\",\"text\":\"compares shares.\"}]}",
                "stop")));
        assertThat(text(AGENT)).isEqualTo("RCA compares shares.");
    }

    @Test
    void keepsThoughtsToItself() {
        server.then(json(Wire.OPENAI.text(
                "<think>{\"query_type\": \"no\"} perhaps {}</think>\n```json\n" + VALID + "\n```", "stop")));
        assertThat(text(FORM)).isEqualTo(VALID);
        server.forget();
        server.then(stream(
                "{\"content\":\"<thi\"}",
                "{\"content\":\"nk>They ask\"}",
                "{\"content\":\" for RCA.</thi\"}",
                "{\"content\":\"nk>\\n\"}",
                "{\"content\":\"RCA compares shares.\"}"));
        assertThat(ask(AGENT, "compatible", true).aiMessage().text())
                .isEqualTo("RCA compares shares.")
                .isEqualTo(routes.said());
    }

    @Test
    void saysThatAnAnswerIsCutOffAtItsGreatestLength() {
        server.then(json(Wire.OPENAI.text("Kenya exported", "length")));
        assertThat(text(AGENT)).startsWith("Kenya exported …").contains("longest reply");
    }

    @Test
    void asksForABriefReplyAfterOneThatWasCutOff() {
        server.then(json(Wire.OPENAI.text("{\"query_type\": \"coun", "length")))
                .then(json(Wire.OPENAI.text(VALID, "stop")));
        assertThat(text(FORM)).isEqualTo(VALID);
        assertThat(server.bodies.get(1)).contains("greatest length", "be brief");
    }

    @Test
    void doesNotTryAgainWhenAllOfTheReplyWentIntoThoughts() {
        server.then(json(Wire.OPENAI.text("", "length")));
        ModelFailure failure = failure(AGENT, false);
        assertThat(failure.kind()).isEqualTo(Kind.EMPTY);
        assertThat(failure).hasMessageContaining("model.max-output");
        assertThat(server.bodies).hasSize(1);
    }

    @Test
    void leavesAnthropicsThoughtsOut() {
        String thought = "{\"type\":\"thinking\",\"thinking\":\"They ask for RCA.\",\"signature\":\"x\"}";
        server.then(
                json(
                        "{\"id\":\"m1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":["
                                + thought
                                + ",{\"type\":\"text\",\"text\":\"RCA compares shares.\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":100,\"output_tokens\":10}}"));
        assertThat(ask(AGENT, "anthropic", false).aiMessage().text()).isEqualTo("RCA compares shares.");
    }

    @Test
    void takesAQuestionThatGeminisFilterStopsForFilteredAndABrokenCallForAFault() {
        server.then(
                json(
                        "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":10,\"totalTokenCount\":10}}"));
        ModelFailure failure = catchThrowableOfType(ModelFailure.class, () -> ask(AGENT, "gemini", false));
        assertThat(failure.kind()).isEqualTo(Kind.FILTERED);
        server.forget();
        server.then(
                        json(
                                "{\"candidates\":[{\"finishReason\":\"MALFORMED_FUNCTION_CALL\"}],\"usageMetadata\":{\"promptTokenCount\":10,\"totalTokenCount\":10}}"))
                .then(json(Wire.GEMINI.text("RCA compares shares.", "stop")));
        assertThat(ask(AGENT, "gemini", false).aiMessage().text()).isEqualTo("RCA compares shares.");
    }

    // ---- failures

    @Test
    void saysThatAnAnswerCannotBeReadWhereItIsAnErrorOrAPage() {
        for (String body : List.of(
                "{\"error\":{\"message\":\"Provider returned error\",\"code\":502}}",
                "<html>Log in</html>",
                "{\"choices\":[]}",
                "")) {
            server.forget();
            server.then(json(body));
            ModelFailure failure = failure(AGENT, false);
            assertThat(failure.kind()).as(body).isIn(Kind.SERVER, Kind.CUT);
            assertThat(failure).as(body).hasMessageContaining("compatible").hasMessageNotContaining("Log in");
            routes.breaker("compatible").reset();
        }
    }

    @Test
    void takesAnErrorInTheMiddleOfAStreamForItsEnd() {
        server.then(WireServer.streams(
                "text/event-stream",
                List.of(
                        "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Kenya \"}}]}\n\n",
                        "data: {\"error\":{\"message\":\"overloaded\"}}\n\n")));
        assertThat(failure(AGENT, true).kind()).isIn(Kind.CUT, Kind.SERVER);
    }

    @Test
    void triesAgainWhileAnthropicIsOverloaded() {
        server.then(WireServer.says(
                        529,
                        "application/json",
                        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"))
                .then(
                        WireServer.streams(
                                "text/event-stream",
                                List.of(
                                        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n")))
                .then(WireServer.streams("text/event-stream", Wire.ANTHROPIC.pieces(List.of("RCA compares shares."))));
        assertThat(ask(AGENT, "anthropic", true).aiMessage().text()).isEqualTo("RCA compares shares.");
        assertThat(server.bodies).hasSize(3);
    }

    @Test
    void readsAWaitThatIsADate() {
        String past = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).minusMinutes(1));
        server.then(WireServer.says(429, "application/json", "{}", "Retry-After", past))
                .then(json(Wire.OPENAI.text(VALID, "stop")));
        assertThat(text(FORM)).isEqualTo(VALID);

        server.forget();
        server.bodies.clear();
        String later = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusHours(2));
        server.then(WireServer.says(429, "application/json", "{}", "Retry-After", later));
        assertThat(failure(FORM, false).retryAfter()).hasValueSatisfying(wait -> assertThat(wait)
                .isBetween(Duration.ofMinutes(100), Duration.ofMinutes(120)));
        assertThat(server.bodies).hasSize(1);
    }

    @Test
    void ignoresAWaitThatCannotBeRead() {
        server.then(WireServer.says(429, "application/json", "{}", "Retry-After", "soon"))
                .then(json(Wire.OPENAI.text(VALID, "stop")));
        assertThat(text(FORM)).isEqualTo(VALID);
    }

    @Test
    void doesNotWaitBeyondTheEndOfTheTurn() {
        // 20 s of patience, but the turn has 15
        server.then(WireServer.says(429, "application/json", "{}", "Retry-After", "18"));
        ModelFailure failure = failure(FORM, false);
        assertThat(failure.kind()).isEqualTo(Kind.LIMITED);
        assertThat(ModelFailure.told(failure)).contains("compatible wants fewer requests", "Try again");
        assertThat(server.bodies).hasSize(1);
    }
}
