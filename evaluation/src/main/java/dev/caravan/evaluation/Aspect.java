package dev.caravan.evaluation;

/**
 * One thing that was looked at in an answer.
 *
 * @param name outcome, tools, result, numbers, links …, or the field of a stage: query_type, country …
 * @param right whether it is as it must be
 * @param expected what it must be, in words
 * @param got what it is
 * @param category why it is wrong; OTHER where it is right
 */
public record Aspect(String name, boolean right, String expected, String got, Category category) {

    /** Kinds of failure. */
    public enum Category {
        /** A number that no result supports. */
        FABRICATED,
        /** Another country, product or group than the one meant. */
        WRONG_ENTITY,
        /** Another quantity or grouping than the one asked for. */
        WRONG_METRIC,
        /** The right rows with other values. */
        NUMERIC,
        /** Rows, words or the whole result are not there. */
        MISSING,
        /** Refused, or said to be unknown, what the data answer. */
        UNSUPPORTED,
        /** Answered what must not be answered. */
        SCOPE,
        /** Taken for the wrong kind of question, or sent to the wrong tool or the wrong section. */
        METHODOLOGY,
        /** Ended by an error. */
        ERROR,
        /** None of these. */
        OTHER;

        /** The lower-case name. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    static Aspect right(String name, String expected, String got) {
        return new Aspect(name, true, expected, got, Category.OTHER);
    }

    static Aspect wrong(String name, String expected, String got, Category category) {
        return new Aspect(name, false, expected, got, category);
    }

    static Aspect of(String name, boolean right, String expected, String got, Category category) {
        return right ? right(name, expected, got) : wrong(name, expected, got, category);
    }

    /** In a line for people. */
    String problem() {
        return name + ": " + (got.isEmpty() ? "nothing" : got) + (expected.isEmpty() ? "" : " instead of " + expected);
    }
}
