package dev.caravan.plan;

import java.util.List;
import java.util.Locale;

/**
 * One task of a plan.
 *
 * @param key unique in its plan
 * @param description as the person reads it
 * @param tool what does it
 * @param canClarify whether the tool may ask the person
 * @param status how far it is
 * @param questions what an analysis asks; empty for other tools
 */
public record Task(
        String key, String description, String tool, boolean canClarify, Status status, List<String> questions) {

    /** Takes a copy; a plan that was kept without questions has none. */
    public Task {
        questions = questions == null ? List.of() : List.copyOf(questions);
    }

    /** How far a task is. */
    public enum Status {
        /** Not begun. */
        PENDING,
        /** Being done. */
        RUNNING,
        /** Done. */
        COMPLETE,
        /** The person was asked. */
        CLARIFICATION_NEEDED,
        /** It failed. */
        ERROR,
        /** Given up with its plan. */
        DROPPED;

        /** The lower-case name used in JSON. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Asking other questions. */
    Task asking(List<String> others) {
        return new Task(key, description, tool, canClarify, status, others);
    }

    /** With another status. */
    public Task with(Status next) {
        return new Task(key, description, tool, canClarify, next, questions);
    }
}
