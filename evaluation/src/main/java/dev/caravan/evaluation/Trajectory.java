package dev.caravan.evaluation;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which tools a question needs, and in which order; the verdict on a sequence of calls is plain comparison. */
public enum Trajectory {
    /** The database alone. */
    SQL_ONLY,
    /** The Atlas API alone. */
    GRAPHQL_ONLY,
    /** The Atlas API first, then the database, because the API could not answer. */
    GRAPHQL_THEN_SQL_FALLBACK,
    /** Both, in any order, each for its part of the question. */
    GRAPHQL_AND_SQL,
    /** The documentation alone. */
    DOCS_ONLY,
    /** The documentation first, then the database. */
    DOCS_THEN_SQL,
    /** The database, the API or both. */
    EITHER,
    /** No tool at all. */
    REFUSE;

    private static final String SQL = "query_tool";
    private static final String GRAPHQL = "atlas_graphql";
    private static final String DOCS = "docs_tool";

    /** The lower-case name used in question sets. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The trajectory of a name in a question set. */
    public static Trajectory of(String code) {
        return Trajectory.valueOf(code.toUpperCase(Locale.ROOT));
    }

    /**
     * Whether a sequence of calls is of this kind.
     *
     * @param tools names of the tools in the order they were called
     */
    public boolean fits(List<String> tools) {
        Set<String> called = new HashSet<>(tools);
        return switch (this) {
            case SQL_ONLY -> called.equals(Set.of(SQL));
            case GRAPHQL_ONLY -> called.equals(Set.of(GRAPHQL));
            case GRAPHQL_AND_SQL -> called.equals(Set.of(GRAPHQL, SQL));
            case GRAPHQL_THEN_SQL_FALLBACK -> isOrdered(tools, GRAPHQL, SQL);
            case DOCS_ONLY -> called.equals(Set.of(DOCS));
            case DOCS_THEN_SQL -> isOrdered(tools, DOCS, SQL);
            case EITHER -> !called.isEmpty() && Set.of(GRAPHQL, SQL).containsAll(called);
            case REFUSE -> called.isEmpty();
        };
    }

    /** Calls of one tool, then calls of the other, and nothing else. */
    private static boolean isOrdered(List<String> tools, String first, String second) {
        int change = tools.lastIndexOf(first) + 1;
        return change > 0
                && change < tools.size()
                && tools.subList(0, change).stream().allMatch(first::equals)
                && tools.subList(change, tools.size()).stream().allMatch(second::equals);
    }
}
