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
        rules.rule("the most of a number", LIMIT, 0, m -> top(m.get(0), number(m.get(1))), SUPERLATIVE, NUMBER);
        rules.rule("a number of the most", LIMIT, 0, m -> top(m.get(1), number(m.get(0))), NUMBER, SUPERLATIVE);
        rules.rule("the most", LIMIT, 0.3, m -> top(m.get(0), Optional.of(1)), SUPERLATIVE);
        for (Kind by : List.of(FIGURE, AMOUNT, THING, COLUMN)) {
            // the top five of things are some of them, not those with the most of them
            rules.rule(
                    "the most " + by,
                    RANK,
                    by == THING ? 0.2 : 0,
                    m -> by == THING && ((Rank) m.get(0)).vague()
                                    || m.get(1) instanceof Columns columns && columns.days()
                            ? null
                            : by(m.get(0), m.get(1)),
                    LIMIT,
                    by);
        }
        rules.rule(
                "the most of certain things",
                RANK,
                -0.3,
                m -> ((Rank) m.get(0)).vague()
                                || !((Rank) m.get(0)).number().equals(Optional.of(1)) && !(m.get(1) instanceof Compared)
                        ? null
                        : by(m.get(0), count(m.get(2), m.get(1))),
                LIMIT,
                CONDITION,
                THING);
        rules.rule(
                "what is there, most often", RANK, 0, m -> often(m.get(1), m.get(0), Optional.of(1)), COLUMN, FREQUENT);
        rules.rule(
                "a number of what is there, most often",
                RANK,
                -0.1,
                m -> often(m.get(2), m.get(1), number(m.get(0))),
                NUMBER,
                COLUMN,
                FREQUENT);
        rules.rule(
                "what is there most often", RANK, 0, m -> often(m.get(0), m.get(1), Optional.of(1)), FREQUENT, COLUMN);
        rules.rule(
                "a number of what is there most often",
                RANK,
                -0.1,
                m -> often(m.get(1), m.get(2), number(m.get(0))),
                NUMBER,
                FREQUENT,
                COLUMN);
        rules.rule(
                "what is there most often, a number of it",
                RANK,
                -0.1,
                m -> often(m.get(0), m.get(2), number(m.get(1))),
                FREQUENT,
                NUMBER,
                COLUMN);
        rules.rule(
                "a number of a column with the most",
                RANK,
                -0.5,
                m -> soMany(m.get(0), m.get(1), m.get(2)),
                NUMBER,
                COLUMN,
                RANK);
        rules.rule(
                "things of the most of a column",
                RANK,
                -0.2,
                m -> owned(m.get(2), m.get(1)) == null
                        ? null
                        : new Rank(
                                ((Rank) m.get(0)).descending(),
                                ((Rank) m.get(0)).number(),
                                Optional.of(owned(m.get(2), m.get(1))),
                                Optional.of(m.get(2)),
                                false),
                LIMIT,
                COLUMN,
                THING);
        rules.rule("an event the most", RANK, -0.1, m -> by(m.get(1), Deed.of(m.get(0))), EVENT, LIMIT);
        rules.rule(
                "an event of the most things",
                RANK,
                -0.3,
                m -> done(m.get(1), Deed.of(m.get(0)).to(m.get(2))),
                EVENT,
                LIMIT,
                THING);
        rules.rule(
                "an event of the most of certain things",
                RANK,
                -0.6,
                m -> done(m.get(1), Deed.of(m.get(0)).to(m.get(3), m.get(2))),
                EVENT,
                LIMIT,
                CONDITION,
                THING);
        rules.rule(
                "the most things an event",
                RANK,
                -0.3,
                m -> done(m.get(0), Deed.of(m.get(2)).to(m.get(1))),
                LIMIT,
                THING,
                EVENT);
        rules.rule("the most an event", RANK, 0, m -> by(m.get(0), Deed.of(m.get(1))), LIMIT, EVENT);
        rules.rule(
                "an event of the most of a column",
                RANK,
                -0.3,
                m -> by(m.get(1), nearest(m.get(0), m.get(2))),
                EVENT,
                LIMIT,
                COLUMN);
        rules.rule(
                "a column first",
                RANK,
                0,
                m -> m.get(1) instanceof Scale scale
                        ? new Rank(scale.descending(), Optional.of(1), Optional.of(m.get(0)), Optional.empty(), false)
                        : null,
                COLUMN,
                SCALE);
        rules.rule("an amount the most", RANK, -0.1, m -> by(m.get(1), m.get(0)), AMOUNT, LIMIT);
        rules.rule("an adjective", RANK, 0, m -> scaled(m.get(0), Optional.of(1), Optional.empty()), SCALE);
        rules.rule(
                "a number of an adjective",
                RANK,
                0,
                m -> scaled(m.get(1), number(m.get(0)), Optional.empty()),
                NUMBER,
                SCALE);
        rules.rule(
                "an adjective of a number",
                RANK,
                0,
                m -> scaled(m.get(0), number(m.get(1)), Optional.empty()),
                SCALE,
                NUMBER);
        rules.rule("what lasted longest", RANK, 0.5, m -> lasting(m.get(0), Optional.of(1), m.get(1)), LASTS, THING);
        rules.rule(
                "a number of what lasted longest",
                RANK,
                0.4,
                m -> lasting(m.get(1), number(m.get(0)), m.get(2)),
                NUMBER,
                LASTS,
                THING);
        rules.rule("an adjective of things", RANK, -0.1, RankRules::ofThat, RANK, THING);
        rules.rule("an adjective of events", RANK, 0, RankRules::ofThat, RANK, EVENT);
        rules.rule(
                "an adjective of a column",
                RANK,
                -0.1,
                m -> m.get(0) instanceof Scale scale
                        ? new Rank(scale.descending(), Optional.of(1), Optional.of(m.get(1)), Optional.empty(), false)
                        : null,
                SCALE,
                COLUMN);
        rules.rule(
                "an adjective of a figure",
                RANK,
                -0.2,
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
                        : null,
                SCALE,
                FIGURE);
        rules.rule(
                "the first so many of things with the most",
                RANK,
                -0.5,
                m -> soMany(m.get(0), m.get(1), m.get(2)),
                LIMIT,
                THING,
                RANK);
        rules.rule(
                "a number of things with the most",
                RANK,
                -0.5,
                m -> soMany(m.get(0), m.get(1), m.get(2)),
                NUMBER,
                THING,
                RANK);
        rules.rule("the most of a number of things", RANK, 0.1, m -> ofThings(m.get(0), m.get(1)), LIMIT, THING);
        rules.rule(
                "a certain number of things by an order",
                RANK,
                0.1,
                m -> m.get(0) instanceof Rank rank && rank.of().isEmpty()
                        ? ofThings(rank, new Subject((Things) m.get(2), List.of(m.get(1))))
                        : null,
                LIMIT,
                CONDITION,
                THING);
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
