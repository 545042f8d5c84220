package dev.caravan.reader;

import static dev.caravan.reader.Kind.*;
import static dev.caravan.reader.Rules.count;
import static dev.caravan.reader.Rules.nearest;
import static dev.caravan.reader.Rules.number;
import static dev.caravan.reader.Rules.owned;

import dev.caravan.query.Value.Function;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.Deed;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Most;
import dev.caravan.reader.Meaning.Rank;
import dev.caravan.reader.Meaning.Scale;
import dev.caravan.reader.Meaning.Subject;
import dev.caravan.reader.Meaning.Things;
import java.util.List;
import java.util.Optional;

/** How the first of an order is said: the most of something, an adjective and what it is of, what was done the most. */
final class RankRules {
    private final Rules rules;

    private RankRules(Rules rules) {
        this.rules = rules;
    }

    /** Adds them to the others. */
    static void add(Rules rules) {
        new RankRules(rules).ranks();
    }

    private void ranks() {
        rules.rule("the most of a number", 0, "LIMIT: SUPERLATIVE NUMBER", m -> top(m.get(0), number(m.get(1))));
        rules.rule("a number of the most", 0, "LIMIT: NUMBER SUPERLATIVE", m -> top(m.get(1), number(m.get(0))));
        rules.rule("the most", 0.3, "LIMIT: SUPERLATIVE", m -> top(m.get(0), Optional.of(1)));
        for (Kind by : List.of(FIGURE, AMOUNT, THING, COLUMN)) {
            // the top five of things are some of them, not those with the most of them
            rules.rule(
                    "the most " + by,
                    by == THING ? 0.2 : 0,
                    "RANK: LIMIT " + by,
                    m -> by == THING && ((Rank) m.get(0)).vague()
                                    || m.get(1) instanceof Columns columns && columns.days()
                            ? null
                            : by(m.get(0), m.get(1)));
        }
        rules.rule(
                "the most of certain things",
                -0.3,
                "RANK: LIMIT CONDITION THING",
                m -> ((Rank) m.get(0)).vague()
                                || !((Rank) m.get(0)).number().equals(Optional.of(1)) && !(m.get(1) instanceof Compared)
                        ? null
                        : by(m.get(0), count(m.get(2), m.get(1))));
        rules.rule(
                "the most so",
                -0.3,
                "RANK: LIMIT CONDITION",
                m -> isDegree(m.get(1))
                                && !((Rank) m.get(0)).vague()
                                && ((Rank) m.get(0)).number().equals(Optional.of(1))
                        ? by(m.get(0), new Meaning.Met(m.get(1)))
                        : null);
        rules.rule(
                "the most so of a column",
                -0.6,
                "RANK: LIMIT CONDITION COLUMN",
                m -> isDegree(m.get(1))
                        ? new Rank(
                                ((Rank) m.get(0)).descending(),
                                ((Rank) m.get(0)).number(),
                                Optional.of(new Meaning.Met(m.get(1))),
                                Optional.of(m.get(2)),
                                false)
                        : null);
        rules.rule(
                "what is there, most often",
                0,
                "RANK: COLUMN FREQUENT",
                m -> often(m.get(1), m.get(0), Optional.of(1)));
        rules.rule(
                "a number of what is there, most often",
                -0.1,
                "RANK: NUMBER COLUMN FREQUENT",
                m -> often(m.get(2), m.get(1), number(m.get(0))));
        rules.rule(
                "what is there most often", 0, "RANK: FREQUENT COLUMN", m -> often(m.get(0), m.get(1), Optional.of(1)));
        rules.rule(
                "a number of what is there most often",
                -0.1,
                "RANK: NUMBER FREQUENT COLUMN",
                m -> often(m.get(1), m.get(2), number(m.get(0))));
        rules.rule(
                "what is there most often, a number of it",
                -0.1,
                "RANK: FREQUENT NUMBER COLUMN",
                m -> often(m.get(0), m.get(2), number(m.get(1))));
        rules.rule(
                "a number of a column with the most",
                -0.5,
                "RANK: NUMBER COLUMN RANK",
                m -> soMany(m.get(0), m.get(1), m.get(2)));
        rules.rule(
                "things of the most of a column",
                -0.2,
                "RANK: LIMIT COLUMN THING",
                m -> owned(m.get(2), m.get(1)) == null
                        ? null
                        : new Rank(
                                ((Rank) m.get(0)).descending(),
                                ((Rank) m.get(0)).number(),
                                Optional.of(owned(m.get(2), m.get(1))),
                                Optional.of(m.get(2)),
                                false));
        rules.rule(
                "the most of things that are there",
                -0.5,
                "RANK: LIMIT THING HAPPENS",
                m -> ((Rank) m.get(0)).vague() ? null : by(m.get(0), count(m.get(1))));
        for (Kind by : List.of(FIGURE, AMOUNT, COLUMN, THING)) {
            rules.rule(
                    "the most " + by + " first",
                    -0.8,
                    "SORT: SUPERLATIVE " + by + " FIRST",
                    m -> ((Most) m.get(0)).vague()
                            ? null
                            : new Meaning.Sort(List.of(m.get(1)), ((Most) m.get(0)).descending(), true));
        }
        rules.rule("things in the order of an adjective", -0.8, "SORT: SCALE THING FIRST", m -> Optional.ofNullable(
                        owned(m.get(1), new Columns(((Scale) m.get(0)).columns())))
                .map(columns -> new Meaning.Sort(List.of(columns), ((Scale) m.get(0)).descending(), true))
                .orElse(null));
        rules.rule("an event the most", -0.1, "RANK: EVENT LIMIT", m -> by(m.get(1), Deed.of(m.get(0))));
        rules.rule(
                "an event of the most things",
                -0.3,
                "RANK: EVENT LIMIT THING",
                m -> done(m.get(1), Deed.of(m.get(0)).to(m.get(2))));
        rules.rule(
                "an event of the most of certain things",
                -0.6,
                "RANK: EVENT LIMIT CONDITION THING",
                m -> done(m.get(1), Deed.of(m.get(0)).to(m.get(3), m.get(2))));
        rules.rule(
                "the most things an event",
                -0.3,
                "RANK: LIMIT THING EVENT",
                m -> done(m.get(0), Deed.of(m.get(2)).to(m.get(1))));
        rules.rule("the most an event", 0, "RANK: LIMIT EVENT", m -> by(m.get(0), Deed.of(m.get(1))));
        rules.rule(
                "an event of the most of a column",
                -0.3,
                "RANK: EVENT LIMIT COLUMN",
                m -> by(m.get(1), nearest(m.get(0), m.get(2))));
        rules.rule(
                "a column first",
                0,
                "RANK: COLUMN SCALE",
                m -> m.get(1) instanceof Scale scale
                        ? new Rank(scale.descending(), Optional.of(1), Optional.of(m.get(0)), Optional.empty(), false)
                        : null);
        rules.rule("an amount the most", -0.1, "RANK: AMOUNT LIMIT", m -> by(m.get(1), m.get(0)));
        rules.rule("an adjective", 0, "RANK: SCALE", m -> scaled(m.get(0), Optional.of(1), Optional.empty()));
        rules.rule(
                "a number of an adjective",
                0,
                "RANK: NUMBER SCALE",
                m -> scaled(m.get(1), number(m.get(0)), Optional.empty()));
        rules.rule(
                "an adjective of a number",
                0,
                "RANK: SCALE NUMBER",
                m -> scaled(m.get(0), number(m.get(1)), Optional.empty()));
        rules.rule("what lasted longest", 0.5, "RANK: LASTS THING", m -> lasting(m.get(0), Optional.of(1), m.get(1)));
        rules.rule(
                "a number of what lasted longest",
                0.4,
                "RANK: NUMBER LASTS THING",
                m -> lasting(m.get(1), number(m.get(0)), m.get(2)));
        rules.rule("an adjective of things", -0.1, "RANK: RANK THING", RankRules::ofThat);
        rules.rule("an adjective of events", 0, "RANK: RANK EVENT", RankRules::ofThat);
        rules.rule(
                "an adjective of a column",
                -0.1,
                "RANK: SCALE COLUMN",
                m -> m.get(0) instanceof Scale scale
                        ? new Rank(scale.descending(), Optional.of(1), Optional.of(m.get(1)), Optional.empty(), false)
                        : null);
        rules.rule(
                "an adjective of a figure",
                -0.2,
                "RANK: SCALE FIGURE",
                m -> m.get(1) instanceof Figure figure
                                && (figure.function() == Function.AVERAGE
                                        || figure.function() == Function.SUM
                                                && figure.of() instanceof Columns columns
                                                && !columns.days())
                        ? new Rank(
                                ((Scale) m.get(0)).descending(),
                                Optional.of(1),
                                Optional.of(figure),
                                Optional.empty(),
                                false)
                        : null);
        rules.rule(
                "the first so many of things with the most",
                -0.5,
                "RANK: LIMIT THING RANK",
                m -> soMany(m.get(0), m.get(1), m.get(2)));
        rules.rule(
                "a number of things with the most",
                -0.5,
                "RANK: NUMBER THING RANK",
                m -> soMany(m.get(0), m.get(1), m.get(2)));
        rules.rule("the most of a number of things", 0.1, "RANK: LIMIT THING", m -> ofThings(m.get(0), m.get(1)));
        rules.rule(
                "a certain number of things by an order",
                0.1,
                "RANK: LIMIT CONDITION THING",
                m -> m.get(0) instanceof Rank rank && rank.of().isEmpty()
                        ? ofThings(rank, new Subject((Things) m.get(2), List.of(m.get(1))))
                        : null);
    }

