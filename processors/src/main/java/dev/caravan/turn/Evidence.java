package dev.caravan.turn;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an answer rests on: one piece per tool call. Which kinds there are is open; a kind is known by its name alone wherever
 * evidence is stored, sent and shown.
 */
public interface Evidence {

    /** The name of its kind: small letters, digits and hyphens. */
    String kind();

    /** The question the tool was given; may be empty. */
    String question();

    /** What was assumed or resolved on the way, in sentences. */
    List<String> notes();

    /** Where it comes from and how old it is, such as "synthetic demo data"; may be empty. */
    default String source() {
        return "";
    }

    /** Its rows; empty where it is of a kind that has none. */
    default Optional<Table> rows() {
        return Optional.empty();
    }

    /**
     * Its members as they are sent and stored, values of JSON by their names in snake case. Rows are members {@code columns} and
     * {@code rows}, whoever shows them; {@code type} and {@code csv} are added by the edge.
     */
    Map<String, Object> members();

    /** What the model reads of it. */
    String text();
}
