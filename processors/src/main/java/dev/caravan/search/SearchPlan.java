package dev.caravan.search;

import dev.caravan.query.LogicalQuery;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Grain;
import dev.caravan.search.IndexLayout.IndexField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A logical query as requests to a search engine. Groups are asked for page by page until there are none left, so that no figure
 * is a guess and no group is cut off; what the engine cannot do without a script (shares, ratios, orders by them) is done with the
 * complete groups.
 *
 * @param query what was asked
 * @param parts requests, each with its pages
 */
public record SearchPlan(LogicalQuery query, List<Part> parts) {

    /** Takes a copy. */
    public SearchPlan {
        parts = List.copyOf(parts);
    }

    /** What a request gives. */
    public enum Kind {
        /** Documents, page by page. */
        ROWS,
        /** Groups with figures, page by page. */
        GROUPS,
        /** Figures of all documents, at once. */
        FIGURES
    }

    /**
     * What rows are grouped by.
     *
     * @param name in the request
     * @param value in the query
     * @param field whose values they are
     * @param grain times are cut to; empty for values as they are
     */
    public record Key(String name, Value value, IndexField field, Optional<Grain> grain) {}

    /**
     * A figure in a reply.
     *
     * @param name in the request; empty where it is the number of documents
     * @param aggregate what it is
     * @param filtered whether it stands within a filter of its own
     * @param whole whether it has no fraction
     */
    public record Metric(String name, Aggregate aggregate, boolean filtered, boolean whole) {}

    /**
     * A request with its pages.
     *
     * @param kind what it gives
     * @param relation whose index is asked
     * @param body in query DSL, as for the first page
     * @param keys of its groups; those after the first {@code grouped} are folded
     * @param grouped how many of them are the query's
     * @param figures what its groups give, by what the query calls it
     * @param paths where the columns of a list stand in its documents
     * @param folded a figure that is made of the values, or of the figures, of the folded groups; by what the query calls it
     */
    public record Part(
            Kind kind,
            String relation,
            Map<String, Object> body,
            List<Key> keys,
            int grouped,
            Map<Value, Metric> figures,
            Map<Value, String> paths,
            Optional<Folded> folded) {
        /** Takes copies that keep the order. */
        public Part {
            body = new LinkedHashMap<>(body);
            keys = List.copyOf(keys);
            figures = new LinkedHashMap<>(figures);
            paths = Map.copyOf(paths);
        }
    }

    /**
     * A figure of values that the engine gives one by one.
     *
     * @param value what the query calls it
     * @param aggregate how it is made
     * @param inner the figure of each group that it is made of; empty where it is made of the last key, as often as the group counts
     */
    public record Folded(Value value, Aggregate aggregate, Optional<Value> inner) {}
}
