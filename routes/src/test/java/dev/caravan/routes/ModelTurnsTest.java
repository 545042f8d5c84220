package dev.caravan.routes;

import static dev.caravan.routes.PipelineRoutes.CALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.gate.GateMetrics;
import dev.caravan.model.CallLedger;
import dev.caravan.model.ModelStatus;
import dev.caravan.turn.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole turns against a provider at the level of bytes. */
class ModelTurnsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANSWER = "Kenya exported $7.19 billion in 1995.";

    private final WireServer server = new WireServer();
    private final Map<String, String> settings = new HashMap<>();

    @AfterEach
    void stop() {
        server.close();
    }

    private ModelTurnsTest with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** The agent alone is asked of a provider; everything else is the built-in model's. */
    private ModelTurnsTest agentOf(Wire wire, String provider) {
        return at(provider, wire)
                .with("model.provider", "offline")
                .with("model.frontier-provider", provider)
                .with("model.prompts.sql_generation", "lightweight");
    }

    private ModelTurnsTest allOf(Wire wire, String provider) {
        return at(provider, wire).with("model.provider", provider);
    }

    private ModelTurnsTest at(String provider, Wire wire) {
        return with("model.providers." + provider + ".base-url", server.url() + wire.path)
                .with("model.providers." + provider + ".key", "k");
    }

    private PipelineRoutes start() throws Exception {
        return PipelineRoutes.startUnscripted(settings);
    }

    private PipelineRoutes.Outcome ask() throws Exception {
        try (PipelineRoutes routes = start()) {
            return routes.ask();
        }
    }

    private static WireServer.Script says(String body) {
        return WireServer.says(200, "application/json", body);
    }

    private static WireServer.Script refuses(int status, String... headers) {
        return WireServer.says(status, "application/json", "{}", headers);
    }

    private WireServer answersAll() {
        return server.then(says(Wire.OPENAI.tools(List.<String[]>of(new String[] {"query_tool", CALL}))))
                .then(says(Wire.OPENAI.text(PipelineRoutes.NAMES, "stop")))
                .then(says(Wire.OPENAI.text(PipelineRoutes.WRITTEN, "stop")))
                .then(says(Wire.OPENAI.text(ANSWER, "stop")));
    }

    // ---- parallel tool calls

    /** What follows the question in a request, as "assistant a b" and "results a b" by the names of tools. */
    private static List<String> shape(Wire wire, JsonNode request) {
        List<String> shape = new ArrayList<>();
        for (JsonNode message : request.path(wire == Wire.GEMINI ? "contents" : "messages")) {
            List<String> calls = new ArrayList<>();
            List<String> results = new ArrayList<>();
            message.path("tool_calls")
                    .forEach(call -> calls.add(call.at("/function/name").asText()));
            if (message.path("role").asText().equals("tool")) {
                results.add("result");
            }
            message.path("content").forEach(block -> {
                if (block.path("type").asText().equals("tool_use")) {
                    calls.add(block.path("name").asText());
                } else if (block.path("type").asText().equals("tool_result")) {
                    results.add("result");
                }
            });
            message.path("parts").forEach(part -> {
                if (part.has("functionCall")) {
                    calls.add(part.at("/functionCall/name").asText());
                } else if (part.has("functionResponse")) {
                    results.add("result");
                }
            });
            if (!calls.isEmpty()) {
                shape.add("calls " + String.join(" ", calls));
            }
            if (!results.isEmpty()) {
                shape.add(String.join(" ", results));
            }
        }
        return shape;
    }

    @ParameterizedTest
    @EnumSource
    void givesTheResultsOfCallsMadeTogetherBackTogether(Wire wire) throws Exception {
        String[] call = {"query_tool", CALL};
        server.then(says(wire.tools(List.of(call, call)))).then(says(wire.text(ANSWER, "stop")));
        PipelineRoutes.Outcome outcome =
                agentOf(wire, wire.name().toLowerCase(java.util.Locale.ROOT)).ask();
        assertThat(outcome.text()).isEqualTo(ANSWER);
        assertThat(outcome.turn().results()).hasSize(2);
        List<String> expected =
                switch (wire) {
                    case OPENAI, OLLAMA -> List.of("calls query_tool query_tool", "result", "result");
                    case ANTHROPIC, GEMINI -> List.of("calls query_tool query_tool", "result result");
                };
        assertThat(shape(wire, JSON.readTree(server.bodies.get(1)))).isEqualTo(expected);
    }

    /** Newer models of Gemini answer with status 400 to a call that comes back without it. */
    @Test
    void givesGeminiTheSignatureOfItsThoughtsBackWithTheCall() throws Exception {
        String signed = Wire.GEMINI
                .tools(List.<String[]>of(new String[] {"query_tool", CALL}))
                .replace("{\"functionCall\"", "{\"thoughtSignature\":\"Q2FyYXZhbg==\",\"functionCall\"");
        server.then(says(signed)).then(says(Wire.GEMINI.text(ANSWER, "stop")));
        assertThat(agentOf(Wire.GEMINI, "gemini").ask().text()).isEqualTo(ANSWER);
        assertThat(JSON.readTree(server.bodies.get(1)).findValuesAsText("thoughtSignature"))
                .containsExactly("Q2FyYXZhbg==");
    }

    /** Models that know no calls: the agent's turn is one form, told in words where the server knows no schemas either. */
    @ParameterizedTest
    @CsvSource({
        "schema, OPENAI",
        "json, OPENAI",
        "text, OPENAI",
        "schema, OLLAMA",
        "schema, GEMINI",
        "schema, ANTHROPIC"
    })
    void offersToolsAsAForm(String structured, Wire wire) throws Exception {
        String provider = wire.name().toLowerCase(java.util.Locale.ROOT);
        server.then(says(wire.text("{\"reply\":{\"tool\":\"query_tool\",\"arguments\":" + CALL + "}}", "stop")))
                .then(says(wire.text("{\"reply\":{\"answer\":\"" + ANSWER + "\"}}", "stop")));
        PipelineRoutes.Outcome outcome = agentOf(wire, provider)
                .with("model.providers." + provider + ".tools", "schema")
                .with("model.providers." + provider + ".structured", structured)
                .ask();
        assertThat(outcome.text()).isEqualTo(ANSWER);
        assertThat(outcome.turn().results()).hasSize(1);
        assertThat(server.bodies.get(0)).contains("call a tool").doesNotContain("\"function");
        assertThat(server.bodies.get(1)).contains("Result of query_tool");
    }

    @Test
    void aFormWithNothingLeftToCallIsTheAnswerAlone() throws Exception {
        String call = "{\"reply\":{\"tool\":\"query_tool\",\"arguments\":" + CALL + "}}";
        server.then(says(Wire.OPENAI.text(call, "stop")))
                .then(says(Wire.OPENAI.text(call, "stop")))
                .then(says(Wire.OPENAI.text("{\"reply\":{\"answer\":\"" + ANSWER + "\"}}", "stop")));
        PipelineRoutes.Outcome outcome = agentOf(Wire.OPENAI, "openai")
                .with("model.providers.openai.tools", "schema")
                .with("agent.max-queries", "1")
                .ask();
        assertThat(outcome.text()).startsWith(ANSWER);
        assertThat(server.bodies.get(2))
                .contains("Result of query_tool", "\"answer\"")
                .doesNotContain("\"enum\"");
    }

    // ---- limits, budgets, time

    @Test
    void oneRefusalForTooManyRequestsEndsNoTurnWhicheverCallItMeets() throws Exception {
        for (String body : List.of(
                Wire.OPENAI.tools(List.<String[]>of(new String[] {"query_tool", CALL})),
                        Wire.OPENAI.text(PipelineRoutes.NAMES, "stop"),
                Wire.OPENAI.text(PipelineRoutes.WRITTEN, "stop"), Wire.OPENAI.text(ANSWER, "stop"))) {
            server.then(refuses(429)).then(says(body));
        }
        PipelineRoutes.Outcome outcome = allOf(Wire.OPENAI, "openai").ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.text()).isEqualTo(ANSWER);
        assertThat(server.bodies).hasSize(8);
        assertThat(outcome.steps().toString()).contains("status=limited");
    }

    @Test
    void stopsClearlyWhenTheTokensOfATurnAreSpentAndShowsWhatWasFound() throws Exception {
        answersAll();
        PipelineRoutes.Outcome outcome =
                allOf(Wire.OPENAI, "openai").with("model.turn.tokens", "1000").ask();
        assertThat(outcome.text()).as("330 tokens before the answer").isEqualTo(ANSWER);

        String much = Wire.OPENAI
                .text(PipelineRoutes.WRITTEN, "stop")
                .replace("\"prompt_tokens\":100", "\"prompt_tokens\":900");
        server.forget();
        server.then(says(Wire.OPENAI.tools(List.<String[]>of(new String[] {"query_tool", CALL}))))
                .then(says(Wire.OPENAI.text(PipelineRoutes.NAMES, "stop")))
                .then(says(much));
        outcome = ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("budget for one question is spent: the 1000 tokens", "shown below");
        assertThat(outcome.turn().evidence()).hasSize(1);
    }

    @Test
    void aCallEndsWithItsTurnThoughItsOwnTimeIsLonger() throws Exception {
        server.then(server.hangs());
        PipelineRoutes.Outcome outcome =
                allOf(Wire.OPENAI, "openai").with("agent.turn-timeout", "1s").ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("budget for one question is spent: the 1 seconds");
        assertThat(server.bodies).hasSize(1);
    }

    // ---- who answers

    @Test
    void withoutAKeyTheTurnSaysSoAndTheBuiltInModelStepsInOnlyWhereItMay() throws Exception {
        with("model.provider", "anthropic").with("agent.mode", "sql_only");
        try (PipelineRoutes routes = start()) {
            PipelineRoutes.Outcome outcome = routes.ask();
            assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
            assertThat(outcome.text()).contains("anthropic wants a key, and none is set", "/api/status");
            assertThat(routes.bean("modelStatus", ModelStatus.class).status().toString())
                    .contains("state=no_key");
        }
        PipelineRoutes.Outcome outcome = with("model.fallback", "offline").ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.steps().toString())
                .contains(
                        "provider=anthropic, model=claude-sonnet-5-5, status=key",
                        "provider=offline, model=built-in, status=ok");
    }

    @Test
    void aProviderThatIsDownIsSaidAndTheNextOneAnswersTheWholeTurn() throws Exception {
        WireServer gone = new WireServer();
        answersAll();
        with("model.providers.anthropic.base-url", gone.url()).with("model.providers.anthropic.key", "k");
        gone.close();
        PipelineRoutes.Outcome outcome = at("openai", Wire.OPENAI)
                .with("model.provider", "anthropic")
                .with("model.fallback", "openai")
                .ask();
        assertThat(outcome.text()).isEqualTo(ANSWER);
        assertThat(outcome.steps().toString()).contains("provider=anthropic", "status=unreachable", "provider=openai");
    }

    // ---- forms and cost

    @Test
    void reasonsOnlyInThePromptsForWhichItIsSwitchedOn() throws Exception {
        String reasoned = PipelineRoutes.NAMES.replaceFirst("\\{", "{\"reasoning\": \"Kenya is a country.\", ");
        server.then(says(Wire.OPENAI.tools(List.<String[]>of(new String[] {"query_tool", CALL}))))
                .then(says(Wire.OPENAI.text(reasoned, "stop")))
                .then(says(Wire.OPENAI.text(PipelineRoutes.WRITTEN, "stop")))
                .then(says(Wire.OPENAI.text(ANSWER, "stop")));
        assertThat(allOf(Wire.OPENAI, "openai")
                        .with("model.reasoning", "product_extraction")
                        .ask()
                        .text())
                .isEqualTo(ANSWER);
        assertThat(server.bodies).hasSize(4);
        assertThat(server.bodies.get(1)).contains("\"reasoning\":{", "written first");
        assertThat(server.bodies.get(2)).doesNotContain("\"reasoning\":{");
    }

    @Test
    void letsAModelThatIsKeptToAFormLeaveAChoiceOut() throws Exception {
        answersAll();
        assertThat(allOf(Wire.OPENAI, "openai").ask().text()).isEqualTo(ANSWER);
        JsonNode format =
                JSON.readTree(server.bodies.get(1)).path("response_format").path("json_schema");
        assertThat(format.path("strict").asBoolean()).isTrue();
        assertThat(format.at("/schema/properties/classification/enum").toString())
                .isEqualTo("[\"hs92\",\"hs12\",\"hs22\",\"sitc\",null]");
        assertThat(format.at("/schema/properties/classification/description").asText())
                .contains("- hs92:", "- sitc:");
    }

    @Test
    void metricsTellCallsTokensAndDollarsOfEachModel() throws Exception {
        answersAll();
        allOf(Wire.OPENAI, "openai")
                .with("model.providers.openai.frontier", "big")
                .with("model.prices.big", "2 10")
                .with("model.providers.openai.lightweight", "small")
                .with("model.prices.small", "1 5");
        try (PipelineRoutes routes = start()) {
            routes.ask();
            CallLedger ledger = routes.bean("callLedger", CallLedger.class);
            try (GateMetrics metrics = new GateMetrics(() -> List.of(ledger))) {
                assertThat(metrics.scrape())
                        .contains(
                                "caravan_model_calls_calls{name=\"openai/big\"} 3.0",
                                "caravan_model_calls_input_tokens{name=\"openai/small\"} 100.0",
                                "caravan_model_calls_output_tokens{name=\"openai/big\"} 30.0",
                                "caravan_model_calls_dollars{name=\"openai/big\"} 9.0E-4",
                                "caravan_model_calls_dollars{name=\"openai/small\"} 1.5E-4");
            }
        }
    }
}
