package dev.caravan.text;

import java.util.stream.IntStream;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** How far two spellings are apart. */
public final class Spelling {
    private static final DamerauLevenshteinDistance[] WITHIN =
            IntStream.range(0, 4).mapToObj(DamerauLevenshteinDistance::new).toArray(DamerauLevenshteinDistance[]::new);

    private Spelling() {}

    /**
     * Insertions, deletions, replacements and swaps of neighbours from one spelling to the other, counted up to a limit.
     *
     * @return the distance, or {@code limit + 1} when it is larger than the limit
     */
    public static int distance(String a, String b, int limit) {
        int distance = (limit < WITHIN.length ? WITHIN[limit] : new DamerauLevenshteinDistance(limit)).apply(a, b);
        return distance < 0 ? limit + 1 : distance;
    }

    /** How many slips are forgiven in a word: none below five letters, one below eight, else two. */
    public static int tolerance(String word) {
        return word.length() < 5 ? 0 : word.length() < 8 ? 1 : 2;
    }
}
