package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.demo.SharedWorld;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The evaluation of a model behind a provider, which here is a server of this test: it writes the gold SQL of whatever it is
 * asked, and judges every answer the same.
 */
@ResourceLock("conversations of an evaluation")
class ModelEvaluationIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OF_EACH_KIND = Integer.getInteger("caravan.evaluation.of-each-kind", 1);
    private static final String JUDGEMENT =
            "{\"factual_correctness\":1,\"data_accuracy\":1,\"completeness\":0.5,\"reasoning_quality\":1,\"data_source_appropriateness\":1}";

    private final Map<String, String> gold = new HashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String message = message(JSON.readTree(exchange.getRequestBody()));
            byte[] bytes = ("{\"id\":\"c\",\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":" + message
                            + "}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,\"total_tokens\":110}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String message(JsonNode request) throws IOException {
        JsonNode last = request.path("messages").get(request.path("messages").size() - 1);
        String asked = last.path("content").asText();
        return switch (request.at("/response_format/json_schema/name").asText()) {
            case "product_extraction" -> text("{\"names\":[]}");
            case "product_code_selection", "id_resolution_selection" -> text("{\"selections\":[]}");
            case "sql_generation" -> text(JSON.writeValueAsString(
                    Map.of("sql", gold.getOrDefault(question(asked), ""), "unanswerable", "not of this set")));
            case "answer_judge" -> text(JUDGEMENT);
            default -> last.path("role").asText().equals("tool") ? text("The result is shown below.") : call(asked);
        };
    }

    private static String question(String asked) {
        return asked.replaceFirst("(?s)^.*?## Question\\n(.*?)(\\n\\n## .*)?$", "$1")
                .strip();
    }

    private static String text(String said) throws IOException {
        return "{\"role\":\"assistant\",\"content\":" + JSON.writeValueAsString(said) + "}";
    }

    private static String call(String question) throws IOException {
        String arguments = JSON.writeValueAsString(JSON.writeValueAsString(Map.of("question", question)));
        return "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"query_tool\",\"arguments\":"
                + arguments + "}}]}";
    }

    private static QuestionSet some(QuestionSet set) {
        Map<String, Integer> taken = new HashMap<>();
        return new QuestionSet(
                set.name(),
                set.description(),
                set.stage(),
                set.cases().stream()
                        .filter(one -> taken.merge(one.kind(), 1, Integer::sum) <= OF_EACH_KIND)
                        .toList());
    }

    @Test
    void asksTheProviderOfTheSettingsAndHasItJudgeInAFormOfItsOwn() throws Exception {
        List<QuestionSet> sets = QuestionFile.read(HOME.resolve("evaluation/atlas-sql.yaml")).stream()
                .map(ModelEvaluationIT::some)
                .toList();
        sets.forEach(set -> set.cases().forEach(one -> one.asks().forEach(ask -> ask.expected()
                .gold()
                .forEach(truth -> gold.put(ask.question().strip(), truth.sql())))));
        Map<String, String> given = Map.of(
                "model.provider",
                "compatible",
                "model.providers.compatible.base-url",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
                "model.providers.compatible.frontier",
                "big",
                "model.providers.compatible.requests-per-minute",
                "1000000",
                "model.cache.enabled",
                "false");
        Report report;
        try (EvaluationWorld world = EvaluationWorld.on(HOME, SharedWorld.get().server(), given, Progress.silent());
                Connection data = world.data()) {
            report = new Evaluation(world, data, 1, world.judgingModel().map(Judge::new))
                    .run(sets, Pattern.compile(""), Progress.silent());
        }
        List<CaseResult> cases = report.cases().toList();
        assertThat(cases)
                .hasSize(sets.stream().mapToInt(set -> set.cases().size()).sum());
        List<TurnResult> turns =
                cases.stream().flatMap(one -> one.turns().stream()).toList();
        // 0.30 + 0.25 + 0.15 * (0.5 + 1 + 1)
        assertThat(turns).allSatisfy(turn -> assertThat(turn.judgement())
                .containsEntry("completeness", 0.5)
                .hasEntrySatisfying("total", total -> assertThat(total)
                        .isCloseTo(0.925, org.assertj.core.data.Offset.offset(1e-9))));
        assertThat(cases).allSatisfy(one -> assertThat(one.usages()).allSatisfy(usage -> {
            assertThat(usage.modelCalls()).isGreaterThanOrEqualTo(4);
            assertThat(usage.inputTokens()).isEqualTo(100L * usage.modelCalls());
            assertThat(usage.outputTokens()).isEqualTo(10L * usage.modelCalls());
        }));
        long right = cases.stream().filter(one -> one.rightRuns() == one.runs()).count();
        assertThat((double) right / cases.size())
                .as("%d of %d right by their own gold SQL", right, cases.size())
                .isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void theBuiltInModelIsNoJudge() throws Exception {
        try (EvaluationWorld world = EvaluationWorld.on(HOME, SharedWorld.get().server(), Progress.silent())) {
            assertThat(world.judgingModel()).isEmpty();
        }
    }
}
