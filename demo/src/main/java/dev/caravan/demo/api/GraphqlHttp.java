package dev.caravan.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import graphql.ErrorType;
import graphql.ExecutionResult;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * GraphQL over HTTP on the loopback address: each schema at its path, by POST with JSON ({@code query}, {@code variables}, {@code
 * operationName}). All share an allowance of requests a minute for each client; beyond it they answer 429 with Retry-After. A query
 * that the schema does not allow is answered 400, one that fails otherwise 200 with errors.
 *
 * <p>{@link Faults} make it misbehave, also from outside: {@code PUT /faults/server-error?times=3}, {@code PUT
 * /faults/none?delay=2000} (milliseconds), {@code DELETE /faults}; {@code GET /faults} tells the state.
 */
final class GraphqlHttp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GraphqlHttp.class);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int LARGEST_QUERY = 1 << 20;
    private static final String JSON = "application/json";

    private final ObjectMapper json = new ObjectMapper();
    private final AtomicInteger threadCount = new AtomicInteger();
    private final Faults faults;
    private final RequestLimit limit;
    private final HttpServer http;
    private final ExecutorService threads;

    /**
     * A server that does not listen yet.
     *
     * @param port 0 for any free one
     * @param requests of one client a minute
     * @param nanoTime the clock that the limit goes by
     * @throws IOException if the port cannot be had
     */
    GraphqlHttp(int port, Faults faults, int requests, LongSupplier nanoTime) throws IOException {
        this.faults = faults;
        limit = new RequestLimit(requests, WINDOW, nanoTime);
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        threads = Executors.newCachedThreadPool(this::thread);
        http.setExecutor(threads);
        http.createContext("/faults", exchange -> handle(exchange, this::switchFaults));
    }

    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, "demo-api-" + threadCount.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to listen. */
    void start() {
        http.start();
    }

    /** Has something done on a thread of its own. */
    void execute(Runnable work) {
        threads.execute(work);
    }

    /** Where it listens, without a path: {@code http://127.0.0.1:41234}. */
    URI address() {
        InetSocketAddress bound = http.getAddress();
        return URI.create("http://127.0.0.1:" + bound.getPort());
    }

    @Override
    public void close() {
        faults.end();
        http.stop(0);
        threads.shutdownNow();
    }

    /** Answers a schema at a path. */
    void serve(String path, SchemaAnswers answers) {
        http.createContext(path, exchange -> handle(exchange, request -> answerOrFail(request, path, answers)));
    }

    private void handle(HttpExchange exchange, Handler handler) {
        try {
            handler.handle(exchange);
        } catch (IOException e) {
            LOG.debug("The client has left", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("The demo service failed", e);
            fail(exchange);
        } finally {
            exchange.close();
        }
    }

    private static void fail(HttpExchange exchange) {
        try {
            send(exchange, 500, "text/plain", "Internal Server Error");
        } catch (IOException e) {
            LOG.debug("The response had begun, or the client has left", e);
        }
    }

    private void answerOrFail(HttpExchange exchange, String path, SchemaAnswers answers)
            throws IOException, InterruptedException {
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_QUERY + 1);
        Fault fault = faults.next();
        faults.awaitDelay();
        if (!exchange.getRequestURI().getPath().equals(path)) {
            send(exchange, 404, "text/plain", "Not Found");
            return;
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            send(exchange, 405, "text/plain", "Method Not Allowed");
            return;
        }
        Duration wait = limit.admit(exchange.getRemoteAddress().getAddress().getHostAddress());
        if (!wait.isZero()) {
            sendTooMany(exchange, wait);
            return;
        }
        switch (fault) {
            case NONE -> answer(exchange, body, answers, JSON);
            case WRONG_CONTENT_TYPE -> answer(exchange, body, answers, "text/plain");
            case SERVER_ERROR -> send(exchange, 500, "text/plain", "Internal Server Error");
            case UNAVAILABLE -> send(exchange, 503, "text/plain", "Service Unavailable");
            case TOO_MANY_REQUESTS -> sendTooMany(exchange, WINDOW);
            case HTML_BODY -> send(
                    exchange, 200, "text/html", "<!doctype html><title>Maintenance</title><p>We will be back soon.");
            case GRAPHQL_ERRORS -> send(
                    exchange,
                    200,
                    JSON,
                    "{\"errors\":[{\"message\":\"The demo service was told to fail.\"}],\"data\":null}");
            case NO_CONTENT -> exchange.sendResponseHeaders(204, -1);
            case DROPPED_CONNECTION -> exchange.close();
            case STALLED_BODY -> stall(exchange, body, answers);
        }
    }

    private void answer(HttpExchange exchange, byte[] body, SchemaAnswers answers, String type) throws IOException {
        Reply reply = reply(body, answers);
        send(exchange, reply.status(), type, json.writeValueAsBytes(reply.document()));
    }

    private void stall(HttpExchange exchange, byte[] body, SchemaAnswers answers)
            throws IOException, InterruptedException {
        byte[] whole = json.writeValueAsBytes(reply(body, answers).document());
        exchange.getResponseHeaders().set("Content-Type", JSON);
        exchange.sendResponseHeaders(200, whole.length);
        try (OutputStream out = exchange.getResponseBody()) {
            int half = whole.length / 2;
            out.write(whole, 0, half);
            out.flush();
            faults.awaitEndOf(Fault.STALLED_BODY);
            out.write(whole, half, whole.length - half);
        }
    }

    private record Reply(int status, Map<String, Object> document) {
        static Reply refusal(int status, String message) {
            return new Reply(status, Map.of("errors", List.of(Map.of("message", message))));
        }
    }

    private Reply reply(byte[] body, SchemaAnswers answers) {
        if (body.length > LARGEST_QUERY) {
            return Reply.refusal(413, "The query is longer than %d bytes.".formatted(LARGEST_QUERY));
        }
        JsonNode request;
        Map<String, Object> variables;
        try {
            request = json.readTree(body);
            variables = variables(request);
        } catch (IOException | IllegalArgumentException e) {
            return Reply.refusal(400, "POST body sent invalid JSON.");
        }
        String query = request.path("query").asText("");
        if (query.isBlank()) {
            return Reply.refusal(400, "Must provide query string.");
        }
        ExecutionResult result =
                answers.answer(query, variables, request.path("operationName").asText(null));
        boolean refused = result.getErrors().stream()
                .anyMatch(error -> error.getErrorType() == ErrorType.InvalidSyntax
                        || error.getErrorType() == ErrorType.ValidationError);
        return new Reply(refused ? 400 : 200, result.toSpecification());
    }

    @SuppressWarnings("unchecked") // the keys of a JSON object are texts
    private Map<String, Object> variables(JsonNode request) {
        JsonNode variables = request.path("variables");
        return variables.isObject() ? json.convertValue(variables, Map.class) : Map.of();
    }

    private void sendTooMany(HttpExchange exchange, Duration wait) throws IOException {
        // whole seconds, rounded up: a client that waits so long is served
        exchange.getResponseHeaders().set("Retry-After", "" + (wait.toMillis() + 999) / 1000);
        send(exchange, 429, "text/plain", "Too Many Requests");
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        send(exchange, status, type, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void switchFaults(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getQuery() == null
                ? ""
                : exchange.getRequestURI().getQuery();
        // PUT and DELETE: a page in a browser cannot send them to another origin unasked
        switch (exchange.getRequestMethod()) {
            case "GET" -> {}
            case "DELETE" -> faults.clear();
            case "PUT" -> {
                Optional<Fault> fault = Fault.of(path.substring(Math.min(path.length(), "/faults/".length())));
                Optional<Integer> times = number(query, "times");
                Optional<Integer> delay = number(query, "delay");
                if (fault.isEmpty() || !query.isEmpty() && times.isEmpty() && delay.isEmpty()) {
                    send(exchange, 400, "text/plain", "PUT /faults/NAME?times=N or ?delay=MILLISECONDS\n");
                    return;
                }
                faults.show(fault.get(), times.orElse(Integer.MAX_VALUE));
                faults.delay(Duration.ofMillis(delay.orElse(0)));
            }
            default -> {
                send(exchange, 405, "text/plain", "Method Not Allowed");
                return;
            }
        }
        String state =
                "%s delay=%d\n".formatted(faults.shown().word(), faults.delay().toMillis());
        send(exchange, 200, "text/plain", state);
    }

    private static Optional<Integer> number(String query, String name) {
        return List.of(query.split("&")).stream()
                .filter(pair -> pair.matches(name + "=\\d{1,9}"))
                .map(pair -> Integer.valueOf(pair.substring(name.length() + 1)))
                .findFirst();
    }

    @FunctionalInterface
    private interface Handler {
        void handle(HttpExchange exchange) throws IOException, InterruptedException;
    }
}
