package dev.caravan.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes documents as a search engine does, and answers searches as it was told to, one reply after the other. */
final class FakeSearchEngine implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a search is answered with. */
    record Reply(int status, String body) {}

    final List<JsonNode> searches = new CopyOnWriteArrayList<>();
    final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
    private final Map<String, JsonNode> mappings = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    FakeSearchEngine() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next search is answered with this. */
    FakeSearchEngine says(int status, String body) {
        replies.add(new Reply(status, body));
        return this;
    }

    /** The next search is answered with whole results. */
    FakeSearchEngine finds(long total, String hits, String aggregations) {
        return says(
                200,
                "{\"timed_out\": false, \"_shards\": {\"total\": 1, \"failed\": 0}, \"hits\": {\"total\": {\"value\": "
                        + total + ", \"relation\": \"eq\"}, \"hits\": " + hits + "}"
                        + (aggregations.isEmpty() ? "" : ", \"aggregations\": " + aggregations) + "}");
    }

    /** The documents of each index, by its name without the stamp. */
    Map<String, Integer> counts() {
        Map<String, Integer> plain = new TreeMap<>();
        counts.forEach((index, count) -> plain.put(index.replaceAll("-[0-9a-f]{12}$", ""), count));
        return plain;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String index = path.split("/")[1];
        Reply reply;
        if (path.endsWith("/_search")) {
            searches.add(JSON.readTree(body));
            reply = replies.isEmpty() ? new Reply(500, "{\"error\": \"nothing to say\"}") : replies.poll();
        } else if (path.endsWith("/_mapping") && exchange.getRequestMethod().equals("GET")) {
            reply = new Reply(200, JSON.writeValueAsString(mappings));
        } else if (path.endsWith("/_mapping")) {
            mappings.put(index, JSON.readTree("{\"mappings\": " + body + "}"));
            reply = new Reply(200, "{}");
        } else if (path.endsWith("/_bulk")) {
            counts.merge(index, (int) body.lines().count() / 2, Integer::sum);
            reply = new Reply(200, "{\"errors\": false}");
        } else if (path.endsWith("/_count")) {
            reply = new Reply(200, "{\"count\": " + counts.getOrDefault(index, 0) + "}");
        } else {
            reply = new Reply(200, "{}");
        }
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
