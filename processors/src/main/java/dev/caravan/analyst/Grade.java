package dev.caravan.analyst;

import java.util.List;

/**
 * The critic's judgement of an answer.
 *
 * @param passed whether it may go out as it is
 * @param confidence 0 to 1
 * @param issues what is wrong, in sentences
 * @param suggestions what the next statement should do differently
 */
public record Grade(boolean passed, double confidence, List<String> issues, List<String> suggestions) {
    /** Takes copies. */
    public Grade {
        issues = List.copyOf(issues);
        suggestions = List.copyOf(suggestions);
    }
}
