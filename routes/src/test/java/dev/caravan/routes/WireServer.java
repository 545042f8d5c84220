package dev.caravan.routes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A provider's server at the level of bytes: it says what a test tells it to, and keeps what it was asked. */
final class WireServer implements AutoCloseable {
    /** One answer. */
    @FunctionalInterface
    interface Script {
        void play(HttpExchange exchange) throws IOException;
    }

    final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    final List<String> headers = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch closing = new CountDownLatch(1);
    private final Deque<Script> scripts = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private Function<String, Script> choice;

    WireServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    synchronized WireServer then(Script script) {
        scripts.add(script);
        return this;
    }

    /** Answers every request by what it asks, whatever the order. */
    synchronized WireServer by(Function<String, Script> choice) {
        this.choice = choice;
        return this;
    }

    /** Nothing of what was to come is said. */
    synchronized void forget() {
        scripts.clear();
    }

    /** The last line for ever. */
    private synchronized Script next(String body) {
        if (choice != null) {
            return choice.apply(body);
        }
        return scripts.size() > 1 ? scripts.remove() : scripts.element();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        bodies.add(body);
        headers.add(exchange.getRequestHeaders().entrySet().toString());
        try (exchange) {
            next(body).play(exchange);
        }
    }

    static Script says(int status, String type, String body, String... header) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            for (int i = 0; i < header.length; i += 2) {
                exchange.getResponseHeaders().set(header[i], header[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** Pieces one by one, each as soon as the one before was sent. */
    static Script streams(String type, List<String> pieces) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            for (String piece : pieces) {
                out.write(piece.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        };
    }

    /** Says these pieces, then nothing more until the server is closed or the client is gone. */
    Script hangsAfter(String type, List<String> pieces) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            for (String piece : pieces) {
                out.write(piece.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
            hang();
        };
    }

    /** Never answers. */
    Script hangs() {
        return exchange -> hang();
    }

    private void hang() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
