package dev.caravan.model.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pieces of tool calls in one stream of OpenAI's kind, brought into OpenAI's own order: one call in a piece, each with its
 * place, id and name said once. Servers that are like OpenAI's put several calls into one piece, leave the place out, give all
 * calls the same, or say id and name with every piece; LangChain4j reads the first call of a piece only, and strings the
 * repeated ids and names together.
 */
final class ToolCallPieces {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> ids = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Integer, Integer> places = new HashMap<>();

    /** The events that stand for one. */
    List<ServerSentEvent> of(ServerSentEvent event) {
        JsonNode piece = read(event.data());
        if (!(piece.at("/choices/0/delta/tool_calls") instanceof ArrayNode calls) || calls.isEmpty()) {
            return List.of(event);
        }
        List<ServerSentEvent> events = new ArrayList<>();
        for (JsonNode call : calls) {
            // what else the piece says is said once
            ObjectNode copy = events.isEmpty() ? piece.deepCopy() : JSON.createObjectNode();
            ObjectNode delta = events.isEmpty()
                    ? (ObjectNode) copy.at("/choices/0/delta")
                    : copy.putArray("choices").addObject().putObject("delta");
            delta.putArray("tool_calls").add(mended(call));
            events.add(new ServerSentEvent(event.event(), copy.toString()));
        }
        return events;
    }

    private static JsonNode read(String data) {
        try {
            return data == null || data.isBlank() ? JSON.missingNode() : JSON.readTree(data);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    private ObjectNode mended(JsonNode call) {
        String id = call.path("id").asText("");
        String name = call.at("/function/name").asText("");
        int place = place(call.path("index"), id, name);
        ObjectNode mended = JSON.createObjectNode().put("index", place).put("type", "function");
        if (!id.isEmpty() && ids.get(place).isEmpty()) {
            ids.set(place, id);
            mended.put("id", id);
        }
        ObjectNode function = mended.putObject("function");
        if (!name.isEmpty() && !name.equals(names.get(place))) {
            names.set(place, names.get(place) + name);
            function.put("name", name);
        }
        JsonNode arguments = call.at("/function/arguments");
        // some give the arguments as the object that others write out
        if (arguments.isObject()) {
            function.put("arguments", arguments.toString());
        } else if (arguments.isTextual()) {
            function.put("arguments", arguments.asText());
        }
        return mended;
    }

    /** Which call a piece belongs to: the one of its place, unless the id says that it is another. */
    private int place(JsonNode index, String id, String name) {
        Integer last = ids.isEmpty() ? null : Integer.valueOf(ids.size() - 1);
        Integer known = index.isInt() ? places.get(index.intValue()) : last;
        boolean another = known == null
                || !id.isEmpty() && !ids.get(known).isEmpty() && !ids.get(known).equals(id);
        boolean unnamed = known != null
                && !index.isInt()
                && id.isEmpty()
                && !name.isEmpty()
                && !names.get(known).isEmpty();
        if (!id.isEmpty() && another && ids.contains(id) && !index.isInt()) {
            return ids.indexOf(id);
        }
        if (!another && !unnamed) {
            return known;
        }
        ids.add("");
        names.add("");
        int place = ids.size() - 1;
        if (index.isInt()) {
            places.put(index.intValue(), place);
        }
        return place;
    }
}
