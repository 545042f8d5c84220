package dev.caravan.reader;

import static dev.caravan.reader.Kind.*;

import dev.caravan.query.Condition.Relation;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.reader.Meaning.Aggregation;
import dev.caravan.reader.Meaning.Average;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.ComparedWithMember;
import dev.caravan.reader.Meaning.Comparison;
import dev.caravan.reader.Meaning.Cut;
import dev.caravan.reader.Meaning.During;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Grouping;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Lacking;
import dev.caravan.reader.Meaning.Members;
import dev.caravan.reader.Meaning.Number;
import dev.caravan.reader.Meaning.Period;
import dev.caravan.reader.Meaning.Quote;
import dev.caravan.reader.Meaning.Quoted;
import dev.caravan.reader.Meaning.Quotient;
import dev.caravan.reader.Meaning.Related;
import dev.caravan.reader.Meaning.Scale;
import dev.caravan.reader.Meaning.Share;
import dev.caravan.reader.Meaning.Sort;
import dev.caravan.reader.Meaning.Span;
import dev.caravan.reader.Meaning.Stored;
import dev.caravan.reader.Meaning.Text;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How the parts of a question combine. Each rule is a row of kinds and what they make together. */
final class Rules {
    /** How rules begin by which things of other things are grouped by. */
    static final String OF_ANOTHER = "a thing of another, ";

    /** How rules begin by which an adjective compares. */
    static final String ADJECTIVE = "an adjective and ";

    /** The rule by which a value right behind a thing is one of it. */
    static final String OWN_VALUE = "a thing by its value";

    private final List<Rule> rules = new ArrayList<>();

    private Rules() {
        times();
        members();
        comparisons();
        counts();
        absence();
        figures();
        groups();
        RankRules.add(this);
        DifferenceRules.add(this);
        orders();
        texts();
    }

    /** All of them. */
    static List<Rule> all() {
        return List.copyOf(new Rules().rules);
    }

    /** What parts mean together; null where they do not fit. */
    @FunctionalInterface
    interface Meant {
        Meaning of(List<Meaning> parts);
    }

    void rule(String name, Kind made, double cost, Meant meant, Kind... parts) {
        rules.add(new Rule(name, made, List.of(parts), cost, false, means(meant)));
    }

    private void tight(String name, Kind made, double cost, Meant meant, Kind... parts) {
        rules.add(new Rule(name, made, List.of(parts), cost, true, means(meant)));
    }

    private static java.util.function.Function<List<Meaning>, Optional<Meaning>> means(Meant meant) {
        return meanings -> Optional.ofNullable(meant.of(meanings));
    }

    private static Function function(Meaning meaning) {
        return ((Aggregation) meaning).function();
    }

    static Relation relation(Meaning meaning) {
        return ((Comparison) meaning).relation();
    }

    static Figure count(Meaning of, Meaning... where) {
        return new Figure(Function.COUNT, of, List.of(where), false);
    }

    static Optional<Integer> number(Meaning meaning) {
        double value = ((Number) meaning).value();
        boolean year = value >= 1900 && value < 2100;
        return value == Math.rint(value) && value > 0 && value < 10_000 && !year
                ? Optional.of((int) value)
                : Optional.empty();
    }

    // ---- times