    /** The first so many of something, where the most is said behind it: "three cities with the most customers". */
    private static Meaning soMany(Meaning number, Meaning of, Meaning most) {
        Optional<Integer> first = number instanceof Rank limit
                ? limit.number().filter(many -> many > 1 && limit.by().isEmpty())
                : number(number);
        return most instanceof Rank rank
                        && rank.of().isEmpty()
                        && rank.by().isPresent()
                        && rank.number().equals(Optional.of(1))
                        && first.isPresent()
                ? new Rank(rank.descending(), first, rank.by(), Optional.of(of), false)
                : null;
    }

    /** An adjective for how a number stands to nought. */
    private static boolean isDegree(Meaning condition) {
        return condition instanceof Compared compared
                && compared.left() instanceof Columns
                && compared.right() instanceof Meaning.Number number
                && number.value() == 0;
    }

    private static Meaning often(Meaning most, Meaning columns, Optional<Integer> number) {
        return number.isEmpty()
                ? null
                : new Rank(
                        ((Most) most).descending(),
                        number,
                        Optional.of(new Meaning.Rows((Columns) columns)),
                        Optional.of(columns),
                        false);
    }

    private static Rank top(Meaning most, Optional<Integer> number) {
        Most said = (Most) most;
        return number.isEmpty()
                ? null
                : new Rank(said.descending(), number, Optional.empty(), Optional.empty(), said.vague());
    }

