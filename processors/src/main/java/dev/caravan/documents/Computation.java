package dev.caravan.documents;

import dev.caravan.documents.CorpusTerms.Item;
import dev.caravan.documents.Statements.Figure;
import dev.caravan.documents.Statements.Period;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Works a formula out for a period, and keeps every figure it took. */
final class Computation {
    /** A figure that was taken, and for which line and year. */
    record Taken(Item item, int year, Figure figure) {}

    private final Statements statements;
    private final FormulaReader formulas;
    private final Map<String, Taken> taken = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();

    Computation(Statements statements, FormulaReader formulas) {
        this.statements = statements;
        this.formulas = formulas;
    }

    /** The value in single units; empty where a figure is missing, which {@link #missing} then names. */
    Optional<Double> value(Formula formula, Period period) {
        if (formula instanceof Formula.Number number) {
            return Optional.of(number.value());
        }
        if (formula instanceof Formula.Line line) {
            return line(line.item(), new Period(line.year().orElse(period.year()), period.quarter()));
        }
        if (formula instanceof Formula.OverTwoYears two) {
            Optional<Double> now = value(two.part(), period);
            Optional<Double> before = value(two.part(), new Period(period.year() - 1, period.quarter()));
            return now.flatMap(a -> before.map(b -> two.change() ? a - b : (a + b) / 2));
        }
        Formula.Joined joined = (Formula.Joined) formula;
        Optional<Double> left = value(joined.left(), period);
        Optional<Double> right = value(joined.right(), period);
        return left.flatMap(a -> right.flatMap(b -> joined(joined.sign(), a, b)));
    }

    private static Optional<Double> joined(char sign, double a, double b) {
        return switch (sign) {
            case '+' -> Optional.of(a + b);
            case '-' -> Optional.of(a - b);
            case '*' -> Optional.of(a * b);
            default -> b == 0 ? Optional.empty() : Optional.of(a / b);
        };
    }

    private Optional<Double> line(Item item, Period period) {
        Optional<Figure> figure = statements.figure(item, period);
        if (figure.isPresent()) {
            taken.put(item.name() + period.year(), new Taken(item, period.year(), figure.get()));
            return figure.map(Figure::full);
        }
        if (!item.otherwise().isEmpty()) {
            return value(formulas.read(item.otherwise()).orElseThrow(), period);
        }
        missing.add(item.title() + " of " + period.year());
        return Optional.empty();
    }

    List<Taken> taken() {
        return List.copyOf(taken.values());
    }

    List<String> missing() {
        return List.copyOf(missing);
    }
}
