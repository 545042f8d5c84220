package dev.caravan.waiting;

import java.util.Map;

/**
 * The wish to go on with a turn that waits, or to give it up.
 *
 * @param turnId the turn
 * @param asked how often the turn had been gone on with when it asked what is replied to; -1 whichever that was
 * @param values the reply by the fields of the form
 * @param told the reply in words; empty where nothing was asked
 * @param stop whether the turn is given up
 */
public record Resumption(String turnId, int asked, Map<String, Object> values, String told, boolean stop) {
    /** Takes a copy. */
    public Resumption {
        values = Map.copyOf(values);
    }

    /** Gives a turn up. */
    static Resumption stopping(String turnId) {
        return new Resumption(turnId, -1, Map.of(), "", true);
    }
}
