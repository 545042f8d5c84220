package dev.caravan.turn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One request of the model to run a tool.
 *
 * @param id the model's id of the call, answered by exactly one result
 * @param tool the tool's name as the model wrote it, known or not
 * @param arguments a JSON object, as it was sent
 * @param round which of the model's messages with tool calls it came in, counted from 1 in a turn; 0 where no model wrote it
 * @param mark what the provider put to that message and wants to see again with the call (a signature of thoughts); mostly empty
 */
public record ToolCall(String id, String tool, String arguments, int round, String mark) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A call that was stored before there were marks has none. */
    public ToolCall {
        mark = Objects.requireNonNullElse(mark, "");
    }

    /** A call without a mark. */
    public ToolCall(String id, String tool, String arguments, int round) {
        this(id, tool, arguments, round, "");
    }

    /** A call that no model wrote. */
    public ToolCall(String id, String tool, Map<String, ?> arguments) {
        this(id, tool, written(arguments), 0);
    }

    /** A call that no model wrote, of a tool that takes a question and, where there is one, its context. */
    public static ToolCall asking(String id, String tool, String question, String context) {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("question", question);
        if (!context.isEmpty()) {
            arguments.put("context", context);
        }
        return new ToolCall(id, tool, arguments);
    }

    /** The text of an argument, without blanks around it; empty where it was not given. */
    public String argument(String name) {
        return value(name).asText("").strip();
    }

    /** The value of an argument, of whatever type; a missing node where it was not given. */
    public JsonNode value(String name) {
        return read().path(name);
    }

    /** The argument of that name by which a tool is asked in words. */
    public String question() {
        return argument("question");
    }

    /** What the agent knows that may help the tool; empty when it said nothing. */
    public String context() {
        return argument("context");
    }

    private JsonNode read() {
        try {
            return JSON.readTree(arguments);
        } catch (JsonProcessingException e) {
            // what is no JSON gives no argument
            return MissingNode.getInstance();
        }
    }

    private static String written(Map<String, ?> arguments) {
        try {
            return JSON.writeValueAsString(arguments);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("these arguments cannot be JSON", e);
        }
    }
}
