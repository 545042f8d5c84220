package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.demo.SharedWorld;
import dev.caravan.turn.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations with the flow of the plan, each turn on a server of its own that shares nothing with the others but PostgreSQL. */
class PlanTurnsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MIAMI = "Show shipments to Miami last week";

    @TempDir
    static Path folder;

    private final SharedWorld world = SharedWorld.get();
    private final List<PipelineRoutes> nodes = new ArrayList<>();
    private String url;
    private String thread = "";

    @BeforeEach
    void create() throws Exception {
        url = world.newDatabase();
        Path workspaces = folder.resolve("workspaces");
        if (!Files.exists(workspaces)) {
            Files.createDirectories(workspaces);
            for (String name : List.of("atlas", "prompts")) {
                Files.createSymbolicLink(
                        workspaces.resolve(name),
                        RouteFiles.HOME.resolve("workspaces").resolve(name).toAbsolutePath());
            }
            Files.createSymbolicLink(
                    workspaces.resolve("harbour"),
                    RouteFiles.HOME
                            .resolve("routes/src/test/resources/workspaces/harbour")
                            .toAbsolutePath());
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(PipelineRoutes::close);
    }

    /** One turn of the conversation, on a server that was started for it and ended after it. */
    private JsonNode says(String message) throws Exception {
        return sends("\"question\": " + JSON.writeValueAsString(message));
    }

    private PipelineRoutes node(FakeHttpEngine http, Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of(
                "workspaces.directory", folder.resolve("workspaces").toString(),
                "server.data", folder.resolve("data").toString()));
        all.putAll(settings);
        Map<String, String> edge = new HashMap<>(Map.of(
                "workspaces.directory", folder.resolve("workspaces").toString(),
                "state.jdbc-url", url,
                "state.user", world.appCredentials().user(),
                "state.password", world.appCredentials().password()));
        edge.putAll(settings);
        return PipelineRoutes.startUnscripted(http, all, edge);
    }

    private JsonNode sends(String members) throws Exception {
        FakeHttpEngine http = new FakeHttpEngine();
        try (PipelineRoutes node = node(http, Map.of())) {
            node.clock.now = Instant.now();
            return sends(http, members);
        }
    }

    private JsonNode sends(FakeHttpEngine http, String members) throws Exception {
        String body = "{" + (thread.isEmpty() ? "" : "\"thread_id\": \"" + thread + "\", ")
                + "\"workspace\": \"harbour\", " + members + "}";
        Exchange done = http.post("/api/chat", body, Map.of(), new FakeHttpEngine.Line());
        if (done.getException() != null) {
            throw done.getException();
        }
        JsonNode turn = JSON.readTree(done.getMessage().getBody(String.class));
        thread = turn.get("thread_id").asText();
        return turn;
    }

    private JsonNode says(FakeHttpEngine http, String message) throws Exception {
        return sends(http, "\"question\": " + JSON.writeValueAsString(message));
    }

    /** What is said of each figure; equal shares stand in no order. */
    private static Set<String> figures(JsonNode turn) {
        String answer = turn.get("answer").asText();
        assertThat(answer).contains("(n = 31)");
        return answer.lines()
                .filter(line -> line.startsWith("**") && line.contains("n = "))
                .collect(Collectors.toSet());
    }

    private List<String> rows(String select) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password());
                Statement statement = connection.createStatement();
                var result = statement.executeQuery(select)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(result.getString(1));
            }
            return rows;
        }
    }

    private List<String> memory() throws Exception {
        return rows("select todo_key || ' ' || status from caravan.plan_memory where thread_id = '" + thread
                + "' order by entry");
    }

    private static String outcome(JsonNode turn) {
        return turn.get("outcome").asText();
    }

    private static int rowCount(JsonNode turn) {
        return turn.at("/evidence/0/rows").size();
    }

    private static String sql(JsonNode turn) {
        return turn.at("/evidence/0/sql").asText();
    }

    @Test
    void answersWithFiveEntriesInMemoryWhereNothingIsUnclear() throws Exception {
        JsonNode turn = says("Show shipments to Savannah last week");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(memory())
                .containsExactly(
                        "resolve_entities complete",
                        "map_fields complete",
                        "build_sql_query complete",
                        "execute_sql complete",
                        "summarize complete");
        assertThat(sql(turn))
                .contains("Port of Savannah")
                .contains("2025-01-06")
                .contains("2025-01-13");
        assertThat(rowCount(turn)).isEqualTo(7);
        assertThat(rows("select summary from caravan.query_metadata")).containsExactly("7 rows found");
        // the entry of each task holds what the conversation is gone on with by; that of the last finds the query again
        assertThat(rows(
                        "select memory->>'user_input' || ' ' || cast(memory->'tools_called' as text) from caravan.plan_memory"
                                + " where todo_key = 'map_fields'"))
                .containsExactly("Show shipments to Savannah last week [\"field_mapping\"]");
        assertThat(rows("select memory->'query_metadata'->>'summary' from caravan.plan_memory where entry = 5"))
                .containsExactly("7 rows found");
        assertThat(rows("select cast(memory->'query_metadata' as text) from caravan.plan_memory where entry = 4"))
                .containsExactly("{}");
        assertThat(rows("select memory->>'turn_id' from caravan.plan_memory order by entry"))
                .containsExactly("1", "2", "3", "4", "5");
        assertThat(turn.get("answer").asText()).contains("2025-01-06", "2025-01-12");
    }

    @Test
    void asksWhichMiamiAndGoesOnWithTheReplyOnAnotherServer() throws Exception {
        JsonNode asking = says(MIAMI);
        assertThat(outcome(asking)).as(asking.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(asking.get("answer").asText()).isEqualTo("Which Miami: Port of Miami or Miami Container Terminal?");
        assertThat(memory()).containsExactly("resolve_entities clarification_needed");

        JsonNode turn = says("Port of Miami");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(turn.get("turn_id").asText()).isEqualTo(asking.get("turn_id").asText());
        assertThat(sql(turn)).contains("'Port of Miami'");
        assertThat(rowCount(turn)).isEqualTo(7);
        assertThat(memory())
                .containsExactly(
                        "resolve_entities clarification_needed",
                        "resolve_entities complete",
                        "map_fields complete",
                        "build_sql_query complete",
                        "execute_sql complete",
                        "summarize complete");

        // what was chosen holds for the rest of the conversation
        JsonNode again = says(MIAMI);
        assertThat(outcome(again)).isEqualTo("answered");
        assertThat(again.get("answer").asText()).contains("as before in this conversation");
    }

    @Test
    void takesAReplyInOtherWords() throws Exception {
        says(MIAMI);
        JsonNode turn = says("the terminal");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(sql(turn)).contains("'Miami Container Terminal'");
    }

    @Test
    void plansAnewWhenTheReplyChangesTheRequest() throws Exception {
        says(MIAMI);
        JsonNode turn = says("Port of Miami, but also include arrival date");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(sql(turn)).contains("'Port of Miami'");
        assertThat(turn.at("/evidence/0/columns").toString()).contains("arrival");
        assertThat(rowCount(turn)).isEqualTo(7);
        assertThat(memory())
                .startsWith("resolve_entities clarification_needed", "resolve_entities complete")
                .hasSize(6);
        // nothing waits any more
        assertThat(rows("select turn_id from caravan.turn_states")).isEmpty();
    }

    @Test
    void dropsThePlanWhenSomethingElseIsAsked() throws Exception {
        says(MIAMI);
        JsonNode turn = says("forget it, show me container status instead");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(sql(turn)).contains("containers").contains("status").doesNotContain("Miami");
        assertThat(rows("select turn_id from caravan.turn_states")).isEmpty();
    }

    @Test
    void goesOnWhereAServerWasKilledBetweenTwoTasks() throws Exception {
        says("Show shipments to Savannah last week");
        // as the row stands when the query was written and not run
        change(
                "update caravan.plans set state = jsonb_set(jsonb_set(state, '{tasks,current_task_key}', '\"execute_sql\"'),"
                        + " '{active}', 'true')");
        change("delete from caravan.plan_memory where entry > 3");
        JsonNode turn = says("continue");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(rowCount(turn)).isEqualTo(7);

        // and when it was run and not told: its rows went with the server
        change(
                "update caravan.plans set state = jsonb_set(jsonb_set(state, '{tasks,current_task_key}', '\"summarize\"'),"
                        + " '{active}', 'true')");
        JsonNode again = says("continue");
        assertThat(outcome(again)).as(again.toPrettyString()).isEqualTo("answered");
        assertThat(rowCount(again)).isEqualTo(7);
    }

    @Test
    void saysWhichToolOfAPlanIsMissing() throws Exception {
        says(MIAMI);
        change(
                "update caravan.plans set state = cast(replace(cast(state as text), 'entity_resolution', 'crystal_ball') as jsonb)");
        JsonNode turn = says("Port of Miami");
        assertThat(outcome(turn)).isEqualTo("failed");
        assertThat(turn.get("answer").asText()).contains("crystal_ball");
    }

    @Test
    void answersWithoutAStoreAndSaysSo() throws Exception {
        try (PipelineRoutes node = PipelineRoutes.startUnscripted(Map.of(
                "workspaces.directory", folder.resolve("workspaces").toString(),
                "server.data", folder.resolve("data").toString()))) {
            Turn turn = node.turn();
            PipelineRoutes.Outcome outcome = node.ask(Turn.opened(
                    turn.id(),
                    turn.threadId(),
                    true,
                    "harbour",
                    "Show shipments to Savannah last week",
                    Map.of(),
                    turn.startedAt()));
            assertThat(outcome.kind()).isEqualTo(dev.caravan.turn.Outcome.ANSWERED);
            assertThat(outcome.notes()).anyMatch(note -> note.contains("could not be kept"));
            Turn second = node.turn();
            PipelineRoutes.Outcome recalled = node.ask(Turn.opened(
                    second.id(),
                    second.threadId(),
                    true,
                    "harbour",
                    "What did we find about Savannah?",
                    Map.of(),
                    second.startedAt()));
            assertThat(recalled.kind()).isEqualTo(dev.caravan.turn.Outcome.FAILED);
        }
    }

    @Test
    void analyzesTheResultBeforeAndGoesOnFromItAfterwards() throws Exception {
        says("Show shipments to Savannah in December 2024");
        JsonNode turn = says("analyze delay patterns in these results");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        String answer = turn.get("answer").asText();
        // 31 days with a shipment each; Maersk's are the late ones
        assertThat(answer)
                .contains("(n = 31)")
                .contains("By name")
                .contains("from Maersk")
                .contains("F test");
        assertThat(turn.at("/evidence/0/sql").asText())
                .contains("'Port of Savannah'")
                .contains("2024-12-01");
        assertThat(memory().subList(5, 9))
                .containsExactly(
                        "retrieve_query_metadata complete",
                        "run_statistical_analysis complete",
                        "identify_delay_patterns complete",
                        "generate_insights complete");

        JsonNode next = says("only Maersk");
        assertThat(outcome(next)).as(next.toPrettyString()).isEqualTo("answered");
        assertThat(sql(next))
                .contains("'Port of Savannah'")
                .contains("'Maersk'")
                .contains("2024-12-01");

        JsonNode none = says("analyze the colour of these results");
        assertThat(outcome(none)).isEqualTo("no_data");
    }

    @Test
    void analyzesTheFigureThatWasTakenWhereNoneIsNamed() throws Exception {
        says("Average delay of shipments to Savannah in December 2024 by carrier");
        JsonNode turn = says("are there outliers in these results?");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(turn.get("answer").asText()).contains("delay", "(n = 31)");
        assertThat(outcome(says("are there outliers of the colour in these results?")))
                .isEqualTo("no_data");
    }

    @Test
    void findsTheEarlierResultThatAnAnalysisIsAbout() throws Exception {
        says("Show shipments to Savannah in December 2024");
        says("Show shipments to Shanghai in December 2024");
        says("How many containers are there?");
        // containers have no delay, so that the shipments before them are meant
        JsonNode last = says("analyze delay patterns in these results");
        assertThat(last.get("answer").asText())
                .contains("The query of \"Show shipments to Port of Shanghai")
                .contains("rows found, just now");
        says("How many containers are there?");
        JsonNode named = says("analyze delay patterns in the Savannah results");
        assertThat(outcome(named)).as(named.toPrettyString()).isEqualTo("answered");
        assertThat(named.get("answer").asText()).contains("The query of \"Show shipments to Port of Savannah");
        assertThat(sql(named)).contains("'Port of Savannah'").doesNotContain("Shanghai");
        assertThat(sql(says("only Maersk"))).contains("'Port of Savannah'").contains("'Maersk'");
    }

    @Test
    void analyzesTheRowsThatAreFreshAndSaysWhetherTheQueryWasRunAgain() throws Exception {
        String analyze = "analyze delay patterns in these results";
        JsonNode first;
        FakeHttpEngine http = new FakeHttpEngine();
        try (PipelineRoutes node = node(http, Map.of())) {
            node.clock.now = Instant.now();
            says(http, "Show shipments to Savannah in December 2024");
            first = says(http, analyze);
            assertThat(first.get("answer").asText()).contains("it was run again, and gives all its 31 rows");
            JsonNode second = says(http, analyze);
            assertThat(second.get("answer").asText()).contains("all its 31 rows are used as they were read just now");
            assertThat(figures(second)).hasSize(4).isEqualTo(figures(first));
            assertThat(second.at("/evidence/0/notes").toString()).contains("Computed from the rows");
        }
        // the same figures where the database gives each, because the rows are more than are read at once
        http = new FakeHttpEngine();
        try (PipelineRoutes node = node(http, Map.of("sql.max-rows", "30"))) {
            node.clock.now = Instant.now();
            JsonNode asked = says(http, analyze);
            assertThat(asked.get("answer").asText()).contains("it was asked again for each figure, over all its rows");
            assertThat(figures(asked)).isEqualTo(figures(first));
        }
        // and nothing is kept where nothing is to be
        http = new FakeHttpEngine();
        try (PipelineRoutes node = node(http, Map.of("plan.rows.fresh", "0s"))) {
            node.clock.now = Instant.now();
            says(http, analyze);
            assertThat(says(http, analyze).get("answer").asText()).contains("it was run again");
        }
    }

    @Test
    void tellsWhatEarlierConversationsFoundAndLeavesThePlanUnderWayAsItIs() throws Exception {
        says("Show shipments to Savannah last week");
        thread = "";
        says("How many containers are there?");
        thread = "";
        says(MIAMI);
        JsonNode turn = says("what did we find about Savannah last week?");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(turn.get("answer").asText())
                .contains("what earlier conversations found about \"Savannah last week\"")
                .contains("Show shipments to")
                .contains("Savannah");
        assertThat(turn.at("/evidence/0/type").asText()).isEqualTo("memories");
        assertThat(turn.at("/evidence/0/rows/0/1").asText()).contains("Savannah");
        assertThat(turn.get("answer").asText()).contains("At other times: found");
        // what looked back is no memory itself, and what waits goes on waiting
        assertThat(says("what have we found out about Savannah?").get("answer").asText())
                .doesNotContain("what did we find");
        assertThat(sql(says("Port of Miami"))).contains("'Port of Miami'");
        assertThat(outcome(says("what did we find about the offside rule?"))).isEqualTo("no_data");
    }

    @Test
    void tellsWhatWasAskedInATime() throws Exception {
        says("Show shipments to Savannah last week");
        thread = "";
        says("How many containers are there?");
        thread = "";
        JsonNode today = says("what did I ask today?");
        assertThat(outcome(today)).as(today.toPrettyString()).isEqualTo("answered");
        assertThat(today.get("answer").asText())
                .contains("Found 2 answers, the last first")
                .contains("How many containers are there?")
                .contains("Show shipments to");
        assertThat(says("what did we find about Savannah today?").get("answer").asText())
                .contains("about \"Savannah\" on ")
                .contains("Found 1 answer,");
        JsonNode before = says("what did we ask last week?");
        assertThat(outcome(before)).isEqualTo("no_data");
        assertThat(before.get("answer").asText())
                .startsWith("Nothing that was asked in your earlier conversations is between ");
        // a question about the data's last week is none about the person's
        assertThat(outcome(says("How many shipments arrived last week?"))).isEqualTo("answered");
    }

    @Test
    void changesTheRequestBeforeWhereAMessageGoesOnFromIt() throws Exception {
        says("How many shipments arrived at the port of Savannah in 2024?");
        assertThat(sql(says("by carrier instead")))
                .contains("'Port of Savannah'")
                .contains("GROUP BY");
        JsonNode late = says("Show delayed shipments to Shanghai last week");
        assertThat(sql(late)).contains("'Port of Shanghai'").contains("delay_days > 0");
        JsonNode misspelt = says("Show shipments to Savanah last week");
        assertThat(outcome(misspelt)).isEqualTo("awaiting_person");
        assertThat(misspelt.get("answer").asText()).contains("Port of Savannah meant?");
        assertThat(sql(says("yes"))).contains("'Port of Savannah'");
    }

    private static List<String> tasks(JsonNode turn) {
        List<String> items = new ArrayList<>();
        turn.at("/form/questions")
                .forEach(question -> question.path("items").forEach(item -> items.add(item.asText())));
        return items;
    }

    private JsonNode shows(String message) throws Exception {
        JsonNode turn =
                sends("\"choices\": {\"plan_approval\": \"ask\"}, \"question\": " + JSON.writeValueAsString(message));
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("awaiting_person");
        return turn;
    }

    private JsonNode replies(List<String> tasks) throws Exception {
        return sends("\"reply\": {\"tasks\": " + JSON.writeValueAsString(tasks) + "}");
    }

    @Test
    void showsThePlanFirstAndDoesItAsThePersonLeftIt() throws Exception {
        JsonNode shown = shows("Show shipments to Savannah last week");
        assertThat(memory()).isEmpty();
        assertThat(shown.at("/form/questions/0/value").asText()).contains("2025-01-06");
        List<String> tasks = tasks(shown);
        assertThat(tasks).hasSize(5);

        // in an order that cannot be: shown again, with the reason
        JsonNode refused = replies(List.of(tasks.get(0), tasks.get(3), tasks.get(2), tasks.get(4)));
        assertThat(outcome(refused)).as(refused.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(refused.get("answer").asText()).contains("it is written before it is run");

        // without words: what is left is done
        JsonNode turn = replies(tasks.subList(0, 4));
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(turn.get("answer").asText()).contains("Found 7 rows");
        assertThat(memory())
                .containsExactly(
                        "resolve_entities complete",
                        "map_fields complete",
                        "build_sql_query complete",
                        "execute_sql complete");
        assertThat(rows("select string_agg(task ->> 'status', ' ' order by n) from caravan.plans,"
                        + " jsonb_array_elements(state #> '{tasks,tasks}') with ordinality as t (task, n)"))
                .containsExactly("COMPLETE COMPLETE COMPLETE COMPLETE DROPPED");
    }

    @Test
    void whatIsLeftIsChangedWhileATaskWaitsForThePerson() throws Exception {
        JsonNode asking = replies(tasks(shows(MIAMI)));
        assertThat(outcome(asking)).as(asking.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(asking.get("answer").asText()).startsWith("Which Miami");
        List<String> left = tasks(asking);
        assertThat(left).hasSize(4);

        // without running the query there is no answer: asked again, with the reason
        JsonNode refused = sends("\"reply\": {\"choice\": \"Port of Miami\", \"tasks\": []}");
        assertThat(outcome(refused)).as(refused.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(refused.get("answer").asText())
                .startsWith("Without writing the query")
                .contains("Which Miami");

        JsonNode turn = sends("\"reply\": {\"choice\": \"Port of Miami\", \"tasks\": "
                + JSON.writeValueAsString(left.subList(0, 3)) + "}");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(sql(turn)).contains("'Port of Miami'");
        assertThat(turn.get("answer").asText()).contains("Found 7 rows");
        assertThat(rows("select string_agg(task ->> 'status', ' ' order by n) from caravan.plans,"
                        + " jsonb_array_elements(state #> '{tasks,tasks}') with ordinality as t (task, n)"))
                .containsExactly("COMPLETE COMPLETE COMPLETE COMPLETE DROPPED");
    }

    @Test
    void aLineMoreBesideAReplyChangesTheRequest() throws Exception {
        shows(MIAMI);
        List<String> more = new ArrayList<>(tasks(replies(tasks(shows(MIAMI)))));
        more.add("only Maersk");
        JsonNode again =
                sends("\"reply\": {\"choice\": \"Port of Miami\", \"tasks\": " + JSON.writeValueAsString(more) + "}");
        assertThat(outcome(again)).as(again.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(again.at("/form/questions/0/value").asText())
                .contains("Port of Miami")
                .contains("Maersk");
        assertThat(sql(says("go ahead"))).contains("'Maersk'").contains("'Port of Miami'");
    }

    @Test
    void plansAnewWhenTheRequestIsChangedInThePlan() throws Exception {
        List<String> tasks = tasks(shows("Show shipments to Savannah last week"));
        List<String> more = new ArrayList<>(tasks);
        more.add("only Maersk");
        JsonNode again = replies(more);
        assertThat(outcome(again)).as(again.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(again.at("/form/questions/0/value").asText())
                .contains("Savannah")
                .contains("Maersk");

        // and in words, which go on with it on another server
        JsonNode turn = says("looks good");
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(sql(turn)).contains("'Maersk'").contains("'Port of Savannah'");

        shows("Show shipments to Savannah last week");
        JsonNode other = sends("\"reply\": {\"request\": \"How many containers are there?\", \"tasks\": [\"-\"]}");
        assertThat(outcome(other)).isEqualTo("awaiting_person");
        assertThat(sql(says("go ahead"))).contains("containers").doesNotContain("Savannah");
    }

    @Test
    void asksTheQuestionsOfAnAnalysisThatThePersonLeft() throws Exception {
        says("Show shipments to Savannah in December 2024");
        JsonNode shown = shows("analyze delay patterns in these results");
        List<String> tasks = tasks(shown);
        String carriers = tasks.stream()
                .filter(task -> task.endsWith("by carrier"))
                .findFirst()
                .orElseThrow();
        List<String> left = List.of(
                tasks.get(0),
                tasks.get(1),
                carriers,
                carriers.replace("by carrier", "by month"),
                tasks.get(tasks.size() - 1));
        JsonNode turn = replies(left);
        assertThat(outcome(turn)).as(turn.toPrettyString()).isEqualTo("answered");
        assertThat(turn.get("evidence")).hasSize(3);
        assertThat(turn.get("answer").asText())
                .contains("Understood as: analyze delay patterns")
                .contains("from Maersk");
    }

    private void change(String statement) throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password());
                Statement update = connection.createStatement()) {
            update.execute(statement);
        }
    }
}
