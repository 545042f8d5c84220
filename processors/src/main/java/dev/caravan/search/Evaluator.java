package dev.caravan.search;

import dev.caravan.query.Condition;
import dev.caravan.query.Condition.All;
import dev.caravan.query.Condition.AnyOf;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Missing;
import dev.caravan.query.Condition.Not;
import dev.caravan.query.Condition.OneOf;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Calculation;
import dev.caravan.query.Value.Change;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Overall;
import dev.caravan.query.Value.Running;
import dev.caravan.query.Value.ShareOfAll;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values of rows or groups that a reply gave whole, with SQL's meaning of what is missing. What looks at other groups (shares,
 * changes, running sums) looks at those that are kept.
 */
final class Evaluator {
    private static final int DAYS_OF_WEEK = 7;

    /** Cells as they come in a table; a value that a row does not have is not there. */
    interface Row {
        /** The cell of a value, if the row has it. */
        Optional<Object> cell(Value value);
    }

    private final Map<Value, Object> overall;

    /**
     * With figures over all rows.
     *
     * @param overall by what the query calls them
     */
    Evaluator(Map<Value, Object> overall) {
        this.overall = overall;
    }

    /** The value in each of the rows, in their order; missing ones are empty. */
    List<Optional<Object>> of(Value value, List<? extends Row> rows, Value window) {
        if (value instanceof ShareOfAll share) {
            return shares(of(share.of(), rows, window));
        } else if (value instanceof Running running) {
            return running(of(running.of(), rows, window), of(window, rows, window));
        } else if (value instanceof Change change) {
            return changes(of(change.of(), rows, window), of(window, rows, window), change.percent());
        } else if (value instanceof Calculation calculation) {
            List<Optional<Object>> left = of(calculation.left(), rows, window);
            List<Optional<Object>> right = of(calculation.right(), rows, window);
            List<Optional<Object>> results = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                results.add(calculated(calculation, left.get(i), right.get(i)));
            }
            return results;
        }
        return rows.stream().map(row -> single(value, row)).toList();
    }

    private Optional<Object> single(Value value, Row row) {
        Optional<Object> cell = row.cell(value);
        if (cell.isPresent()) {
            return cell;
        }
        if (value instanceof Literal literal) {
            return Optional.of(plain(literal.value()));
        } else if (value instanceof Overall all) {
            return whole(all.of());
        } else if (value instanceof Bucket bucket) {
            return single(bucket.of(), row).map(time -> cut(String.valueOf(time), bucket.grain()));
        } else if (value instanceof Value.Field || value instanceof Aggregate) {
            return Optional.empty();
        }
        throw new NotExpressible("the search engine cannot compute this for each row");
    }

    /** A value of figures over all rows. */
    private Optional<Object> whole(Value value) {
        if (value instanceof Aggregate) {
            return Optional.ofNullable(overall.get(new Overall(value)));
        } else if (value instanceof Calculation calculation) {
            return calculated(calculation, whole(calculation.left()), whole(calculation.right()));
        } else if (value instanceof Literal literal) {
            return Optional.of(plain(literal.value()));
        }
        throw new NotExpressible("the search engine cannot compute this over all rows");
    }

    private static Object plain(Object literal) {
        return literal instanceof LocalDate day ? day.toString() : literal;
    }

    static Object cut(String time, Grain grain) {
        LocalDate day = LocalDate.parse(time.substring(0, "2000-01-01".length()));
        return switch (grain) {
            case YEAR -> (long) day.getYear();
            case MONTH_OF_YEAR -> (long) day.getMonthValue();
            case QUARTER_OF_YEAR -> (long) day.get(IsoFields.QUARTER_OF_YEAR);
            case WEEKDAY -> (long) (day.getDayOfWeek().getValue() % DAYS_OF_WEEK);
            case QUARTER, MONTH, WEEK, DAY -> Days.start(day, grain).toString();
            case HOUR, MINUTE, SECOND -> throw new NotExpressible("rows are shown by days at the finest");
        };
    }

    private static Optional<Object> calculated(Calculation calculation, Optional<Object> left, Optional<Object> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        double a = number(left.get());
        double b = number(right.get());
        boolean whole = left.get() instanceof Long && right.get() instanceof Long;
        return switch (calculation.operator()) {
            case PLUS -> Optional.of(of(a + b, whole));
            case MINUS -> Optional.of(of(a - b, whole));
            case TIMES -> Optional.of(of(a * b, whole));
            case OVER -> b == 0 ? Optional.empty() : Optional.of(a / b);
        };
    }

    private static Object of(double number, boolean whole) {
        return whole ? (Object) Math.round(number) : (Object) number;
    }

    private static List<Optional<Object>> shares(List<Optional<Object>> parts) {
        double sum = parts.stream()
                .flatMap(Optional::stream)
                .mapToDouble(Evaluator::number)
                .sum();
        return parts.stream()
                .map(part -> sum == 0 ? Optional.empty() : part.<Object>map(number -> 100.0 * number(number) / sum))
                .toList();
    }

    /** Groups that are equal in the order come to their sum together. */
    private static List<Optional<Object>> running(List<Optional<Object>> figures, List<Optional<Object>> order) {
        List<Optional<Object>> sums = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            double sum = 0;
            boolean any = false;
            boolean whole = true;
            for (int j = 0; j < figures.size(); j++) {
                if (figures.get(j).isPresent() && ORDER.compare(order.get(j), order.get(i)) <= 0) {
                    sum += number(figures.get(j).get());
                    whole &= figures.get(j).get() instanceof Long;
                    any = true;
                }
            }
            sums.add(any ? Optional.of(of(sum, whole)) : Optional.empty());
        }
        return sums;
    }

    private static List<Optional<Object>> changes(
            List<Optional<Object>> figures, List<Optional<Object>> order, boolean percent) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            places.add(i);
        }
        places.sort(Comparator.comparing(order::get, ORDER));
        List<Optional<Object>> changes = new ArrayList<>(figures);
        Optional<Object> before = Optional.empty();
        for (int place : places) {
            Optional<Object> now = figures.get(place);
            changes.set(place, change(before, now, percent));
            before = now;
        }
        return changes;
    }

    private static Optional<Object> change(Optional<Object> before, Optional<Object> now, boolean percent) {
        if (before.isEmpty() || now.isEmpty()) {
            return Optional.empty();
        }
        double base = number(before.get());
        double difference = number(now.get()) - base;
        if (percent) {
            return base == 0 ? Optional.empty() : Optional.of(100.0 * difference / base);
        }
        return Optional.of(of(difference, before.get() instanceof Long && now.get() instanceof Long));
    }

    // ---- conditions; empty is unknown

    /** Whether a condition holds of a row; unknown where it is about a missing value. */
    Optional<Boolean> holds(Condition condition, Row row) {
        if (condition instanceof Compare compare) {
            Optional<Object> left =
                    of(compare.left(), List.of(row), compare.left()).get(0);
            Optional<Object> right =
                    of(compare.right(), List.of(row), compare.right()).get(0);
            return left.isEmpty() || right.isEmpty()
                    ? Optional.empty()
                    : Optional.of(holds(compare.relation(), ORDER.compare(left, right)));
        } else if (condition instanceof OneOf oneOf) {
            return of(oneOf.of(), List.of(row), oneOf.of()).get(0).map(cell -> oneOf.values().stream()
                    .anyMatch(each -> ORDER.compare(Optional.of(cell), Optional.of(plain(each.value()))) == 0));
        } else if (condition instanceof Missing missing) {
            return Optional.of(
                    of(missing.of(), List.of(row), missing.of()).get(0).isEmpty());
        } else if (condition instanceof Not not) {
            return holds(not.of(), row).map(held -> !held);
        } else if (condition instanceof All all) {
            return joined(all.of(), row, false);
        } else if (condition instanceof AnyOf any) {
            return joined(any.of(), row, true);
        }
        throw new NotExpressible("the search engine cannot keep groups by this condition");
    }

    private Optional<Boolean> joined(List<Condition> conditions, Row row, boolean decisive) {
        List<Optional<Boolean>> each =
                conditions.stream().map(condition -> holds(condition, row)).toList();
        if (each.contains(Optional.of(decisive))) {
            return Optional.of(decisive);
        }
        return each.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(!decisive);
    }

    private static boolean holds(Condition.Relation relation, int order) {
        return switch (relation) {
            case EQUAL -> order == 0;
            case DIFFERENT -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case MORE -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /** Numbers by size, texts by their characters, missing ones last. */
    static final Comparator<Optional<Object>> ORDER = (one, other) -> {
        if (one.isEmpty() || other.isEmpty()) {
            return Boolean.compare(one.isEmpty(), other.isEmpty());
        }
        Object a = one.get();
        Object b = other.get();
        return a instanceof Number && b instanceof Number
                ? Double.compare(number(a), number(b))
                : String.valueOf(a).compareTo(String.valueOf(b));
    };

    static double number(Object cell) {
        if (cell instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return new BigDecimal(String.valueOf(cell)).doubleValue();
        } catch (NumberFormatException e) {
            throw new NotExpressible("'" + cell + "' is no number to compute with");
        }
    }
}
