package dev.caravan.research;

/**
 * The bounds of one research.
 *
 * @param tasks most tasks of the list
 * @param depth how many references deep a task goes
 * @param iterations searches of one task
 * @param tokens tokens of the texts that a task may read by following references
 * @param sameSection how often the same section may come up before a task stops
 * @param relevance from which score on a followed passage is kept
 * @param leastFollowed passages kept of a reference even below that score
 * @param perSearch passages of one search
 */
public record ResearchLimits(
        int tasks,
        int depth,
        int iterations,
        int tokens,
        int sameSection,
        double relevance,
        int leastFollowed,
        int perSearch) {
    /** 15 tasks, depth 2, 3 searches, 50,000 tokens, 3 times the same section, relevance 0.6. */
    public static final ResearchLimits DEFAULT = new ResearchLimits(15, 2, 3, 50_000, 3, 0.6, 0, 8);

    /** The same without following references, to see what following gives. */
    public ResearchLimits withoutFollowing() {
        return new ResearchLimits(tasks, 0, iterations, tokens, sameSection, relevance, leastFollowed, perSearch);
    }
}
