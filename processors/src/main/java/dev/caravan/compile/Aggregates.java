package dev.caravan.compile;

import dev.caravan.compile.Expressions.Context;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Function;
import java.util.List;
import java.util.Optional;

/** Writes aggregates, so that a row that stands in several rows of a join counts once, or not at all. */
final class Aggregates {
    private final SchemaGraph graph;
    private final Expressions expressions;
    private final Conditions conditions;

    Aggregates(SchemaGraph graph, Expressions expressions, Conditions conditions) {
        this.graph = graph;
        this.expressions = expressions;
        this.conditions = conditions;
    }

    /**
     * An aggregate over a source of its relation.
     *
     * @param filtered whether its conditions are still to be written
     */
    String written(Aggregate aggregate, Source source, boolean filtered) {
        Context context = new Context(
                source,
                inner -> {
                    throw new NotExpressible("a figure of figures needs rows of its own");
                },
                "");
        Optional<String> of = aggregate.of().map(value -> expressions.value(value, context));
        List<String> held = filtered ? conditions.written(aggregate.where(), source) : List.of();
        boolean several = source.multiplies();
        Function function = aggregate.function();
        if (function == Function.COUNT && of.isEmpty()) {
            return count(source, held, several);
        }
        boolean repeatable = function == Function.COUNT_DISTINCT
                || function == Function.MINIMUM
                || function == Function.MAXIMUM
                || function == Function.AVERAGE;
        if (several && !repeatable) {
            throw new NotExpressible(
                    "a " + Labels.of(graph, aggregate.relation())
                            + " belongs to several of what it would be split by, so that its figures would be counted several times");
        }
        String value = held.isEmpty() ? of.orElseThrow() : when(held, of.orElseThrow());
        return switch (function) {
            case COUNT -> "COUNT(" + value + ")";
            case COUNT_DISTINCT -> "COUNT(DISTINCT " + value + ")";
            case SUM -> "SUM(" + value + ")";
            case AVERAGE -> "AVG(" + value + ")";
            case MEDIAN -> expressions.median(value);
            case MINIMUM -> "MIN(" + value + ")";
            case MAXIMUM -> "MAX(" + value + ")";
        };
    }

    private String count(Source source, List<String> held, boolean several) {
        if (!several) {
            return held.isEmpty() ? "COUNT(*)" : "COUNT(" + when(held, "1") + ")";
        }
        List<String> key = graph.relation(source.root()).key();
        if (key.size() != 1) {
            throw new NotExpressible("the rows of " + Labels.of(graph, source.root())
                    + " have no key of one column, so that each could be counted once");
        }
        String column = expressions.value(Value.Field.of(source.root(), key.get(0)), new Context(source, a -> "", ""));
        return "COUNT(DISTINCT " + (held.isEmpty() ? column : when(held, column)) + ")";
    }

    private static String when(List<String> held, String value) {
        return "CASE WHEN " + String.join(" AND ", held) + " THEN " + value + " END";
    }
}
