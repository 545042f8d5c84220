package dev.caravan.query;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is asked: rows of a relation, or figures of groups of rows.
 *
 * @param subject the relation whose rows are listed or grouped by; empty where only figures are asked
 * @param columns shown of each row, or grouped by
 * @param measures figures of each group; each is taken at its own grain, and none is multiplied by what it is joined with
 * @param where what holds of the rows that count
 * @param having what holds of the groups that are shown
 * @param order of the result
 * @param limit how many rows at most; with {@code per} in each group
 * @param per what the first are taken within
 * @param distinct whether equal rows are shown once
 * @param ties whether rows that are equal to the last in order are shown too
 * @param nth whether of the first only those at the last place are shown: the second largest
 */
public record LogicalQuery(
        Optional<String> subject,
        List<Shown> columns,
        List<Shown> measures,
        List<Condition> where,
        List<Condition> having,
        List<Order> order,
        Optional<Integer> limit,
        List<Value> per,
        boolean distinct,
        boolean ties,
        boolean nth) {

    /** A value and what it is called in the result. */
    public record Shown(Value value, String label) {}

    /** By what rows are ordered. */
    public record Order(Value by, boolean descending) {}

    /** Takes copies. */
    public LogicalQuery {
        columns = List.copyOf(columns);
        measures = List.copyOf(measures);
        where = List.copyOf(where);
        having = List.copyOf(having);
        order = List.copyOf(order);
        per = List.copyOf(per);
    }

    /** All of the first. */
    public LogicalQuery(
            Optional<String> subject,
            List<Shown> columns,
            List<Shown> measures,
            List<Condition> where,
            List<Condition> having,
            List<Order> order,
            Optional<Integer> limit,
            List<Value> per,
            boolean distinct,
            boolean ties) {
        this(subject, columns, measures, where, having, order, limit, per, distinct, ties, false);
    }

    /** The same with as many rows as the limit says, where others are equal to the last. */
    public LogicalQuery withoutTies() {
        return new LogicalQuery(subject, columns, measures, where, having, order, limit, per, distinct, false, nth);
    }

    /** The values that it shows, orders by and takes the first within; what stands in conditions is theirs. */
    public Stream<Value> values() {
        return Stream.of(
                        columns.stream().map(Shown::value),
                        measures.stream().map(Shown::value),
                        order.stream().map(Order::by),
                        per.stream())
                .flatMap(each -> each);
    }

    /** Whether rows are grouped. */
    public boolean grouped() {
        return !measures.isEmpty()
                || !having.isEmpty()
                || order.stream()
                        .anyMatch(each -> each.by().aggregates().findAny().isPresent());
    }
}
