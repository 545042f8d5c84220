package dev.caravan.plan;

import java.util.List;

/**
 * What running the query gave.
 *
 * @param recordCount rows that there are
 * @param executionTimeMs time in the database
 * @param dataSourcesUsed where the rows come from
 */
public record ExecutionContext(long recordCount, long executionTimeMs, List<String> dataSourcesUsed) {
    /** Nothing was run yet. */
    public static final ExecutionContext NONE = new ExecutionContext(0, 0, List.of());

    /** Takes a copy. */
    public ExecutionContext {
        dataSourcesUsed = List.copyOf(dataSourcesUsed);
    }
}
