package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every request passes, before a handler that tells how long the body was. */
@Timeout(120)
class FrontDoorTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path home;

    private final Server server = new Server(new QueuedThreadPool(12, 4));
    private final ServerConnector connector = new ServerConnector(server, 1, 1);

    @BeforeEach
    void start() throws Exception {
        Files.writeString(
                home.resolve("application.yaml"),
                "http: {max-body: 2048, request-time: 2s, connections: 200, connections-per-client: 100}\n");
        server.addConnector(connector);
        connector.setHost("127.0.0.1");
        Handler tells = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Content.Sink.write(
                        response,
                        true,
                        String.valueOf(Content.Source.asByteBuffer(request).remaining()),
                        callback);
                return true;
            }
        };
        server.setHandler(FrontDoor.before(tells, Settings.load(home, Map.of()), server, connector, 4));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    }

    private HttpResponse<String> put(String path, int length, boolean told) throws Exception {
        byte[] body = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
        return CLIENT.send(
                HttpRequest.newBuilder(at(path))
                        .PUT(
                                told
                                        ? BodyPublishers.ofByteArray(body)
                                        : BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                BodyHandlers.ofString());
    }

    private Socket open(String text) throws Exception {
        Socket socket = new Socket("127.0.0.1", connector.getLocalPort());
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws Exception {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    @Test
    void letsABodyOfTheLimitThrough() throws Exception {
        for (boolean told : List.of(true, false)) {
            assertThat(put("/a", 2_048, told).body()).isEqualTo("2048");
            assertThat(put("/a", 0, told).body()).isEqualTo("0");
        }
    }

    @Test
    void refusesALargerOneAndTheClientGetsTheAnswer() throws Exception {
        for (int i = 0; i < 50; i++) {
            for (boolean told : List.of(true, false)) {
                for (int length : List.of(2_049, 500_000)) {
                    HttpResponse<String> answer = put("/a", length, told);
                    assertThat(answer.statusCode()).isEqualTo(413);
                    assertThat(answer.body()).contains("larger than 2048 bytes");
                }
            }
        }
    }

    @Test
    void leavesTheSizeOfAFileToWhatTakesFiles() throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(at("/api/documents?name=a.pdf"))
                        .POST(BodyPublishers.ofByteArray(new byte[500_000]))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("500000");
        assertThat(put("/api/documents", 500_000, true).statusCode()).isEqualTo(413);
    }

    @Test
    void readsNothingOfAHugeOneThatSaysSo() throws Exception {
        try (Socket socket = open("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000000\r\n\r\nx")) {
            assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("Connection: close");
        }
    }

    @Test
    void closesConnectionsWhoseRequestDoesNotArrive() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                slow.add(open("PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"));
                slow.add(open("GET /a HTTP/1.1\r\nHost: a\r\nX: "));
            }
            assertThat(put("/api/health/live", 0, true).statusCode()).isEqualTo(200);
            assertThat(put("/a", 10, true).statusCode()).isEqualTo(200);
            for (Socket each : slow) {
                assertThat(answer(each)).doesNotContain("200 OK");
            }
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    @Test
    void givesOneClientItsShareOfConnections() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 101; i++) {
                held.add(open(""));
            }
            int closed = 0;
            // which of them is counted last is not said
            while (closed == 0) {
                for (Socket each : held) {
                    each.setSoTimeout(10);
                    try {
                        closed += each.getInputStream().read() < 0 ? 1 : 0;
                    } catch (SocketTimeoutException e) {
                        continue;
                    }
                }
            }
            assertThat(closed).isEqualTo(1);
        } finally {
            for (Socket each : held) {
                each.close();
            }
        }
    }
}
