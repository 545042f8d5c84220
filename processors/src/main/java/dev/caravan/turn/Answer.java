package dev.caravan.turn;

import java.util.List;
import java.util.Optional;

/**
 * What the person reads.
 *
 * @param outcome how the turn ended
 * @param text Markdown
 * @param options for {@link Outcome#CLARIFY}: complete questions to choose from
 * @param suggestions follow-up questions that can be asked as they stand
 * @param form for {@link Outcome#AWAITING_PERSON}: what the person is asked
 */
public record Answer(
        Outcome outcome, String text, List<String> options, List<String> suggestions, Optional<Form> form) {
    /** Takes copies. */
    public Answer {
        options = List.copyOf(options);
        suggestions = List.copyOf(suggestions);
    }

    /** An answer that asks nothing. */
    public Answer(Outcome outcome, String text, List<String> options, List<String> suggestions) {
        this(outcome, text, options, suggestions, Optional.empty());
    }

    /** An answer without options and suggestions. */
    public static Answer of(Outcome outcome, String text) {
        return new Answer(outcome, text, List.of(), List.of());
    }
}
