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

    /** The rule of "5 ports". */
    static final String NUMBER_OF_THINGS = "a number of things";

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

    /**
     * Adds a rule.
     *
     * @param shape the kind that it makes and, behind a colon, those in a row that it is made of
     */
    void rule(String name, double cost, String shape, Meant meant) {
        add(name, cost, shape, false, meant);
    }

    private void tight(String name, double cost, String shape, Meant meant) {
        add(name, cost, shape, true, meant);
    }

    private void add(String name, double cost, String shape, boolean tight, Meant meant) {
        String[] sides = shape.split(": ");
        List<Kind> parts = Stream.of(sides[1].split(" ")).map(Kind::valueOf).toList();
        rules.add(new Rule(
                name, Kind.valueOf(sides[0]), parts, cost, tight, meanings -> Optional.ofNullable(meant.of(meanings))));
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
        rule("since a time", 0, "PERIOD: SINCE PERIOD", m -> open(((Period) m.get(1)).from(), Optional.empty()));
        rule("after a time", 0, "PERIOD: AFTER PERIOD", m -> open(((Period) m.get(1)).to(), Optional.empty()));
        rule("before a time", 0, "PERIOD: BEFORE PERIOD", m -> open(Optional.empty(), ((Period) m.get(1)).from()));
        rule("until a time", 0, "PERIOD: UNTIL PERIOD", m -> open(Optional.empty(), ((Period) m.get(1)).to()));
        rule("between times", -0.2, "PERIOD: BETWEEN PERIOD THROUGH PERIOD", m -> spanning(m.get(1), m.get(3)));
        rule("from time to time", -0.2, "PERIOD: PERIOD THROUGH PERIOD", m -> spanning(m.get(0), m.get(2)));
        rule("one time against another", -0.4, "TIMES_APART: PERIOD VERSUS PERIOD", m -> apart(m.get(0), m.get(2)));
        rule("one time and another", -0.3, "TIMES_APART: PERIOD AND PERIOD", m -> apart(m.get(0), m.get(2)));
        rule("one time or another", -0.3, "TIMES_APART: PERIOD OR PERIOD", m -> apart(m.get(0), m.get(2)));
        rule("further times", -0.3, "TIMES_APART: PERIOD TIMES_APART", m -> further(m.get(0), m.get(1)));
        rule("several times", 0, "CONDITION: TIMES_APART", m -> m.get(0));
        rule("in a time", 0, "CONDITION: PERIOD", m -> new During(Optional.empty(), (Period) m.get(0), false));
        rule("not in a time", 0, "CONDITION: NOT PERIOD", m -> new During(Optional.empty(), (Period) m.get(1), true));
        rule(
                "a column in a time",
                0,
                "CONDITION: TIME_COLUMN PERIOD",
                m -> new During(Optional.of(m.get(0)), (Period) m.get(1), false));
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    what + " within a length of time",
                    -0.3,
                    "CONDITION: " + what + " WITHIN NUMBER",
                    m -> ((Number) m.get(2)).unit().isPresent()
                            ? new Meaning.Within((Columns) m.get(0), (Number) m.get(2), Relation.AT_MOST)
                            : null);
        }
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    what + " within a length of time from another",
                    -0.5,
                    "CONDITION: " + what + " WITHIN NUMBER COLUMN",
                    m -> ((Columns) m.get(3)).days()
                                    && ((Number) m.get(2)).unit().isPresent()
                            ? new Compared(
                                    new Span(
                                            (Columns) m.get(3),
                                            Optional.of((Columns) m.get(0)),
                                            ((Number) m.get(2)).unit().orElseThrow()),
                                    Relation.AT_MOST,
                                    m.get(2))
                            : null);
        }
        rule(
                "done within a length of time from what was done",
                -0.6,
                "CONDITION: DONE WITHIN NUMBER DONE",
                m -> ((Number) m.get(2)).unit().isPresent()
                        ? new Compared(
                                new Span(
                                        (Columns) m.get(3),
                                        Optional.of((Columns) m.get(0)),
                                        ((Number) m.get(2)).unit().orElseThrow()),
                                Relation.AT_MOST,
                                m.get(2))
                        : null);
        rule("a thing's time", 1.2, "TIME_COLUMN: THING TIME_COLUMN", m -> owned(m.get(0), m.get(1)));
        rule(
                "events in one time and not in another",
                -0.5,
                "CONDITION: EVENT PERIOD NOT PERIOD",
                m -> new Meaning.Both(List.of(
                        new Related(
                                (Things) m.get(0),
                                List.of(new During(Optional.empty(), (Period) m.get(1), false)),
                                false),
                        new Related(
                                (Things) m.get(0),
                                List.of(new During(Optional.empty(), (Period) m.get(3), false)),
                                true))));
        rule(
                "events in a time",
                0.1,
                "CONDITION: EVENT PERIOD",
                m -> new Related(
                        (Things) m.get(0), List.of(new During(Optional.empty(), (Period) m.get(1), false)), false));
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
        rule("one value or another", -0.3, "MEMBER: MEMBER OR MEMBER", m -> either(m.get(0), m.get(2)));
        rule("one value and another", -0.2, "MEMBER: MEMBER AND MEMBER", m -> either(m.get(0), m.get(2)));
        rule("one value against another", -0.2, "MEMBER: MEMBER VERSUS MEMBER", m -> either(m.get(0), m.get(2)));
        tight("values in a row", 0.2, "MEMBER: MEMBER MEMBER", m -> either(m.get(0), m.get(1)));
        rule("first and last name", -0.5, "CONDITION: MEMBER MEMBER", Rules::person);
        rule(
                "one person or another",
                -0.5,
                "CONDITION: CONDITION OR CONDITION",
                m -> m.get(0) instanceof Meaning.Person && m.get(2) instanceof Meaning.Person
                                || m.get(0) instanceof Text && m.get(2) instanceof Text
                        ? new Meaning.Either(List.of(m.get(0), m.get(2)))
                        : null);
        rule(
                "both of two values",
                -0.4,
                "CONDITION: BOTH MEMBER",
                m -> ((Members) m.get(1)).names().size() > 1
                        ? new Meaning.Severally(List.copyOf(((Members) m.get(1)).apart()))
                        : null);
        rule(
                "both of two times",
                -0.4,
                "CONDITION: BOTH TIMES_APART",
                m -> new Meaning.Severally(List.copyOf(((Meaning.Times) m.get(1)).apart())));
        rule(
                "both of two events",
                -0.4,
                "CONDITION: BOTH EVENT AND EVENT",
                m -> new Meaning.Severally(List.of(
                        new Related((Things) m.get(1), List.of(), false),
                        new Related((Things) m.get(3), List.of(), false))));
        rule("a value", 0, "CONDITION: MEMBER", m -> new Is((Members) m.get(0), false));
        rule("not a value", 0, "CONDITION: NOT MEMBER", m -> new Is((Members) m.get(1), true));
        rule("a value of a column", -0.1, "CONDITION: COLUMN MEMBER", m -> within(m.get(0), m.get(1), false));
        rule("a value before its column", -0.1, "CONDITION: MEMBER COLUMN", m -> within(m.get(1), m.get(0), false));
        rule(
                "a column equal to a value",
                -0.1,
                "CONDITION: COLUMN COMPARE MEMBER",
                m -> within(m.get(0), m.get(2), relation(m.get(1)) == Relation.DIFFERENT));
        rule("never done so", -0.9, "CONDITION: NEVER EVENT CONDITION", m -> Meaning.Never.done(m.get(1), m.get(2)));
        rule(
                "never done to certain things",
                -1.1,
                "CONDITION: NEVER EVENT CONDITION THING",
                m -> new Related((Things) m.get(1), List.of(said(m.get(2), m.get(3))), true));
        rule(
                "never done by certain things",
                -1.2,
                "CONDITION: NEVER EVENT BY THING CONDITION",
                m -> new Related((Things) m.get(1), List.of(m.get(4)), true));
        rule("not done by a value", -0.3, "CONDITION: NOT EVENT BY MEMBER", m -> new Is((Members) m.get(3), true));
        rule(
                "between values",
                0.2,
                "CONDITION: BETWEEN MEMBER",
                m -> ((Members) m.get(1)).names().size() > 1 ? new Is((Members) m.get(1), false) : null);
        rule("not by a value", 0.1, "CONDITION: NOT BY MEMBER", m -> new Is((Members) m.get(2), true));
        rule("never so", -0.3, "CONDITION: NEVER CONDITION", m -> new Meaning.Never(m.get(1), Optional.empty()));
        tight("what bears a number", 0, "CONDITION: THING NUMBER", m -> keyed(m.get(0), m.get(1)));
        rule("not a value of a column", -0.1, "CONDITION: NOT COLUMN MEMBER", m -> within(m.get(1), m.get(2), true));
        rule("a column not a value", -0.1, "CONDITION: COLUMN NOT MEMBER", m -> within(m.get(0), m.get(2), true));
        rule("by one value and by another", -0.3, "MEMBER: BY MEMBER AND BY MEMBER", m -> either(m.get(1), m.get(4)));
        rule("by a value", 0.3, "CONDITION: BY MEMBER", m -> new Is((Members) m.get(1), false));
        rule(
                "by a thing of a value",
                -0.6,
                "CONDITION: BY THING MEMBER",
                m -> of((Things) m.get(1), (Members) m.get(2)));
        rule("by what holds", 0.4, "CONDITION: BY CONDITION", m -> m.get(1));
        rule(
                "a thing by its person",
                -0.1,
                "CONDITION: THING CONDITION",
                m -> m.get(1) instanceof Meaning.Person person
                                && person.first().stream().anyMatch(stored -> ((Things) m.get(0))
                                        .any().stream().anyMatch(thing -> thing.relation()
                                                .equals(stored.field().relation())))
                        ? new Meaning.Owned((Things) m.get(0), person)
                        : null);
        rule(
                "whom a person manages",
                -0.4,
                "CONDITION: CONDITION MANAGES",
                m -> m.get(0) instanceof Meaning.Person person
                        ? new Meaning.Owned((Things) m.get(1), person)
                        : m.get(0) instanceof Is is ? new Related((Things) m.get(1), List.of(is), false) : null);
        tight(OWN_VALUE, 0.1, "CONDITION: THING MEMBER", m -> of((Things) m.get(0), (Members) m.get(1)));
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
                    cost,
                    "CONDITION: " + side + " COMPARE NUMBER",
                    m -> days(m.get(0), m.get(2)) || m.get(0) instanceof Share
                            ? null
                            : new Compared(m.get(0), relation(m.get(1)), m.get(2)));
            rule(
                    side + " above or below nought",
                    cost,
                    "CONDITION: " + side + " SIGN",
                    m -> new Compared(m.get(0), relation(m.get(1)), new Number(0)));
            rule(
                    side + " and a number or more",
                    cost,
                    "CONDITION: " + side + " NUMBER AFTER_NUMBER",
                    m -> new Compared(m.get(0), relation(m.get(2)), m.get(1)));
            rule(
                    side + " between numbers",
                    cost,
                    "CONDITION: " + side + " BETWEEN NUMBER THROUGH NUMBER",
                    m -> new Meaning.Both(List.of(
                            new Compared(m.get(0), Relation.AT_LEAST, m.get(2)),
                            new Compared(m.get(0), Relation.AT_MOST, m.get(4)))));
            rule(
                    side + " compared with the average",
                    cost,
                    "CONDITION: " + side + " COMPARE AVERAGE",
                    m -> new Compared(m.get(0), relation(m.get(1)), m.get(2)));
        }
        rule(
                "a column of a number",
                0.4,
                "CONDITION: COLUMN NUMBER",
                m -> new Compared(m.get(0), Relation.EQUAL, m.get(1)));
        rule(
                "a number before its column",
                0.2,
                "CONDITION: COMPARE NUMBER COLUMN",
                m -> days(m.get(2), m.get(1)) ? null : new Compared(m.get(2), relation(m.get(0)), m.get(1)));
        rule(
                "a number of different ones of a column",
                -0.2,
                "CONDITION: COMPARE NUMBER DISTINCT COLUMN",
                m -> new Compared(
                        new Figure(Function.COUNT_DISTINCT, m.get(3), List.of(), true), relation(m.get(0)), m.get(1)));
        rule(
                "late by a length of time",
                -0.1,
                "CONDITION: CONDITION BY COMPARE NUMBER",
                m -> byTime(m.get(0), m.get(2), m.get(3)));
        rule(
                "late more than a length of time",
                -0.1,
                "CONDITION: CONDITION COMPARE NUMBER",
                m -> byTime(m.get(0), m.get(1), m.get(2)));
        rule(
                "more than a length of time late",
                -0.1,
                "CONDITION: COMPARE NUMBER CONDITION",
                m -> byTime(m.get(2), m.get(0), m.get(1)));
        rule(
                "a column compared with another",
                0,
                "CONDITION: COLUMN COMPARE COLUMN",
                m -> new Compared(m.get(0), relation(m.get(1)), m.get(2)));
        rule(
                "less there than another column says",
                -0.3,
                "CONDITION: BARE_MORE CONDITION COLUMN",
                m -> m.get(1) instanceof Compared there
                                && there.left() instanceof Columns
                                && there.right() instanceof Number nought
                                && nought.value() == 0
                        ? new Compared(there.left(), relation(m.get(0)), m.get(2))
                        : null);
        rule(
                "more of a column than another says",
                -0.1,
                "CONDITION: BARE_MORE COLUMN COLUMN",
                m -> new Compared(m.get(1), relation(m.get(0)), m.get(2)));
        rule(
                "more of a column than the average",
                0,
                "CONDITION: BARE_MORE COLUMN AVERAGE",
                m -> new Compared(m.get(1), relation(m.get(0)), m.get(2)));
        rule(
                "an adjective and a role",
                0,
                "CONDITION: SCALE_MORE THING",
                m -> ((Things) m.get(1))
                                .any().stream().allMatch(thing -> !thing.via().isEmpty())
                        ? compared((Scale) m.get(0), owned(m.get(1), new Columns(((Scale) m.get(0)).columns())))
                        : null);
        rule(ADJECTIVE + "a number", 0, "CONDITION: SCALE_MORE NUMBER", m -> compared((Scale) m.get(0), m.get(1)));
        rule(ADJECTIVE + "the average", 0, "CONDITION: SCALE_MORE AVERAGE", m -> compared((Scale) m.get(0), m.get(1)));
        rule(
                "the average",
                0,
                "AVERAGE: AGGREGATE",
                m -> function(m.get(0)) == Function.AVERAGE ? new Average(Optional.empty()) : null);
        rule(
                "the average of a column",
                -0.1,
                "AVERAGE: AGGREGATE COLUMN",
                m -> function(m.get(0)) == Function.AVERAGE ? new Average(Optional.of(m.get(1))) : null);
        rule(
                "the average of a thing",
                -0.1,
                "AVERAGE: AGGREGATE THING",
                m -> function(m.get(0)) == Function.AVERAGE ? new Average(Optional.empty()) : null);
        rule(
                "compared with the average",
                0.2,
                "CONDITION: COMPARE AVERAGE",
                m -> new Compared(((Average) m.get(1)).of().orElse(new Meaning.Plain()), relation(m.get(0)), m.get(1)));
        for (Kind thing : List.of(THING, EVENT)) {
            rule("more " + thing, -0.3, "MORE_OF: BARE_MORE " + thing, m -> m.get(1));
        }
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    what + " after another",
                    -0.2,
                    "CONDITION: " + what + " AFTER COLUMN",
                    m -> new Compared(m.get(0), Relation.MORE, m.get(2)));
            rule(
                    what + " before another",
                    -0.2,
                    "CONDITION: " + what + " BEFORE COLUMN",
                    m -> new Compared(m.get(0), Relation.LESS, m.get(2)));
        }
        rule(
                "over an age",
                -0.2,
                "CONDITION: COMPARE SPAN NUMBER",
                m -> ((Span) m.get(1)).to().isPresent() ? null : new Compared(m.get(1), relation(m.get(0)), m.get(2)));
        rule("none at all", 0, "NOT: NOT SINGLE", m -> m.get(0));
        rule("an amount of money", 0.1, "CONDITION: COMPARE NUMBER", m -> money(m.get(0), m.get(1)));
        rule(
                "more of things than the average",
                -0.2,
                "CONDITION: BARE_MORE THING AVERAGE",
                m -> new Compared(count(m.get(1)), relation(m.get(0)), m.get(2)));
        rule(
                "so and so long",
                0,
                "CONDITION: COMPARE NUMBER SCALE_PLAIN",
                m -> compared((Scale) m.get(2), relation(m.get(0)), m.get(1)));
        rule(
                "between so and so long",
                0,
                "CONDITION: BETWEEN NUMBER THROUGH NUMBER SCALE_PLAIN",
                m -> new Meaning.Both(List.of(
                        compared((Scale) m.get(4), Relation.AT_LEAST, m.get(1)),
                        compared((Scale) m.get(4), Relation.AT_MOST, m.get(3)))));
        rule(
                "more than another has",
                0,
                "CONDITION: BARE_MORE THING THAN MEMBER",
                m -> ((Members) m.get(3)).names().size() == 1
                        ? new ComparedWithMember(count(m.get(1)), relation(m.get(0)), (Members) m.get(3))
                        : null);
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
                    0,
                    "CONDITION: COMPARE NUMBER " + thing,
                    m -> new Compared(count(m.get(2)), relation(m.get(0)), m.get(1)));
            rule(
                    "a number of different " + thing,
                    -0.1,
                    "CONDITION: COMPARE NUMBER DISTINCT " + thing,
                    m -> new Compared(count(m.get(3)), relation(m.get(0)), m.get(1)));
            rule(
                    "a number of " + thing + " between bounds",
                    -0.2,
                    "CONDITION: COMPARE NUMBER " + thing + " COMPARE NUMBER",
                    m -> new Meaning.Both(List.of(
                            new Compared(count(m.get(2)), relation(m.get(0)), m.get(1)),
                            new Compared(count(m.get(2)), relation(m.get(3)), m.get(4)))));
            rule(
                    "a number of certain " + thing,
                    0,
                    "CONDITION: COMPARE NUMBER CONDITION " + thing,
                    m -> new Compared(count(m.get(3), m.get(2)), relation(m.get(0)), m.get(1)));
            rule(
                    "a number of " + thing + " of which something is more",
                    -0.2,
                    "CONDITION: COMPARE NUMBER " + thing + " CONDITION",
                    m -> isOf(m.get(3), (Things) m.get(2))
                            ? new Compared(count(m.get(2), m.get(3)), relation(m.get(0)), m.get(1))
                            : null);
            rule(
                    "a number or more of " + thing,
                    0,
                    "CONDITION: NUMBER AFTER_NUMBER " + thing,
                    m -> new Compared(count(m.get(2)), relation(m.get(1)), m.get(0)));
            rule(
                    thing + " more than so often",
                    0,
                    "CONDITION: " + thing + " COMPARE TIMES",
                    m -> new Compared(count(m.get(0)), relation(m.get(1)), m.get(2)));
            rule(
                    "at least so many times " + thing,
                    thing == EVENT ? 0.3 : 4,
                    "CONDITION: " + thing + " COMPARE NUMBER", // money is no number of times
                    m -> ((Number) m.get(2)).money()
                            ? null
                            : new Compared(count(m.get(0)), relation(m.get(1)), m.get(2)));
        }
        rule(
                "a number of things that are tied to it",
                -0.4,
                "CONDITION: LINK COMPARE NUMBER THING",
                m -> new Compared(
                        new Figure(Function.COUNT, Meaning.Deed.of(m.get(0)).to(m.get(3)), List.of(), true),
                        relation(m.get(1)),
                        m.get(2)));
        rule(
                "an event by a number of things",
                -0.2,
                "CONDITION: EVENT BY CONDITION",
                m -> m.get(2) instanceof Compared compared && compared.left() instanceof Figure ? compared : null);
        rule(
                NUMBER_OF_THINGS,
                0.6,
                "CONDITION: NUMBER THING",
                m -> new Compared(count(m.get(1)), Relation.EQUAL, m.get(0)));
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
            rule("no " + thing, 0, "CONDITION: NOT " + thing, m -> new Related((Things) m.get(1), List.of(), true));
            rule(
                    "no certain " + thing,
                    -0.1,
                    "CONDITION: NOT CONDITION " + thing,
                    m -> new Related((Things) m.get(2), List.of(m.get(1)), true));
            rule(
                    "no " + thing + " of a kind",
                    0.1,
                    "CONDITION: NOT " + thing + " CONDITION",
                    m -> new Related((Things) m.get(1), List.of(m.get(2)), true));
        }
        rule(
                "no things of a kind in a time",
                -0.2,
                "CONDITION: NOT THING CONDITION PERIOD",
                m -> lackingThen(m.get(1), m.get(2), m.get(3)));
        rule(
                "no certain things in a time",
                -0.3,
                "CONDITION: NOT CONDITION THING PERIOD",
                m -> lackingThen(m.get(2), m.get(1), m.get(3)));
        rule(
                "no event of a column",
                -0.2,
                "CONDITION: NOT EVENT COLUMN",
                m -> new Related((Things) m.get(1), List.of(), true));
        rule(
                "no event of a thing",
                -0.2,
                "CONDITION: NOT EVENT THING",
                m -> new Related((Things) m.get(1), List.of(), true));
        rule(
                "no event of certain things",
                -0.2,
                "CONDITION: NOT EVENT CONDITION THING",
                m -> new Related((Things) m.get(1), List.of(said(m.get(2), m.get(3))), true));
        rule(
                "no amount",
                0,
                "CONDITION: NOT AMOUNT",
                m -> new Related(records((Meaning.Amounts) m.get(1)), List.of(), true));
        rule("without a column", 0, "CONDITION: NOT COLUMN", m -> new Lacking((Columns) m.get(1), false));
        rule("not so", 0, "CONDITION: NOT CONDITION", m -> opposite(m.get(1)));
        rule("above a number", -0.5, "BOUND: COMPARE NUMBER", m -> bound(relation(m.get(0)), m.get(1)));
        rule("a number or more", -0.5, "BOUND: NUMBER AFTER_NUMBER", m -> bound(relation(m.get(1)), m.get(0)));
        rule("with a column", -0.3, "CONDITION: WITH_ONE COLUMN", m -> new Lacking((Columns) m.get(1), true));
        rule("a column that is not there", 0.5, "CONDITION: COLUMN NOT", m -> new Lacking((Columns) m.get(0), false));
    }

    /** Of a figure that was told before. */
    private static Meaning bound(Relation relation, Meaning number) {
        return new Meaning.Bound(relation, (Number) number);
    }

    private static Related lackingThen(Meaning things, Meaning kind, Meaning time) {
        return new Related((Things) things, List.of(kind, new During(Optional.empty(), (Period) time, false)), true);
    }

    /** What does not hold where a condition on a row's own columns holds; null where it is another row's. */
    private static Meaning opposite(Meaning condition) {
        if (condition instanceof Lacking lacking && lacking.negated()) {
            return new Lacking(lacking.columns(), false);
        } else if (condition instanceof Compared compared
                && compared.left() instanceof Columns
                && compared.right() instanceof Number number
                && number.value() == 0) {
            return switch (compared.relation()) {
                case MORE -> new Compared(compared.left(), Relation.AT_MOST, number);
                case LESS -> new Compared(compared.left(), Relation.AT_LEAST, number);
                default -> null;
            };
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
                -0.6,
                "FIGURE: FIGURE THING AGGREGATE",
                m -> each(m.get(2), m.get(0), m.get(1)));
        rule(
                "a number per thing on average",
                -0.6,
                "FIGURE: FIGURE EACH THING AGGREGATE",
                m -> each(m.get(3), m.get(0), m.get(2)));
        rule(
                "a number of the average thing",
                -0.6,
                "FIGURE: FIGURE AGGREGATE THING",
                m -> each(m.get(1), m.get(0), m.get(2)));
        rule(
                "an average number per thing",
                -0.6,
                "FIGURE: AGGREGATE FIGURE EACH THING",
                m -> each(m.get(0), m.get(1), m.get(3)));
    }

    private void averages() {
        rule(
                "an average number of things of a thing",
                -0.2,
                "FIGURE: AGGREGATE FIGURE THING",
                m -> m.get(1) instanceof Figure figure && figure.of().equals(m.get(2))
                        ? null
                        : each(m.get(0), m.get(1), m.get(2)));
        rule(
                "how long things last",
                1.1,
                "FIGURE: AGGREGATE DURATION THING",
                m -> new Figure(function(m.get(0)), new Meaning.Lasting((Things) m.get(2)), List.of(), false));
        rule(
                "the average of an amount in each time",
                -0.6,
                "FIGURE: AGGREGATE GRAIN FIGURE",
                m -> eachTime(m.get(0), m.get(2), m.get(1)));
        rule(
                "the average number in each time",
                -0.6,
                "FIGURE: AGGREGATE FIGURE EACH GRAIN",
                m -> eachTime(m.get(0), m.get(1), m.get(3)));
        rule(
                "a number in each time on average",
                -0.6,
                "FIGURE: FIGURE EACH GRAIN AGGREGATE",
                m -> eachTime(m.get(3), m.get(0), m.get(2)));
        rule(
                "the average amount of a thing",
                -0.4,
                "FIGURE: AGGREGATE AMOUNT THING",
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(1), List.of(), false), m.get(2))
                        : null);
        rule(
                "what a thing is worth",
                -0.4,
                "FIGURE: AGGREGATE WORTH THING",
                m -> new Meaning.Worth(function(m.get(0)), (Things) m.get(2), (Meaning.Amounts) m.get(1)));
        rule(
                "the worth of a thing",
                -0.4,
                "FIGURE: AGGREGATE THING WORTH",
                m -> new Meaning.Worth(function(m.get(0)), (Things) m.get(1), (Meaning.Amounts) m.get(2)));
        for (Kind word : List.of(AGGREGATE, ON_AVERAGE)) {
            rule(
                    "how long a thing is, " + word,
                    -0.4,
                    "FIGURE: SCALE_PLAIN THING " + word,
                    m -> word == AGGREGATE && function(m.get(2)) != Function.AVERAGE
                            ? null
                            : new Figure(
                                    Function.AVERAGE,
                                    nearest(m.get(1), new Columns(((Scale) m.get(0)).columns())),
                                    List.of(),
                                    false));
        }
        rule(
                "what the average thing has",
                -0.6,
                "FIGURE: AGGREGATE THING AMOUNT",
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(2), List.of(), false), m.get(1))
                        : null);
        rule(
                "what the average of certain things has",
                -0.8,
                "FIGURE: AGGREGATE CONDITION THING AMOUNT",
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(3), List.of(m.get(1)), false), m.get(2))
                        : null);
        lengths();
        rule(
                "what the average of such things has",
                -0.8,
                "FIGURE: AGGREGATE THING CONDITION AMOUNT",
                m -> function(m.get(0)) == Function.AVERAGE
                        ? each(m.get(0), new Figure(Function.SUM, m.get(3), List.of(m.get(2)), false), m.get(1))
                        : null);
        for (Kind of : List.of(THING, AMOUNT, COLUMN)) {
            rule(
                    "the total in each time of " + of,
                    -0.5,
                    "FIGURE: AGGREGATE GROUP " + of,
                    m -> function(m.get(0)) != Function.SUM
                                    || of == COLUMN
                                            && ((Grouping) m.get(1))
                                                    .by().stream().noneMatch(Meaning.Cut.class::isInstance)
                            ? null
                            : new Meaning.Split(
                                    new Figure(Function.SUM, m.get(2), List.of(), false), (Grouping) m.get(1)));
        }
        rule(
                "the number in each time",
                -0.5,
                "FIGURE: COUNT GROUP THING",
                m -> new Meaning.Split(count(m.get(2)), (Grouping) m.get(1)));
        rule(
                "what a thing has on average",
                -0.6,
                "FIGURE: THING AMOUNT AGGREGATE",
                m -> function(m.get(2)) == Function.AVERAGE
                        ? each(m.get(2), new Figure(Function.SUM, m.get(1), List.of(), false), m.get(0))
                        : null);
    }

    /** How long things go on, in the unit that is said. */
    private void lengths() {
        rule(
                "how long the average thing is",
                -0.4,
                "FIGURE: HOW_LONG AGGREGATE THING",
                m -> new Figure(function(m.get(1)), new Meaning.Lasting((Things) m.get(2)), List.of(), false));
        for (Kind word : List.of(AGGREGATE, ON_AVERAGE)) {
            rule(
                    "how long a thing lasts, " + word,
                    -0.3,
                    "FIGURE: HOW_LONG THING " + word,
                    m -> word == AGGREGATE && function(m.get(2)) != Function.AVERAGE
                            ? null
                            : new Figure(Function.AVERAGE, new Meaning.Lasting((Things) m.get(1)), List.of(), false));
        }
        rule(
                "the length of things",
                0.6,
                "FIGURE: AGGREGATE THING DURATION",
                m -> new Figure(function(m.get(0)), new Meaning.Lasting((Things) m.get(1)), List.of(), false));
        rule("a length in units", -0.2, "FIGURE: FIGURE GRAIN", m -> inUnits(m.get(0), ((Cut) m.get(1)).grain()));
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
        rule("how many things", 0, "FIGURE: COUNT THING", m -> count(m.get(1)));
        rule("how many events", 0.1, "FIGURE: COUNT EVENT", m -> count(m.get(1)));
        rule("how many certain things", 0, "FIGURE: COUNT CONDITION THING", m -> count(m.get(2), m.get(1)));
        rule(
                "how many certain kinds of things",
                0,
                "FIGURE: COUNT CONDITION CONDITION THING",
                m -> count(m.get(3), m.get(1), m.get(2)));
        rule(
                "how many events of things",
                0.1,
                "FIGURE: COUNT EVENT THING",
                m -> new Figure(
                        Function.COUNT, m.get(2), List.of(new Related((Things) m.get(1), List.of(), false)), false));
        rule(
                "how many of a column",
                0.1,
                "FIGURE: COUNT COLUMN",
                m -> isDays(m.get(1)) ? null : new Figure(Function.COUNT, m.get(1), List.of(), false));
        rule(
                "how many certain ones of a column",
                0,
                "FIGURE: COUNT CONDITION COLUMN",
                m -> isDays(m.get(2)) ? null : new Figure(Function.COUNT, m.get(2), List.of(m.get(1)), false));
        rule(
                "how many different ones of a column",
                -0.1,
                "FIGURE: COUNT DISTINCT COLUMN",
                m -> new Figure(Function.COUNT_DISTINCT, m.get(2), List.of(), true));
        rule(
                "how many different things",
                -0.1,
                "FIGURE: COUNT DISTINCT THING",
                m -> new Figure(Function.COUNT, m.get(2), List.of(), true));
        rule(
                "an aggregate of a column",
                0,
                "FIGURE: AGGREGATE COLUMN",
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false));
        rule(
                "an aggregate of a thing's column",
                0,
                "FIGURE: AGGREGATE THING COLUMN",
                m -> new Figure(function(m.get(0)), owned(m.get(1), m.get(2)), List.of(), false));
        rule(
                "an aggregate of an event's column",
                0,
                "FIGURE: AGGREGATE EVENT COLUMN",
                m -> new Figure(function(m.get(0)), owned(m.get(1), m.get(2)), List.of(), false));
        for (Kind of : List.of(COLUMN, AMOUNT)) {
            rule(
                    "an aggregate of certain ones of " + of,
                    0.2,
                    "FIGURE: AGGREGATE CONDITION " + of,
                    m -> m.get(2) instanceof Columns columns && columns.days()
                            ? null
                            : new Figure(function(m.get(0)), m.get(2), List.of(m.get(1)), false));
        }
        rule("a thing's column", 1.2, "COLUMN: THING COLUMN", m -> owned(m.get(0), m.get(1)));
        rule("a column of a thing", 0.05, "COLUMN: COLUMN THING", m -> owned(m.get(1), m.get(0)));
        rule("both of two columns", 0, "COLUMN: BOTH COLUMN", m -> m.get(1));
        tight("a column's name", -0.1, "COLUMN: COLUMN NAME", m -> m.get(0));
        rule("the name of a thing", -0.6, "THING: NAME THING", m -> m.get(1));
        rule(
                "an event's column",
                1.2,
                "COLUMN: EVENT COLUMN",
                m -> ((Things) m.get(0))
                                .any().stream().anyMatch(thing -> thing.kind().isPresent())
                        ? null
                        : owned(m.get(0), m.get(1)));
        rule(
                "an aggregate of an amount",
                0,
                "FIGURE: AGGREGATE AMOUNT",
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false));
        for (Kind of : List.of(COLUMN, FIGURE)) {
            rule("all of a " + of, 0.5, "FIGURE: " + of + " ADDED", m -> added(m.get(0)));
        }
        rule(
                "from the least to the most of a column",
                -0.6,
                "FIGURE: COMPARING SUPERLATIVE AND SUPERLATIVE COLUMN",
                m -> ((Meaning.Most) m.get(1)).descending() == ((Meaning.Most) m.get(3)).descending()
                        ? null
                        : new Meaning.Difference(
                                new Figure(Function.MAXIMUM, m.get(4), List.of(), false),
                                new Figure(Function.MINIMUM, m.get(4), List.of(), false)));
        rule("an amount", 0.1, "FIGURE: AMOUNT", m -> new Figure(Function.SUM, m.get(0), List.of(), false));
        rule(
                "how much of an amount",
                0,
                "FIGURE: MUCH AMOUNT",
                m -> new Figure(Function.SUM, m.get(1), List.of(), false));
        rule(
                "how much of a column",
                -0.2,
                "FIGURE: MUCH COLUMN",
                m -> new Figure(Function.SUM, m.get(1), List.of(), false));
        rule(
                "an aggregate of a thing",
                0.3,
                "FIGURE: AGGREGATE THING",
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false));
        rule(
                "an aggregate of numbers",
                -0.1,
                "FIGURE: AGGREGATE FIGURE",
                m -> m.get(1) instanceof Figure figure && figure.function() == Function.COUNT
                        ? figure(function(m.get(0)), figure)
                        : null);
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    "how long it takes, " + what,
                    -0.6,
                    "FIGURE: TAKE " + what,
                    m -> new Figure(
                            Function.AVERAGE, new Meaning.Taken((Columns) m.get(1), Grain.DAY), List.of(), false));
            rule(
                    "how long it takes as told, " + what,
                    -0.8,
                    "FIGURE: TAKE AGGREGATE " + what,
                    m -> new Figure(
                            function(m.get(1)), new Meaning.Taken((Columns) m.get(2), Grain.DAY), List.of(), false));
            rule(
                    "as told how long it takes, " + what,
                    -0.8,
                    "FIGURE: AGGREGATE TAKE " + what,
                    m -> new Figure(
                            function(m.get(0)), new Meaning.Taken((Columns) m.get(2), Grain.DAY), List.of(), false));
        }
        for (Kind what : List.of(COLUMN, DONE)) {
            rule(
                    "the time of " + what,
                    -0.6,
                    "FIGURE: AGGREGATE " + what + " DURATION",
                    m -> new Figure(
                            function(m.get(0)), new Meaning.Taken((Columns) m.get(1), Grain.DAY), List.of(), false));
        }
        rule(
                "how much was done by somebody",
                -0.3,
                "FIGURE: MUCH CONDITION EVENT",
                m -> new Figure(Function.SUM, m.get(2), List.of(m.get(1)), false));
        rule("how much was done", 0.1, "FIGURE: MUCH EVENT", m -> new Figure(Function.SUM, m.get(1), List.of(), false));
        rule(
                "how much of a column",
                0,
                "FIGURE: MUCH COLUMN",
                m -> new Figure(Function.SUM, m.get(1), List.of(), false));
        rule(
                "time between columns",
                0,
                "SPAN: ELAPSED COLUMN THROUGH COLUMN",
                m -> new Span((Columns) m.get(1), Optional.of((Columns) m.get(3)), Grain.DAY));
        rule(
                "units of time between columns",
                -0.2,
                "SPAN: GRAIN BETWEEN COLUMN THROUGH COLUMN",
                m -> new Span((Columns) m.get(2), Optional.of((Columns) m.get(4)), ((Cut) m.get(0)).grain()));
        rule("number of units of time between columns", -0.2, "SPAN: COUNT SPAN", m -> m.get(1));
        rule(
                "an aggregate of time",
                0,
                "FIGURE: AGGREGATE SPAN",
                m -> new Figure(function(m.get(0)), m.get(1), List.of(), false));
        rule(
                "different ones of a column",
                0,
                "COLUMNS: DISTINCT COLUMN",
                m -> new Figure(Function.COUNT_DISTINCT, m.get(1), List.of(), true));
        rule("a share of things under a condition", 0, "FIGURE: SHARE FIGURE", m -> new Share(Optional.of(m.get(1))));
        rule(
                "a share of certain things",
                -0.2,
                "FIGURE: SHARE CONDITION THING",
                m -> new Share(Optional.of(count(m.get(2), m.get(1)))));
        for (Kind part : List.of(COLUMN, FIGURE, AMOUNT)) {
            for (Kind whole : List.of(COLUMN, FIGURE, AMOUNT)) {
                rule(
                        part + " and its share of " + whole,
                        -0.4,
                        "FIGURE: " + part + " SHARE " + whole,
                        m -> new Quotient(summed(m.get(0)), summed(m.get(2)), true));
                rule(
                        part + " as a part of " + whole,
                        -0.4,
                        "FIGURE: " + part + " PART_OF " + whole,
                        m -> new Quotient(summed(m.get(0)), summed(m.get(2)), true));
            }
        }
        for (Kind word : List.of(RATE, SHARE)) {
            rule("which part is so, " + word, 0.1, "FIGURE: CONDITION " + word, m -> new Meaning.Met(m.get(0)));
            rule(
                    "which part of things is so, " + word,
                    -0.1,
                    "FIGURE: CONDITION THING " + word,
                    m -> new Share(Optional.of(count(m.get(1), m.get(0)))));
        }
        rule(
                "a ratio of things of two kinds",
                -0.6,
                "FIGURE: RATIO CONDITION THROUGH CONDITION THING",
                m -> quotient(count(m.get(4), m.get(1)), count(m.get(4), m.get(3))));
        for (Kind word : List.of(RATIO, SHARE)) {
            rule(
                    "certain things out of all, " + word,
                    -0.6,
                    "FIGURE: " + word + " SUBJECT OUT_OF THING",
                    m -> new Quotient(m.get(1), count(m.get(3)), word == SHARE));
        }
        rule("a share of things", 0, "FIGURE: SHARE THING", m -> new Share(Optional.of(count(m.get(1)))));
        rule("a ratio", -0.3, "FIGURE: RATIO FIGURE THROUGH FIGURE", m -> quotient(m.get(1), m.get(3)));
        for (Kind one : List.of(THING, FIGURE)) {
            rule("certain " + one, 0, "SUBJECT: " + one + " CONDITION", m -> narrowed(m.get(0), m.get(1)));
            rule(one + " who", 0, "SUBJECT: " + one + " PERSON CONDITION", m -> narrowed(m.get(0), m.get(2)));
            rule(
                    one + " alone",
                    0.1,
                    "SUBJECT: " + one,
                    m -> m.get(0) instanceof Figure figure ? figure : count(m.get(0)));
        }
        rule(
                "a column of a certain one",
                0.2,
                "SUBJECT: COLUMN CONDITION",
                m -> isNamed(m.get(1)) ? new Figure(Function.SUM, m.get(0), List.of(m.get(1)), false) : null);
        rule(
                "a column of a certain thing",
                0.1,
                "SUBJECT: COLUMN CONDITION THING",
                m -> isNamed(m.get(1)) && owned(m.get(2), m.get(0)) != null
                        ? new Figure(Function.SUM, owned(m.get(2), m.get(0)), List.of(said(m.get(1), m.get(2))), false)
                        : null);
        rule("certain things before", 0, "SUBJECT: CONDITION THING", m -> narrowed(m.get(1), m.get(0)));
        for (Kind word : List.of(RATIO, SHARE)) {
            rule(
                    "a ratio of certain things, " + word,
                    -0.5,
                    "FIGURE: " + word + " SUBJECT THROUGH SUBJECT",
                    m -> quotient(m.get(1), m.get(3)));
        }
        rule(
                "a ratio of aggregates",
                -0.3,
                "FIGURE: RATIO FIGURE THROUGH COLUMN",
                m -> quotient(m.get(1), summed(m.get(3))));
        rule(
                "one column per another",
                -0.3,
                "FIGURE: RATIO COLUMN EACH COLUMN",
                m -> quotient(summed(m.get(1)), summed(m.get(3))));
        rule(
                "a ratio of things",
                -0.3,
                "FIGURE: RATIO THING THROUGH THING",
                m -> quotient(count(m.get(1)), count(m.get(3))));
        rule(
                "a ratio of columns",
                -0.3,
                "FIGURE: RATIO COLUMN THROUGH COLUMN",
                m -> quotient(summed(m.get(1)), summed(m.get(3))));
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
            rule("for each " + by, cost, "GROUP: EACH " + by, m -> new Grouping(List.of(m.get(1))));
            rule("by " + by, cost, "GROUP: BY " + by, m -> new Grouping(List.of(m.get(1))));
            rule(
                    "groups and " + by,
                    0,
                    "GROUP: GROUP AND " + by,
                    m -> new Grouping(Stream.concat(((Grouping) m.get(0)).by().stream(), Stream.of(m.get(2)))
                            .toList()));
        }
        for (Kind of : List.of(EACH, BY)) {
            // each business category: the latter of the two
            tight(OF_ANOTHER + of, -0.3, "GROUP: " + of + " THING THING", m -> new Grouping(List.of(m.get(2))));
        }
        rule("for each column of a thing", -0.2, "GROUP: EACH THING COLUMN", m -> grouping(owned(m.get(1), m.get(2))));
        rule("by a column of a thing", -0.2, "GROUP: BY THING COLUMN", m -> grouping(owned(m.get(1), m.get(2))));
        rule("by a different column", 0, "GROUP: BY DISTINCT COLUMN", m -> new Grouping(List.of(m.get(2))));
        // a second is rather the one behind the first
        rule(
                "yearly and such",
                1.2,
                "GROUP: GRAIN",
                m -> List.of(Grain.SECOND, Grain.MINUTE, Grain.HOUR).contains(((Meaning.Cut) m.get(0)).grain())
                        ? null
                        : new Grouping(List.of(m.get(0))));
        rule(
                "groups in a row",
                -0.5,
                "GROUP: GROUP GROUP",
                m -> new Grouping(
                        Stream.concat(((Grouping) m.get(0)).by().stream(), ((Grouping) m.get(1)).by().stream())
                                .toList()));
    }

    private static Meaning grouping(Meaning by) {
        return by == null ? null : new Grouping(List.of(by));
    }

    // ---- orders

    private void orders() {
        for (Kind by : List.of(FIGURE, AMOUNT, COLUMN, THING)) {
            rule("ordered by " + by, 0, "SORT: ORDER " + by, m -> new Sort(List.of(m.get(1)), false, false));
            if (by == FIGURE || by == AMOUNT) {
                rule("by " + by, 0, "SORT: BY " + by, m -> new Sort(List.of(m.get(1)), true, true));
            }
        }
        rule(
                "the most first",
                0,
                "SORT: SCALE_FIRST",
                m -> new Sort(
                        List.of(new Columns(((Scale) m.get(0)).columns())), ((Scale) m.get(0)).descending(), true));
        rule(
                "in the order of an adjective",
                -0.3,
                "SORT: SORT SCALE_FIRST",
                m -> ((Sort) m.get(0)).by().isEmpty()
                        ? null
                        : new Sort(((Sort) m.get(0)).by(), ((Scale) m.get(1)).descending(), true));
        rule("descending order", -0.1, "SORT: SORT DESCENDING", m -> new Sort(((Sort) m.get(0)).by(), true, true));
        rule("ascending order", -0.1, "SORT: SORT ASCENDING", m -> new Sort(((Sort) m.get(0)).by(), false, true));
        rule("descending", 0.1, "SORT: DESCENDING", m -> new Sort(List.of(), true, true));
        rule("ascending", 0.1, "SORT: ASCENDING", m -> new Sort(List.of(), false, true));
        rule("ordered descending", 0, "SORT: ORDER DESCENDING", m -> new Sort(List.of(), true, true));
        rule("ordered ascending", 0, "SORT: ORDER ASCENDING", m -> new Sort(List.of(), false, true));
    }

    // ---- texts

    private void texts() {
        rule(
                "called by a quoted text",
                0,
                "CONDITION: NAMED QUOTED",
                m -> new Quote(Optional.empty(), ((Quoted) m.get(1)).text()));
        rule("a quoted text", 0.5, "CONDITION: QUOTED", m -> new Quote(Optional.empty(), ((Quoted) m.get(0)).text()));
        rule(
                "a column with a quoted text",
                0,
                "CONDITION: COLUMN QUOTED",
                m -> new Quote(Optional.of((Columns) m.get(0)), ((Quoted) m.get(1)).text()));
        rule(
                "a column that starts with a text",
                -0.3,
                "CONDITION: COLUMN STARTS QUOTED",
                m -> new Text(Optional.of((Columns) m.get(0)), ((Quoted) m.get(2)).text(), true));
        rule(
                "starts with a text",
                0.2,
                "CONDITION: STARTS QUOTED",
                m -> new Text(Optional.empty(), ((Quoted) m.get(1)).text(), true));
        rule(
                "a column that contains a text",
                -0.3,
                "CONDITION: COLUMN CONTAINS QUOTED",
                m -> new Text(Optional.of((Columns) m.get(0)), ((Quoted) m.get(2)).text(), false));
        rule(
                "contains a text",
                0.2,
                "CONDITION: CONTAINS QUOTED",
                m -> new Text(Optional.empty(), ((Quoted) m.get(1)).text(), false));
        rule("starts with a word", 0.2, "CONDITION: STARTS WORD", m -> text(Optional.empty(), m.get(1), true));
        rule(
                "a column that starts with a word",
                0,
                "CONDITION: COLUMN STARTS WORD",
                m -> text(column(m), m.get(2), true));
        rule(
                "a column that contains a word",
                -0.6,
                "CONDITION: COLUMN CONTAINS WORD",
                m -> text(column(m), m.get(2), false));
        rule(
                "a word in a column",
                -0.5,
                "CONDITION: WORD COLUMN",
                m -> ((Columns) m.get(1)).days() ? null : text(Optional.of((Columns) m.get(1)), m.get(0), false));
        rule(
                "a column that contains one word or another",
                -0.9,
                "CONDITION: COLUMN CONTAINS WORD OR WORD",
                m -> new Meaning.Either(List.of(text(column(m), m.get(2), false), text(column(m), m.get(4), false))));
    }

    private static Optional<Columns> column(List<Meaning> parts) {
        return Optional.of((Columns) parts.get(0));
    }

    private static Meaning text(Optional<Columns> columns, Meaning quoted, boolean start) {
        return new Text(columns, ((Quoted) quoted).text(), start);
    }
}
