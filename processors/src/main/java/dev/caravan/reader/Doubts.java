package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Function;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queries that can be run and yet are hardly what was asked. */
final class Doubts {
    private final SchemaGraph graph;
    private final Facts facts;

    Doubts(SchemaGraph graph) {
        this.graph = graph;
        this.facts = new Facts(graph);
    }

    /** Whether amounts of wholes are added where a condition is on parts of these: invoices with a track of a kind. */
    boolean isCoarse(LogicalQuery query) {
        return aggregates(query)
                .filter(aggregate -> aggregate.function() == Function.SUM
                        && aggregate.of().filter(Formula.class::isInstance).isPresent())
                .anyMatch(aggregate -> Stream.concat(query.where().stream(), aggregate.where().stream())
                        .filter(condition ->
                                !(condition instanceof Condition.Not || condition instanceof Condition.Exists))
                        .flatMap(condition -> condition.operands().stream())
                        .flatMap(Value::fields)
                        .filter(Field.class::isInstance)
                        .map(Field.class::cast)
                        .anyMatch(field -> !graph.toOne(aggregate.relation(), field.relation(), field.via())));
    }

    /**
     * Refuses what says nothing or can't be meant.
     *
     * @throws Objection with what is wrong with it
     */
    void check(LogicalQuery query) {
        circular(query);
        ordered(query);
        contradictory(query);
        repeated(query);
        boolean figures = query.measures().stream()
                .allMatch(shown ->
                        shown.value().aggregates().findAny().isPresent() || shown.value() instanceof Value.Overall);
        if (!figures) {
            throw new Objection("what is to be told of each row and what of all is mixed");
        }
    }

    private static Stream<Aggregate> aggregates(LogicalQuery query) {
        return Stream.concat(
                        query.measures().stream().map(Shown::value),
                        query.order().stream().map(LogicalQuery.Order::by))
                .flatMap(Value::aggregates);
    }

    /** The name of a row, asked by a reference that holds this very name: the answer would stand in the question. */
    private void circular(LogicalQuery query) {
        if (query.subject().isEmpty() || query.grouped() || query.columns().size() != 1) {
            return;
        }
        String subject = query.subject().get();
        Value shown = query.columns().get(0).value();
        boolean circular = query.where().stream()
                .filter(Condition.Compare.class::isInstance)
                .map(Condition.Compare.class::cast)
                .filter(compare -> compare.relation() == Condition.Relation.EQUAL
                        && compare.right() instanceof Value.Literal
                        && compare.left() instanceof Field)
                .map(compare -> (Field) compare.left())
                .anyMatch(field -> shown.equals(field)
                        || shown instanceof Field name
                                && (subject + "." + name.column())
                                        .equals(graph.relation(field.relation())
                                                .references()
                                                .get(field.column())));
        if (circular) {
            throw new Objection("the " + facts.name(subject) + " that would be found is the one that is named");
        }
    }

    /** No row has two values in one column. */
    private static void contradictory(LogicalQuery query) {
        Map<Value, Value> equal = new HashMap<>();
        query.where().stream()
                .filter(Condition.Compare.class::isInstance)
                .map(Condition.Compare.class::cast)
                .filter(compare -> compare.relation() == Condition.Relation.EQUAL
                        && compare.right() instanceof Value.Literal
                        && compare.left() instanceof Field)
                .forEach(compare -> {
                    Value other = equal.putIfAbsent(compare.left(), compare.right());
                    if (other != null && !other.equals(compare.right())) {
                        throw new Objection("\"" + ((Value.Literal) other).value() + "\" and \""
                                + ((Value.Literal) compare.right()).value() + "\" are asked of one and the same");
                    }
                });
    }

    /** The highest day of each day is that day. */
    private static void repeated(LogicalQuery query) {
        Set<Value> groups = query.columns().stream().map(Shown::value).collect(Collectors.toSet());
        boolean repeated = query.subject().isEmpty()
                && aggregates(query)
                        .filter(aggregate -> aggregate.function() != Function.COUNT
                                && aggregate.function() != Function.COUNT_DISTINCT)
                        .anyMatch(aggregate ->
                                aggregate.of().filter(groups::contains).isPresent());
        if (repeated) {
            throw new Objection("the figure would be that of each of its own values");
        }
    }

    /** A group has no one value of what it was not grouped by. */
    private static void ordered(LogicalQuery query) {
        if (!query.grouped()) {
            return;
        }
        Set<Value> groups = query.columns().stream().map(Shown::value).collect(Collectors.toSet());
        List<Value> left = query.order().stream()
                .map(LogicalQuery.Order::by)
                .filter(value -> value.aggregates().findAny().isEmpty())
                .filter(value ->
                        !groups.contains(value) && value.fields().findAny().isPresent())
                .filter(value -> query.subject().isEmpty()
                        || !(value instanceof Field field
                                && field.relation().equals(query.subject().get())))
                .toList();
        if (!left.isEmpty()) {
            throw new Objection("the order is by something of which each line has several");
        }
    }
}
