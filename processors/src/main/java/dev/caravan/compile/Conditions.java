package dev.caravan.compile;

import dev.caravan.compile.Expressions.Context;
import dev.caravan.query.Condition;
import dev.caravan.query.Condition.All;
import dev.caravan.query.Condition.AnyOf;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Contains;
import dev.caravan.query.Condition.Exists;
import dev.caravan.query.Condition.Missing;
import dev.caravan.query.Condition.Not;
import dev.caravan.query.Condition.OneOf;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.SchemaGraph.Step;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Literal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes what must hold of a row. What is said of a relation that has many rows for it becomes EXISTS, so that no condition
 * multiplies rows, and a figure of such a relation a statement of its own.
 */
final class Conditions {
    private final SchemaGraph graph;
    private final SqlDialect dialect;
    private final Expressions expressions;
    private final Source.Aliases aliases;

    Conditions(SchemaGraph graph, SqlDialect dialect, Expressions expressions, Source.Aliases aliases) {
        this.graph = graph;
        this.dialect = dialect;
        this.expressions = expressions;
        this.aliases = aliases;
    }

    /** The conditions on rows of a source; those on the same far relation hold of the same row of it. */
    List<String> written(List<Condition> conditions, Source source) {
        List<String> written = new ArrayList<>();
        Map<String, List<Condition>> far = new LinkedHashMap<>();
        for (Condition condition : conditions) {
            Optional<String> fact = condition instanceof Not || condition instanceof Exists
                    ? Optional.empty()
                    : fact(condition, source.root());
            if (fact.isPresent()) {
                far.computeIfAbsent(fact.get(), f -> new ArrayList<>()).add(condition);
            } else {
                written.add(condition(condition, source));
            }
        }
        merged(far).forEach((fact, held) -> written.add(exists(fact, "", held, source)));
        return written;
    }

    /** Conditions on what a more detailed relation belongs to are conditions on that relation. */
    private Map<String, List<Condition>> merged(Map<String, List<Condition>> far) {
        Map<String, List<Condition>> merged = new LinkedHashMap<>();
        far.forEach((fact, held) -> {
            String finest = far.keySet().stream()
                    .filter(other -> !other.equals(fact) && graph.toOne(other, fact, ""))
                    .findFirst()
                    .orElse(fact);
            merged.computeIfAbsent(finest, f -> new ArrayList<>()).addAll(held);
        });
        return merged;
    }

    /** The last relation on the way to a condition's values that has many rows for one of the root. */
    private Optional<String> fact(Condition condition, String root) {
        return condition.operands().stream()
                .flatMap(Value::fields)
                .flatMap(value -> value instanceof Field field
                        ? lastOfMany(root, field.relation(), field.via()).stream()
                        : lastOfMany(root, ((Formula) value).relation(), "").stream())
                .findFirst();
    }

    private Optional<String> lastOfMany(String root, String relation, String via) {
        Optional<String> last = Optional.empty();
        for (Step step : graph.way(root, relation, via).orElse(List.of())) {
            last = step.toOne() ? last : Optional.of(step.to());
        }
        return last;
    }

    String condition(Condition condition, Source source) {
        return condition(condition, new Context(source, aggregate -> figure(aggregate, source), ""));
    }

