package dev.caravan.launcher;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * What speaks like OpenAI's chat completions and costs next to nothing, each reply after the same time: to a question a call of
 * the tool {@code bench_total}, to the tool's result {@link #ANSWER}. Who asks for a stream gets the same in pieces.
 */
final class StubModel implements AutoCloseable {
    /** The reply that ends a turn. */
    static final String ANSWER = "The total is told.";

    private static final String CALL =
            """
            {"role": "assistant", "content": null, "tool_calls": [{"index": 0, "id": "c1", "type": "function",
              "function": {"name": "%s", "arguments": "{\\"%s\\": \\"%s\\"}"}}]}""";
    private static final String REPLY =
            """
            {"id": "r", "object": "chat.completion", "created": 1, "model": "stub",
              "choices": [{"index": 0, "finish_reason": "%s", "message": %s}],
              "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}""";

    private static final String PIECES =
            """
            data: {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [{"index": 0, "delta": %2$s}]}

            data: {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [{"index": 0, "delta": {}, "finish_reason": "%1$s"}]}

            data: {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}

            data: [DONE]

            """;
    private static final Pattern STREAM = Pattern.compile("\"stream\"\\s*:\\s*true");

    private final HttpServer server;
    private final ExecutorService readers = Executors.newFixedThreadPool(2);
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final Duration latency;
    private final String call;
    private final AtomicInteger calls = new AtomicInteger();

    /** On a free port of the loopback address. */
    StubModel(Duration latency) throws IOException {
        this(latency, "bench_total", "of", "everything");
    }

    /** The same with a call of another tool, which has one argument. */
    StubModel(Duration latency, String tool, String argument, String value) throws IOException {
        this.latency = latency;
        this.call = CALL.replace("\n", "").formatted(tool, argument, value);
        // the JDK's server would otherwise hold each body back for 40 ms
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.createContext("/v1/chat/completions", this::take);
        server.setExecutor(readers);
        server.start();
    }

    /** What is set as base-url of a provider. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** How often it was asked. */
    int calls() {
        return calls.get();
    }

    private void take(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean streamed = STREAM.matcher(request).find();
        String form = streamed ? PIECES : REPLY;
        // only a tool's result has this member
        String reply = request.contains("\"tool_call_id\"")
                ? form.formatted("stop", "{\"role\": \"assistant\", \"content\": \"" + ANSWER + "\"}")
                : form.formatted("tool_calls", call);
        String type = streamed ? "text/event-stream" : "application/json";
        clock.schedule(
                () -> reply(exchange, type, reply.getBytes(StandardCharsets.UTF_8)),
                latency.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private static void reply(HttpExchange exchange, String type, byte[] reply) {
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, reply.length);
            out.write(reply);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        clock.shutdownNow();
        readers.shutdownNow();
    }
}
