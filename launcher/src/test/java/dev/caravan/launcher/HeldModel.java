package dev.caravan.launcher;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model that has a tool called at once, and gives the answer to a question when the test lets it. A question is known by the word
 * behind "case" in it, so that one whose asker has gone holds up no other.
 */
final class HeldModel implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("case (\\w+)");

    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger waiting = new AtomicInteger();
    private final StubModel model;
    private final HttpServer server;

    HeldModel(String question) throws IOException {
        model = new StubModel(Duration.ofMillis(1), "query_tool", "question", question);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Lets the answers to a question go, those to come as well. */
    void release(String name) {
        latch(name).countDown();
    }

    /** How many answers were held so far. */
    int waiting() {
        return waiting.get();
    }

    private CountDownLatch latch(String name) {
        return held.computeIfAbsent(name, key -> new CountDownLatch(1));
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher name = NAME.matcher(request);
            if (request.contains("\"tool_call_id\"") && name.find()) {
                waiting.incrementAndGet();
                latch(name.group(1)).await();
            }
            HttpResponse<byte[]> reply = client.send(
                    HttpRequest.newBuilder(URI.create(model.url() + "/chat/completions"))
                            .POST(BodyPublishers.ofString(request))
                            .build(),
                    BodyHandlers.ofByteArray());
            exchange.getResponseHeaders()
                    .set(
                            "Content-Type",
                            reply.headers().firstValue("Content-Type").orElseThrow());
            exchange.sendResponseHeaders(reply.statusCode(), reply.body().length);
            exchange.getResponseBody().write(reply.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
        model.close();
    }
}
