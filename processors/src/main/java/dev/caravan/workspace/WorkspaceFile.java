package dev.caravan.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The file of a workspace while it is read: what is wrong with it is told with its name. */
record WorkspaceFile(Path path) {

    /** Refuses the file where something does not hold. */
    void check(boolean good, String fault) {
        if (!good) {
            throw new IllegalArgumentException(path + ": " + fault);
        }
    }

    /** Refuses members that nothing reads. */
    void keys(JsonNode object, Set<String> known, String where) {
        object.fieldNames()
                .forEachRemaining(key -> check(
                        known.contains(key),
                        where + "unknown key " + key + "; known are "
                                + String.join(", ", known.stream().sorted().toList())));
    }

    /** A list, which may be missing. */
    Iterable<JsonNode> list(JsonNode node, String name) {
        check(node.isMissingNode() || node.isNull() || node.isArray(), name + " must be a list");
        return node;
    }

    /** An object of texts, which may be missing. */
    Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
        return texts;
    }
}
