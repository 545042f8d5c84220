package dev.caravan.plan;

/**
 * The query of a plan.
 *
 * @param queryMode whether it is new or an edit of the one before
 * @param queryType the language it is written in
 * @param query as it is run; empty before it is built
 * @param previousQuery the one that was edited; else empty
 */
public record QueryContext(Mode queryMode, String queryType, String query, String previousQuery) {
    /** No query yet. */
    public static final QueryContext NONE = new QueryContext(Mode.CREATE_NEW, "", "", "");

    /** Whether a query is new. */
    public enum Mode {
        /** Written from the request alone. */
        CREATE_NEW,
        /** Made of the query of an earlier turn. */
        EDIT_EXISTING
    }

    QueryContext withType(String type) {
        return new QueryContext(queryMode, type, query, previousQuery);
    }

    QueryContext withQuery(String written) {
        return new QueryContext(queryMode, queryType, written, previousQuery);
    }
}
