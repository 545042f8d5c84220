package dev.caravan.semantic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one data class of a workspace holds, for a person who wonders what can be asked.
 *
 * @param label as said to people
 * @param from first year
 * @param to last year
 * @param counts how many there are of what, in plural words: rows, products, tables
 */
public record DataSet(String label, int from, int to, Map<String, Long> counts) {
    /** Takes a copy that keeps the order. */
    public DataSet {
        counts = new LinkedHashMap<>(counts);
    }
}
