package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A language model of a remote provider, as the server of {@link ForeignWorkspaceIT} asks it: calls the tools that a question is
 * about, then answers with what the last of them said.
 */
final class CookModel implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();

    CookModel() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** The requests so far, the last one at the end. */
    List<JsonNode> asked() {
        return asked;
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        asked.add(request);
        JsonNode last = request.path("messages").path(request.path("messages").size() - 1);
        String said = last.path("content").toString();
        Map<String, Object> message = new LinkedHashMap<>(Map.of("role", "assistant"));
        if (last.path("role").asText().equals("user") && said.contains("menu")) {
            message.put("tool_calls", List.of(call("plan_menu", Map.of())));
        } else if (last.path("role").asText().equals("user")) {
            message.put(
                    "tool_calls",
                    List.of(call("find_recipe", Map.of("dish", "bread")), call("smell", Map.of("dish", "bread"))));
        } else {
            message.put("content", "Cooked with: " + last.path("content").asText());
        }
        boolean streamed = request.path("stream").asBoolean();
        byte[] body = (streamed ? events(message) : whole(message)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", streamed ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static Map<String, Object> call(String tool, Map<String, String> arguments) throws IOException {
        return Map.of(
                "id",
                "call_" + tool,
                "type",
                "function",
                "function",
                Map.of("name", tool, "arguments", JSON.writeValueAsString(arguments)));
    }

    private static String whole(Map<String, Object> message) throws IOException {
        return JSON.writeValueAsString(Map.of(
                "id",
                "c",
                "object",
                "chat.completion",
                "model",
                "cook",
                "choices",
                List.of(Map.of("index", 0, "message", message, "finish_reason", reason(message))),
                "usage",
                Map.of("prompt_tokens", 10, "completion_tokens", 5, "total_tokens", 15)));
    }

    private static String events(Map<String, Object> message) throws IOException {
        Map<String, Object> delta = new LinkedHashMap<>(message);
        if (message.get("tool_calls") instanceof List<?> calls) {
            List<Object> numbered = new ArrayList<>();
            for (Object call : calls) {
                Map<Object, Object> each = new LinkedHashMap<>((Map<?, ?>) call);
                each.put("index", numbered.size());
                numbered.add(each);
            }
            delta.put("tool_calls", numbered);
        }
        return event(Map.of("index", 0, "delta", delta))
                + event(Map.of("index", 0, "delta", Map.of(), "finish_reason", reason(message)))
                + "data: [DONE]\n\n";
    }

    private static String event(Map<String, Object> choice) throws IOException {
        return "data: "
                + JSON.writeValueAsString(Map.of(
                        "id", "c", "object", "chat.completion.chunk", "model", "cook", "choices", List.of(choice)))
                + "\n\n";
    }

    private static String reason(Map<String, Object> message) {
        return message.containsKey("tool_calls") ? "tool_calls" : "stop";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
