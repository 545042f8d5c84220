package dev.caravan.reader;

import static dev.caravan.reader.Kind.*;
import static dev.caravan.reader.Rules.count;

import dev.caravan.query.Condition.Relation;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Function;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.Difference;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Members;
import dev.caravan.reader.Meaning.More;
import dev.caravan.reader.Meaning.Scale;
import java.util.List;
import java.util.Optional;

/** How two are compared by "than": which of them has more, by how much, and what is more than a certain one. */
final class DifferenceRules {
    private final Rules rules;

    private DifferenceRules(Rules rules) {
        this.rules = rules;
    }

    /** Adds them to the others. */
    static void add(Rules rules) {
        DifferenceRules added = new DifferenceRules(rules);
        added.sides();
        added.differences();
        added.ofTwoKinds();
        added.measuredByOne();
        added.inTimes();
        added.byNumbers();
        added.growth();
        added.extents();
    }

    private void sides() {
        rules.rule("one value than another", -0.3, "MEMBER: MEMBER THAN MEMBER", m -> Rules.either(m.get(0), m.get(2)));
        rules.rule(
                "one time compared with another",
                -0.3,
                "CONDITION: COMPARING PERIOD PERIOD",
                m -> Rules.apart(m.get(1), m.get(2)));
        rules.rule(
                "one time than another, against it",
                -0.4,
                "TIMES_APART: PERIOD THAN PERIOD",
                m -> Rules.apart(m.get(0), m.get(2)));
    }

    private void differences() {
        for (Kind what : List.of(THING, COLUMN)) {
            rules.rule(
                    "how many more of " + what,
                    -0.1,
                    "FIGURE: COUNT BARE_MORE " + what,
                    m -> new More(count(m.get(2)), isFewer(m.get(1))));
        }
        for (Kind what : List.of(EVENT, AMOUNT, COLUMN)) {
            rules.rule(
                    "how much more of " + what,
                    -0.8,
                    "FIGURE: MUCH BARE_MORE " + what,
                    m -> new More(new Figure(Function.SUM, m.get(2), List.of(), false), isFewer(m.get(1))));
        }
        rules.rule(
                "how many more things of a kind than of another",
                -0.6,
                "FIGURE: COUNT BARE_MORE CONDITION THING THAN CONDITION THING",
                m -> difference(m.get(1), count(m.get(3), m.get(2)), count(m.get(6), m.get(5))));
        rules.rule(
                "how many more of these things than of those",
                -0.4,
                "FIGURE: COUNT BARE_MORE THING THAN THING",
                m -> difference(m.get(1), count(m.get(2)), count(m.get(4))));
    }

    private void ofTwoKinds() {
        rules.rule(
                "how many more of one kind than of another of things",
                -0.4,
                "FIGURE: COUNT BARE_MORE MEMBER THING",
                m -> ofBoth(new More(count(m.get(3)), isFewer(m.get(1))), m.get(2)));
        rules.rule("how much more one is than another", -0.4, "FIGURE: MUCH SCALE_BARE MEMBER", m -> ofThese(
                        (Scale) m.get(1), (Members) m.get(2))
                .map(scale -> ofBoth(new More(mean(scale), !scale.descending()), m.get(2)))
                .orElse(null));
    }

    /** Rows that are more than a certain one is, or than a number. */
    private void measuredByOne() {
        rules.rule(
                "more than a certain one is",
                -0.2,
                "CONDITION: SCALE_MORE CONDITION",
                m -> isOne(m.get(1))
                        ? new Compared(
                                new Columns(((Scale) m.get(0)).columns()),
                                ((Scale) m.get(0)).descending() ? Relation.MORE : Relation.LESS,
                                mean((Scale) m.get(0)).under(m.get(1)))
                        : null);
        for (Kind what : List.of(DONE, COLUMN)) {
            for (Kind when : List.of(BEFORE, AFTER)) {
                rules.rule(
                        what + " " + when + " a certain one",
                        -0.2,
                        "CONDITION: " + what + " " + when + " CONDITION",
                        m -> ((Columns) m.get(0)).days() && isOne(m.get(2))
                                ? new Compared(
                                        m.get(0),
                                        when == AFTER ? Relation.MORE : Relation.LESS,
                                        new Figure(Function.MAXIMUM, m.get(0), List.of(m.get(2)), false))
                                : null);
            }
        }
    }

    private void inTimes() {
        for (Kind event : List.of(EVENT, THING)) {
            rules.rule(
                    "more of " + event + " in one time than in another",
                    0,
                    "CONDITION: BARE_MORE " + event + " PERIOD THAN PERIOD",
                    m -> inTimes(m.get(0), m.get(1), m.get(2), m.get(4)));
        }
        rules.rule(
                "done more in one time than in another",
                0,
                "CONDITION: EVENT BARE_MORE PERIOD THAN PERIOD",
                m -> inTimes(m.get(1), m.get(0), m.get(2), m.get(4)));
    }