    private void times() {
        rule("since a time", PERIOD, 0, m -> open(((Period) m.get(1)).from(), Optional.empty()), SINCE, PERIOD);
        rule("after a time", PERIOD, 0, m -> open(((Period) m.get(1)).to(), Optional.empty()), AFTER, PERIOD);
        rule("before a time", PERIOD, 0, m -> open(Optional.empty(), ((Period) m.get(1)).from()), BEFORE, PERIOD);
        rule("until a time", PERIOD, 0, m -> open(Optional.empty(), ((Period) m.get(1)).to()), UNTIL, PERIOD);
        rule("between times", PERIOD, -0.2, m -> spanning(m.get(1), m.get(3)), BETWEEN, PERIOD, THROUGH, PERIOD);
        rule("from time to time", PERIOD, -0.2, m -> spanning(m.get(0), m.get(2)), PERIOD, THROUGH, PERIOD);
        rule("one time against another", TIMES_APART, -0.4, m -> apart(m.get(0), m.get(2)), PERIOD, VERSUS, PERIOD);
        rule("one time and another", TIMES_APART, -0.3, m -> apart(m.get(0), m.get(2)), PERIOD, AND, PERIOD);
        rule("one time or another", TIMES_APART, -0.3, m -> apart(m.get(0), m.get(2)), PERIOD, OR, PERIOD);
        rule("further times", TIMES_APART, -0.3, m -> further(m.get(0), m.get(1)), PERIOD, TIMES_APART);
        rule("several times", CONDITION, 0, m -> m.get(0), TIMES_APART);
        rule("in a time", CONDITION, 0, m -> new During(Optional.empty(), (Period) m.get(0), false), PERIOD);
        rule("not in a time", CONDITION, 0, m -> new During(Optional.empty(), (Period) m.get(1), true), NOT, PERIOD);
        rule(
                "a column in a time",
                CONDITION,
                0,
                m -> new During(Optional.of(m.get(0)), (Period) m.get(1), false),
                TIME_COLUMN,
                PERIOD);
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    what + " within a length of time",
                    CONDITION,
                    -0.3,
                    m -> ((Number) m.get(2)).unit().isPresent()
                            ? new Meaning.Within((Columns) m.get(0), (Number) m.get(2), Relation.AT_MOST)
                            : null,
                    what,
                    WITHIN,
                    NUMBER);
        }
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    what + " within a length of time from another",
                    CONDITION,
                    -0.5,
                    m -> ((Columns) m.get(3)).days()
                                    && ((Number) m.get(2)).unit().isPresent()
                            ? new Compared(
                                    new Span(
                                            (Columns) m.get(3),
                                            Optional.of((Columns) m.get(0)),
                                            ((Number) m.get(2)).unit().orElseThrow()),
                                    Relation.AT_MOST,
                                    m.get(2))
                            : null,
                    what,
                    WITHIN,
                    NUMBER,
                    COLUMN);
        }
        rule("a thing's time", TIME_COLUMN, 1.2, m -> owned(m.get(0), m.get(1)), THING, TIME_COLUMN);
        rule(
                "events in one time and not in another",
                CONDITION,
                -0.5,
                m -> new Meaning.Both(List.of(
                        new Related(
                                (Things) m.get(0),
                                List.of(new During(Optional.empty(), (Period) m.get(1), false)),
                                false),
                        new Related(
                                (Things) m.get(0),
                                List.of(new During(Optional.empty(), (Period) m.get(3), false)),
                                true))),
                EVENT,
                PERIOD,
                NOT,
                PERIOD);
        rule(
                "events in a time",
                CONDITION,
                0.1,
                m -> new Related(
                        (Things) m.get(0), List.of(new During(Optional.empty(), (Period) m.get(1), false)), false),
                EVENT,
                PERIOD);
    }

    private static Period open(Optional<java.time.LocalDate> from, Optional<java.time.LocalDate> to) {
        return from.isEmpty() && to.isEmpty() ? null : new Period(from, to, Optional.empty(), List.of());
    }

    static Meaning apart(Meaning one, Meaning other) {
        return further(one, new Meaning.Times(List.of((Period) other)));
    }

    /** Times with a beginning and an end that do not overlap. */
    private static Meaning further(Meaning one, Meaning others) {
        List<Period> all = new ArrayList<>(List.of((Period) one));
        all.addAll(((Meaning.Times) others).any());
        boolean whole = all.stream()
                .allMatch(each -> each.from().isPresent() && each.to().isPresent());
        return whole && all.stream().distinct().count() == all.size() ? new Meaning.Times(all) : null;
    }

    private static Period spanning(Meaning one, Meaning other) {
        Period from = (Period) one;
        Period to = (Period) other;
        boolean recurring = from.recurring().isPresent() && from.recurring().equals(to.recurring());
        if (recurring) {
            List<Integer> numbers = new ArrayList<>();
            for (int n = from.numbers().get(0); n <= to.numbers().get(0); n++) {
                numbers.add(n);
            }
            return numbers.isEmpty() ? null : new Period(Optional.empty(), Optional.empty(), from.recurring(), numbers);
        }
        if (from.recurring().filter(Grain.MONTH_OF_YEAR::equals).isPresent()
                && to.from().isPresent()) {
            java.time.LocalDate first =
                    to.from().get().withMonth(from.numbers().get(0)).withDayOfMonth(1);
            return new Period(Optional.of(first), to.to(), Optional.empty(), List.of());
        }
        return open(from.from(), to.to());
    }

    // ---- values

    private void members() {
        rule("one value or another", MEMBER, -0.3, m -> either(m.get(0), m.get(2)), MEMBER, OR, MEMBER);
        rule("one value and another", MEMBER, -0.2, m -> either(m.get(0), m.get(2)), MEMBER, AND, MEMBER);
        rule("one value against another", MEMBER, -0.2, m -> either(m.get(0), m.get(2)), MEMBER, VERSUS, MEMBER);
        tight("values in a row", MEMBER, 0.2, m -> either(m.get(0), m.get(1)), MEMBER, MEMBER);
        rule("first and last name", CONDITION, -0.5, Rules::person, MEMBER, MEMBER);
        rule(
                "one person or another",
                CONDITION,
                -0.5,
                m -> m.get(0) instanceof Meaning.Person && m.get(2) instanceof Meaning.Person
                        ? new Meaning.Either(List.of(m.get(0), m.get(2)))
                        : null,
                CONDITION,
                OR,
                CONDITION);
        rule(
                "both of two values",
                CONDITION,
                -0.4,
                m -> ((Members) m.get(1)).names().size() > 1
                        ? new Meaning.Severally(List.copyOf(((Members) m.get(1)).apart()))
                        : null,
                BOTH,
                MEMBER);
        rule(
                "both of two times",
                CONDITION,
                -0.4,
                m -> new Meaning.Severally(List.copyOf(((Meaning.Times) m.get(1)).apart())),
                BOTH,
                TIMES_APART);
        rule(
                "both of two events",
                CONDITION,
                -0.4,
                m -> new Meaning.Severally(List.of(
                        new Related((Things) m.get(1), List.of(), false),
                        new Related((Things) m.get(3), List.of(), false))),
                BOTH,
                EVENT,
                AND,
                EVENT);
        rule("a value", CONDITION, 0, m -> new Is((Members) m.get(0), false), MEMBER);
        rule("not a value", CONDITION, 0, m -> new Is((Members) m.get(1), true), NOT, MEMBER);
        rule("a value of a column", CONDITION, -0.1, m -> within(m.get(0), m.get(1), false), COLUMN, MEMBER);
        rule("a value before its column", CONDITION, -0.1, m -> within(m.get(1), m.get(0), false), MEMBER, COLUMN);
        rule(
                "a column equal to a value",
                CONDITION,
                -0.1,
                m -> within(m.get(0), m.get(2), relation(m.get(1)) == Relation.DIFFERENT),
                COLUMN,
                COMPARE,
                MEMBER);
        rule("never done so", CONDITION, -0.9, m -> Meaning.Never.done(m.get(1), m.get(2)), NEVER, EVENT, CONDITION);
        rule(
                "never done to certain things",
                CONDITION,
                -1.1,
                m -> new Related((Things) m.get(1), List.of(said(m.get(2), m.get(3))), true),
                NEVER,
                EVENT,
                CONDITION,
                THING);
        rule(
                "never done by certain things",
                CONDITION,
                -1.2,
                m -> new Related((Things) m.get(1), List.of(m.get(4)), true),
                NEVER,
                EVENT,
                BY,
                THING,
                CONDITION);
        rule("not done by a value", CONDITION, -0.3, m -> new Is((Members) m.get(3), true), NOT, EVENT, BY, MEMBER);
        rule(
                "between values",
                CONDITION,
                0.2,
                m -> ((Members) m.get(1)).names().size() > 1 ? new Is((Members) m.get(1), false) : null,
                BETWEEN,
                MEMBER);
        rule("not by a value", CONDITION, 0.1, m -> new Is((Members) m.get(2), true), NOT, BY, MEMBER);
        rule("never so", CONDITION, -0.3, m -> new Meaning.Never(m.get(1), Optional.empty()), NEVER, CONDITION);
        tight("what bears a number", CONDITION, 0, m -> keyed(m.get(0), m.get(1)), THING, NUMBER);
        rule("not a value of a column", CONDITION, -0.1, m -> within(m.get(1), m.get(2), true), NOT, COLUMN, MEMBER);
        rule("a column not a value", CONDITION, -0.1, m -> within(m.get(0), m.get(2), true), COLUMN, NOT, MEMBER);
        rule("by one value and by another", MEMBER, -0.3, m -> either(m.get(1), m.get(4)), BY, MEMBER, AND, BY, MEMBER);
        rule("by a value", CONDITION, 0.3, m -> new Is((Members) m.get(1), false), BY, MEMBER);
        rule(
                "by a thing of a value",
                CONDITION,
                -0.6,
                m -> of((Things) m.get(1), (Members) m.get(2)),
                BY,
                THING,
                MEMBER);
        rule("by what holds", CONDITION, 0.4, m -> m.get(1), BY, CONDITION);
        rule(
                "a thing by its person",
                CONDITION,
                -0.1,
                m -> m.get(1) instanceof Meaning.Person person
                                && person.first().stream().anyMatch(stored -> ((Things) m.get(0))
                                        .any().stream().anyMatch(thing -> thing.relation()
                                                .equals(stored.field().relation())))
                        ? new Meaning.Owned((Things) m.get(0), person)
                        : null,
                THING,
                CONDITION);
        rule(
                "whom a person manages",
                CONDITION,
                -0.4,
                m -> m.get(0) instanceof Meaning.Person person
                        ? new Meaning.Owned((Things) m.get(1), person)
                        : m.get(0) instanceof Is is ? new Related((Things) m.get(1), List.of(is), false) : null,
                CONDITION,
                MANAGES);
        tight(OWN_VALUE, CONDITION, 0.1, m -> of((Things) m.get(0), (Members) m.get(1)), THING, MEMBER);
    }

    /** Values that a column has in common are meant together. */
    static Members either(Meaning one, Meaning other) {
        List<List<Stored>> names = new ArrayList<>(((Members) one).names());
        names.addAll(((Members) other).names());
        boolean together = names.get(0).stream().anyMatch(stored -> names.stream()
                .allMatch(name -> name.stream().anyMatch(each -> each.field().equals(stored.field()))));
        return together ? new Members(names) : null;
    }

    private static boolean names(Stored stored) {
        return stored.field().column().toLowerCase(java.util.Locale.ROOT).contains("name");
    }

    private static Meaning person(List<Meaning> parts) {
        List<Stored> first = ((Members) parts.get(0)).names().get(0);
        List<Stored> last = ((Members) parts.get(1))
                .names().get(0).stream().filter(Rules::names).toList();
        if (((Members) parts.get(0)).names().size() > 1
                || ((Members) parts.get(1)).names().size() > 1) {
            return null;
        }
        List<Stored> both = first.stream()
                .filter(Rules::names)
                .filter(one -> last.stream()
                        .anyMatch(other -> other.field()
                                        .relation()
                                        .equals(one.field().relation())
                                && !other.field().column().equals(one.field().column())))
                .toList();
        return both.isEmpty()
                ? null
                : new Meaning.Person(
                        both,
                        last.stream()
                                .filter(one -> both.stream()
                                        .anyMatch(other -> other.field()
                                                        .relation()
                                                        .equals(one.field().relation())
                                                && !other.field()
                                                        .column()
                                                        .equals(one.field().column())))
                                .toList());
    }

    private static Meaning keyed(Meaning things, Meaning number) {
        double value = ((Number) number).value();
        return value == Math.rint(value) && ((Number) number).unit().isEmpty()
                ? new Meaning.Keyed((Things) things, value)
                : null;
    }

    private static Meaning within(Meaning columns, Meaning members, boolean negated) {
        List<List<Stored>> names = ((Members) members)
                .names().stream()
                        .map(name -> name.stream()
                                .filter(stored -> ((Columns) columns)
                                        .any().stream()
                                                .anyMatch(named -> named.field().equals(stored.field())))
                                .toList())
                        .toList();
        return names.stream().anyMatch(List::isEmpty) ? null : new Is(new Members(names), negated);
    }

    /** A value before a thing is one of that thing, where it has such a value. */
    private static Meaning said(Meaning condition, Meaning things) {
        Meaning own = condition instanceof Is is && !is.negated() ? of((Things) things, is.members()) : null;
        return own == null ? condition : own;
    }

    /** The values that columns of the things have; null where one has none. */
    static Meaning of(Things things, Members members) {
        List<List<Stored>> names = members.names().stream()
                .map(name -> name.stream()
                        .filter(stored -> things.any().stream().anyMatch(thing -> thing.relation()
                                .equals(stored.field().relation())))
                        // the word before it leaves no doubt
                        .map(stored -> new Stored(stored.field(), stored.value(), Math.min(stored.cost(), -0.1)))
                        .toList())
                .toList();
        return names.stream().anyMatch(List::isEmpty) ? null : new Is(new Members(names), false);
    }

    // ---- comparisons

    private void comparisons() {
        for (Kind side : List.of(COLUMN, FIGURE, AMOUNT, SPAN)) {
            double cost = side == COLUMN ? 0 : side == FIGURE ? 0.4 : 0.1;
            rule(
                    side + " compared with a number",
                    CONDITION,
                    cost,
                    m -> days(m.get(0), m.get(2)) || m.get(0) instanceof Share
                            ? null
                            : new Compared(m.get(0), relation(m.get(1)), m.get(2)),
                    side,
                    COMPARE,
                    NUMBER);
            rule(
                    side + " above or below nought",
                    CONDITION,
                    cost,
                    m -> new Compared(m.get(0), relation(m.get(1)), new Number(0)),
                    side,
                    SIGN);
            rule(
                    side + " and a number or more",
                    CONDITION,
                    cost,
                    m -> new Compared(m.get(0), relation(m.get(2)), m.get(1)),
                    side,
                    NUMBER,
                    AFTER_NUMBER);
            rule(
                    side + " between numbers",
                    CONDITION,
                    cost,
                    m -> new Meaning.Both(List.of(
                            new Compared(m.get(0), Relation.AT_LEAST, m.get(2)),
                            new Compared(m.get(0), Relation.AT_MOST, m.get(4)))),
                    side,
                    BETWEEN,
                    NUMBER,
                    THROUGH,
                    NUMBER);
            rule(
                    side + " compared with the average",
                    CONDITION,
                    cost,
                    m -> new Compared(m.get(0), relation(m.get(1)), m.get(2)),
                    side,
                    COMPARE,
                    AVERAGE);
        }
        rule(
                "a column of a number",
                CONDITION,
                0.4,
                m -> new Compared(m.get(0), Relation.EQUAL, m.get(1)),
                COLUMN,
                NUMBER);
        rule(
                "a number before its column",
                CONDITION,
                0.2,
                m -> days(m.get(2), m.get(1)) ? null : new Compared(m.get(2), relation(m.get(0)), m.get(1)),
                COMPARE,
                NUMBER,
                COLUMN);
        rule(
                "a number of different ones of a column",
                CONDITION,
                -0.2,
                m -> new Compared(
                        new Figure(Function.COUNT_DISTINCT, m.get(3), List.of(), true), relation(m.get(0)), m.get(1)),
                COMPARE,
                NUMBER,
                DISTINCT,
                COLUMN);
        rule(
                "late by a length of time",
                CONDITION,
                -0.1,
                m -> byTime(m.get(0), m.get(2), m.get(3)),
                CONDITION,
                BY,
                COMPARE,
                NUMBER);
        rule(
                "late more than a length of time",
                CONDITION,
                -0.1,
                m -> byTime(m.get(0), m.get(1), m.get(2)),
                CONDITION,
                COMPARE,
                NUMBER);
        rule(
                "more than a length of time late",
                CONDITION,
                -0.1,
                m -> byTime(m.get(2), m.get(0), m.get(1)),
                COMPARE,
                NUMBER,
                CONDITION);
        rule(
                "a column compared with another",
                CONDITION,
                0,
                m -> new Compared(m.get(0), relation(m.get(1)), m.get(2)),
                COLUMN,
                COMPARE,
                COLUMN);
        rule(
                "less there than another column says",
                CONDITION,
                -0.3,
                m -> m.get(1) instanceof Compared there
                                && there.left() instanceof Columns
                                && there.right() instanceof Number nought
                                && nought.value() == 0
                        ? new Compared(there.left(), relation(m.get(0)), m.get(2))
                        : null,
                BARE_MORE,
                CONDITION,
                COLUMN);
        rule(
                "more of a column than another says",
                CONDITION,
                -0.1,
                m -> new Compared(m.get(1), relation(m.get(0)), m.get(2)),
                BARE_MORE,
                COLUMN,
                COLUMN);
        rule(
                "more of a column than the average",
                CONDITION,
                0,
                m -> new Compared(m.get(1), relation(m.get(0)), m.get(2)),
                BARE_MORE,
                COLUMN,
                AVERAGE);
        rule(
                "an adjective and a role",
                CONDITION,
                0,
                m -> ((Things) m.get(1))
                                .any().stream().allMatch(thing -> !thing.via().isEmpty())
                        ? compared((Scale) m.get(0), owned(m.get(1), new Columns(((Scale) m.get(0)).columns())))
                        : null,
                SCALE_MORE,
                THING);
        rule(ADJECTIVE + "a number", CONDITION, 0, m -> compared((Scale) m.get(0), m.get(1)), SCALE_MORE, NUMBER);
        rule(ADJECTIVE + "the average", CONDITION, 0, m -> compared((Scale) m.get(0), m.get(1)), SCALE_MORE, AVERAGE);
        rule(
                "the average",
                AVERAGE,
                0,
                m -> function(m.get(0)) == Function.AVERAGE ? new Average(Optional.empty()) : null,
                AGGREGATE);
        rule(
                "the average of a column",
                AVERAGE,
                -0.1,
                m -> function(m.get(0)) == Function.AVERAGE ? new Average(Optional.of(m.get(1))) : null,
                AGGREGATE,
                COLUMN);
        rule(
                "the average of a thing",
                AVERAGE,
                -0.1,
                m -> function(m.get(0)) == Function.AVERAGE ? new Average(Optional.empty()) : null,
                AGGREGATE,
                THING);
        rule(
                "compared with the average",
                CONDITION,
                0.2,
                m -> new Compared(((Average) m.get(1)).of().orElse(new Meaning.Plain()), relation(m.get(0)), m.get(1)),
                COMPARE,
                AVERAGE);
        for (Kind thing : List.of(THING, EVENT)) {
            rule("more " + thing, MORE_OF, -0.3, m -> m.get(1), BARE_MORE, thing);
        }
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    what + " after another",
                    CONDITION,
                    -0.2,
                    m -> new Compared(m.get(0), Relation.MORE, m.get(2)),
                    what,
                    AFTER,
                    COLUMN);
            rule(
                    what + " before another",
                    CONDITION,
                    -0.2,
                    m -> new Compared(m.get(0), Relation.LESS, m.get(2)),
                    what,
                    BEFORE,
                    COLUMN);
        }
        rule(
                "over an age",
                CONDITION,
                -0.2,
                m -> ((Span) m.get(1)).to().isPresent() ? null : new Compared(m.get(1), relation(m.get(0)), m.get(2)),
                COMPARE,
                SPAN,
                NUMBER);
        rule("none at all", NOT, 0, m -> m.get(0), NOT, SINGLE);
        rule("an amount of money", CONDITION, 0.1, m -> money(m.get(0), m.get(1)), COMPARE, NUMBER);
        rule(
                "more of things than the average",
                CONDITION,
                -0.2,
                m -> new Compared(count(m.get(1)), relation(m.get(0)), m.get(2)),
                BARE_MORE,
                THING,
                AVERAGE);
        rule(
                "so and so long",
                CONDITION,
                0,
                m -> compared((Scale) m.get(2), relation(m.get(0)), m.get(1)),
                COMPARE,
                NUMBER,
                SCALE_PLAIN);
        rule(
                "between so and so long",
                CONDITION,
                0,
                m -> new Meaning.Both(List.of(
                        compared((Scale) m.get(4), Relation.AT_LEAST, m.get(1)),
                        compared((Scale) m.get(4), Relation.AT_MOST, m.get(3)))),
                BETWEEN,
                NUMBER,
                THROUGH,
                NUMBER,
                SCALE_PLAIN);
        rule(
                "more than another has",
                CONDITION,
                0,
                m -> ((Members) m.get(3)).names().size() == 1
                        ? new ComparedWithMember(count(m.get(1)), relation(m.get(0)), (Members) m.get(3))
                        : null,
                BARE_MORE,
                THING,
                THAN,
                MEMBER);
    }

    private static Meaning money(Meaning comparison, Meaning number) {
        return ((Number) number).money() ? new Compared(new Meaning.Plain(), relation(comparison), number) : null;
    }

    private static Meaning compared(Scale scale, Relation relation, Meaning number) {
        return new Compared(new Columns(scale.columns()), relation, number);
    }

    /** A number without a unit of time does not compare with days. */
    private static boolean days(Meaning columns, Meaning number) {
        return columns instanceof Columns named
                && named.days()
                && ((Number) number).unit().isEmpty();
    }

    /** Late is after nought, early before it: how much of either is counted from there. */
    private static Meaning byTime(Meaning late, Meaning comparison, Meaning number) {
        boolean nought = late instanceof Compared compared
                && compared.left() instanceof Columns
                && compared.right() instanceof Number zero
                && zero.value() == 0
                && (compared.relation() == Relation.MORE || compared.relation() == Relation.LESS);
        if (!nought) {
            return null;
        }
        Compared compared = (Compared) late;
        Number length = (Number) number;
        return compared.relation() == Relation.MORE
                ? new Compared(compared.left(), relation(comparison), length)
                : new Compared(
                        compared.left(),
                        mirrored(relation(comparison)),
                        new Number(-length.value(), length.unit(), false));
    }

    private static Relation mirrored(Relation relation) {
        return switch (relation) {
            case MORE -> Relation.LESS;
            case LESS -> Relation.MORE;
            case AT_LEAST -> Relation.AT_MOST;
            case AT_MOST -> Relation.AT_LEAST;
            case EQUAL, DIFFERENT -> relation;
        };
    }

    private static Meaning compared(Scale scale, Meaning with) {
        return with == null
                ? null
                : new Compared(new Columns(scale.columns()), scale.descending() ? Relation.MORE : Relation.LESS, with);
    }

    // ---- numbers of what belongs to something

    private void counts() {
        for (Kind thing : List.of(THING, EVENT)) {
            rule(
                    "a number of " + thing,
                    CONDITION,
                    0,
                    m -> new Compared(count(m.get(2)), relation(m.get(0)), m.get(1)),
                    COMPARE,
                    NUMBER,
                    thing);
            rule(
                    "a number of different " + thing,
                    CONDITION,
                    -0.1,
                    m -> new Compared(count(m.get(3)), relation(m.get(0)), m.get(1)),
                    COMPARE,
                    NUMBER,
                    DISTINCT,
                    thing);
            rule(
                    "a number of " + thing + " between bounds",
                    CONDITION,
                    -0.2,
                    m -> new Meaning.Both(List.of(
                            new Compared(count(m.get(2)), relation(m.get(0)), m.get(1)),
                            new Compared(count(m.get(2)), relation(m.get(3)), m.get(4)))),
                    COMPARE,
                    NUMBER,
                    thing,
                    COMPARE,
                    NUMBER);
            rule(
                    "a number of certain " + thing,
                    CONDITION,
                    0,
                    m -> new Compared(count(m.get(3), m.get(2)), relation(m.get(0)), m.get(1)),
                    COMPARE,
                    NUMBER,
                    CONDITION,
                    thing);
            rule(
                    "a number of " + thing + " of which something is more",
                    CONDITION,
                    -0.2,
                    m -> isOf(m.get(3), (Things) m.get(2))
                            ? new Compared(count(m.get(2), m.get(3)), relation(m.get(0)), m.get(1))
                            : null,
                    COMPARE,
                    NUMBER,
                    thing,
                    CONDITION);
            rule(
                    "a number or more of " + thing,
                    CONDITION,
                    0,
                    m -> new Compared(count(m.get(2)), relation(m.get(1)), m.get(0)),
                    NUMBER,
                    AFTER_NUMBER,
                    thing);
            rule(
                    thing + " more than so often",
                    CONDITION,
                    0,
                    m -> new Compared(count(m.get(0)), relation(m.get(1)), m.get(2)),
                    thing,
                    COMPARE,
                    TIMES);
            rule(
                    "at least so many times " + thing,
                    CONDITION,
                    thing == EVENT ? 0.3 : 4,
                    // money is no number of times
                    m -> ((Number) m.get(2)).money()
                            ? null
                            : new Compared(count(m.get(0)), relation(m.get(1)), m.get(2)),
                    thing,
                    COMPARE,
                    NUMBER);
        }
        rule(
                "an event by a number of things",
                CONDITION,
                -0.2,
                m -> m.get(2) instanceof Compared compared && compared.left() instanceof Figure ? compared : null,
                EVENT,
                BY,
                CONDITION);
        rule(
                "a number of things",
                CONDITION,
                0.6,
                m -> new Compared(count(m.get(1)), Relation.EQUAL, m.get(0)),
                NUMBER,
                THING);
    }

    /** Days are when something is, and nothing to count by that word alone. */
    private static boolean isDays(Meaning meaning) {
        return meaning instanceof Columns columns && columns.days();
    }

    /** Whether a condition compares a column that all of the things have. */
    private static boolean isOf(Meaning condition, Things things) {
        return condition instanceof Compared compared
                && compared.left() instanceof Columns columns
                && things.any().stream().allMatch(thing -> columns.any().stream()
                        .anyMatch(named -> named.field().relation().equals(thing.relation())));
    }

    // ---- what is not there

    private void absence() {
        for (Kind thing : List.of(THING, EVENT)) {
            rule("no " + thing, CONDITION, 0, m -> new Related((Things) m.get(1), List.of(), true), NOT, thing);
            rule(
                    "no certain " + thing,
                    CONDITION,
                    -0.1,
                    m -> new Related((Things) m.get(2), List.of(m.get(1)), true),
                    NOT,
                    CONDITION,
                    thing);
            rule(
                    "no " + thing + " of a kind",
                    CONDITION,
                    0.1,
                    m -> new Related((Things) m.get(1), List.of(m.get(2)), true),
                    NOT,
                    thing,
                    CONDITION);
        }
        rule(
                "no event of a column",
                CONDITION,
                -0.2,
                m -> new Related((Things) m.get(1), List.of(), true),
                NOT,
                EVENT,
                COLUMN);
        rule(
                "no event of a thing",
                CONDITION,
                -0.2,
                m -> new Related((Things) m.get(1), List.of(), true),
                NOT,
                EVENT,
                THING);
        rule(
                "no event of certain things",
                CONDITION,
                -0.2,
                m -> new Related((Things) m.get(1), List.of(said(m.get(2), m.get(3))), true),
                NOT,
                EVENT,
                CONDITION,
                THING);
        rule(
                "no amount",
                CONDITION,
                0,
                m -> new Related(records((Meaning.Amounts) m.get(1)), List.of(), true),
                NOT,
                AMOUNT);
        rule("without a column", CONDITION, 0, m -> new Lacking((Columns) m.get(1), false), NOT, COLUMN);
        rule("not so", CONDITION, 0, m -> opposite(m.get(1)), NOT, CONDITION);
        rule("with a column", CONDITION, -0.3, m -> new Lacking((Columns) m.get(1), true), WITH_ONE, COLUMN);
        rule("a column that is not there", CONDITION, 0.5, m -> new Lacking((Columns) m.get(0), false), COLUMN, NOT);
    }

    /** What does not hold where a condition on a row's own columns holds; null where it is another row's. */
    private static Meaning opposite(Meaning condition) {
        if (condition instanceof Lacking lacking && lacking.negated()) {
            return new Lacking(lacking.columns(), false);
        } else if (condition instanceof Compared compared
                && compared.left() instanceof Columns
                && compared.right() instanceof Number number
                && number.value() == 0
                && compared.relation() == Relation.MORE) {
            return new Compared(compared.left(), Relation.EQUAL, number);
        }
        return null;
    }

    /** The records that have such an amount. */
    private static Things records(Meaning.Amounts amounts) {
        return new Things(amounts.any().stream()
                .map(Meaning.Amount::relation)
                .distinct()
                .map(Lexicon::thing)
                .toList());
    }

    // ---- figures

    /** A figure of each thing first, and then of these. */
    private void figuresOfEach() {
        rule(
                "a number of each thing on average",
                FIGURE,
                -0.6,
                m -> each(m.get(2), m.get(0), m.get(1)),
                FIGURE,
                THING,
                AGGREGATE);
        rule(
                "a number per thing on average",
                FIGURE,
                -0.6,
                m -> each(m.get(3), m.get(0), m.get(2)),
                FIGURE,
                EACH,
                THING,
                AGGREGATE);
        rule(
                "a number of the average thing",
                FIGURE,
                -0.6,
                m -> each(m.get(1), m.get(0), m.get(2)),
                FIGURE,
                AGGREGATE,
                THING);
        rule(
                "an average number per thing",
                FIGURE,
                -0.6,
                m -> each(m.get(0), m.get(1), m.get(3)),
                AGGREGATE,
                FIGURE,
                EACH,
                THING);
    }

    private void averages() {
        rule(
                "an average number of things of a thing",
                FIGURE,
                -0.2,
                m -> m.get(1) instanceof Figure figure && figure.of().equals(m.get(2))
                        ? null
                        : each(m.get(0), m.get(1), m.get(2)),
                AGGREGATE,
                FIGURE,
                THING);
        rule(
                "how long things last",
                FIGURE,
                1.1,
                m -> new Figure(function(m.get(0)), new Meaning.Lasting((Things) m.get(2)), List.of(), false),
                AGGREGATE,
                DURATION,
                THING);
        rule(
                "the average of an amount in each time",
                FIGURE,
                -0.6,
                m -> eachTime(m.get(0), m.get(2), m.get(1)),
                AGGREGATE,
                GRAIN,
                FIGURE);
        rule(
                "the average number in each time",
                FIGURE,
                -0.6,
                m -> eachTime(m.get(0), m.get(1), m.get(3)),
                AGGREGATE,
                FIGURE,
                EACH,
                GRAIN);
        rule(
                "a number in each time on average",
                FIGURE,
                -0.6,
                m -> eachTime(m.get(3), m.get(0), m.get(2)),
                FIGURE,
                EACH,
                GRAIN,
                AGGREGATE);
        rule(
                "the average amount of a thing",
                FIGURE,
                -0.4,
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(1), List.of(), false), m.get(2))
                        : null,
                AGGREGATE,
                AMOUNT,
                THING);
        rule(
                "what a thing is worth",
                FIGURE,
                -0.4,
                m -> new Meaning.Worth(function(m.get(0)), (Things) m.get(2), (Meaning.Amounts) m.get(1)),
                AGGREGATE,
                WORTH,
                THING);
        rule(
                "the worth of a thing",
                FIGURE,
                -0.4,
                m -> new Meaning.Worth(function(m.get(0)), (Things) m.get(1), (Meaning.Amounts) m.get(2)),
                AGGREGATE,
                THING,
                WORTH);
        for (Kind word : List.of(AGGREGATE, ON_AVERAGE)) {
            rule(
                    "how long a thing is, " + word,
                    FIGURE,
                    -0.4,
                    m -> word == AGGREGATE && function(m.get(2)) != Function.AVERAGE
                            ? null
                            : new Figure(
                                    Function.AVERAGE,
                                    nearest(m.get(1), new Columns(((Scale) m.get(0)).columns())),
                                    List.of(),
                                    false),
                    SCALE_PLAIN,
                    THING,
                    word);
        }
        rule(
                "what the average thing has",
                FIGURE,
                -0.6,
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(2), List.of(), false), m.get(1))
                        : null,
                AGGREGATE,
                THING,
                AMOUNT);
        rule(
                "what the average of certain things has",
                FIGURE,
                -0.8,
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(3), List.of(m.get(1)), false), m.get(2))
                        : null,
                AGGREGATE,
                CONDITION,
                THING,
                AMOUNT);
        lengths();
        rule(
                "what the average of such things has",
                FIGURE,
                -0.8,
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(3), List.of(m.get(2)), false), m.get(1))
                        : null,
                AGGREGATE,
                THING,
                CONDITION,
                AMOUNT);
        for (Kind of : List.of(THING, AMOUNT, COLUMN)) {
            rule(
                    "the total in each time of " + of,
                    FIGURE,
                    -0.5,
                    m -> function(m.get(0)) != Function.SUM
                            ? null
                            : new Meaning.Split(
                                    new Figure(Function.SUM, m.get(2), List.of(), false), (Grouping) m.get(1)),
                    AGGREGATE,
                    GROUP,
                    of);
        }
        rule(
                "the number in each time",
                FIGURE,
                -0.5,
                m -> new Meaning.Split(count(m.get(2)), (Grouping) m.get(1)),
                COUNT,
                GROUP,
                THING);
        rule(
                "what a thing has on average",
                FIGURE,
                -0.6,
                m -> function(m.get(2)) == Function.AVERAGE
                        ? each(m.get(2), new Figure(Function.SUM, m.get(1), List.of(), false), m.get(0))
                        : null,
                THING,
                AMOUNT,
                AGGREGATE);
    }

    /** How long things go on, in the unit that is said. */
    private void lengths() {
        rule(
                "how long the average thing is",
                FIGURE,
                -0.4,
                m -> new Figure(function(m.get(1)), new Meaning.Lasting((Things) m.get(2)), List.of(), false),
                HOW_LONG,
                AGGREGATE,
                THING);
        for (Kind word : List.of(AGGREGATE, ON_AVERAGE)) {
            rule(
                    "how long a thing lasts, " + word,
                    FIGURE,
                    -0.3,
                    m -> word == AGGREGATE && function(m.get(2)) != Function.AVERAGE
                            ? null
                            : new Figure(Function.AVERAGE, new Meaning.Lasting((Things) m.get(1)), List.of(), false),
                    HOW_LONG,
                    THING,
                    word);
        }
        rule(
                "the length of things",
                FIGURE,
                0.6,
                m -> new Figure(function(m.get(0)), new Meaning.Lasting((Things) m.get(1)), List.of(), false),
                AGGREGATE,
                THING,
                DURATION);
        rule("a length in units", FIGURE, -0.2, m -> inUnits(m.get(0), ((Cut) m.get(1)).grain()), FIGURE, GRAIN);
    }

    /** A length of time told in another unit; nothing where the figure is none. */
    private static Meaning inUnits(Meaning meaning, Grain unit) {
        if (!(meaning instanceof Figure figure)) {
            return null;
        }
        Meaning of = figure.of();
        Meaning told = of instanceof Meaning.Lasting lasting
                ? new Meaning.Lasting(lasting.things(), unit)
                : of instanceof Meaning.Taken taken
                        ? new Meaning.Taken(taken.until(), unit)
                        : of instanceof Span span ? new Span(span.from(), span.to(), unit) : null;
        return told == null ? null : new Figure(figure.function(), told, figure.where(), figure.distinct());
    }

    private static Meaning eachTime(Meaning aggregation, Meaning figure, Meaning cut) {
        Grain grain = ((Meaning.Cut) cut).grain();
        boolean fits = function(aggregation) == Function.AVERAGE
                && figure instanceof Figure number
                && (number.function() == Function.COUNT || number.function() == Function.SUM)
                && !(number.of() instanceof Columns)
                && List.of(Grain.YEAR, Grain.QUARTER, Grain.MONTH, Grain.WEEK, Grain.DAY)
                        .contains(grain);
        return fits ? new Meaning.EachTime((Figure) figure, grain) : null;
    }

    static Meaning each(Meaning aggregation, Meaning figure, Meaning things) {
        boolean fits = figure instanceof Figure number
                && (number.function() == Function.COUNT || number.function() == Function.SUM)
                && !(number.of() instanceof Columns && number.function() == Function.COUNT)
                && function(aggregation) != Function.SUM;
        return fits ? new Meaning.Each(function(aggregation), (Figure) figure, (Things) things) : null;
    }

    private void figures() {
        figuresOfEach();
        averages();
        rule("how many things", FIGURE, 0, m -> count(m.get(1)), COUNT, THING);
        rule("how many events", FIGURE, 0.1, m -> count(m.get(1)), COUNT, EVENT);
        rule("how many certain things", FIGURE, 0, m -> count(m.get(2), m.get(1)), COUNT, CONDITION, THING);
        rule(
                "how many certain kinds of things",
                FIGURE,
                0,
                m -> count(m.get(3), m.get(1), m.get(2)),
                COUNT,
                CONDITION,
                CONDITION,
                THING);
        rule(
                "how many events of things",
                FIGURE,
                0.1,
                m -> new Figure(
                        Function.COUNT, m.get(2), List.of(new Related((Things) m.get(1), List.of(), false)), false),
                COUNT,
                EVENT,
                THING);
        rule(
                "how many of a column",
                FIGURE,
                0.1,
                m -> isDays(m.get(1)) ? null : new Figure(Function.COUNT, m.get(1), List.of(), false),
                COUNT,
                COLUMN);
        rule(
                "how many certain ones of a column",
                FIGURE,
                0,
                m -> isDays(m.get(2)) ? null : new Figure(Function.COUNT, m.get(2), List.of(m.get(1)), false),
                COUNT,
                CONDITION,
                COLUMN);
        rule(
                "how many different ones of a column",
                FIGURE,
                -0.1,
                m -> new Figure(Function.COUNT_DISTINCT, m.get(2), List.of(), true),
                COUNT,
                DISTINCT,
                COLUMN);
        rule(
                "how many different things",
                FIGURE,
                -0.1,
                m -> new Figure(Function.COUNT, m.get(2), List.of(), true),
                COUNT,
                DISTINCT,
                THING);
        rule(
                "an aggregate of a column",
                FIGURE,
                0,
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false),
                AGGREGATE,
                COLUMN);
        rule(
                "an aggregate of a thing's column",
                FIGURE,
                0,
                m -> new Figure(function(m.get(0)), owned(m.get(1), m.get(2)), List.of(), false),
                AGGREGATE,
                THING,
                COLUMN);
        rule(
                "an aggregate of an event's column",
                FIGURE,
                0,
                m -> new Figure(function(m.get(0)), owned(m.get(1), m.get(2)), List.of(), false),
                AGGREGATE,
                EVENT,
                COLUMN);
        rule("a thing's column", COLUMN, 1.2, m -> owned(m.get(0), m.get(1)), THING, COLUMN);
        rule("a column of a thing", COLUMN, 0.05, m -> owned(m.get(1), m.get(0)), COLUMN, THING);
        rule("both of two columns", COLUMN, 0, m -> m.get(1), BOTH, COLUMN);
        tight("a column's name", COLUMN, -0.1, m -> m.get(0), COLUMN, NAME);
        rule("the name of a thing", THING, -0.6, m -> m.get(1), NAME, THING);
        rule(
                "an event's column",
                COLUMN,
                1.2,
                m -> ((Things) m.get(0))
                                .any().stream().anyMatch(thing -> thing.kind().isPresent())
                        ? null
                        : owned(m.get(0), m.get(1)),
                EVENT,
                COLUMN);
        rule(
                "an aggregate of an amount",
                FIGURE,
                0,
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false),
                AGGREGATE,
                AMOUNT);
        for (Kind of : List.of(COLUMN, FIGURE)) {
            rule("all of a " + of, FIGURE, 0.5, m -> added(m.get(0)), of, ADDED);
        }
        rule(
                "from the least to the most of a column",
                FIGURE,
                -0.6,
                m -> ((Meaning.Most) m.get(1)).descending() == ((Meaning.Most) m.get(3)).descending()
                        ? null
                        : new Meaning.Difference(
                                new Figure(Function.MAXIMUM, m.get(4), List.of(), false),
                                new Figure(Function.MINIMUM, m.get(4), List.of(), false)),
                COMPARING,
                SUPERLATIVE,
                AND,
                SUPERLATIVE,
                COLUMN);
        rule("an amount", FIGURE, 0.1, m -> new Figure(Function.SUM, m.get(0), List.of(), false), AMOUNT);
        rule(
                "how much of an amount",
                FIGURE,
                0,
                m -> new Figure(Function.SUM, m.get(1), List.of(), false),
                MUCH,
                AMOUNT);
        rule(
                "how much of a column",
                FIGURE,
                -0.2,
                m -> new Figure(Function.SUM, m.get(1), List.of(), false),
                MUCH,
                COLUMN);
        rule(
                "an aggregate of a thing",
                FIGURE,
                0.3,
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false),
                AGGREGATE,
                THING);
        rule(
                "an aggregate of numbers",
                FIGURE,
                -0.1,
                m -> m.get(1) instanceof Figure figure && figure.function() == Function.COUNT
                        ? figure(function(m.get(0)), figure)
                        : null,
                AGGREGATE,
                FIGURE);
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    "how long it takes, " + what,
                    FIGURE,
                    -0.6,
                    m -> new Figure(
                            Function.AVERAGE, new Meaning.Taken((Columns) m.get(1), Grain.DAY), List.of(), false),
                    TAKE,
                    what);
            rule(
                    "how long it takes as told, " + what,
                    FIGURE,
                    -0.8,
                    m -> new Figure(
                            function(m.get(1)), new Meaning.Taken((Columns) m.get(2), Grain.DAY), List.of(), false),
                    TAKE,
                    AGGREGATE,
                    what);
            rule(
                    "as told how long it takes, " + what,
                    FIGURE,
                    -0.8,
                    m -> new Figure(
                            function(m.get(0)), new Meaning.Taken((Columns) m.get(2), Grain.DAY), List.of(), false),
                    AGGREGATE,
                    TAKE,
                    what);
        }
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    "the time of " + what,
                    FIGURE,
                    -0.6,
                    m -> new Figure(
                            function(m.get(0)), new Meaning.Taken((Columns) m.get(1), Grain.DAY), List.of(), false),
                    AGGREGATE,
                    what,
                    DURATION);
        }
        rule(
                "how much was done by somebody",
                FIGURE,
                -0.3,
                m -> new Figure(Function.SUM, m.get(2), List.of(m.get(1)), false),
                MUCH,
                CONDITION,
                EVENT);
        rule("how much was done", FIGURE, 0.1, m -> new Figure(Function.SUM, m.get(1), List.of(), false), MUCH, EVENT);
        rule(
                "how much of a column",
                FIGURE,
                0,
                m -> new Figure(Function.SUM, m.get(1), List.of(), false),
                MUCH,
                COLUMN);
        rule(
                "time between columns",
                SPAN,
                0,
                m -> new Span((Columns) m.get(1), Optional.of((Columns) m.get(3)), Grain.DAY),
                ELAPSED,
                COLUMN,
                THROUGH,
                COLUMN);
        rule(
                "units of time between columns",
                SPAN,
                -0.2,
                m -> new Span((Columns) m.get(2), Optional.of((Columns) m.get(4)), ((Cut) m.get(0)).grain()),
                GRAIN,
                BETWEEN,
                COLUMN,
                THROUGH,
                COLUMN);
        rule("number of units of time between columns", SPAN, -0.2, m -> m.get(1), COUNT, SPAN);
        rule(
                "an aggregate of time",
                FIGURE,
                0,
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false),
                AGGREGATE,
                SPAN);
        rule(
                "different ones of a column",
                COLUMNS,
                0,
                m -> new Figure(Function.COUNT_DISTINCT, m.get(1), List.of(), true),
                DISTINCT,
                COLUMN);
        rule("a share of things under a condition", FIGURE, 0, m -> new Share(Optional.of(m.get(1))), SHARE, FIGURE);
        rule(
                "a share of certain things",
                FIGURE,
                -0.2,
                m -> new Share(Optional.of(count(m.get(2), m.get(1)))),
                SHARE,
                CONDITION,
                THING);
        for (Kind part : List.of(COLUMN, FIGURE, AMOUNT)) {
            for (Kind whole : List.of(COLUMN, FIGURE, AMOUNT)) {
                rule(
                        part + " and its share of " + whole,
                        FIGURE,
                        -0.4,
                        m -> new Quotient(summed(m.get(0)), summed(m.get(2)), true),
                        part,
                        SHARE,
                        whole);
                rule(
                        part + " as a part of " + whole,
                        FIGURE,
                        -0.4,
                        m -> new Quotient(summed(m.get(0)), summed(m.get(2)), true),
                        part,
                        PART_OF,
                        whole);
            }
        }
        for (Kind word : List.of(RATE, SHARE)) {
            rule("which part is so, " + word, FIGURE, 0.1, m -> new Meaning.Met(m.get(0)), CONDITION, word);
            rule(
                    "which part of things is so, " + word,
                    FIGURE,
                    -0.1,
                    m -> new Share(Optional.of(count(m.get(1), m.get(0)))),
                    CONDITION,
                    THING,
                    word);
        }
        rule(
                "a ratio of things of two kinds",
                FIGURE,
                -0.6,
                m -> quotient(count(m.get(4), m.get(1)), count(m.get(4), m.get(3))),
                RATIO,
                CONDITION,
                THROUGH,
                CONDITION,
                THING);
        for (Kind word : List.of(RATIO, SHARE)) {
            rule(
                    "certain things out of all, " + word,
                    FIGURE,
                    -0.6,
                    m -> new Quotient(m.get(1), count(m.get(3)), word == SHARE),
                    word,
                    SUBJECT,
                    OUT_OF,
                    THING);
        }
        rule("a share of things", FIGURE, 0, m -> new Share(Optional.of(count(m.get(1)))), SHARE, THING);
        rule("a ratio", FIGURE, -0.3, m -> quotient(m.get(1), m.get(3)), RATIO, FIGURE, THROUGH, FIGURE);
        for (Kind one : List.of(THING, FIGURE)) {
            rule("certain " + one, SUBJECT, 0, m -> narrowed(m.get(0), m.get(1)), one, CONDITION);
            rule(one + " who", SUBJECT, 0, m -> narrowed(m.get(0), m.get(2)), one, PERSON, CONDITION);
            rule(one + " alone", SUBJECT, 0.1, m -> m.get(0) instanceof Figure figure ? figure : count(m.get(0)), one);
        }
        rule(
                "a column of a certain one",
                SUBJECT,
                0.2,
                m -> isNamed(m.get(1)) ? new Figure(Function.SUM, m.get(0), List.of(m.get(1)), false) : null,
                COLUMN,
                CONDITION);
        rule(
                "a column of a certain thing",
                SUBJECT,
                0.1,
                m -> isNamed(m.get(1)) && owned(m.get(2), m.get(0)) != null
                        ? new Figure(Function.SUM, owned(m.get(2), m.get(0)), List.of(said(m.get(1), m.get(2))), false)
                        : null,
                COLUMN,
                CONDITION,
                THING);
        rule("certain things before", SUBJECT, 0, m -> narrowed(m.get(1), m.get(0)), CONDITION, THING);
        for (Kind word : List.of(RATIO, SHARE)) {
            rule(
                    "a ratio of certain things, " + word,
                    FIGURE,
                    -0.5,
                    m -> quotient(m.get(1), m.get(3)),
                    word,
                    SUBJECT,
                    THROUGH,
                    SUBJECT);
        }
        rule(
                "a ratio of aggregates",
                FIGURE,
                -0.3,
                m -> quotient(m.get(1), summed(m.get(3))),
                RATIO,
                FIGURE,
                THROUGH,
                COLUMN);
        rule(
                "one column per another",
                FIGURE,
                -0.3,
                m -> quotient(summed(m.get(1)), summed(m.get(3))),
                RATIO,
                COLUMN,
                EACH,
                COLUMN);
        rule(
                "a ratio of things",
                FIGURE,
                -0.3,
                m -> quotient(count(m.get(1)), count(m.get(3))),
                RATIO,
                THING,
                THROUGH,
                THING);
        rule(
                "a ratio of columns",
                FIGURE,
                -0.3,
                m -> quotient(summed(m.get(1)), summed(m.get(3))),
                RATIO,
                COLUMN,
                THROUGH,
                COLUMN);
    }

    private static boolean isNamed(Meaning condition) {
        return condition instanceof Quote || condition instanceof Is is && !is.negated();
    }

    /** A column in total is its sum; a figure in total is what it is, where it adds up. */
    private static Meaning added(Meaning meaning) {
        return meaning instanceof Figure figure
                        && figure.function() != Function.SUM
                        && figure.function() != Function.COUNT
                ? null
                : summed(meaning);
    }

    /** A column is added up; a figure is what it is. */
    private static Meaning summed(Meaning meaning) {
        return meaning instanceof Columns ? new Figure(Function.SUM, meaning, List.of(), false) : meaning;
    }

    /** The total of a number is the number; an average of a column that holds numbers is that of the column. */
    private static Meaning figure(Function function, Figure number) {
        if (function == Function.SUM) {
            return number;
        }
        return number.of() instanceof Columns
                ? new Figure(function, number.of(), number.where(), false)
                : new Figure(function, number, List.of(), false);
    }

    private static Meaning narrowed(Meaning figure, Meaning condition) {
        Figure of = figure instanceof Figure given ? given : count(figure);
        List<Meaning> where = new ArrayList<>(of.where());
        where.add(condition);
        return new Figure(of.function(), of.of(), where, of.distinct());
    }

    private static Meaning quotient(Meaning one, Meaning other) {
        return new Quotient(one, other, false);
    }

    /** The columns of the things where they have such; the columns as they are where not. */
    static Meaning nearest(Meaning things, Meaning columns) {
        Columns owned = owned(things, columns);
        return owned == null ? columns : owned;
    }

    /** The columns that belong to one of the things. */
    static Columns owned(Meaning things, Meaning columns) {
        List<Meaning.Named> owned = ((Columns) columns)
                .any().stream()
                        .filter(named -> ((Things) things).any().stream().anyMatch(thing -> thing.relation()
                                .equals(named.field().relation())))
                        .map(named -> ((Things) things)
                                .any().stream()
                                        .filter(thing -> thing.relation()
                                                        .equals(named.field().relation())
                                                && !thing.via().isEmpty())
                                        .findFirst()
                                        .map(thing -> new Meaning.Named(
                                                new dev.caravan.query.Value.Field(
                                                        named.field().relation(),
                                                        named.field().column(),
                                                        thing.via()),
                                                named.cost()))
                                        .orElse(named))
                        .toList();
        return owned.isEmpty() ? null : new Columns(owned, ((Columns) columns).days());
    }

    // ---- groups

    private void groups() {
        for (Kind by : List.of(THING, COLUMN, GRAIN)) {
            double cost = by == COLUMN ? 0 : 0.05;
            rule("for each " + by, GROUP, cost, m -> new Grouping(List.of(m.get(1))), EACH, by);
            rule("by " + by, GROUP, cost, m -> new Grouping(List.of(m.get(1))), BY, by);
            rule(
                    "groups and " + by,
                    GROUP,
                    0,
                    m -> new Grouping(Stream.concat(((Grouping) m.get(0)).by().stream(), Stream.of(m.get(2)))
                            .toList()),
                    GROUP,
                    AND,
                    by);
        }
        for (Kind of : List.of(EACH, BY)) {
            // each business category: the latter of the two
            tight(OF_ANOTHER + of, GROUP, -0.3, m -> new Grouping(List.of(m.get(2))), of, THING, THING);
        }
        rule("for each column of a thing", GROUP, -0.2, m -> grouping(owned(m.get(1), m.get(2))), EACH, THING, COLUMN);
        rule("by a column of a thing", GROUP, -0.2, m -> grouping(owned(m.get(1), m.get(2))), BY, THING, COLUMN);
        rule("by a different column", GROUP, 0, m -> new Grouping(List.of(m.get(2))), BY, DISTINCT, COLUMN);
        // a second is rather the one behind the first
        rule(
                "yearly and such",
                GROUP,
                1.2,
                m -> List.of(Grain.SECOND, Grain.MINUTE, Grain.HOUR).contains(((Meaning.Cut) m.get(0)).grain())
                        ? null
                        : new Grouping(List.of(m.get(0))),
                GRAIN);
        rule(
                "groups in a row",
                GROUP,
                -0.5,
                m -> new Grouping(
                        Stream.concat(((Grouping) m.get(0)).by().stream(), ((Grouping) m.get(1)).by().stream())
                                .toList()),
                GROUP,
                GROUP);
    }

    private static Meaning grouping(Meaning by) {
        return by == null ? null : new Grouping(List.of(by));
    }

    // ---- orders

    private void orders() {
        for (Kind by : List.of(FIGURE, AMOUNT, COLUMN, THING)) {
            rule("ordered by " + by, SORT, 0, m -> new Sort(List.of(m.get(1)), false, false), ORDER, by);
            if (by == FIGURE || by == AMOUNT) {
                rule("by " + by, SORT, 0, m -> new Sort(List.of(m.get(1)), true, true), BY, by);
            }
        }
        rule(
                "the most first",
                SORT,
                0,
                m -> new Sort(
                        List.of(new Columns(((Scale) m.get(0)).columns())), ((Scale) m.get(0)).descending(), true),
                SCALE_FIRST);
        rule(
                "in the order of an adjective",
                SORT,
                -0.3,
                m -> ((Sort) m.get(0)).by().isEmpty()
                        ? null
                        : new Sort(((Sort) m.get(0)).by(), ((Scale) m.get(1)).descending(), true),
                SORT,
                SCALE_FIRST);
        rule("descending order", SORT, -0.1, m -> new Sort(((Sort) m.get(0)).by(), true, true), SORT, DESCENDING);
        rule("ascending order", SORT, -0.1, m -> new Sort(((Sort) m.get(0)).by(), false, true), SORT, ASCENDING);
        rule("descending", SORT, 0.1, m -> new Sort(List.of(), true, true), DESCENDING);
        rule("ascending", SORT, 0.1, m -> new Sort(List.of(), false, true), ASCENDING);
        rule("ordered descending", SORT, 0, m -> new Sort(List.of(), true, true), ORDER, DESCENDING);
        rule("ordered ascending", SORT, 0, m -> new Sort(List.of(), false, true), ORDER, ASCENDING);
    }

    // ---- texts

    private void texts() {
        rule(
                "called by a quoted text",
                CONDITION,
                0,
                m -> new Quote(Optional.empty(), ((Quoted) m.get(1)).text()),
                NAMED,
                QUOTED);
        rule("a quoted text", CONDITION, 0.5, m -> new Quote(Optional.empty(), ((Quoted) m.get(0)).text()), QUOTED);
        rule(
                "a column with a quoted text",
                CONDITION,
                0,
                m -> new Quote(Optional.of((Columns) m.get(0)), ((Quoted) m.get(1)).text()),
                COLUMN,
                QUOTED);
        rule(
                "a column that starts with a text",
                CONDITION,
                -0.3,
                m -> new Text(Optional.of((Columns) m.get(0)), ((Quoted) m.get(2)).text(), true),
                COLUMN,
                STARTS,
                QUOTED);
        rule(
                "starts with a text",
                CONDITION,
                0.2,
                m -> new Text(Optional.empty(), ((Quoted) m.get(1)).text(), true),
                STARTS,
                QUOTED);
        rule(
                "a column that contains a text",
                CONDITION,
                -0.3,
                m -> new Text(Optional.of((Columns) m.get(0)), ((Quoted) m.get(2)).text(), false),
                COLUMN,
                CONTAINS,
                QUOTED);
        rule(
                "contains a text",
                CONDITION,
                0.2,
                m -> new Text(Optional.empty(), ((Quoted) m.get(1)).text(), false),
                CONTAINS,
                QUOTED);
        rule("starts with a word", CONDITION, 0.2, m -> text(Optional.empty(), m.get(1), true), STARTS, WORD);
        rule(
                "a column that starts with a word",
                CONDITION,
                0,
                m -> text(column(m), m.get(2), true),
                COLUMN,
                STARTS,
                WORD);
        rule(
                "a column that contains a word",
                CONDITION,
                0,
                m -> text(column(m), m.get(2), false),
                COLUMN,
                CONTAINS,
                WORD);
    }

    private static Optional<Columns> column(List<Meaning> parts) {
        return Optional.of((Columns) parts.get(0));
    }

    private static Meaning text(Optional<Columns> columns, Meaning quoted, boolean start) {
        return new Text(columns, ((Quoted) quoted).text(), start);
    }
}
