package dev.caravan.graphql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against a server that misbehaves in every way the real one may. */
class GraphqlHttpTest {
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<String> agent = new AtomicReference<>();
    private final GraphqlHttp http = new GraphqlHttp(Duration.ofSeconds(2), "Caravan/test");
    private ExecutorService threads;
    private HttpServer server;
    private Answer answer;

    /** What the server does with a call. */
    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            agent.set(exchange.getRequestHeaders().getFirst("User-Agent"));
            try (exchange) {
                answer.to(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
        http.close();
    }

    private String post() throws IOException {
        HttpPost post = new HttpPost("http://127.0.0.1:" + server.getAddress().getPort() + "/graphql");
        post.setEntity(new StringEntity("{}", ContentType.APPLICATION_JSON));
        return http.execute(
                post,
                response -> response.getCode() + " "
                        + (response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity())));
    }

    private static Answer text(int status, String type, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Retry-After", "30");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    @Test
    void givesAnAnswerInJsonAndSaysWhoAsks() throws IOException {
        answer = text(200, "application/json; charset=utf-8", "{\"data\": {}}");
        assertThat(post()).isEqualTo("200 {\"data\": {}}");
        assertThat(agent.get()).isEqualTo("Caravan/test");
    }

    @Test
    void takesAPageOfHtmlForAFailureEvenWithTheStatusOfASuccess() {
        answer = text(200, "text/html", "<html>maintenance</html>");
        assertThatThrownBy(this::post).isInstanceOf(GraphqlHttp.NoGraphql.class).hasMessageContaining("text/html");
        assertThat(ApiProblem.isTransient(new GraphqlHttp.NoGraphql("x"))).isTrue();
    }

    @Test
    void takesAnEmptySuccessForAFailure() {
        answer = exchange -> exchange.sendResponseHeaders(204, -1);
        assertThatThrownBy(this::post).isInstanceOf(GraphqlHttp.NoGraphql.class).hasMessageContaining("204");
    }

    @Test
    void triesNothingAgainByItselfHoweverTheServerAsks() throws IOException {
        answer = text(429, "application/json", "{}");
        assertThat(post()).startsWith("429");
        answer = text(503, "application/json", "{}");
        assertThat(post()).startsWith("503");
        assertThat(calls).hasValue(2);
    }

    @Test
    void givesUpOnAServerThatDoesNotAnswer() {
        answer = exchange -> over.await(20, TimeUnit.SECONDS);
        assertThatThrownBy(this::post).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void givesUpOnABodyThatTricklesForEver() {
        answer = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            // a byte in less than any time limit between two of them
            while (!over.await(50, TimeUnit.MILLISECONDS)) {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
            }
        };
        assertThatThrownBy(this::post).isInstanceOf(GraphqlHttp.TooSlow.class);
    }

    @Test
    void saysThatAConnectionWasDropped() {
        answer = exchange -> exchange.close();
        assertThatThrownBy(this::post)
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(ApiProblem.isTransient(e)).isTrue());
    }

    @Test
    void saysThatNobodyListens() throws IOException {
        int port = server.getAddress().getPort();
        server.stop(0);
        HttpPost post = new HttpPost("http://127.0.0.1:" + port + "/graphql");
        assertThatThrownBy(() -> http.execute(post, response -> "")).isInstanceOf(ConnectException.class);
    }
}
