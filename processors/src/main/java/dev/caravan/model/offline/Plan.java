package dev.caravan.model.offline;

import dev.caravan.semantic.SemanticQuery;
import java.util.List;

/** What the planner made of a question. */
public sealed interface Plan {

    /**
     * A query.
     *
     * @param query what to ask the data
     * @param notes what was assumed, in sentences
     */
    record Query(SemanticQuery query, List<String> notes) implements Plan {
        /** Takes a copy. */
        public Query {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Something only the person can decide.
     *
     * @param message what is missing or ambiguous
     * @param options complete questions to choose from
     */
    record Clarify(String message, List<String> options) implements Plan {
        /** Takes a copy. */
        public Clarify {
            options = List.copyOf(options);
        }
    }

    /**
     * A question the data cannot answer.
     *
     * @param message why, and what can be asked instead
     */
    record Unanswerable(String message) implements Plan {}
}
