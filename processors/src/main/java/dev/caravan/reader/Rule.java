package dev.caravan.reader;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How edges that stand in a row make a larger one; words that carry nothing may stand between.
 *
 * @param name as people read it
 * @param made kind of the edge that it makes
 * @param parts kinds in a row
 * @param tight whether nothing may stand between them
 * @param meaning what they mean together; empty where they do not fit
 */
record Rule(
        String name,
        Kind made,
        List<Kind> parts,
        double cost,
        boolean tight,
        Function<List<Meaning>, Optional<Meaning>> meaning) {
    /** Takes a copy. */
    Rule {
        parts = List.copyOf(parts);
    }
}
