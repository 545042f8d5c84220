package dev.caravan.reader;

import java.util.List;

/**
 * A stretch of words with one reading of it.
 *
 * @param start first word
 * @param end behind the last
 * @param cost what speaks against it
 * @param rule that made it, or the layer of the lexicon
 */
record Edge(int start, int end, Kind kind, Meaning meaning, double cost, String rule, List<Edge> parts) {
    /** Takes a copy. */
    Edge {
        parts = List.copyOf(parts);
    }
}
