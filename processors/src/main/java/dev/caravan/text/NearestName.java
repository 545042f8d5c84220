package dev.caravan.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Guesses which known name a mistyped one meant, for hints in error messages. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits from the given one; empty when none is within a third of its length. */
    public static Optional<String> of(String name, Collection<String> known) {
        LevenshteinDistance edits = LevenshteinDistance.getDefaultInstance();
        return known.stream()
                .min(Comparator.comparingInt((String other) -> edits.apply(name, other))
                        .thenComparing(other -> other))
                .filter(other -> edits.apply(name, other) <= Math.max(2, name.length() / 3));
    }
}
