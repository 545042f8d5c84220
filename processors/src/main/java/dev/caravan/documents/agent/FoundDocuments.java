package dev.caravan.documents.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a search or an ordering told the model. */
public final class FoundDocuments {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Where a search says so. */
    static final String UNKNOWN = "unknown_names";

    private FoundDocuments() {}

    /**
     * A document in a list.
     *
     * @param id by which it is read
     * @param fits whether it should be read
     */
    public record Listed(String id, boolean fits) {}

    /** The documents of a result in its order; none where it lists none. */
    public static List<Listed> of(ToolResult result) {
        List<Listed> listed = new ArrayList<>();
        if (result.status() == ToolResult.Status.OK) {
            try {
                for (JsonNode each : JSON.readTree(result.text()).path("documents")) {
                    listed.add(new Listed(
                            each.path("doc_id").asText(), each.path("fits").asBoolean()));
                }
            } catch (JsonProcessingException e) {
                // a result in words lists none
                return List.of();
            }
        }
        return listed;
    }

    /** What a search says of names that no document knows; empty where it does not fail for them. */
    public static Optional<String> unknownName(ToolResult result) {
        if (result.status() != ToolResult.Status.NO_ROWS) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readTree(result.text()).path(UNKNOWN).asText())
                    .filter(text -> !text.isEmpty());
        } catch (JsonProcessingException e) {
            // nothing found for another reason is told in words
            return Optional.empty();
        }
    }
}
