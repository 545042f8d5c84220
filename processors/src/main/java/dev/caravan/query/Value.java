package dev.caravan.query;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Something that has a value in a row or in a group of rows. */
public sealed interface Value {

    /**
     * A column of a relation.
     *
     * @param relation the table, as the schema names it
     * @param column its column
     * @param via the referring column that leads to the relation where several do; else empty
     */
    record Field(String relation, String column, String via) implements Value {
        /** A field that is reached the only or the shortest way. */
        public static Field of(String relation, String column) {
            return new Field(relation, column, "");
        }
    }

    /** A time cut to a grain. */
    record Bucket(Value of, Grain grain) implements Value {}

    /** A number, text, truth value or day. */
    record Literal(Object value) implements Value {
        /** Numbers are kept exact. */
        public Literal {
            boolean known = value instanceof BigDecimal
                    || value instanceof String
                    || value instanceof Boolean
                    || value instanceof LocalDate;
            if (!known) {
                throw new IllegalArgumentException("no literal: " + value);
            }
        }

        /** A number. */
        public static Literal of(double number) {
            BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
            return new Literal(exact.scale() < 0 ? exact.setScale(0) : exact);
        }
    }

    /** Arithmetic; a quotient with a divisor of zero is unknown. */
    record Calculation(Operator operator, Value left, Value right) implements Value {}

    /**
     * A formula of the model over columns of one relation.
     *
     * @param relation whose columns stand in braces
     * @param text such as {@code {price} * {quantity}}
     */
    record Formula(String relation, String text) implements Value {}

    /**
     * One figure of many rows, taken at the grain of its own relation.
     *
     * @param function how
     * @param relation whose rows are taken, each once
     * @param of what of each row; empty for counting rows; an aggregate is first taken for each row of the relation
     * @param where which rows
     */
    record Aggregate(Function function, String relation, Optional<Value> of, List<Condition> where) implements Value {
        /** Takes a copy. */
        public Aggregate {
            where = List.copyOf(where);
        }
    }

    /** A figure over all rows there are, whatever the group or the row it is compared with. */
    record Overall(Value of) implements Value {}

    /** The percentage that a group has of all groups. */
    record ShareOfAll(Value of) implements Value {}

    /** The change of a figure from the group before, in the order of the query: as a difference or in percent. */
    record Change(Value of, boolean percent) implements Value {}

    /** The sum of a figure over all groups up to this one, in the order of the query. */
    record Running(Value of) implements Value {}

    /** The time between two moments in whole or broken units. */
    record Elapsed(Value from, Value to, Grain unit) implements Value {}

    /** Today, or the day that stands for it, moved by units. */
    record Today(int shift, Grain unit) implements Value {}

    /** How a time is cut. Those that repeat have a number each: months of any year, days of the week from Sunday as 0. */
    enum Grain {
        YEAR,
        QUARTER,
        MONTH,
        WEEK,
        DAY,
        HOUR,
        MINUTE,
        SECOND,
        MONTH_OF_YEAR,
        QUARTER_OF_YEAR,
        WEEKDAY
    }

    /** Kinds of arithmetic. */
    enum Operator {
        PLUS("+"),
        MINUS("-"),
        TIMES("*"),
        OVER("/");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        /** As written. */
        public String sign() {
            return sign;
        }
    }

    /** Kinds of aggregates. */
    enum Function {
        COUNT,
        COUNT_DISTINCT,
        SUM,
        AVERAGE,
        MEDIAN,
        MINIMUM,
        MAXIMUM
    }

    /** The values that this one is made of. */
    default List<Value> parts() {
        if (this instanceof Bucket bucket) {
            return List.of(bucket.of());
        } else if (this instanceof Calculation calculation) {
            return List.of(calculation.left(), calculation.right());
        } else if (this instanceof Aggregate aggregate) {
            return aggregate.of().stream().toList();
        } else if (this instanceof ShareOfAll share) {
            return List.of(share.of());
        } else if (this instanceof Change change) {
            return List.of(change.of());
        } else if (this instanceof Running running) {
            return List.of(running.of());
        } else if (this instanceof Overall overall) {
            return List.of(overall.of());
        } else if (this instanceof Elapsed elapsed) {
            return List.of(elapsed.from(), elapsed.to());
        }
        return List.of();
    }

    /** The outermost aggregates of groups in it, from left to right. */
    default Stream<Aggregate> aggregates() {
        return this instanceof Aggregate aggregate
                ? Stream.of(aggregate)
                : this instanceof Overall ? Stream.of() : parts().stream().flatMap(Value::aggregates);
    }

    /** The fields and formulas in it that are outside of aggregates. */
    default Stream<Value> fields() {
        return this instanceof Field || this instanceof Formula
                ? Stream.of(this)
                : this instanceof Aggregate || this instanceof Overall
                        ? Stream.of()
                        : parts().stream().flatMap(Value::fields);
    }
}
