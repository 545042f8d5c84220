package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.Condition.Relation;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Calculation;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Operator;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the language's own words demand of a query, whatever the schema: a mean has to be taken where one is said, a number or a time
 * has to stand in it, "not" has to turn something round, "per" has to split.
 */
final class Demands {
    private static final Set<Kind> INEQUALITIES = EnumSet.of(Kind.AFTER_NUMBER, Kind.SIGN, Kind.SCALE_MORE);
    private static final Set<Kind> RATIOS = EnumSet.of(Kind.SHARE, Kind.RATE, Kind.RATIO, Kind.PART_OF);
    private static final Set<Kind> FIRST = EnumSet.of(Kind.SUPERLATIVE, Kind.SCALE, Kind.FREQUENT, Kind.LASTS);

    private final LogicalQuery query;
    private final List<Value> values = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();
    private final Set<Function> functions = new HashSet<>();
    private boolean figured;

    /** Of a query. */
    Demands(LogicalQuery query) {
        this.query = query;
        query.values().forEach(this::take);
        query.where().forEach(this::take);
        query.having().forEach(this::take);
    }

    private void take(Value value) {
        values.add(value);
        if (value instanceof Aggregate aggregate) {
            functions.add(aggregate.function());
            aggregate.where().forEach(this::take);
        }
        value.parts().forEach(this::take);
    }

    private void take(Condition condition) {
        conditions.add(condition);
        condition.operands().forEach(this::take);
        if (condition instanceof Condition.Exists exists) {
            exists.where().forEach(this::take);
        } else if (condition instanceof Condition.OneOf oneOf) {
            values.addAll(oneOf.values());
        } else if (condition instanceof Condition.Not not) {
            take(not.of());
        } else if (condition instanceof Condition.All all) {
            all.of().forEach(this::take);
        } else if (condition instanceof Condition.AnyOf any) {
            any.of().forEach(this::take);
        }
    }

    /** The first stretch of a question that the query does not do. */
    Optional<Edge> unmet(List<Edge> edges) {
        figured = edges.stream().anyMatch(edge -> edge.kind() == Kind.FIGURE || edge.kind() == Kind.COUNT);
        return unmetOf(edges);
    }

    private Optional<Edge> unmetOf(List<Edge> edges) {
        for (Edge edge : edges) {
            boolean split = edge.kind() == Kind.GROUP && !splits() && !isOfEachRow((Meaning.Grouping) edge.meaning());
            Optional<Edge> unmet = split
                    ? Optional.of(edge)
                    : edge.parts().isEmpty() ? Optional.of(edge).filter(leaf -> !meets(leaf)) : unmetOf(edge.parts());
            if (unmet.isPresent()) {
                return unmet;
            }
        }
        return Optional.empty();
    }

    private boolean meets(Edge leaf) {
        if (leaf.meaning() instanceof Meaning.Number number) {
            return has(number);
        } else if (leaf.meaning() instanceof Meaning.Comparison comparison && leaf.kind() == Kind.COMPARE) {
            return compares(comparison.relation());
        } else if (leaf.meaning() instanceof Meaning.Aggregation aggregation) {
            return takes(aggregation.function());
        } else if (INEQUALITIES.contains(leaf.kind())) {
            return compares(Relation.MORE);
        } else if (RATIOS.contains(leaf.kind())) {
            return divides();
        } else if (FIRST.contains(leaf.kind())) {
            return isFirst();
        }
        return switch (leaf.kind()) {
            case COUNT -> !functions.isEmpty();
            case ADDED -> functions.contains(Function.SUM) || figured && takes(Function.SUM);
            case ORDINAL -> query.nth();
            case THAN -> compares(Relation.MORE) || subtracts() || splits();
            case ON_AVERAGE -> takes(Function.AVERAGE);
            case NOT, NEVER -> turns();
            case BARE_MORE -> compares(Relation.MORE) || subtracts() || splits();
            case COMPARING -> subtracts() || splits() || query.measures().size() > 1;
            case PERIOD -> isTimed();
            case RUNNING -> values.stream().anyMatch(Value.Running.class::isInstance);
            case CHANGE -> values.stream().anyMatch(each -> each instanceof Value.Change || each instanceof Bucket)
                    || splits();
            default -> true;
        };
    }

