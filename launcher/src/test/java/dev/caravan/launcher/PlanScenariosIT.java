package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conversations with the workspace shipments over a real port: a name that several things bear, a reply, a change, a request given up,
 * an analysis; and the same with the server ended and started again between the turns, and on a second one beside it.
 */
@Timeout(600)
class PlanScenariosIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String MIAMI = "Show shipments to Miami last week";
    private static final String WHICH = "Which Miami: ";

    @TempDir
    static Path folder;

    @TempDir
    static Path downloads;

    private static DemoHome home;
    private static CaravanServer server;
    private static URI asked;

    private final Map<String, String> threads = new HashMap<>();

    @BeforeAll
    static void start() throws IOException {
        home = DemoHome.create(folder);
        server = begin();
    }

    private static CaravanServer begin() throws IOException {
        CaravanServer begun = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
        asked = begun.address();
        return begun;
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
        if (home != null) {
            home.close();
        }
    }

    private JsonNode says(String scenario, String message) throws Exception {
        Map<String, String> body = new HashMap<>(Map.of("workspace", "shipments", "question", message));
        if (threads.containsKey(scenario)) {
            body.put("thread_id", threads.get(scenario));
        }
        HttpRequest request = HttpRequest.newBuilder(asked.resolve("api/chat"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        JsonNode turn =
                JSON.readTree(CLIENT.send(request, BodyHandlers.ofString()).body());
        threads.put(scenario, turn.path("thread_id").asText());
        return turn;
    }

    private JsonNode answered(String scenario, String message) throws Exception {
        JsonNode turn = says(scenario, message);
        assertThat(turn.path("outcome").asText()).as(turn.toPrettyString()).isEqualTo("answered");
        return turn;
    }

    private void asks(String scenario) throws Exception {
        JsonNode turn = says(scenario, MIAMI);
        assertThat(turn.path("outcome").asText()).as(turn.toPrettyString()).isEqualTo("awaiting_person");
        assertThat(turn.path("answer").asText())
                .startsWith(WHICH)
                .contains("Port of Miami", "Miami Container Terminal");
        // how many there are of each
        assertThat(turn.at("/form/questions/0/options").toString()).containsPattern("port, \\d+ shipments");
    }

    private List<String> memory(String scenario) throws SQLException {
        var user = SharedWorld.get().appCredentials();
        List<String> entries = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(home.state(), user.user(), user.password());
                PreparedStatement select = connection.prepareStatement("select todo_key || ' ' || status"
                        + " from caravan.plan_memory where cast(thread_id as text) = ? order by entry")) {
            select.setString(1, threads.get(scenario));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    entries.add(rows.getString(1));
                }
            }
        }
        return entries;
    }

    private static String rested(JsonNode turn) {
        return turn.path("evidence").toString();
    }

    private static final List<String> FIVE = List.of(
            "resolve_entities complete",
            "map_fields complete",
            "build_es_query complete",
            "execute_es complete",
            "summarize complete");

    @Test
    void goesOnWithEveryConversationAfterTheServerWasStartedAnew() throws Exception {
        for (String scenario : List.of("reply", "change", "abort")) {
            asks(scenario);
        }
        answered("analysis", "Show shipments to the Port of Miami in 2024");
        server.close();
        server = begin();

        JsonNode reply = answered("reply", "Port of Miami");
        assertThat(rested(reply)).contains("Port of Miami");
        List<String> after = memory("reply");
        assertThat(after.get(0)).isEqualTo("resolve_entities clarification_needed");
        assertThat(after.subList(1, after.size())).isEqualTo(FIVE);

        // the same sentence, now that it is clear which Miami is meant: five entries, and no question
        answered("reply", MIAMI);
        assertThat(memory("reply").subList(6, 11)).isEqualTo(FIVE);
        assertThat(memory("reply")).hasSize(11);

        JsonNode change = answered("change", "Port of Miami, but also include arrival date");
        assertThat(rested(change)).contains("Port of Miami", "arrival_date");

        JsonNode other = answered("abort", "forget it, show me container status instead");
        assertThat(rested(other)).contains("containers").doesNotContain("Miami");

        JsonNode analysis = answered("analysis", "analyze delay patterns in these results");
        assertThat(analysis.path("answer").asText()).contains("delay", "(n = ");
        assertThat(memory("analysis").subList(5, 9))
                .containsExactly(
                        "retrieve_query_metadata complete",
                        "run_statistical_analysis complete",
                        "identify_delay_patterns complete",
                        "generate_insights complete");
    }

    @Test
    void goesOnWithEveryConversationOnASecondServer() throws Exception {
        asks("reply on the second");
        asks("change on the second");
        asks("abort on the second");
        answered("analysis on the second", "Show shipments to the Port of Miami in 2024");
        Path other = Files.createDirectory(folder.resolve("second"));
        Files.copy(folder.resolve("application.yaml"), other.resolve("application.yaml"));
        // in a process of its own: two of them in one would share what the container has once
        ServerProcess second = ServerProcess.start(other, other.resolve("var"));
        try {
            asked = second.address();
            assertThat(rested(answered("reply on the second", "Port of Miami"))).contains("Port of Miami");
            assertThat(rested(answered("change on the second", "Port of Miami, but also include arrival date")))
                    .contains("Port of Miami", "arrival_date");
            assertThat(rested(answered("abort on the second", "forget it, show me container status instead")))
                    .contains("containers")
                    .doesNotContain("Miami");
            assertThat(answered("analysis on the second", "analyze delay patterns in these results")
                            .path("answer")
                            .asText())
                    .contains("delay", "(n = ");
        } finally {
            asked = server.address();
            // asked to end, so that it ends what it has started
            second.process().destroy();
            second.process().onExit().join();
        }
        // and back again
        answered("reply on the second", MIAMI);
        assertThat(memory("reply on the second").subList(6, 11)).isEqualTo(FIVE);
    }

    @Test
    void asksTheGraphqlServiceThatComesWithTheDemoDataAboutOneThing() throws Exception {
        JsonNode turn = answered("one thing", "What is the status of shipment SH-000123?");
        JsonNode evidence = turn.at("/evidence/0");
        assertThat(evidence.path("type").asText()).isEqualTo("graphql");
        assertThat(evidence.path("query").asText()).contains("shipments(number: $number)");
        assertThat(evidence.path("variables").asText()).isEqualTo("{\"number\":\"SH-000123\"}");
        assertThat(evidence.path("rows").toString()).isEqualTo("[[\"delivered\"]]");
        assertThat(memory("one thing"))
                .containsExactly(
                        "resolve_entities complete",
                        "map_fields complete",
                        "build_graphql_query complete",
                        "execute_graphql complete",
                        "summarize complete");
        // what is about many is none of its
        JsonNode many = answered("many things", "How many shipments are there?");
        assertThat(many.at("/evidence/0/type").asText()).isIn("sql", "search");
    }

    @Test
    void showsThePlanWithTheStatesOfItsTasks() throws Exception {
        try (Browser browser = Browser.start(downloads)) {
            browser.size(1280, 900);
            browser.open(server.address() + "chat?workspace=shipments&q="
                    + URLEncoder.encode(MIAMI, StandardCharsets.UTF_8));
            browser.await(".plan [data-state=clarification_needed]");
            assertThat(browser.texts(".plan .state"))
                    .containsExactly("waiting for you", "pending", "pending", "pending", "pending");
            browser.picture("plan-waiting");
            browser.click(".asking .choices button");
            browser.await(".plan [data-state=complete]", 5);
            browser.await(".answer:not(.typing)");
            browser.picture("plan-done");
        }
    }
}
