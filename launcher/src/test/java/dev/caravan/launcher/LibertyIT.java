package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import java.io.BufferedReader;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The web application on Open Liberty, a certified Jakarta EE 10 server that knows nothing of Caravan; its folder is the
 * system property {@value #SERVER} (docs/deployment.md tells how to get one).
 */
@Timeout(300)
class LibertyIT {
    private static final String SERVER = "liberty.home";
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final Pattern LISTENS = Pattern.compile("CWWKO0219I: .* port (\\d+)");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static Process process;
    private static URI address;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws IOException {
        String liberty = System.getProperty(SERVER, "");
        Assumptions.assumeFalse(liberty.isEmpty(), "no Open Liberty: give its folder as -D" + SERVER);
        Path server = Files.createDirectories(folder.resolve("servers/caravan"));
        Files.writeString(
                server.resolve("server.xml"),
                """
        <server>
          <featureManager>
            <feature>webProfile-10.0</feature>
            <feature>mpConfig-3.1</feature>
          </featureManager>
          <!-- the port is told at level INFO -->
          <logging consoleLogLevel="INFO"/>
          <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="0" httpsPort="-1"/>
          <webApplication contextRoot="/" location="%s"/>
        </server>
        """
                        .formatted(HOME.resolve("frontend/target/caravan.war")));
        process = launch(Path.of(liberty));
        address = awaitAddress();
    }

    private static Process launch(Path liberty) throws IOException {
        SharedWorld world = SharedWorld.get();
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx600m",
                "-Dcaravan.home=" + HOME,
                "@" + liberty.resolve("lib/platform/java/java9.options"),
                "-javaagent:" + liberty.resolve("bin/tools/ws-javaagent.jar"),
                "-jar",
                liberty.resolve("bin/tools/ws-server.jar").toString(),
                "caravan");
        builder.environment()
                .putAll(Map.of(
                        "WLP_USER_DIR", folder.toString(),
                        "SERVER_DATA", folder.resolve("var").toString(),
                        "ATLAS_SOURCE", "jdbc",
                        "ATLAS_JDBC_URL", world.jdbcUrl(DemoWorld.DATABASE),
                        "ATLAS_USER", world.readerCredentials().user(),
                        "ATLAS_PASSWORD", world.readerCredentials().password(),
                        "STATE_JDBC_URL", world.newDatabase(),
                        "STATE_USER", world.appCredentials().user(),
                        "STATE_PASSWORD", world.appCredentials().password()));
        return builder.redirectErrorStream(true).start();
    }

    private static URI awaitAddress() throws IOException {
        StringBuilder seen = new StringBuilder();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String port = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher listens = LISTENS.matcher(line);
            port = listens.find() ? listens.group(1) : port;
            seen.append(line).append('\n');
            if (line.contains("CWWKF0011I")) {
                // what is printed from now on must not fill the pipe
                Thread reader = new Thread(() -> lines.lines().forEach(seen::append), "liberty-output");
                reader.setDaemon(true);
                reader.start();
                return URI.create("http://127.0.0.1:" + port + "/");
            }
        }
        throw new AssertionError("ended before it was ready:\n" + seen);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (process != null) {
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void answersWithStepsAndEvidence() throws Exception {
        HttpResponse<Stream<String>> response = client.send(question("api/chat/stream"), BodyHandlers.ofLines());
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        List<String> lines = response.body().toList();
        assertThat(lines).contains("event: thread", "event: node_start", "event: pipeline_state", "event: done");

        JsonNode answer = JSON.readTree(
                client.send(question("api/chat"), BodyHandlers.ofString()).body());
        assertThat(answer.path("outcome").asText()).isEqualTo("answered");
        assertThat(answer.path("evidence").path(0).path("sql").asText()).containsIgnoringCase("select");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "chat",
                "status",
                "css/caravan.css",
                "api/status",
                "api/threads",
                "api/health/ready",
                "metrics"
            })
    void servesThePageAndTheResources(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @Test
    void saysOfAnUnknownPathThatItIsUnknown() throws Exception {
        assertThat(get("api/nothing").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
    }

    private static HttpRequest question(String path) {
        return HttpRequest.newBuilder(address.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"question\": \"What were Kenya's top 5 exports in 2023?\"}"))
                .build();
    }
}
