package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a stretch of a question means, before it is known which of several tables or columns is meant. */
sealed interface Meaning {

    /** Nothing beyond its kind. */
    record Plain() implements Meaning {}

    /**
     * A relation, and the reference that leads to it where a role was said.
     *
     * @param kind the value by which its records tell what was done: bought from sold
     */
    record Thing(String relation, String via, Optional<Stored> kind) {
        Thing(String relation, String via) {
            this(relation, via, Optional.empty());
        }
    }

    /** Relations that a word may mean; as an event where a verb was said. */
    record Things(List<Thing> any) implements Meaning {}

    /**
     * How much was done.
     *
     * @param event what was done
     * @param to what it was done to, where that was said
     * @param where what was said of that
     */
    record Deed(Things event, Optional<Things> to, List<Meaning> where) implements Meaning {
        static Deed of(Meaning event) {
            return new Deed((Things) event, Optional.empty(), List.of());
        }

        /** With what it was done to. */
        Deed to(Meaning things, Meaning... said) {
            return new Deed(event, Optional.of((Things) things), List.of(said));
        }
    }

    /** A column that may be meant, and how far the word is from its name. */
    record Named(Field field, double cost) {}

    /**
     * Columns that a word may mean.
     *
     * @param days whether all of them hold days, which no number compares with
     */
    record Columns(List<Named> any, boolean days) implements Meaning {
        Columns(List<Named> any) {
            this(any, false);
        }
    }

    /** A stored value that may be meant. */
    record Stored(Field field, Literal value, double cost) {}

    /** Values that a name may mean; several names where one of them is enough. */
    record Members(List<List<Stored>> names) implements Meaning {
        /** The condition that each of them is. */
        List<Is> apart() {
            return names.stream()
                    .map(name -> new Is(new Members(List.of(name)), false))
                    .toList();
        }
    }

    /** A figure that the model names, with its formula over one relation. */
    record Amount(String relation, String formula, String label) {}

    /** Figures that a word may mean. */
    record Amounts(List<Amount> any) implements Meaning {}

    /** A number, with its unit of time where one was said; of money where a currency was. */
    record Number(double value, Optional<Grain> unit, boolean money) implements Meaning {
        Number(double value) {
            this(value, Optional.empty(), false);
        }
    }

    /** A text that was quoted. */
    record Quoted(String text) implements Meaning {}

    /** How to compare. */
    record Comparison(Condition.Relation relation) implements Meaning {}

    /** How to aggregate. */
    record Aggregation(Function function) implements Meaning {}

    /**
     * An order, most first or least first.
     *
     * @param vague where the word alone says not by what
     * @param judging best or worst, which of some figures is the lowest or the highest
     */
    record Most(boolean descending, boolean vague, boolean judging) implements Meaning {}

    /** An order by a column of its own. */
    record Scale(boolean descending, List<Named> columns) implements Meaning {}

    /** A grain of time. */
    record Cut(Grain grain) implements Meaning {}

    /**
     * A time.
     *
     * @param from its first day
     * @param to the day behind its last
     * @param recurring a month of any year or a day of any week, by number
     */
    record Period(Optional<LocalDate> from, Optional<LocalDate> to, Optional<Grain> recurring, List<Integer> numbers)
            implements Meaning {
        static Period of(LocalDate from, LocalDate to) {
            return new Period(Optional.of(from), Optional.of(to), Optional.empty(), List.of());
        }
    }

    /** Time between two columns. */
    record Span(Columns from, Optional<Columns> to, Grain unit) implements Meaning {}

    /**
     * A figure.
     *
     * @param of things that are counted, columns, amounts, a span, or a figure of each thing
     * @param where conditions said within
     * @param distinct whether different ones are meant
     */
    record Figure(Function function, Meaning of, List<Meaning> where, boolean distinct) implements Meaning {
        /** Under one more condition. */
        Figure under(Meaning condition) {
            List<Meaning> all = new ArrayList<>(where);
            all.add(condition);
            return new Figure(function, of, all, distinct);
        }
    }

    /** A figure of each thing, and one of all these. */
    record Each(Function function, Figure of, Things per) implements Meaning {}

    /** What things are worth: their own amount, or that of what belongs to them, for each of them first. */
    record Worth(Function function, Things things, Amounts amounts) implements Meaning {}

    /** The last or first record of things was in a time. */
    record Latest(Meaning things, boolean last, Period period) implements Meaning {}

    /** The time from what dates a record to another day of it. */
    record Taken(Columns until, Grain unit) implements Meaning {}

    /** How long things last, or what is asked about where none are said: from the day that dates them to the only other one. */
    record Lasting(Things things, Grain unit) implements Meaning {
        Lasting(Things things) {
            this(things, Grain.DAY);
        }
    }

