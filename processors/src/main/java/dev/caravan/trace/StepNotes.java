package dev.caravan.trace;

import dev.caravan.turn.Progress;
import java.util.Map;
import java.util.Optional;

/** Somebody who knows more about a step than its body does, such as the account of model calls. */
public interface StepNotes {
    /** Knows nothing. */
    StepNotes NONE = new StepNotes() {
        @Override
        public void opened(String turnId, Progress progress) {}

        @Override
        public Map<String, Object> take(String turnId, Optional<String> part) {
            return Map.of();
        }
    };

    /**
     * The work on a turn begins, or goes on.
     *
     * @param progress how far it has come
     */
    void opened(String turnId, Progress progress);

    /**
     * What came up in the turn since this was asked last, JSON-ready, for the record of the step that just ended.
     *
     * @param part which part of the turn the step belongs to; empty where nobody knows, and then all of it is taken
     */
    Map<String, Object> take(String turnId, Optional<String> part);
}