    private void byNumbers() {
        rules.rule(
                "what lasts so long",
                0.4,
                "CONDITION: COMPARE NUMBER",
                m -> ((Meaning.Number) m.get(1)).unit().isEmpty()
                        ? null
                        : new Compared(
                                new Meaning.Lasting(new Meaning.Things(List.of())),
                                Rules.relation(m.get(0)),
                                m.get(1)));
        rules.rule(
                "more of a column than a number",
                -0.2,
                "CONDITION: BARE_MORE COLUMN THAN NUMBER",
                m -> ((Columns) m.get(1)).days() ? null : new Compared(m.get(1), Rules.relation(m.get(0)), m.get(3)));
        rules.rule(
                "an average number of things per thing",
                -0.6,
                "FIGURE: AGGREGATE THING EACH THING",
                m -> Rules.each(m.get(0), count(m.get(1)), m.get(3)));
    }

    /** By how much of what it was in one time a figure is more in another. */
    private void growth() {
        for (Kind of : List.of(AMOUNT, FIGURE, COLUMN, THING)) {
            for (String times : List.of("PERIOD THROUGH PERIOD", "BETWEEN PERIOD THROUGH PERIOD")) {
                int from = times.startsWith("BETWEEN") ? 1 : 0;
                rules.rule(
                        "by what part of " + of + " it grew, " + times,
                        -1.2,
                        "FIGURE: BY SHARE " + of + " CHANGE " + times,
                        m -> grown(m.get(2), m.get(4 + from), m.get(6 + from)));
                rules.rule(
                        "what part of " + of + " the change is, " + times,
                        -1.2,
                        "FIGURE: SHARE CHANGE " + of + " " + times,
                        m -> grown(m.get(2), m.get(3 + from), m.get(5 + from)));
            }
        }
    }

    private static Meaning grown(Meaning of, Meaning one, Meaning other) {
        Figure figure = of instanceof Figure said
                ? said
                : new Figure(of instanceof Meaning.Things ? Function.COUNT : Function.SUM, of, List.of(), false);
        return Rules.apart(one, other) instanceof Meaning.Times times
                ? new Meaning.Quotient(
                        new Difference(
                                figure.under(times.apart().get(1)),
                                figure.under(times.apart().get(0))),
                        figure.under(times.apart().get(0)),
                        true)
                : null;
    }

    /** From the first of things to the last. */
    private void extents() {
        for (Kind things : List.of(THING, EVENT)) {
            for (String lead : List.of("GRAIN BETWEEN", "ELAPSED", "COUNT GRAIN BETWEEN", "COUNT ELAPSED")) {
                int at = lead.split(" ").length;
                rules.rule(
                        "from the first of " + things + " to the last, " + lead,
                        -1,
                        "FIGURE: " + lead + " SCALE THROUGH SCALE " + things,
                        m -> extent(m, at));
            }
        }
    }

    private static Meaning extent(List<Meaning> m, int at) {
        Scale first = (Scale) m.get(at);
        Scale last = (Scale) m.get(at + 2);
        Columns days = Rules.owned(m.get(at + 3), new Columns(first.columns(), true));
        Value.Grain unit = m.stream()
                .filter(Meaning.Cut.class::isInstance)
                .map(each -> ((Meaning.Cut) each).grain())
                .findFirst()
                .orElse(Value.Grain.DAY);
        return days == null || first.descending() || !last.descending() ? null : new Meaning.Extent(days, unit);
    }

    private static boolean isOne(Meaning meaning) {
        return meaning instanceof Is || meaning instanceof Meaning.Person;
    }

    private static Meaning inTimes(Meaning comparison, Meaning event, Meaning one, Meaning other) {
        return Rules.apart(one, other) instanceof Meaning.Times times
                ? new Compared(
                        count(event).under(times.apart().get(0)),
                        Rules.relation(comparison),
                        count(event).under(times.apart().get(1)))
                : null;
    }

    /** Of the two that are compared. */
    private static Meaning ofBoth(More more, Meaning members) {
        List<Is> apart = ((Members) members).apart();
        return apart.size() == 2 ? more.of(apart.get(0), apart.get(1)) : null;
    }

    /** The columns that belong to what is compared. */
    private static Optional<Scale> ofThese(Scale scale, Members members) {
        List<Meaning.Named> own = scale.columns().stream()
                .filter(named -> members.names().stream().allMatch(name -> name.stream()
                        .anyMatch(stored ->
                                stored.field().relation().equals(named.field().relation()))))
                .toList();
        return own.isEmpty() ? Optional.empty() : Optional.of(new Scale(scale.descending(), own));
    }

    private static Figure mean(Scale scale) {
        return new Figure(Function.AVERAGE, new Columns(scale.columns()), List.of(), false);
    }

    private static boolean isFewer(Meaning comparison) {
        return Rules.relation(comparison) == Relation.LESS;
    }

    private static Meaning difference(Meaning comparison, Figure one, Figure other) {
        return isFewer(comparison) ? new Difference(other, one) : new Difference(one, other);
    }
}
