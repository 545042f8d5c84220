package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.trace.StepLog;
import dev.caravan.turn.Turn;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log tells of a question, and what it keeps to itself. */
class StepLogTest {
    private static final String QUESTION = "Which team had the most wins in 2022-23?";

    @TempDir
    Path data;

    /** Takes the lines of the turn of one test. */
    private static final class Lines extends Handler {
        final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            all.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private List<JsonNode> logged(String detail, Map<String, ChatModel> own) throws Exception {
        Logger log = Logger.getLogger(StepLog.class.getName());
        Lines lines = new Lines();
        log.addHandler(lines);
        try (PipelineRoutes routes =
                PipelineRoutes.startUnscripted(Map.of("server.data", data.toString(), "log.detail", detail), own)) {
            routes.ask(Turn.opened("logged", "th", true, "nba", QUESTION, Map.of(), routes.clock.now));
        } finally {
            log.removeHandler(lines);
        }
        List<JsonNode> read = new ArrayList<>();
        for (String line : lines.all) {
            JsonNode node = new ObjectMapper().readTree(line);
            if (node.path("trace_id").asText().equals("logged")) {
                read.add(node);
            }
        }
        return read;
    }

    private static List<JsonNode> of(List<JsonNode> lines, String event) {
        return lines.stream()
                .filter(line -> line.path("event").asText().equals(event))
                .toList();
    }

    @Test
    void tellsOneLineForATurnUnlessMoreIsAskedFor() throws Exception {
        List<JsonNode> lines = logged("turns", Map.of());
        assertThat(lines).hasSize(1);
        JsonNode line = lines.get(0);
        assertThat(line.path("event").asText()).isEqualTo("turn_end");
        assertThat(line.path("status").asText()).isEqualTo("success");
        assertThat(line.path("llm_calls").asInt()).isEqualTo(7);
        assertThat(line.path("nodes").path("sql_generator").asInt()).isEqualTo(1);
    }

    @Test
    void tellsEveryStageAndCallWithoutTheQuestionTheStatementOrTheRows() throws Exception {
        List<JsonNode> lines = logged("stages", Map.of());
        List<JsonNode> ended = of(lines, "node_end");
        assertThat(ended.stream().map(line -> line.path("node").asText()))
                .contains(
                        "clarify_query",
                        "query_rewriter",
                        "query_planner",
                        "table_selector",
                        "sql_generator",
                        "sql_executor",
                        "data_analyzer",
                        "response_grader");
        assertThat(ended)
                .allMatch(line -> line.hasNonNull("timestamp")
                        && line.path("status").asText().equals("success")
                        && line.has("latency_ms")
                        && line.path("retry_count").asInt() == 0);
        assertThat(of(lines, "node_start")).hasSameSizeAs(ended);
        assertThat(of(lines, "llm_call"))
                .hasSize(7)
                .allMatch(line -> line.path("provider").asText().equals("offline")
                        && !line.path("cached").asBoolean()
                        && line.path("prompt_hash").asText().matches("[0-9a-f]{16}")
                        && line.path("response_length").asInt() > 0);
        assertThat(of(lines, "sql_execution"))
                .isNotEmpty()
                .allMatch(line -> line.path("status").asText().equals("success")
                        && line.path("sql_hash").asText().matches("[0-9a-f]{16}"));
        assertThat(of(lines, "sql_execution"))
                .anyMatch(line -> line.path("row_count").asInt() > 0);
        assertThat(of(lines, "llm_talk"))
                .isNotEmpty()
                .allMatch(line -> line.path("prompt_hash").asText().matches("[0-9a-f]{16}")
                        && line.path("response_length").asInt() > 0
                        && !line.has("prompt"));
        assertThat(lines.toString())
                .doesNotContain("most wins")
                .doesNotContain("SELECT")
                .doesNotContain("Celtics");
    }

    @Test
    void addsPromptsAndRepliesCutWhenDebuggingIsAskedFor() throws Exception {
        List<JsonNode> lines = logged("prompts", Map.of());
        List<JsonNode> talks = of(lines, "llm_talk");
        assertThat(of(lines, "node_end"))
                .allMatch(line -> line.path("outputs").asText().length() <= 2_002)
                .anyMatch(line -> line.path("outputs").asText().contains(QUESTION));
        assertThat(of(lines, "node_start"))
                .allMatch(line -> line.path("inputs").asText().startsWith("{")
                        && line.path("inputs").asText().length() <= 2_002);
        assertThat(talks).isNotEmpty();
        assertThat(talks).anyMatch(line -> line.path("prompt").asText().contains(QUESTION));
        assertThat(talks).anyMatch(line -> line.path("response").asText().contains("SELECT"));
        assertThat(talks).allMatch(line -> line.path("prompt").asText().length() <= 2_002);
    }

    @Test
    void countsAStageThatIsTriedAnew() throws Exception {
        ScriptedModel writer = new ScriptedModel()
                .says("{\"sql\": \"SELECT nothing FROM league.teams\"}")
                .says("{\"sql\": \"SELECT team FROM league.teams\"}");
        List<JsonNode> lines = logged("stages", Map.of("sqlGeneratorModel", writer));
        assertThat(of(lines, "retry"))
                .anyMatch(line -> line.path("node").asText().equals("sql_generator")
                        && line.path("attempt").asInt() == 2
                        && !line.has("error"));
        assertThat(of(lines, "turn_end").get(0).path("retries").asInt()).isPositive();
    }

    @Test
    void tellsWhyAStageIsTriedAnewWhenDebuggingIsAskedFor() throws Exception {
        ScriptedModel writer = new ScriptedModel()
                .says("{\"sql\": \"SELECT nothing FROM league.teams\"}")
                .says("{\"sql\": \"SELECT team FROM league.teams\"}");
        assertThat(of(logged("prompts", Map.of("sqlGeneratorModel", writer)), "retry"))
                .anyMatch(line -> line.path("node").asText().equals("sql_generator")
                        && line.path("error").asText().contains("nothing"));
    }
}
