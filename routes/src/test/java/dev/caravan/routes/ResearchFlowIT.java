package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.demo.SharedWorld;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Researches over HTTP by the built-in model, on servers that share one PostgreSQL. */
class ResearchFlowIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUESTION =
            "Wer muss einen Brunnen anmelden, welche Unterlagen gehören dazu und was geschieht ohne Anmeldung?";

    private final SharedWorld world = SharedWorld.get();
    private final List<PipelineRoutes> nodes = new ArrayList<>();
    private FakeHttpEngine http;
    private String url;

    @BeforeEach
    void create() throws Exception {
        url = world.newDatabase();
        restart();
    }

    @AfterEach
    void stop() {
        nodes.forEach(PipelineRoutes::close);
    }

    /** Another server takes the place of the one before. */
    private void restart() throws Exception {
        nodes.forEach(PipelineRoutes::close);
        nodes.clear();
        http = new FakeHttpEngine();
        PipelineRoutes node = PipelineRoutes.startUnscripted(
                http,
                Map.of(
                        "state.jdbc-url",
                        url,
                        "state.user",
                        world.appCredentials().user(),
                        "state.password",
                        world.appCredentials().password()));
        node.clock.now = java.time.Instant.now();
        nodes.add(node);
    }

    private JsonNode send(Map<String, Object> body) throws Exception {
        Exchange done = http.post("/api/chat", JSON.writeValueAsString(body), Map.of(), new FakeHttpEngine.Line());
        if (done.getException() != null) {
            throw done.getException();
        }
        return JSON.readTree(done.getMessage().getBody(String.class));
    }

    private JsonNode reply(JsonNode waiting, Map<String, Object> values) throws Exception {
        assertThat(waiting.get("outcome").asText())
                .as(waiting.get("answer").asText())
                .isEqualTo("awaiting_person");
        restart();
        return send(Map.of("thread_id", waiting.get("thread_id").asText(), "reply", values));
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> stages(JsonNode answer) {
        return answer.get("steps").findValuesAsText("stage");
    }

    @Test
    void asksListsFollowsAndReportsWithAnotherServerAtEachTurn() throws Exception {
        JsonNode first = send(Map.of("question", QUESTION, "workspace", "law"));
        assertThat(first.at("/form/words").asText())
                .as(first.get("answer").asText())
                .isEqualTo("more");
        assertThat(first.at("/form/questions").size()).isBetween(2, 4);
        assertThat(stages(first))
                .containsSubsequence(
                        "hitl_init", "generate_queries", "retrieve_chunks", "analyze_retrieval", "generate_questions");
        String option = first.at("/form/questions/0/options/0/value").asText();
        JsonNode second = reply(first, Map.of("question_1", List.of(option), "more", "auch in Schutzzonen"));
        assertThat(stages(second)).contains("process_response");
        JsonNode list = reply(second, Map.of("more", "/end"));
        assertThat(list.at("/form/questions/0/type").asText()).isEqualTo("list");
        List<String> tasks = new ArrayList<>();
        list.at("/form/questions/0/items").forEach(item -> tasks.add(item.asText()));
        assertThat(tasks).contains(QUESTION, "auch in Schutzzonen");
        JsonNode report = reply(list, Map.of("tasks", List.of(QUESTION, "Geldbuße bei Bohrung ohne Anmeldung")));
        assertThat(report.get("outcome").asText())
                .as(report.get("answer").asText())
                .isEqualTo("answered");
        assertThat(report.get("answer").asText())
                .contains("BruG § 3", "BruG § 4", "BruG § 19", "### Quellen", "über BruG")
                .doesNotContain("auch in Schutzzonen");
        assertThat(stages(report))
                .containsSubsequence(
                        "process_approval",
                        "search_task",
                        "extract_information",
                        "judge_references",
                        "reevaluate_todo",
                        "synthesize",
                        "quality_check",
                        "attribute_sources");
    }

    @Test
    void aProgramBringsQueriesAndApprovesByItself() throws Exception {
        JsonNode report = send(Map.of(
                "question",
                "What happens when a monitoring well exceeds the threshold for nitrate?",
                "workspace",
                "law",
                "choices",
                Map.of("approval", "auto"),
                "given",
                Map.of("research_queries", List.of("monitoring well exceeds threshold nitrate"))));
        assertThat(report.get("outcome").asText())
                .as(report.get("answer").asText())
                .isEqualTo("answered");
        assertThat(report.get("answer").asText()).contains("GMA Section 8", "GMA Section 9", "### Sources");
        assertThat(stages(report)).doesNotContain("generate_queries", "process_approval");
    }

    @Test
    void wordsOfTheCommandEndTheConversation() throws Exception {
        JsonNode first = send(Map.of("question", QUESTION, "workspace", "law", "choices", Map.of("approval", "auto")));
        JsonNode report = send(Map.of(
                "question",
                "/end",
                "workspace",
                "law",
                "thread_id",
                first.get("thread_id").asText()));
        assertThat(report.get("turn_id")).isEqualTo(first.get("turn_id"));
        assertThat(report.get("outcome").asText()).isEqualTo("answered");
        assertThat(report.get("steps").findValuesAsText("ended")).contains("user_end");
    }

    @Test
    void saysSoWhenTheDocumentsSayNothing() throws Exception {
        JsonNode report = send(Map.of(
                "question",
                "Quantenfeldtheorie",
                "workspace",
                "law",
                "choices",
                Map.of("approval", "auto"),
                "given",
                Map.of("research_queries", List.of("Quantenfeldtheorie"))));
        assertThat(report.get("outcome").asText()).isEqualTo("no_data");
    }
}
