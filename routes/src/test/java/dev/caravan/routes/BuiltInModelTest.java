package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.CallLedger;
import dev.caravan.model.offline.Mode;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The parts of {@link ProviderContractTest} that mean something for the built-in model, kept by that model itself past the
 * product's gates: plain answers, forms, one tool call or two at once. The rest of the contract is about what happens between
 * two computers or in a model that errs in its form (refusals, waits, broken, slow and endless answers, content filters,
 * unknown tools, malformed arguments, keys); this model is a function in the same process and has none of it. What the gates
 * do with such failures of the provider in its place is shown there by one that has them.
 */
class BuiltInModelTest {
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.startUnscripted(Map.of());
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private PipelineRoutes.Outcome ask(Mode mode, String question) {
        Turn turn = routes.turn();
        return routes.ask(
                Turn.opened(turn.id(), turn.threadId(), true, "atlas", question, mode.choice(), turn.startedAt()));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> calls(Map<String, Object> step) {
        return (List<Map<String, Object>>) step.getOrDefault(CallLedger.CALLS, List.of());
    }

    private static List<Map<String, Object>> calls(PipelineRoutes.Outcome outcome) {
        List<Map<String, Object>> calls = new ArrayList<>();
        outcome.steps().forEach(step -> calls.addAll(calls(step)));
        return calls;
    }

    private static List<String> tools(PipelineRoutes.Outcome outcome) {
        return outcome.turn().results().stream()
                .map(result -> result.call().tool())
                .toList();
    }

    @Test
    void givesAPlainAnswerFromTheResultOfATool() {
        PipelineRoutes.Outcome outcome = ask(Mode.SQL_ONLY, PipelineRoutes.QUESTION);
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.text()).contains("7.19 billion");
        assertThat(tools(outcome)).containsExactly("query_tool");
    }

    @Test
    void callsTwoToolsAtOnceInOneMessage() {
        PipelineRoutes.Outcome outcome =
                ask(Mode.SQL_ONLY, "What were Kenya's exports in 1995? And how is RCA calculated?");
        assertThat(outcome.turn().results().stream().map(ToolResult::call))
                .hasSize(2)
                .allSatisfy(call -> assertThat(call.round()).isEqualTo(1));
        assertThat(tools(outcome)).containsExactlyInAnyOrder("query_tool", "docs_tool");
    }

    @Test
    void keepsToEveryFormSoThatNothingGoesBack() {
        Map<String, Integer> asked = new HashMap<>();
        for (String question : List.of(
                PipelineRoutes.QUESTION,
                "How much coffee did Kenya export in 1995?",
                "How is RCA calculated?",
                "What did the Congo export in 1995?",
                "What is the weather in Nairobi?",
                "Delete all data")) {
            PipelineRoutes.Outcome outcome = ask(Mode.SQL_ONLY, question);
            assertThat(outcome.text()).as(question).isNotBlank();
            assertThat(calls(outcome)).as(question).isNotEmpty().allSatisfy(call -> assertThat(call)
                    .containsEntry("status", "ok")
                    .containsEntry("provider", "offline"));
            for (Map<String, Object> step : outcome.steps()) {
                List<Object> prompts = calls(step).stream()
                        .map(call -> call.get("prompt"))
                        .filter(prompt -> !prompt.equals("agent_system_prompt"))
                        .toList();
                // the agent's model may be nudged; a form that goes back would be asked twice in its step
                assertThat(prompts).as(question + ": " + step.get("stage")).doesNotHaveDuplicates();
            }
            calls(outcome).forEach(call -> asked.merge(String.valueOf(call.get("prompt")), 1, Integer::sum));
        }
        assertThat(asked.keySet())
                .contains("product_extraction", "sql_generation", "document_selection", "documentation_synthesis");
    }

    /** What a stage cannot handle ends one question; the next one finds the model as well as ever. */
    @Test
    void aQuestionThatCannotBeHandledStopsNoOtherOne() {
        for (String odd : List.of(
                "\u200B",
                "\u0301",
                "\u00AD",
                "\uFE0F",
                " ",
                "?!",
                "\u2026",
                "\uD83D\uDE00",
                "()",
                "'",
                "\u4E2D",
                "$")) {
            ask(Mode.SQL_ONLY, odd);
            ask(Mode.AUTO, odd);
        }
        assertThat(ask(Mode.SQL_ONLY, PipelineRoutes.QUESTION).kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(routes.bean("offlineBreaker", CircuitBreaker.class)
                        .getMetrics()
                        .getNumberOfFailedCalls())
                .isZero();
    }

    @Test
    void everyQuestionThatCanBeSeenIsHandled() {
        Random random = new Random(7);
        String[] pieces = {
            "?",
            "!",
            "(",
            ")",
            "'",
            "\"",
            "-",
            ",",
            ".",
            "\uD83C\uDDEB\uD83C\uDDF7",
            "\u4E2D\u56FD",
            "e\u0301",
            "\u00DF",
            "%",
            "$",
            "1",
            "2019",
            "Kenya",
            "export",
            "top",
            "of",
            "the",
            "and",
            "\n",
            "\t",
            " ",
            "\u200D",
            "\uFFFD",
            "\u0130",
            "\u01C5",
            "-5",
            "1e9",
            "HS",
            "0101"
        };
        for (int i = 0; i < 200; i++) {
            StringBuilder question = new StringBuilder();
            for (int n = random.nextInt(6) + 1; n > 0; n--) {
                question.append(pieces[random.nextInt(pieces.length)]).append(random.nextBoolean() ? " " : "");
            }
            PipelineRoutes.Outcome outcome = ask(Mode.SQL_ONLY, question.toString());
            assertThat(calls(outcome)).as(question.toString()).allSatisfy(call -> assertThat(call)
                    .containsEntry("status", "ok"));
        }
    }
}
