package dev.caravan.analyst;

import java.util.List;

/**
 * How a question is answered: by one query, or by several that build on each other.
 *
 * @param queries in order
 * @param strategy what is done with several results: {@code comparison}, {@code sequence} or {@code synthesis}; {@code single}
 *     for one
 */
public record Plan(List<SubQuery> queries, String strategy) {

    /**
     * A part of a question.
     *
     * @param id unique in its plan
     * @param description a complete question, or what to do with the results it depends on
     * @param dependsOn ids of the parts that come first
     * @param queried whether the database is asked; otherwise it only combines what it depends on
     */
    public record SubQuery(String id, String description, List<String> dependsOn, boolean queried) {
        /** Takes a copy. */
        public SubQuery {
            dependsOn = List.copyOf(dependsOn);
        }
    }

    /** Takes a copy. */
    public Plan {
        queries = List.copyOf(queries);
    }

    /** One query. */
    public static Plan simple(String question) {
        return new Plan(List.of(new SubQuery("query", question, List.of(), true)), "single");
    }

    /** Whether there are several parts. */
    public boolean isComplex() {
        return queries.size() > 1;
    }
}
