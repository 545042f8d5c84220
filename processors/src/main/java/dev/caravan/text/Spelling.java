package dev.caravan.text;

/** How far two spellings are apart. */
public final class Spelling {
    private Spelling() {}

    /**
     * The optimal string alignment distance: insertions, deletions, replacements and swaps of
     * neighbours (Damerau 1964), counted up to a limit.
     *
     * @return the distance, or {@code limit + 1} when it is larger than the limit
     */
    public static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) > limit) {
            return limit + 1;
        }
        int[] before = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            int best = i;
            for (int j = 1; j <= b.length(); j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(Math.min(current[j - 1], previous[j]) + 1, previous[j - 1] + cost);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    current[j] = Math.min(current[j], before[j - 2] + 1);
                }
                best = Math.min(best, current[j]);
            }
            if (best > limit) {
                return limit + 1;
            }
            int[] spare = before;
            before = previous;
            previous = current;
            current = spare;
        }
        return Math.min(previous[b.length()], limit + 1);
    }

    /** How many slips are forgiven in a word: none below five letters, one below eight, else two. */
    public static int tolerance(String word) {
        return word.length() < 5 ? 0 : word.length() < 8 ? 1 : 2;
    }
}
