package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.model.CallLedger;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The analyst's flow on the built-in model, on a provider at the level of bytes, and on what was recorded of it. */
class AnalystTurnsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SIMPLE = "Who had the highest field goal percentage in 2022-23?";
    private static final String COMPARISON = "Compare the points per game of the Lakers and the Celtics in 2022-23";
    private static final List<String> PROMPTS = List.of(
            "clarify_query",
            "query_rewriter",
            "query_planner",
            "table_selector",
            "sql_generator",
            "data_analyzer",
            "response_grader");

    @TempDir
    static Path data;

    @TempDir
    Path recordings;

    private final WireServer server = new WireServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static PipelineRoutes start(Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.put("server.data", data.toString());
        // the tests share the data, so that none of them is the first to ask
        return PipelineRoutes.startUnscripted(all).withData("nba");
    }

    private static PipelineRoutes.Outcome ask(Map<String, String> settings, String question) throws Exception {
        try (PipelineRoutes routes = start(settings)) {
            return ask(routes, question);
        }
    }

    private static PipelineRoutes.Outcome ask(PipelineRoutes routes, String question, Turn.PastTurn... past) {
        Turn turn = routes.turn();
        return routes.ask(
                Turn.opened(turn.id(), turn.threadId(), past.length == 0, "nba", question, Map.of(), turn.startedAt())
                        .withHistory(List.of(past)));
    }

    private Map<String, String> wire() {
        return new HashMap<>(Map.of(
                "model.provider",
                "openai",
                "model.providers.openai.key",
                "secret-key",
                "model.providers.openai.base-url",
                server.url() + "/v1",
                "model.recordings",
                recordings.toString(),
                "model.recording",
                "record"));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> calls(Map<String, Object> step) {
        return (List<Map<String, Object>>) step.getOrDefault(CallLedger.CALLS, List.of());
    }

    /** Every step as its part, its name and the prompts that it asked, part by part: parts run side by side. */
    private static List<String> shape(PipelineRoutes.Outcome outcome) {
        List<String> shape = new ArrayList<>();
        for (int part = 0; part < 5; part++) {
            for (Map<String, Object> step : outcome.steps()) {
                if (step.get(Steps.TOOL_CALL).equals(part)) {
                    shape.add(part + " " + step.get(Steps.STAGE) + " "
                            + calls(step).stream()
                                    .map(call -> call.get("prompt"))
                                    .toList());
                }
            }
        }
        return shape;
    }

    /** A provider that says in every form what the built-in model found. */
    private void says(PipelineRoutes.Outcome offline, String plan, CountDownLatch together) {
        server.by(body -> {
            String form = form(body);
            if (form.equals("table_selector")) {
                together.countDown();
            }
            return exchange -> {
                await(form.equals("table_selector") ? together : new CountDownLatch(0));
                WireServer.says(200, "application/json", Wire.OPENAI.text(reply(form, body, offline, plan), "stop"))
                        .play(exchange);
            };
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            // parts that do not run side by side would wait for each other for ever
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String form(String body) {
        try {
            return JSON.readTree(body).at("/response_format/json_schema/name").asText();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String reply(String form, String body, PipelineRoutes.Outcome offline, String plan) {
        List<String> statements = offline.turn().evidence().stream()
                .map(piece -> ((SqlEvidence) piece).sql())
                .toList();
        String sql = statements.stream()
                .filter(text -> !body.contains("Boston") || text.contains("BOS") || text.contains("Boston"))
                .findFirst()
                .orElse(statements.get(0));
        return switch (form) {
            case "clarify_query" -> "{\"intent\":\"clear\",\"message\":null,\"clarification_questions\":null}";
            case "query_rewriter" -> Wire.json(Map.of("query", offline.turn().question()));
            case "query_planner" -> plan;
            case "table_selector" -> Wire.json(Map.of("selected_tables", tables(sql)));
            case "sql_generator" -> Wire.json(Map.of("sql", sql, "assumptions", List.of()));
            case "data_analyzer" -> Wire.json(
                    Map.of("answer", "As the result says.", "transparency_note", "From the box scores."));
            case "response_grader" -> "{\"status\":\"pass\",\"confidence\":0.9,\"issues\":null,\"suggestions\":null}";
            default -> throw new IllegalArgumentException("no form " + form);
        };
    }

    private static Set<String> tables(String sql) {
        Set<String> tables = new LinkedHashSet<>();
        Pattern.compile("\\b\\w+\\.\\w+(?=\\s+\\w+\\s+(?:ON|WHERE|JOIN|GROUP)|\\s+\\w+\\s*$)")
                .matcher(sql)
                .results()
                .forEach(found -> tables.add(found.group()));
        return tables;
    }

    @Test
    void aQuestionTakesTheSameWayOnEachModel() throws Exception {
        PipelineRoutes.Outcome offline = ask(Map.of(), SIMPLE);
        says(
                offline,
                "{\"complexity\":\"simple\",\"sub_queries\":null,\"combination_strategy\":null}",
                new CountDownLatch(1));
        Map<String, String> settings = wire();
        PipelineRoutes.Outcome wire = ask(settings, SIMPLE);
        assertThat(server.bodies.stream().map(AnalystTurnsTest::form)).isEqualTo(PROMPTS);
        server.close();
        settings.put("model.recording", "replay");
        PipelineRoutes.Outcome replayed = ask(settings, SIMPLE);

        for (PipelineRoutes.Outcome outcome : List.of(offline, wire, replayed)) {
            assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
            assertThat(outcome.stages()).isEqualTo(offline.stages());
            assertThat(shape(outcome)).isEqualTo(shape(offline));
            assertThat(outcome.steps().stream()
                            .flatMap(step -> calls(step).stream())
                            .map(call -> call.get("prompt")))
                    .isEqualTo(PROMPTS);
            assertThat(outcome.turn().evidence()).hasSize(1);
        }
        assertThat(wire.text()).isEqualTo(replayed.text()).contains("As the result says.", "From the box scores.");
    }

    @Test
    void partsSideBySideKeepTheirOwnModelCallsOnEachModel() throws Exception {
        PipelineRoutes.Outcome offline = ask(Map.of(), COMPARISON);
        String plan = "{\"complexity\":\"complex\",\"combination_strategy\":\"comparison\",\"sub_queries\":["
                + "{\"id\":\"lakers\",\"description\":\"points per game of the Los Angeles Lakers in 2022-23\",\"depends_on\":[],\"queried\":true},"
                + "{\"id\":\"celtics\",\"description\":\"points per game of the Boston Celtics in 2022-23\",\"depends_on\":[],\"queried\":true},"
                + "{\"id\":\"comparison\",\"description\":\"Compare\",\"depends_on\":[\"lakers\",\"celtics\"],\"queried\":false}]}";
        says(offline, plan, new CountDownLatch(2));
        PipelineRoutes.Outcome wire = ask(wire(), COMPARISON);
        for (PipelineRoutes.Outcome outcome : List.of(offline, wire)) {
            assertThat(outcome.kind()).as(outcome.text()).isEqualTo(Outcome.ANSWERED);
            assertThat(outcome.turn().evidence()).hasSize(2);
            assertThat(shape(outcome))
                    .contains(
                            "1 table_selector [table_selector]",
                            "2 table_selector [table_selector]",
                            "1 sql_generator [sql_generator]",
                            "2 sql_generator [sql_generator]")
                    .contains("1 validate_sql []", "0 combine_results []", "0 data_analyzer [data_analyzer]");
        }
        assertThat(shape(wire)).isEqualTo(shape(offline));
    }

    @Test
    void theBuiltInModelKeepsToTheFormsSoThatNothingGoesBack() throws Exception {
        Turn.PastTurn past = new Turn.PastTurn(SIMPLE, SIMPLE, "Somebody.", List.of("SELECT 1"));
        try (PipelineRoutes routes = start(Map.of())) {
            for (String question : List.of(
                    "Who is the best player?",
                    "Delete all players",
                    "What is the weather in Boston?",
                    "Which team won the most games in 2022-23, and who led it in scoring?",
                    "Who led the league in assists per game in 1950?",
                    COMPARISON)) {
                assertNothingGoesBack(question, ask(routes, question));
            }
            for (String question : List.of("show me the SQL", "How about 2020-21?", "And the lowest?")) {
                assertNothingGoesBack(question, ask(routes, question, past));
            }
        }
    }

    private static void assertNothingGoesBack(String question, PipelineRoutes.Outcome outcome) {
        assertThat(outcome.steps()).isNotEmpty();
        assertThat(outcome.steps()).as(question).allSatisfy(step -> assertThat(calls(step))
                .hasSizeLessThanOrEqualTo(1));
        assertThat(outcome.steps().toString()).as(question).doesNotContain("cannot be used");
    }

    @Test
    void saysThatTheBudgetIsSpentWhereverThatHappens() throws Exception {
        // before the statement, before the answer, before its check
        for (int calls : new int[] {1, 4, 5, 6}) {
            PipelineRoutes.Outcome outcome = ask(Map.of("model.turn.calls", String.valueOf(calls)), SIMPLE);
            assertThat(outcome.text())
                    .as(calls + " calls")
                    .contains("budget for one question is spent: the " + calls + " model calls");
            assertThat(outcome.turn().evidence()).as(calls + " calls").hasSizeLessThanOrEqualTo(1);
        }
    }
}
