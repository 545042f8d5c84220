package dev.caravan.documents.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a tool for documents on its way through its route; tells the step what is called, with what, and what came of it.
 *
 * @param turn the turn as it was before the call
 * @param call what is called
 * @param message what a person reads of it, such as "Found 3 documents"
 * @param output what the step shows of its result
 * @param result there once the tool has run
 */
public record DocumentCall(
        Turn turn, ToolCall call, String message, Map<String, Object> output, Optional<ToolResult> result)
        implements Traced, PartOfTurn {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Takes a copy. */
    public DocumentCall {
        output = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(output));
    }

    /** The next call of a turn, not yet run. */
    public static DocumentCall open(Turn turn) {
        return new DocumentCall(turn, turn.nextCall(), "", Map.of(), Optional.empty());
    }

    /** Whose documents it may see. */
    Owner owner() {
        return Libraries.owner(turn);
    }

    /** Ended well or in vain. */
    DocumentCall ended(Status status, String message, String text, Map<String, Object> output) {
        return new DocumentCall(turn, call, message, output, Optional.of(ToolResult.of(call, status, text)));
    }

    /** Ended with what the answer may rest on. */
    DocumentCall ended(String message, String text, Map<String, Object> output, Evidence evidence) {
        return new DocumentCall(
                turn, call, message, output, Optional.of(new ToolResult(call, Status.OK, text, Optional.of(evidence))));
    }

    /** Ended with what the model reads as JSON. */
    DocumentCall ended(Status status, String message, Map<String, Object> output) {
        return ended(status, message, written(output), output);
    }

    /** Ended without a result: what is wrong and what to try. */
    DocumentCall failed(Status status, String message) {
        return ended(status, message, message, Map.of("error", message));
    }

    static String written(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what tools find can be written", e);
        }
    }

    private Map<String, Object> input() {
        try {
            return JSON.readValue(call.arguments(), new TypeReference<LinkedHashMap<String, Object>>() {});
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }

    @Override
    public String turnId() {
        return turn.id();
    }

    @Override
    public String part() {
        return call.id();
    }

    @Override
    public Map<String, Object> begun(String stage) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("tool_name", call.tool());
        told.put("tool_input", input());
        told.put("tool_status", "running");
        told.put("message", running());
        return told;
    }

    private String running() {
        return switch (call.tool()) {
            case "search_documents" -> "Searching for: " + call.argument("query");
            case "read_document", "get_document_summary", "get_outline" -> "Reading " + call.argument("doc_id");
            case "read_multiple_documents" -> "Reading " + call.value("doc_ids").size() + " documents";
            case "rerank_documents" -> "Ordering " + call.value("doc_ids").size() + " documents";
            case "query_records" -> "Looking through the list of documents";
            case "cite_source" -> "Citing " + call.argument("block_id");
            case "generate_answer" -> "Working out the answer";
            case "open_document" -> "Opening citation " + call.argument("citation_number");
            case "navigate" -> "Opening " + call.argument("entity");
            default -> "Running " + call.tool();
        };
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> told = new LinkedHashMap<>();
        result.ifPresent(ended -> {
            boolean failed = output.containsKey("error");
            told.put("tool_status", failed ? "error" : "complete");
            told.put("message", message);
            told.put("tool_output", output);
        });
        return told;
    }
}
