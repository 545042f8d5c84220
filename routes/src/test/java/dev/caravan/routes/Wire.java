package dev.caravan.routes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How each kind of provider puts an answer into bytes, from its public API reference. */
enum Wire {
    OPENAI("/v1") {
        @Override
        String text(String text, String finish) {
            return json(map(
                    "id",
                    "c1",
                    "object",
                    "chat.completion",
                    "model",
                    "m",
                    "choices",
                    List.of(map(
                            "index", 0, "message", map("role", "assistant", "content", text), "finish_reason", finish)),
                    "usage",
                    map("prompt_tokens", 100, "completion_tokens", 10, "total_tokens", 110)));
        }

        @Override
        String tools(List<String[]> calls) {
            List<Object> made = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                made.add(map(
                        "id",
                        "call_" + i,
                        "type",
                        "function",
                        "function",
                        map("name", calls.get(i)[0], "arguments", calls.get(i)[1])));
            }
            return json(map(
                    "id",
                    "c1",
                    "object",
                    "chat.completion",
                    "model",
                    "m",
                    "choices",
                    List.of(map(
                            "index",
                            0,
                            "message",
                            map("role", "assistant", "tool_calls", made),
                            "finish_reason",
                            "tool_calls")),
                    "usage",
                    map("prompt_tokens", 100, "completion_tokens", 10, "total_tokens", 110)));
        }

        @Override
        List<String> pieces(List<String> texts) {
            List<String> pieces = new ArrayList<>();
            texts.forEach(text -> pieces.add(chunk(map("index", 0, "delta", map("content", text)))));
            pieces.add(chunk(map("index", 0, "delta", map(), "finish_reason", "stop")));
            pieces.add("data: "
                    + json(map(
                            "id",
                            "c1",
                            "choices",
                            List.of(),
                            "usage",
                            map("prompt_tokens", 100, "completion_tokens", 10, "total_tokens", 110)))
                    + "\n\n");
            pieces.add("data: [DONE]\n\n");
            return pieces;
        }

        private String chunk(Map<String, Object> choice) {
            return "data: "
                    + json(map("id", "c1", "object", "chat.completion.chunk", "model", "m", "choices", List.of(choice)))
                    + "\n\n";
        }

