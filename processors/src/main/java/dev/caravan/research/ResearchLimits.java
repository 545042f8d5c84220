package dev.caravan.research;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The bounds of one research.
 *
 * @param rounds most rounds of the conversation before it
 * @param tasks most tasks of the list
 * @param depth how many references deep a task goes
 * @param iterations searches of one task
 * @param tokens tokens of the texts that a task may read by following references
 * @param sameSection how often the same section may come up before it is read no further
 * @param relevance from which score on a followed passage is kept
 * @param leastFollowed passages kept of a reference even below that score
 * @param perSearch passages of one search
 * @param retries how often a report that is not good enough is written anew
 */
@RecordBuilder
public record ResearchLimits(
        int rounds,
        int tasks,
        int depth,
        int iterations,
        int tokens,
        int sameSection,
        double relevance,
        int leastFollowed,
        int perSearch,
        int retries)
        implements ResearchLimitsBuilder.With {
    /** 5 rounds, 15 tasks, depth 2, 3 searches, 50,000 tokens, 3 times the same section, relevance 0.6, one retry. */
    public static final ResearchLimits DEFAULT = new ResearchLimits(5, 15, 2, 3, 50_000, 3, 0.6, 1, 8, 1);

    /** The same without following references, to see what following gives. */
    public ResearchLimits withoutFollowing() {
        return withDepth(0);
    }
}
