package dev.caravan.edge;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses which known name a mistyped one meant, for hints in error messages. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits from the given one; empty when none is within a third of its length. */
    public static Optional<String> of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String other) -> edits(name, other))
                        .thenComparing(other -> other))
                .filter(other -> edits(name, other) <= Math.max(2, name.length() / 3));
    }

    /** Insertions, deletions and replacements from one text to the other (Levenshtein 1966). */
    static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= from.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, Math.min(row[column], row[column - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