        @Override
        String filtered() {
            return text("", "content_filter");
        }
    },

    ANTHROPIC("/v1") {
        @Override
        String text(String text, String finish) {
            return message(List.of(map("type", "text", "text", text)), finish.equals("stop") ? "end_turn" : finish);
        }

        private String message(List<?> content, String stop) {
            return json(map(
                    "id",
                    "m1",
                    "type",
                    "message",
                    "role",
                    "assistant",
                    "model",
                    "m",
                    "content",
                    content,
                    "stop_reason",
                    stop,
                    "usage",
                    map("input_tokens", 100, "output_tokens", 10)));
        }

        @Override
        String tools(List<String[]> calls) {
            List<Object> blocks = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                blocks.add(map(
                        "type",
                        "tool_use",
                        "id",
                        "call_" + i,
                        "name",
                        calls.get(i)[0],
                        "input",
                        parsed(calls.get(i)[1])));
            }
            return message(blocks, "tool_use");
        }

        @Override
        List<String> pieces(List<String> texts) {
            List<String> pieces = new ArrayList<>();
            pieces.add(event(
                    "message_start",
                    map(
                            "type",
                            "message_start",
                            "message",
                            map(
                                    "id",
                                    "m1",
                                    "type",
                                    "message",
                                    "role",
                                    "assistant",
                                    "model",
                                    "m",
                                    "content",
                                    List.of(),
                                    "usage",
                                    map("input_tokens", 100, "output_tokens", 1)))));
            pieces.add(event(
                    "content_block_start",
                    map("type", "content_block_start", "index", 0, "content_block", map("type", "text", "text", ""))));
            texts.forEach(text -> pieces.add(event(
                    "content_block_delta",
                    map("type", "content_block_delta", "index", 0, "delta", map("type", "text_delta", "text", text)))));
            pieces.add(event("content_block_stop", map("type", "content_block_stop", "index", 0)));
            pieces.add(event(
                    "message_delta",
                    map(
                            "type",
                            "message_delta",
                            "delta",
                            map("stop_reason", "end_turn"),
                            "usage",
                            map("output_tokens", 10))));
            pieces.add(event("message_stop", map("type", "message_stop")));
            return pieces;
        }

        private String event(String name, Map<String, Object> data) {
            return "event: " + name + "\ndata: " + json(data) + "\n\n";
        }

        @Override
        String filtered() {
            return message(List.of(), "refusal");
        }
    },

    OLLAMA("") {
        @Override
        String text(String text, String finish) {
            return json(map(
                            "model",
                            "m",
                            "created_at",
                            "2025-01-01T00:00:00Z",
                            "message",
                            map("role", "assistant", "content", text),
                            "done",
                            true,
                            "done_reason",
                            finish,
                            "prompt_eval_count",
                            100,
                            "eval_count",
                            10))
                    + "\n";
        }

        @Override
        String tools(List<String[]> calls) {
            List<Object> made = new ArrayList<>();
            calls.forEach(call -> made.add(map("function", map("name", call[0], "arguments", parsed(call[1])))));
            return json(map(
                            "model",
                            "m",
                            "created_at",
                            "2025-01-01T00:00:00Z",
                            "message",
                            map("role", "assistant", "content", "", "tool_calls", made),
                            "done",
                            true,
                            "done_reason",
                            "stop",
                            "prompt_eval_count",
                            100,
                            "eval_count",
                            10))
                    + "\n";
        }

        @Override
        List<String> pieces(List<String> texts) {
            List<String> pieces = new ArrayList<>();
            texts.forEach(text -> pieces.add(json(map(
                            "model",
                            "m",
                            "created_at",
                            "2025-01-01T00:00:00Z",
                            "message",
                            map("role", "assistant", "content", text),
                            "done",
                            false))
                    + "\n"));
            pieces.add(text("", "stop"));
            return pieces;
        }

        @Override
        String filtered() {
            return "";
        }
    },

    GEMINI("") {
        @Override
        String text(String text, String finish) {
            return candidate(List.of(map("text", text)), finish.toUpperCase(java.util.Locale.ROOT));
        }

        private String candidate(List<?> parts, String finish) {
            return json(map(
                    "candidates",
                    List.of(map("content", map("role", "model", "parts", parts), "finishReason", finish)),
                    "modelVersion",
                    "m",
                    "usageMetadata",
                    map("promptTokenCount", 100, "candidatesTokenCount", 10, "totalTokenCount", 110)));
        }

        @Override
        String tools(List<String[]> calls) {
            List<Object> parts = new ArrayList<>();
            calls.forEach(call -> parts.add(map("functionCall", map("name", call[0], "args", parsed(call[1])))));
            return candidate(parts, "STOP");
        }

        @Override
        List<String> pieces(List<String> texts) {
            List<String> pieces = new ArrayList<>();
            texts.forEach(text -> pieces.add("data: "
                    + json(map(
                            "candidates",
                            List.of(map("content", map("role", "model", "parts", List.of(map("text", text)))))))
                    + "\n\n"));
            pieces.add("data: " + text("", "stop") + "\n\n");
            return pieces;
        }

        @Override
        String filtered() {
            return candidate(List.of(), "SAFETY");
        }
    };

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What follows the server's address in the base URL. */
    final String path;

    Wire(String path) {
        this.path = path;
    }

    /** An answer in one piece. */
    abstract String text(String text, String finish);

    /** An answer with tool calls: pairs of name and arguments. */
    abstract String tools(List<String[]> calls);

    /** An answer in pieces, the last of which end it. */
    abstract List<String> pieces(List<String> texts);

    /** An answer that was held back; empty where the provider has no such thing. */
    abstract String filtered();

    /** The media type of an answer in pieces. */
    String streamType() {
        return this == OLLAMA ? "application/x-ndjson" : "text/event-stream";
    }

    /** Whether arguments travel as text that may be no JSON. */
    boolean hasTextArguments() {
        return this == OPENAI;
    }

    static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(String.valueOf(entries[i]), entries[i + 1]);
        }
        return map;
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Object parsed(String json) {
        try {
            return JSON.readValue(json, Map.class);
        } catch (JsonProcessingException e) {
            return Map.of("question", 7);
        }
    }
}