    private static Meaning by(Meaning limit, Meaning by) {
        Rank rank = (Rank) limit;
        return new Rank(rank.descending(), rank.number(), Optional.of(by), Optional.empty(), rank.vague());
    }

    /** What was done of the most things; the best of things are not the most of them. */
    private static Meaning done(Meaning limit, Deed deed) {
        return ((Rank) limit).vague() ? null : by(limit, deed);
    }

    private static Meaning ofThings(Meaning limit, Meaning things) {
        Rank rank = (Rank) limit;
        return rank.number().filter(n -> n > 1).isPresent() || rank.vague()
                ? new Rank(rank.descending(), rank.number(), Optional.empty(), Optional.of(things), rank.vague())
                : null;
    }

    private static Meaning lasting(Meaning most, Optional<Integer> number, Meaning things) {
        return number.isEmpty()
                ? null
                : new Rank(
                        ((Most) most).descending(),
                        number,
                        Optional.of(new Meaning.Lasting((Things) things)),
                        Optional.of(things),
                        false);
    }

    private static Meaning scaled(Meaning scale, Optional<Integer> number, Optional<Meaning> of) {
        return number.isEmpty() ? null : new Rank(((Scale) scale).descending(), number, Optional.of(scale), of, false);
    }

    /** A rank by an adjective, of what follows it; nothing where it is of something already. */
    private static Meaning ofThat(List<Meaning> m) {
        return m.get(0) instanceof Rank rank
                        && rank.by().filter(Scale.class::isInstance).isPresent()
                        && rank.of().isEmpty()
                ? new Rank(rank.descending(), rank.number(), rank.by(), Optional.of(m.get(1)), false)
                : null;
    }
}