    /** A condition where aggregates are written as told. */
    String condition(Condition condition, Context context) {
        Source source = context.source();
        if (!(condition instanceof Exists)
                && !(condition instanceof Not)
                && fact(condition, source.root()).isPresent()) {
            return exists(fact(condition, source.root()).get(), "", List.of(condition), source);
        }
        if (condition instanceof Compare compare) {
            return side(compare.left(), compare.right(), context) + " "
                    + compare.relation().sign() + " " + side(compare.right(), compare.left(), context);
        } else if (condition instanceof OneOf oneOf) {
            return expressions.value(oneOf.of(), context) + " IN ("
                    + oneOf.values().stream()
                            .map(literal -> expressions.literal(literal, oneOf.of()))
                            .collect(Collectors.joining(", "))
                    + ")";
        } else if (condition instanceof Contains contains) {
            return dialect.like(
                    expressions.value(contains.of(), context),
                    (contains.atStart() ? "" : "%") + contains.text().replace("%", "\\%") + "%");
        } else if (condition instanceof Missing missing) {
            return expressions.value(missing.of(), context) + " IS NULL";
        } else if (condition instanceof Condition.Among among) {
            Source inner = new Source(graph, dialect, among.other().relation(), aliases, false);
            String theirs =
                    expressions.value(among.other(), new Context(inner, aggregate -> figure(aggregate, inner), ""));
            return "EXISTS (SELECT 1 FROM " + inner.text() + " WHERE " + theirs + " = "
                    + expressions.value(among.of(), context) + ")";
        } else if (condition instanceof Not not
                && not.of() instanceof Missing
                && fact(not.of(), source.root()).isPresent()) {
            return exists(fact(not.of(), source.root()).get(), "", List.of(condition), source);
        } else if (condition instanceof Not not) {
            return not.of() instanceof Missing missing
                    ? expressions.value(missing.of(), context) + " IS NOT NULL"
                    : "NOT " + bracketed(condition(not.of(), context));
        } else if (condition instanceof All all) {
            return joined(all.of(), " AND ", context);
        } else if (condition instanceof AnyOf any) {
            return joined(any.of(), " OR ", context);
        }
        Exists exists = (Exists) condition;
        return exists(exists.relation(), exists.via(), exists.where(), source);
    }

    private static String bracketed(String condition) {
        return condition.startsWith("EXISTS") ? condition : "(" + condition + ")";
    }

    private String joined(List<Condition> conditions, String by, Context context) {
        return conditions.stream().map(each -> condition(each, context)).collect(Collectors.joining(by, "(", ")"));
    }

    private String side(Value value, Value other, Context context) {
        return value instanceof Literal literal
                ? expressions.literal(literal, other)
                : expressions.value(value, context);
    }

    private String exists(String relation, String via, List<Condition> where, Source source) {
        return "EXISTS " + correlated("1", relation, via, where, source);
    }

    /** A figure of the rows that belong to a row. */
    private String figure(Aggregate aggregate, Source source) {
        Source inner = new Source(graph, dialect, aggregate.relation(), aliases, false);
        String tie = tie(inner, graph.way(source.root(), aggregate.relation(), ""), aggregate.relation(), source);
        List<String> held = new ArrayList<>(List.of(tie));
        held.addAll(written(aggregate.where(), inner));
        String figure = new Aggregates(graph, expressions, this).written(aggregate, inner, false);
        return "(SELECT " + figure + " FROM " + inner.text() + " WHERE " + String.join(" AND ", held) + ")";
    }

    private String correlated(String shown, String relation, String via, List<Condition> where, Source source) {
        Source inner = new Source(graph, dialect, relation, aliases, false);
        List<String> held =
                new ArrayList<>(List.of(tie(inner, graph.way(source.root(), relation, via), relation, source)));
        held.addAll(written(where, inner));
        return "(SELECT " + shown + " FROM " + inner.text() + " WHERE " + String.join(" AND ", held) + ")";
    }

    /** What ties the rows of an inner relation to the row outside. */
    private String tie(Source inner, Optional<List<Step>> found, String relation, Source source) {
        List<Step> way = found.filter(steps -> !steps.isEmpty())
                .orElseThrow(() -> new NotExpressible(
                        "nothing connects " + Labels.of(graph, source.root()) + " with " + Labels.of(graph, relation)));
        int at = 0;
        while (at < way.size() - 1 && way.get(at).toOne()) {
            at++;
        }
        String outside = source.along(way.subList(0, at));
        List<Step> back = new ArrayList<>();
        for (int i = way.size() - 1; i > at; i--) {
            Step step = way.get(i);
            back.add(graph.steps(step.to()).stream()
                    .filter(other -> other.to().equals(step.from())
                            && other.column().equals(step.other())
                            && other.other().equals(step.column()))
                    .findFirst()
                    .orElseThrow());
        }
        Step step = way.get(at);
        return inner.along(back) + "." + dialect.quoted(step.other()) + " = " + outside + "."
                + dialect.quoted(step.column());
    }
}
