package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callbacks of the whole product, at a receiver of its own. */
@Timeout(300)
class WebhooksIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] KEY = "a key of thirty-two bytes, or so".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private DemoHome home;
    private HttpServer receiver;
    private CaravanServer server;
    private Visitor visitor;

    private record Call(String id, String timestamp, String signature, String body) {
        JsonNode json() throws IOException {
            return JSON.readTree(body);
        }

        /** Worked out without the library that signs. */
        String rightSignature() throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
            byte[] signed = mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        home = DemoHome.create(folder);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/hook", exchange -> {
            calls.add(new Call(
                    exchange.getRequestHeaders().getFirst("webhook-id"),
                    exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                    exchange.getRequestHeaders().getFirst("webhook-signature"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            Integer answer = answers.poll();
            exchange.sendResponseHeaders(answer == null ? 204 : answer, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        receiver.stop(0);
        home.close();
    }

    private void start(boolean inner) throws IOException {
        Files.writeString(
                folder.resolve("application.yaml"),
                "webhooks: {hosts: 127.0.0.1, inner-addresses: " + inner + ", retry-delay: 20ms, secret: \""
                        + Base64.getEncoder().encodeToString(KEY) + "\"}\nmemory: {look: 1s}\n",
                StandardOpenOption.APPEND);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
        visitor = Visitor.anonymous(server.address());
    }

    private Reply ask(String path, String question, String callback) {
        return visitor.send("POST", path, "{\"question\": \"" + question + "\", \"callback\": \"" + callback + "\"}");
    }

    private String hook() {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook?task=7";
    }

    private Call next() throws InterruptedException {
        Call call = calls.poll(60, TimeUnit.SECONDS);
        assertThat(call).as("a callback").isNotNull();
        return call;
    }

    @Test
    void aFinishedTurnIsToldOnceSignedAndAgainUntilItIsTaken() throws Exception {
        start(true);
        Reply reply = ask("/api/chat", "What were Kenya's top 5 exports in 2023?", hook());
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        Call call = next();
        assertThat(call.signature()).isEqualTo(call.rightSignature());
        assertThat(call.json().path("type").asText()).isEqualTo("turn.finished");
        JsonNode data = call.json().path("data");
        for (String name : new String[] {"turn_id", "thread_id", "workspace", "outcome", "answer"}) {
            assertThat(data.path(name).asText())
                    .as(name)
                    .isNotEmpty()
                    .isEqualTo(reply.json().path(name).asText());
        }
        assertThat(call.id()).startsWith(data.path("turn_id").asText() + ".");

        answers.add(500);
        answers.add(302);
        String body = ask("/api/chat/stream", "Tell me a joke", hook()).body();
        assertThat(body).contains("event: done");
        Call refused = next();
        Call moved = next();
        Call taken = next();
        assertThat(refused.id()).isNotEqualTo(call.id());
        assertThat(moved.id()).isEqualTo(refused.id());
        assertThat(taken.id()).isEqualTo(refused.id());
        for (Call each : new Call[] {refused, moved, taken}) {
            assertThat(each.signature()).isEqualTo(each.rightSignature());
        }
        // what is told later was looked for later: nothing was told twice
        ask("/api/chat", "Tell me a joke", hook());
        assertThat(next().id()).isNotIn(call.id(), refused.id());
        assertThat(calls).isEmpty();
    }

    @Test
    void whatWasToldIsForgottenAfterADay() throws Exception {
        start(true);
        ask("/api/chat", "Tell me a joke", hook());
        next();
        Credentials user = SharedWorld.get().appCredentials();
        try (Connection connection = DriverManager.getConnection(home.state(), user.user(), user.password());
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update caravan.callbacks set asked_at = asked_at - interval '2 days'"))
                    .isEqualTo(1);
            while (count(statement) > 0) {
                Thread.onSpinWait();
            }
        }
        assertThat(calls).isEmpty();
    }

    private static int count(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select count(*) from caravan.callbacks")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void whatMayNotBeCalledBackIsRefused() throws Exception {
        start(false);
        Reply inner = ask("/api/chat", "Tell me a joke", hook());
        assertThat(inner.status()).isEqualTo(403);
        assertThat(inner.json().path("field").asText()).isEqualTo("callback");
        assertThat(inner.json().path("detail").asText()).contains("127.0.0.1 is this computer");
        Reply other = ask("/api/chat/stream", "Tell me a joke", "https://example.org/");
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.json().path("detail").asText()).contains("example.org may not be called back");
        assertThat(ask("/api/chat", "Tell me a joke", "no address").status()).isEqualTo(400);
        Reply reply = visitor.send(
                "POST",
                "/api/chat",
                "{\"thread_id\": \"x\", \"reply\": {\"a\": \"b\"}, \"callback\": \"" + hook() + "\"}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().path("detail").asText()).contains("callback goes with a question");
        assertThat(visitor.send("POST", "/api/chat", "{\"question\": \"Tell me a joke\"}")
                        .status())
                .isEqualTo(200);
        assertThat(calls).isEmpty();
    }
}
