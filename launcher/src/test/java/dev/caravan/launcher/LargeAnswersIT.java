package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers of many megabytes, many at once: every stream has an end that says how it went, and what was stored can be read. */
@Timeout(300)
class LargeAnswersIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    // about 5 MB
    private static final String LARGE =
            "SELECT " + String.join(" || ", Collections.nCopies(10, "'" + "x".repeat(500) + "'"))
                    + " AS a FROM generate_series(1, 1000) AS s";

    @TempDir
    static Path home;

    private static CaravanServer server;

    @BeforeAll
    static void start() throws IOException {
        SharedWorld world = SharedWorld.get();
        Files.writeString(
                home.resolve("application.yaml"),
                """
        server: {port: 0}
        routes: {directory: %1$s/routes, reload: false, grace: 1s}
        workspaces: {directory: %1$s/workspaces}
        atlas: {source: jdbc, jdbc-url: "%2$s", user: %3$s, password: "%4$s"}
        state: {jdbc-url: "%5$s", user: %6$s, password: "%7$s"}
        sql: {large-results: 2}
        docs: {embeddings: false}
        """
                        .formatted(
                                HOME,
                                world.jdbcUrl(DemoWorld.DATABASE),
                                world.readerCredentials().user(),
                                world.readerCredentials().password(),
                                world.newDatabase(),
                                world.appCredentials().user(),
                                world.appCredentials().password()));
        server = CaravanServer.start(Settings.load(home, Map.of()), Progress.silent());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpRequest post(String path, String type, byte[] body) {
        return HttpRequest.newBuilder(URI.create(server.address() + path))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    private static JsonNode hello() throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                post("api/chat", "application/json", "{\"question\": \"hello\"}".getBytes(StandardCharsets.UTF_8)),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static HttpRequest rerun(JsonNode turn, String sql) throws Exception {
        return post(
                "api/rerun",
                "application/json",
                JSON.writeValueAsBytes(Map.of("turn_id", turn.path("turn_id").asText(), "sql", sql)));
    }

    @Test
    void endsEveryStreamAndKeepsWhatItSent() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            sent.add(CLIENT.sendAsync(rerun(hello(), LARGE), BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> one : sent) {
            String events = one.get().body();
            String last = events.substring(events.lastIndexOf("event: "));
            assertThat(last).startsWith("event: done").hasSizeGreaterThan(5_000_000);
            JsonNode done = JSON.readTree(last.substring(last.indexOf("data: ") + 6));
            HttpResponse<String> stored = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(server.address() + "api/turns/"
                                    + done.path("turn_id").asText()))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(stored.statusCode()).isEqualTo(200);
            assertThat(stored.body()).hasSizeGreaterThan(5_000_000);
        }
    }

    @Test
    void refusesAResultThatIsLargerThanAnyMayBe() throws Exception {
        String wide = "SELECT a, a AS b, a AS c, a AS d FROM (" + LARGE + ") AS r";
        HttpResponse<String> answer = CLIENT.send(rerun(hello(), wide), BodyHandlers.ofString());
        assertThat(answer.body()).contains("event: done").contains("larger than 16 MB");
    }

    @Test
    void readsNoOtherTypeThanJsonAndAnswersInUtf8() throws Exception {
        byte[] question = "{\"question\": \"hello\"}".getBytes(StandardCharsets.UTF_8);
        for (String path : List.of("api/chat", "api/chat/stream")) {
            assertThat(CLIENT.send(post(path, "text/plain", question), BodyHandlers.ofString())
                            .statusCode())
                    .as(path)
                    .isEqualTo(415);
        }
        HttpResponse<String> answer = CLIENT.send(
                post(
                        "api/chat",
                        "application/json; charset=UTF-16",
                        "{\"question\": \"hello\"}".getBytes(StandardCharsets.UTF_16)),
                BodyHandlers.ofString(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).path("detail").asText()).contains("UTF-8");
    }

    @Test
    void isReadyOnlyWhileThereIsPlaceOnTheDisk() throws Exception {
        HttpResponse<String> ready = CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.address() + "api/health/ready"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(JSON.readTree(ready.body()).path("parts").path("disk").asText())
                .isEqualTo("UP");
    }
}
