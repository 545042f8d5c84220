package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AskCommandTest {
    private static final String ANSWER =
            """
      {"thread_id":"th1","turn_id":"t1","outcome":"answered","answer":"Tea leads.","options":[],
       "suggestions":["And Uganda?"],"queries":1,"millis":1234,"model":"built-in offline model",
       "notes":["Year 2023 was assumed."],"steps":[],
       "evidence":[{"type":"sql","question":"q","sql":"SELECT\\n 1","source":"synthetic demo data","rows_total":48211,
         "columns":[{"name":"product","unit":""},{"name":"value","unit":"USD"},{"name":"year","unit":"year"}],
         "rows":[["Tea",1234567,2023],["Côte\\u001b[2J",null,2023],["Cut flowers",0.5,2023]]}]}
      """
                    .replaceAll("\n *", "");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> asked = new ArrayList<>();
    private HttpServer server;
    private String type = "text/event-stream;charset=UTF-8";
    private int status = 200;
    private String reply = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/chat/stream", this::serve);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, 0);
        try (exchange) {
            exchange.getResponseBody().write(reply.getBytes(StandardCharsets.UTF_8));
        }
    }

    private int ask(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--url");
        all.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return run(all);
    }

    private int run(List<String> arguments) {
        AskCommand command = new AskCommand(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        return new CommandLine(command).execute(arguments.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    @Test
    void printsStepsAndThenTheAnswerWithItsEvidence() {
        reply = event("thread", "{\"thread_id\":\"th1\",\"turn_id\":\"t1\"}")
                + ": still here\n\n"
                + event("node_start", "{\"stage\":\"generate_sql\",\"label\":\"Generating SQL query\",\"tool_call\":1}")
                + event(
                        "pipeline_state",
                        "{\"stage\":\"generate_sql\",\"label\":\"Generating SQL query\",\"status\":\"failed\"}")
                + event("news", "{}")
                + event("done", ANSWER);
        assertThat(ask("What?")).isZero();
        assertThat(err()).contains("· Generating SQL query", "x Generating SQL query failed");
        assertThat(out().lines())
                .containsSubsequence(
                        "Tea leads.",
                        "product      value (USD)  year",
                        "------------------------------",
                        "Tea            1,234,567  2023",
                        "Côte[2J                -  2023",
                        "Cut flowers          0.5  2023",
                        "(3 of 48,211 rows)",
                        "SQL",
                        "  SELECT",
                        "   1",
                        "- Year 2023 was assumed.",
                        "- And Uganda?",
                        "Source: synthetic demo data | 1 query | 1.2 s | built-in offline model | to go on: --thread th1");
    }

    @Test
    void sendsWhatIsToBeFixed() {
        reply = event("done", ANSWER);
        ask("Wie viel \"Tee\"?", "--thread", "th1", "--workspace", "nba", "--mode", "sql_only");
        assertThat(asked)
                .containsExactly(
                        "{\"question\":\"Wie viel \\\"Tee\\\"?\",\"thread_id\":\"th1\",\"workspace\":\"nba\",\"mode\":\"sql_only\"}");
    }

    @Test
    void printsNothingButTheJsonWhereJsonIsWanted() {
        reply = event("node_start", "{\"label\":\"x\"}") + event("done", ANSWER);
        assertThat(ask("What?", "--json")).isZero();
        assertThat(out()).isEqualTo(ANSWER + System.lineSeparator());
        assertThat(err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"answered, 0", "clarify, 0", "no_data, 0", "refused, 0", "not_permitted, 0", "failed, 1"})
    void tellsTheOutcomeByTheExitCode(String outcome, int code) {
        reply = event("done", ANSWER.replace("\"answered\"", "\"" + outcome + "\""));
        assertThat(ask("What?")).isEqualTo(code);
    }

    @Test
    void saysWhatIsWrongWithTheQuestion() {
        type = "application/problem+json";
        status = 404;
        reply = "{\"status\":404,\"detail\":\"there is no such conversation\",\"field\":\"thread_id\"}";
        assertThat(ask("What?", "--thread", "x")).isEqualTo(1);
        assertThat(err()).contains("there is no such conversation (field thread_id)");
        assertThat(out()).isEmpty();
    }

    @Test
    void failsWhenTheServerFailsOnTheWay() {
        reply = event("thread", "{}") + event("error", "{\"status\":500,\"detail\":\"Something broke\"}");
        assertThat(ask("What?")).isEqualTo(1);
        assertThat(err()).contains("Something broke");
    }

    @Test
    void failsWhenTheStreamEndsWithoutAnAnswer() {
        reply = event("thread", "{}") + "event: done\ndata: {\"cut";
        assertThat(ask("What?")).isEqualTo(1);
        assertThat(err()).contains("ended the connection");
    }

    @Test
    void saysHowToStartAServerWhereNoneAnswers() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        assertThat(run(List.of("What?", "--url", "http://127.0.0.1:" + free))).isEqualTo(2);
        assertThat(err()).contains("./caravan start");
    }

    @Test
    void noticesThatSomethingElseAnswers() {
        type = "text/html";
        reply = "<html>";
        assertThat(ask("What?")).isEqualTo(2);
        assertThat(err()).contains("Something else");
    }

    @ParameterizedTest
    @CsvSource({"not an address", "http://", "ftp://127.0.0.1"})
    void refusesWhatIsNoAddress(String url) {
        assertThat(run(List.of("What?", "--url", url))).isEqualTo(2);
    }
}