    /** "The average freight per order": the average over orders is that. */
    private boolean isOfEachRow(Meaning.Grouping grouping) {
        return grouping.by().stream()
                .allMatch(by -> by instanceof Meaning.Things things
                        && things.any().stream().anyMatch(thing -> values.stream()
                                .anyMatch(value -> value instanceof Aggregate aggregate
                                        && aggregate.function() == Function.AVERAGE
                                        && aggregate.relation().equals(thing.relation()))));
    }

    private boolean splits() {
        return !query.columns().isEmpty()
                || !query.per().isEmpty()
                || divides()
                || values.stream().anyMatch(Demands::isOfFigures);
    }

    private static boolean isOfFigures(Value value) {
        return value instanceof Aggregate aggregate
                && aggregate.of().filter(Aggregate.class::isInstance).isPresent();
    }

    private boolean divides() {
        return values.stream()
                .anyMatch(each -> each instanceof Value.ShareOfAll
                        || each instanceof Calculation calculation && calculation.operator() == Operator.OVER);
    }

    private boolean subtracts() {
        return values.stream()
                .anyMatch(each -> each instanceof Value.Change
                        || each instanceof Calculation calculation && calculation.operator() == Operator.MINUS);
    }

    private boolean takes(Function function) {
        return functions.contains(function)
                || switch (function) {
                    case AVERAGE -> divides();
                    case MAXIMUM, MINIMUM -> isFirst();
                    case SUM -> functions.contains(Function.COUNT)
                            || functions.contains(Function.COUNT_DISTINCT)
                            || values.stream().anyMatch(Value.Running.class::isInstance);
                    default -> false;
                };
    }

    private boolean isFirst() {
        return !query.order().isEmpty() || functions.contains(Function.MAXIMUM) || functions.contains(Function.MINIMUM);
    }

    private boolean isTimed() {
        return values.stream()
                .anyMatch(each -> each instanceof Bucket
                        || each instanceof Value.Today
                        || each instanceof Literal literal
                                && (literal.value() instanceof LocalDate || literal.value() instanceof BigDecimal));
    }

    /** Something does not hold, is missing, none, or below what it is measured by. */
    private boolean turns() {
        return conditions.stream()
                .anyMatch(each -> each instanceof Condition.Not
                        || each instanceof Condition.Missing
                        || each instanceof Condition.Compare compare
                                && (compare.relation() != Relation.EQUAL && !isOfDays(compare)
                                        || isNothing(compare.right())));
    }

    private static boolean isNothing(Value value) {
        return value instanceof Literal literal
                && (literal.value() instanceof Boolean
                        || literal.value() instanceof String
                        || literal.value() instanceof BigDecimal number && number.signum() == 0);
    }

    private static boolean isOfDays(Condition.Compare compare) {
        return compare.right() instanceof Literal literal && literal.value() instanceof LocalDate;
    }

    private boolean compares(Relation relation) {
        boolean equal = relation == Relation.EQUAL;
        return conditions.stream()
                .anyMatch(each -> each instanceof Condition.Compare compare
                                && !isOfDays(compare)
                                && equal == (compare.relation() == Relation.EQUAL)
                        || equal && each instanceof Condition.OneOf
                        || each instanceof Condition.Not);
    }

    private boolean has(Meaning.Number number) {
        boolean limits = query.limit().filter(most -> most == number.value()).isPresent();
        return limits
                || number.unit().isPresent() && isTimed()
                || values.stream()
                        .anyMatch(each -> each instanceof Value.Today today && Math.abs(today.shift()) == number.value()
                                || each instanceof Literal literal
                                        && literal.value() instanceof BigDecimal value
                                        && Math.abs(value.doubleValue()) == Math.abs(number.value()));
    }
}
