package dev.caravan.turn;

import java.util.Locale;
import java.util.Optional;

/**
 * The answer to one tool call.
 *
 * @param call the call it answers
 * @param status how the tool ended
 * @param text what the model reads: rows, or what went wrong and what to try
 * @param evidence what the person sees, where the tool came that far
 * @param form what the person is to be asked; there where the tool waits for it
 */
public record ToolResult(ToolCall call, Status status, String text, Optional<Evidence> evidence, Optional<Form> form) {

    /** How a tool call ended. */
    public enum Status {
        /** Rows were found. */
        OK,
        /** The query ran and found none. */
        NO_ROWS,
        /** The tool cannot answer this kind of question, or found no valid query for it. */
        REJECTED,
        /** A thing named in the question is unknown or needs a choice. */
        UNRESOLVED,
        /** The source refused access. */
        NOT_PERMITTED,
        /** The source or the model did not answer in time or at all. */
        UNAVAILABLE,
        /** The turn's budget of queries or time was spent before this call. */
        LIMIT_REACHED,
        /** No such tool. */
        UNKNOWN_TOOL,
        /** The person has to be asked first: the reply becomes the result. */
        WAITING;

        /** How a turn ends whose last result is this one, with no other that has rows. */
        public Outcome outcome() {
            return switch (this) {
                case OK -> Outcome.ANSWERED;
                case NO_ROWS, REJECTED -> Outcome.NO_DATA;
                case UNRESOLVED -> Outcome.CLARIFY;
                case NOT_PERMITTED -> Outcome.NOT_PERMITTED;
                case UNAVAILABLE, LIMIT_REACHED, UNKNOWN_TOOL, WAITING -> Outcome.FAILED;
            };
        }

        /** The lower-case name used in JSON. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A result for which nobody has to be asked. */
    public ToolResult(ToolCall call, Status status, String text, Optional<Evidence> evidence) {
        this(call, status, text, evidence, Optional.empty());
    }

    /**
     * The wish to ask the person.
     *
     * @param text what the person reads above the form, Markdown
     */
    public static ToolResult waiting(ToolCall call, String text, Form form) {
        return new ToolResult(call, Status.WAITING, text, Optional.empty(), Optional.of(form));
    }

    /** A result without evidence. */
    public static ToolResult of(ToolCall call, Status status, String text) {
        return new ToolResult(call, status, text, Optional.empty());
    }
}
