package dev.caravan.query;

import java.util.List;

/** What must hold of a row, or of a group where its values are aggregates. */
public sealed interface Condition {

    /** Two values compared. An aggregate on a side of a condition on rows is taken over all rows of its relation. */
    record Compare(Value left, Relation relation, Value right) implements Condition {}

    /** The value is one of several. */
    record OneOf(Value of, List<Value.Literal> values) implements Condition {
        /** Takes a copy. */
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** A text contains another, whatever the case; begins with it where said. */
    record Contains(Value of, String text, boolean atStart) implements Condition {}

    /** There is no value. */
    record Missing(Value of) implements Condition {}

    /** A row's value is one that rows of another relation have; the other's column says whose rows. */
    record Among(Value of, Value.Field other) implements Condition {}

    /** The opposite. */
    record Not(Condition of) implements Condition {}

    /** All of them hold. */
    record All(List<Condition> of) implements Condition {
        /** Takes a copy. */
        public All {
            of = List.copyOf(of);
        }
    }

    /** At least one of them holds. */
    record AnyOf(List<Condition> of) implements Condition {
        /** Takes a copy. */
        public AnyOf {
            of = List.copyOf(of);
        }
    }

    /**
     * Rows of another relation that belong to the row exist.
     *
     * @param relation whose rows
     * @param via the referring column between them where several do; else empty
     * @param where what holds of them
     */
    record Exists(String relation, String via, List<Condition> where) implements Condition {
        /** Takes a copy. */
        public Exists {
            where = List.copyOf(where);
        }
    }

    /** How two values compare. */
    enum Relation {
        EQUAL("="),
        DIFFERENT("<>"),
        LESS("<"),
        AT_MOST("<="),
        MORE(">"),
        AT_LEAST(">=");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        /** As written. */
        public String sign() {
            return sign;
        }

        /** What holds where this does not. */
        public Relation opposite() {
            return switch (this) {
                case EQUAL -> DIFFERENT;
                case DIFFERENT -> EQUAL;
                case LESS -> AT_LEAST;
                case AT_MOST -> MORE;
                case MORE -> AT_MOST;
                case AT_LEAST -> LESS;
            };
        }
    }

    /** The values that it is about, outside of what exists elsewhere. */
    default List<Value> operands() {
        if (this instanceof Compare compare) {
            return List.of(compare.left(), compare.right());
        } else if (this instanceof OneOf oneOf) {
            return List.of(oneOf.of());
        } else if (this instanceof Contains contains) {
            return List.of(contains.of());
        } else if (this instanceof Missing missing) {
            return List.of(missing.of());
        } else if (this instanceof Among among) {
            return List.of(among.of());
        } else if (this instanceof Not not) {
            return not.of().operands();
        } else if (this instanceof All all) {
            return all.of().stream().flatMap(each -> each.operands().stream()).toList();
        } else if (this instanceof AnyOf any) {
            return any.of().stream().flatMap(each -> each.operands().stream()).toList();
        }
        return List.of();
    }
}
