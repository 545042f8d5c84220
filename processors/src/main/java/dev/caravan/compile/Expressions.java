package dev.caravan.compile;

import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Calculation;
import dev.caravan.query.Value.Change;
import dev.caravan.query.Value.Elapsed;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Operator;
import dev.caravan.query.Value.Overall;
import dev.caravan.query.Value.Running;
import dev.caravan.query.Value.ShareOfAll;
import dev.caravan.query.Value.Today;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Type;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes values over what a SELECT reads from. */
final class Expressions {
    private static final Pattern COLUMN = Pattern.compile("\\{([^}]+)}");

    private final SchemaGraph graph;
    private final SqlDialect dialect;
    private final Function<Value, String> overall;

    /**
     * For a schema and an engine.
     *
     * @param overall writes a figure over all rows as a statement in brackets
     */
    Expressions(SchemaGraph graph, SqlDialect dialect, Function<Value, String> overall) {
        this.graph = graph;
        this.dialect = dialect;
        this.overall = overall;
    }

    /** What a value is written as, where aggregates are written by the one and windows run over the other. */
    record Context(Source source, Function<Aggregate, String> aggregates, String window) {}

    String value(Value value, Context context) {
        if (value instanceof Field field) {
            return field(field, context.source());
        } else if (value instanceof Literal literal) {
            return literal(literal);
        } else if (value instanceof Aggregate aggregate) {
            return context.aggregates().apply(aggregate);
        } else if (value instanceof Calculation calculation) {
            return calculation(calculation, context);
        } else if (value instanceof Bucket bucket) {
            return dialect.bucket(time(bucket.of(), context), bucket.grain());
        } else if (value instanceof Formula formula) {
            return formula(formula, context.source());
        } else if (value instanceof Elapsed elapsed) {
            return dialect.elapsed(time(elapsed.from(), context), time(elapsed.to(), context), elapsed.unit());
        } else if (value instanceof Today today) {
            return dialect.moved(day(), today.shift(), today.unit());
        } else if (value instanceof Overall all) {
            return overall.apply(all.of());
        }
        return windowed(value, context);
    }

    private String windowed(Value value, Context context) {
        if (value instanceof ShareOfAll share) {
            String part = value(share.of(), context);
            return "100.0 * " + part + " / NULLIF(SUM(" + part + ") OVER (), 0)";
        } else if (value instanceof Running running) {
            return "SUM(" + value(running.of(), context) + ") OVER (ORDER BY " + context.window() + ")";
        } else if (value instanceof Change change) {
            String now = value(change.of(), context);
            String before = "LAG(" + now + ") OVER (ORDER BY " + context.window() + ")";
            String difference = "(" + now + " - " + before + ")";
            return change.percent() ? "100.0 * " + dialect.quotient(difference, before) : difference;
        }
        throw new IllegalStateException("unknown value " + value);
    }

    private String field(Field field, Source source) {
        if (!graph.relation(field.relation()).columns().containsKey(field.column())) {
            throw new IllegalArgumentException(field.relation() + " has no column " + field.column());
        }
        return source.alias(field.relation(), field.via()) + "." + dialect.quoted(field.column());
    }

    private String formula(Formula formula, Source source) {
        String alias = source.alias(formula.relation(), "");
        return "("
                + COLUMN.matcher(formula.text())
                        .replaceAll(column -> Matcher.quoteReplacement(alias + "." + dialect.quoted(column.group(1))))
                + ")";
    }

    private String calculation(Calculation calculation, Context context) {
        String left = value(calculation.left(), context);
        String right = value(calculation.right(), context);
        return calculation.operator() == Operator.OVER
                ? dialect.quotient(left, right)
                : "(" + left + " " + calculation.operator().sign() + " " + right + ")";
    }

    private String time(Value value, Context context) {
        return dialect.time(value(value, context), type(value));
    }

    private String day() {
        return graph.schema().today().map(dialect::day).orElseGet(dialect::today);
    }

    /** What a value holds. */
    Type type(Value value) {
        if (value instanceof Field field) {
            return graph.relation(field.relation())
                    .columns()
                    .get(field.column())
                    .type();
        } else if (value instanceof Bucket bucket) {
            return bucket.grain() == Grain.YEAR ? Type.NUMBER : Type.DATE;
        } else if (value instanceof Literal literal) {
            return literal.value() instanceof LocalDate ? Type.DATE : Type.TEXT;
        } else if (value instanceof Today) {
            return Type.DATE;
        } else if (value instanceof Aggregate aggregate
                && (aggregate.function() == Value.Function.MAXIMUM || aggregate.function() == Value.Function.MINIMUM)) {
            return aggregate.of().map(this::type).filter(Type.DATE::equals).orElse(Type.NUMBER);
        }
        return Type.NUMBER;
    }

    private String literal(Literal literal) {
        Object value = literal.value();
        return value instanceof BigDecimal number
                ? number.toPlainString()
                : value instanceof Boolean truth
                        ? dialect.truth(truth)
                        : value instanceof LocalDate day ? dialect.day(day) : dialect.text((String) value);
    }

    /** A literal as a column holds it: yes and no may be stored as 1 and 0, numbers as texts. */
    String literal(Literal literal, Value beside) {
        Type type = type(beside);
        Object value = literal.value();
        if (value instanceof Boolean truth && type != Type.FLAG) {
            String digit = truth ? "1" : "0";
            return type == Type.TEXT ? dialect.text(digit) : digit;
        }
        if (value instanceof BigDecimal number && type == Type.TEXT && beside instanceof Field) {
            return dialect.text(number.toPlainString());
        }
        if (value instanceof String text && type == Type.NUMBER && text.matches("-?\\d+(\\.\\d+)?")) {
            return text;
        }
        return literal(literal);
    }

    /** The middle of a group. */
    String median(String expression) {
        return dialect.median(expression);
    }

    /** The column of a field as it stands in a schema. */
    static String name(Field field) {
        return Schema.columnOf("." + field.column());
    }
}