    /** The average of a figure over the years, months or days that have one. */
    record EachTime(Figure of, Grain per) implements Meaning {}

    /** So many units of time at most from what dates the record. */
    record Within(Columns columns, Number number, Condition.Relation relation) implements Meaning {}

    /** A figure that is told for each time. */
    record Split(Figure figure, Grouping by) implements Meaning {}

    /** One figure divided by another; as a percentage where said. */
    record Quotient(Meaning dividend, Meaning divisor, boolean percent) implements Meaning {}

    /** By how much one figure is more than another. */
    record Difference(Meaning one, Meaning other) implements Meaning {}

    /**
     * By how much a figure is more for one of two that are told elsewhere than for the other.
     *
     * @param fewer whether it is less
     */
    record More(Figure figure, boolean fewer) implements Meaning {
        /** Of the two. */
        Difference of(Meaning one, Meaning other) {
            Figure first = figure.under(one);
            Figure second = figure.under(other);
            return fewer ? new Difference(second, first) : new Difference(first, second);
        }
    }

    /** The share of something in all of its kind. */
    record Share(Optional<Meaning> of) implements Meaning {}

    /** The average of what it is compared with. */
    record Average(Optional<Meaning> of) implements Meaning {}

    /** The value is one of these. */
    record Is(Members members, boolean negated) implements Meaning {}

    /** A person by first and last name, in whichever relation both are. */
    record Person(List<Stored> first, List<Stored> last) implements Meaning {}

    /** A person who is one of the things. */
    record Owned(Things things, Person person) implements Meaning {}

    /** All of several conditions. */
    record Both(List<Meaning> all) implements Meaning {}

    /** All of several conditions, each of which another row may meet. */
    record Severally(List<Meaning> all) implements Meaning {}

    /** Two sides compared; the right one is a number, columns, an average, or a figure over all rows. */
    record Compared(Meaning left, Condition.Relation relation, Meaning right) implements Meaning {}

    /** How large what was told before is. */
    record Bound(Condition.Relation relation, Number number) implements Meaning {}

    /** As much of a figure as another group has, or more. */
    record ComparedWithMember(Meaning figure, Condition.Relation relation, Members member) implements Meaning {}

    /** Nothing stands there, or no; negated: something does, or yes. */
    record Lacking(Columns columns, boolean negated) implements Meaning {}

    /** Rows of another relation exist or do not. */
    record Related(Things things, List<Meaning> where, boolean negated) implements Meaning {}

    /** In a time, by a column where one was said. */
    record During(Optional<Meaning> columns, Period period, boolean negated) implements Meaning {}

    /** From the first day of rows to the last. */
    record Extent(Columns days, Grain unit) implements Meaning {}

    /** What rows of the relation have of the same name is equal; negated: of none. */
    record InCommon(Columns columns, String relation, boolean negated) implements Meaning {}

    /** A text contains or begins with another. */
    record Text(Optional<Columns> columns, String text, boolean start) implements Meaning {}

    /** The column equals a text that was quoted. */
    record Quote(Optional<Columns> columns, String text) implements Meaning {}

    /** What bears the number that is the key of a thing. */
    record Keyed(Things things, double number) implements Meaning {}

    /**
     * No row of all that share something is so.
     *
     * @param event what was never done so, where that was said
     */
    record Never(Meaning condition, Optional<Things> event) implements Meaning {
        static Never done(Meaning event, Meaning condition) {
            return new Never(condition, Optional.of((Things) event));
        }
    }

    /** The rows that columns stand in. */
    record Rows(Columns columns) implements Meaning {}

    /** The part of all rows that are so. */
    record Met(Meaning condition) implements Meaning {}

    /** Several times that are told side by side. */
    record Times(List<Period> any) implements Meaning {
        /** The condition that it was in each of them. */
        List<During> apart() {
            return any.stream()
                    .map(period -> new During(Optional.empty(), period, false))
                    .toList();
        }
    }

    /** Several conditions of which one is enough. */
    record Either(List<Meaning> any) implements Meaning {}

    /** What rows are grouped by. */
    record Grouping(List<Meaning> by) implements Meaning {}

    /** The first of an order: by a figure, columns, a scale or what is named elsewhere. */
    record Rank(boolean descending, Optional<Integer> number, Optional<Meaning> by, Optional<Meaning> of, boolean vague)
            implements Meaning {}

    /** An order of all. */
    record Sort(List<Meaning> by, boolean descending, boolean said) implements Meaning {}

    /** A thing with what was said before it. */
    record Subject(Things things, List<Meaning> where) implements Meaning {}
}
