package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.demo.SharedWorld;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.waiting.ResumeTurn;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
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
        restart(Map.of());
    }

    private void restart(Map<String, String> settings) throws Exception {
        nodes.forEach(PipelineRoutes::close);
        nodes.clear();
        http = new FakeHttpEngine();
        PipelineRoutes node = PipelineRoutes.startUnscripted(
                http,
                settings,
                Map.of(
                        "state.jdbc-url",
                        url,
                        "state.user",
                        world.appCredentials().user(),
                        "state.password",
                        world.appCredentials().password()));
        node.clock.now = Instant.now();
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

    private Connection connection() throws Exception {
        return DriverManager.getConnection(
                url, world.appCredentials().user(), world.appCredentials().password());
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = connection();
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
    void theShortFormAsksOnceAndThenListsTheTasks() throws Exception {
        Map<String, String> shortly = Map.of("clarification", "short");
        JsonNode asked =
                send(Map.of("question", "Welche Kaution kostet ein Brunnen?", "workspace", "law", "choices", shortly));
        assertThat(asked.get("answer").asText()).contains("Gefragt wird nur einmal");
        assertThat(asked.at("/form/questions/0").toString()).contains("Kaution");
        assertThat(stages(asked))
                .containsSubsequence("hitl_init", "analyze_query", "generate_questions")
                .doesNotContain("generate_queries", "retrieve_chunks", "analyze_retrieval");
        JsonNode list = reply(asked, Map.of("question_1", "Sicherheit", "more", "auch in Schutzzonen"));
        assertThat(stages(list))
                .containsSubsequence("process_response", "finalize", "generate_todo")
                .doesNotContain("retrieve_chunks");
        assertThat(list.at("/form/questions/0/items").toString()).contains("Sicherheit", "auch in Schutzzonen");
        JsonNode clear = send(Map.of("question", QUESTION, "workspace", "law", "choices", shortly));
        assertThat(clear.at("/form/questions/0/type").asText()).isEqualTo("list");
        assertThat(stages(clear)).doesNotContain("generate_questions");
    }

    @Test
    void whatTheDocumentsLackIsLookedForOnTheWeb() throws Exception {
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String base = "http://127.0.0.1:" + web.getAddress().getPort();
        String page = "Windkraftanlagen brauchen eine Genehmigung der Gemeinde.";
        Map.of("/search", "{\"results\": [{\"title\": \"Wind\", \"url\": \"" + base + "/page\"}]}", "/page", page)
                .forEach((path, text) -> web.createContext(path, exchange -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders()
                            .set(
                                    "Content-Type",
                                    path.equals("/page") ? "text/plain; charset=utf-8" : "application/json");
                    exchange.sendResponseHeaders(200, bytes.length);
                    try (exchange) {
                        exchange.getResponseBody().write(bytes);
                    }
                }));
        web.start();
        try {
            restart(Map.of("research.web.url", base + "/search", "research.web.inner-addresses", "true"));
            JsonNode report = send(Map.of(
                    "question",
                    "Welche Genehmigung brauchen Windkraftanlagen?",
                    "workspace",
                    "law",
                    "choices",
                    Map.of("approval", "auto"),
                    "given",
                    Map.of("research_queries", List.of("Genehmigung Windkraftanlagen"))));
            assertThat(stages(report)).contains("search_web");
            assertThat(report.toString()).contains(base + "/page");
        } finally {
            web.stop(0);
        }
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
        JsonNode evidence = report.at("/evidence/0");
        assertThat(evidence.get("type").asText()).isEqualTo("research");
        assertThat(evidence.at("/sources").findValuesAsText("section")).contains("GMA Section 8", "GMA Section 9");
        assertThat(evidence.at("/trail").findValues("sections"))
                .anySatisfy(led -> assertThat(led.toString()).contains("GMA Section 9"));
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
    void pausesBetweenTwoStagesTellsItsStepsAndGoesOn() throws Exception {
        JsonNode first = send(Map.of("question", QUESTION, "workspace", "law", "choices", Map.of("approval", "auto")));
        String turn = first.get("turn_id").asText();
        PipelineRoutes node = nodes.get(0);
        List<String> seen = new ArrayList<>();
        node.bean("turnEvents", TurnEvents.class).subscribe(turn, event -> {
            if (event.type().equals("pipeline_state")
                    && "extract_information".equals(event.data().get("stage"))) {
                seen.add(node.camel()
                        .createProducerTemplate()
                        .requestBody("direct:running-steps", turn, List.class)
                        .toString());
                node.bean("turnCancel", TurnCancel.class).pause(turn);
            }
        });
        Map<String, Object> end = Map.of("thread_id", first.get("thread_id").asText(), "reply", Map.of("more", "/end"));
        // the client that replied listens: only then can the turn be paused
        Exchange done =
                http.post("/api/chat/stream", JSON.writeValueAsString(end), Map.of(), new FakeHttpEngine.Line());
        JsonNode paused = JSON.readTree(done.getMessage().getBody(String.class));
        assertThat(paused.get("outcome").asText())
                .as(paused.get("answer").asText())
                .isEqualTo("awaiting_person");
        assertThat(paused.get("answer").asText()).startsWith("Die Recherche pausiert auf Wunsch.");
        assertThat(stages(paused)).contains("extract_information").doesNotContain("synthesize");
        assertThat(seen.get(0)).contains("search_task").doesNotContain("extract_information");
        assertThat(paused.get("steps").findValues("budget"))
                .anySatisfy(
                        budget -> assertThat(budget.get("most_tokens").asInt()).isEqualTo(2_000_000));
        JsonNode report = reply(paused, Map.of());
        assertThat(report.get("outcome").asText())
                .as(report.get("answer").asText())
                .isEqualTo("answered");
        assertThat(stages(report).stream().filter("search_task"::equals).count())
                .as("nothing is searched twice")
                .isEqualTo(report.at("/evidence/0/tasks").findValues("searches").stream()
                        .mapToInt(JsonNode::asInt)
                        .sum());
    }

    private Map<String, Object> program(String question) {
        return Map.of(
                "question",
                question,
                "workspace",
                "law",
                "choices",
                Map.of("approval", "auto"),
                "given",
                Map.of("research_queries", List.of(question)));
    }

    @Test
    void researchesTakeTurnsWhereThereIsOnePlace() throws Exception {
        restart(Map.of("state.researches-at-once", "1"));
        execute("create table caravan.placed (n serial, turn_id text)");
        execute("create function caravan.place() returns trigger language plpgsql as $$ begin "
                + "insert into caravan.placed (turn_id) values (new.turn_id); return new; end $$");
        execute(
                "create trigger place after update on caravan.research_places for each row when (new.turn_id is not null) "
                        + "execute function caravan.place()");
        // nobody begins before all wait
        execute(
                "update caravan.research_places set turn_id = 'other', held_until = now() + interval '1 hour' where place = 1");
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            Future<JsonNode> first = both.submit(() -> send(program(QUESTION)));
            Future<JsonNode> second =
                    both.submit(() -> send(program("Wann braucht eine Erdwärmesonde eine Erlaubnis?")));
            awaitOne("select count(*) - 1 from caravan.research_waiting");
            execute("delete from caravan.placed");
            execute("update caravan.research_places set turn_id = null, held_until = null");
            for (Future<JsonNode> each : List.of(first, second)) {
                assertThat(each.get(120, TimeUnit.SECONDS).get("outcome").asText())
                        .isEqualTo("answered");
            }
        } finally {
            both.shutdownNow();
        }
        int changes = count(
                "select count(*) from (select turn_id, lag(turn_id) over (order by n) as before from caravan.placed) a "
                        + "where turn_id <> before");
        int fewest =
                count("select min(stages) from (select count(*) as stages from caravan.placed group by turn_id) a");
        assertThat(fewest).isGreaterThan(5);
        assertThat(changes).as("stages alternate while both work").isGreaterThanOrEqualTo(2 * fewest - 4);
        assertThat(count("select count(*) from caravan.research_waiting")).isZero();
        assertThat(count("select count(*) from caravan.research_places where turn_id is not null"))
                .isZero();
        execute("drop table caravan.research_waiting");
        assertThat(send(program(QUESTION)).get("outcome").asText())
                .as("what cannot be shared is worked on all the same")
                .isEqualTo("answered");
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

    private int count(String query) throws Exception {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private String text(String query) throws Exception {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private void awaitOne(String query) throws Exception {
        Instant latest = Instant.now().plusSeconds(60);
        while (count(query) != 1) {
            assertThat(Instant.now()).as(query).isBefore(latest);
        }
    }

    private void takeUp() {
        nodes.get(0).camel().createProducerTemplate().requestBody("direct:take-up-turn", "");
    }

    @Test
    void whatEndedAtTwentyPointsIsTakenUpByAnotherServerAndEndsWithTheSameReport() throws Exception {
        // everything that is kept of the research, as it would lie there after the process was killed
        execute("create table caravan.seen (n serial, turn_id text, thread_id text, snapshot jsonb, asked int)");
        execute("create function caravan.see() returns trigger language plpgsql as $$ begin "
                + "insert into caravan.seen (turn_id, thread_id, snapshot, asked) values (new.turn_id, new.thread_id, new.snapshot, new.asked); "
                + "return new; end $$");
        execute(
                "create trigger see after insert or update of snapshot on caravan.turn_states for each row execute function caravan.see()");
        JsonNode whole = send(Map.of("question", QUESTION, "workspace", "law", "choices", Map.of("approval", "auto")));
        JsonNode report = reply(whole, Map.of("more", "/end"));
        execute("drop trigger see on caravan.turn_states");
        String turn = report.get("turn_id").asText();
        int seen = count("select count(*) from caravan.seen where asked = 1");
        assertThat(seen).isGreaterThan(20);
        assertThat(count("select count(*) from caravan.turn_states")).isZero();
        restart();
        Random random = new Random(19);
        for (int cut = 0; cut < 20; cut++) {
            int at = random.nextInt(seen);
            execute("delete from caravan.turns where id = '" + turn + "'");
            execute("insert into caravan.turn_states (turn_id, thread_id, snapshot, asked, seconds, taken_until) "
                    + "select turn_id, thread_id, snapshot, asked, 60, now() - interval '1 second' from caravan.seen "
                    + "where asked = 1 order by n offset " + at + " limit 1");
            takeUp();
            assertThat(text("select answer from caravan.turns where id = '" + turn + "'"))
                    .as("cut after checkpoint %s of %s", at + 1, seen)
                    .isEqualTo(report.get("answer").asText());
            assertThat(count("select count(*) from caravan.turn_states")).isZero();
        }
    }

    @Test
    void aServerLooksByItselfForWhatWasLeftAndHoldsWhatItWorksOn() throws Exception {
        Map<String, Object> asked =
                Map.of("question", QUESTION, "workspace", "law", "choices", Map.of("approval", "auto"));
        send(asked);
        restart(Map.of("state.lease", "4s"));
        execute("update caravan.turn_states set form = null, taken_until = now() - interval '1 second'");
        // asked for nothing more, it converges and reports
        awaitOne("select count(*) from caravan.turns where outcome = 'answered'");
        awaitOne("select 1 - count(*) from caravan.turn_states");
        JsonNode first = send(asked);
        execute("update caravan.turn_states set form = null, taken_until = now() + interval '1 hour'");
        takeUp();
        assertThat(count("select count(*) from caravan.turn_states where asked = 0 and form is null"))
                .as("what is held by a server is left alone")
                .isEqualTo(1);
        nodes.get(0)
                .bean("resumeTurn", ResumeTurn.class)
                .takeUp(
                        List.of(Map.of(
                                "turn_id",
                                first.get("turn_id").asText(),
                                "snapshot",
                                text("select snapshot from caravan.turn_states"))),
                        new DefaultExchange(nodes.get(0).camel()));
        awaitOne("select count(*) from caravan.turn_states where taken_until < now() + interval '1 minute'");
    }
}
