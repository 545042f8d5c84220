package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.Deed;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Grouping;
import dev.caravan.reader.Meaning.Rank;
import dev.caravan.reader.Meaning.Scale;
import dev.caravan.reader.Meaning.Sort;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What an order goes by, where that is said beside it. */
final class RankPhrases {
    private final SchemaGraph graph;
    private final Facts facts;
    private final Clauses clauses;
    private final FigurePhrases phrases;

    RankPhrases(SchemaGraph graph, Facts facts, Clauses clauses, FigurePhrases phrases) {
        this.graph = graph;
        this.facts = facts;
        this.clauses = clauses;
        this.phrases = phrases;
    }

    /** "The second largest": which place in the order is asked for; of what stands right behind it. */
    Optional<Integer> place(List<Edge> ranks, List<Edge> grouped) {
        List<Edge> places = clauses.take(Kind.ORDINAL);
        if (places.isEmpty()) {
            return Optional.empty();
        }
        if (ranks.isEmpty() && places.size() == 1 && isOrderedByNumber(grouped)) {
            return Optional.of((int) ((Meaning.Number) places.get(0).meaning()).value());
        }
        boolean one = places.size() == 1
                && ranks.size() == 1
                && ranks.get(0).start() == places.get(0).end()
                && ((Rank) ranks.get(0).meaning()).number().equals(Optional.of(1));
        if (!one) {
            throw new Objection("it is not said in which order that place is");
        }
        return Optional.of((int) ((Meaning.Number) places.get(0).meaning()).value());
    }

    /** Whether it is said by what all are put in order. */
    private boolean isOrdered() {
        return clauses.left().stream()
                .anyMatch(edge -> edge.kind() == Kind.SORT
                        && !((Meaning.Sort) edge.meaning()).by().isEmpty());
    }

    /** "The largest vendor by value": the number that the order goes by stands behind. */
    private boolean isOrderedByNumber(List<Edge> grouped) {
        return isOrdered()
                || grouped.stream()
                        .filter(edge -> edge.rule().startsWith("by "))
                        .flatMap(edge -> ((Grouping) edge.meaning()).by().stream())
                        .anyMatch(by -> by instanceof Columns columns && phrases.measured(columns));
    }

    /** "Comes second by weight": the place behind which most of it is. */
    static List<Edge> fromTheTop(List<Edge> ranks, Optional<Integer> place) {
        return ranks.isEmpty() && place.isPresent()
                ? List.of(new Edge(
                        0,
                        0,
                        Kind.LIMIT,
                        new Rank(true, Optional.of(1), Optional.empty(), Optional.empty(), false),
                        0,
                        "implied",
                        List.of()))
                : ranks;
    }

    /** "When was the first delivery": the time itself, and not every row of that day. */
    List<Edge> firstTime(List<Edge> ranks, List<Edge> named) {
        if (!clauses.has(Kind.WHEN) || ranks.size() != 1 || named.size() > 1) {
            return List.of();
        }
        Rank rank = (Rank) ranks.get(0).meaning();
        if (!rank.number().equals(Optional.of(1))
                || !(rank.by().orElse(null) instanceof Scale scale)
                || !(rank.of().orElse(null) instanceof Things things)) {
            return List.of();
        }
        List<Meaning.Named> days =
                named.isEmpty() ? scale.columns() : ((Columns) named.get(0).meaning()).any();
        Optional<Edge> time = days.stream()
                .filter(day -> Facts.isDate(facts.column(day.field()))
                        && things.any().stream().anyMatch(thing -> thing.relation()
                                .equals(day.field().relation())))
                .min(Comparator.comparingDouble(Meaning.Named::cost))
                .map(day -> FigurePhrases.figure(
                        ranks.get(0),
                        new Figure(
                                rank.descending() ? Function.MAXIMUM : Function.MINIMUM,
                                new Columns(List.of(day)),
                                List.of(),
                                false)));
        time.ifPresent(each -> named.clear());
        return time.map(List::of).orElse(List.of());
    }

    /** "First and last delivery date": both ends of the days. */
    List<Edge> bothEnds(List<Edge> ranks) {
        boolean ends = ranks.size() == 2
                && ranks.stream().map(edge -> (Rank) edge.meaning()).allMatch(rank -> rank.number()
                        .equals(Optional.of(1)))
                && ((Rank) ranks.get(0).meaning()).descending()
                        != ((Rank) ranks.get(1).meaning()).descending();
        Optional<Columns> days = ranks.stream()
                .flatMap(edge -> ((Rank) edge.meaning()).by().stream())
                .filter(by -> by instanceof Columns columns && columns.days())
                .map(Columns.class::cast)
                .findFirst();
        return ends && days.isPresent()
                ? ranks.stream()
                        .map(edge -> FigurePhrases.figure(
                                edge,
                                new Figure(
                                        ((Rank) edge.meaning()).descending() ? Function.MAXIMUM : Function.MINIMUM,
                                        days.get(),
                                        List.of(),
                                        false)))
                        .toList()
                : List.of();
    }

    /** "The ten most delayed deliveries": where nothing is told of which there are most, by how much they are so. */
    List<Edge> bySo(List<Edge> ranks, List<Edge> named, List<Edge> grouped, List<Edge> things) {
        if (!named.isEmpty() || !grouped.isEmpty() || !things.isEmpty()) {
            return ranks;
        }
        return ranks.stream()
                .map(edge -> {
                    Rank rank = (Rank) edge.meaning();
                    boolean so = rank.by().orElse(null) instanceof Figure figure
                            && figure.function() == Function.COUNT
                            && figure.of() instanceof Things
                            && figure.where().size() == 1
                            && figure.where().get(0) instanceof Compared compared
                            && compared.left() instanceof Columns
                            && compared.right() instanceof Meaning.Number zero
                            && zero.value() == 0;
                    if (!so) {
                        return edge;
                    }
                    Figure figure = (Figure) rank.by().get();
                    Compared compared = (Compared) figure.where().get(0);
                    boolean high = compared.relation() == Condition.Relation.MORE;
                    return ranked(
                            edge,
                            new Rank(
                                    high == rank.descending(),
                                    rank.number(),
                                    Optional.of(compared.left()),
                                    Optional.of(figure.of()),
                                    false));
                })
                .toList();
    }

    /** "The worst reviews": by how good it was found, and not by how often. */
    Edge byScore(Edge edge) {
        Rank rank = (Rank) edge.meaning();
        if (!judges(edge) || !(rank.by().orElse(null) instanceof Deed deed)) {
            return edge;
        }
        List<Meaning.Named> scores = deed.event().any().stream()
                .flatMap(thing -> graph.relation(thing.relation()).columns().keySet().stream()
                        .map(column -> Field.of(thing.relation(), column)))
                .filter(facts::isScore)
                .map(field -> new Meaning.Named(field, 0))
                .toList();
        return scores.size() != 1
                ? edge
                : ranked(
                        edge,
                        new Rank(
                                rank.descending(),
                                rank.number(),
                                Optional.of(new Figure(Function.AVERAGE, new Columns(scores), List.of(), false)),
                                rank.of(),
                                false));
    }

    /** "The largest customers by revenue": how large they are is said by the figure. */
    List<Edge> byOther(List<Edge> ranks) {
        Optional<Edge> by = clauses.left().stream()
                .filter(edge -> edge.kind() == Kind.SORT
                        && edge.rule().startsWith("by ")
                        && ((Sort) edge.meaning()).by().size() == 1)
                .findFirst();
        if (ranks.size() != 1 || by.isEmpty()) {
            return ranks;
        }
        Edge edge = ranks.get(0);
        Rank rank = (Rank) edge.meaning();
        Meaning large = rank.by().orElse(null);
        Optional<Meaning> of = rank.of().or(() -> Optional.ofNullable(large).filter(Things.class::isInstance));
        boolean other = (large instanceof Scale || large instanceof Things)
                && of.isPresent()
                && by.get().start() >= edge.end();
        return other
                ? List.of(ranked(edge, new Rank(rank.descending(), rank.number(), Optional.empty(), of, false)))
                : ranks;
    }

    /** "The highest freight per kilogram". */
    List<Edge> rankedRatios(List<Edge> ranks, List<Edge> grouped) {
        List<Edge> all = new ArrayList<>();
        for (Edge edge : ranks) {
            Rank rank = (Rank) edge.meaning();
            Optional<Edge> divisor = grouped.stream()
                    .filter(group -> group.rule().startsWith("for each") && group.start() == edge.end())
                    .filter(group -> ((Grouping) group.meaning()).by().size() == 1
                            && ((Grouping) group.meaning()).by().get(0) instanceof Columns columns
                            && FigurePhrases.best(columns)
                                    .filter(phrases::isAmount)
                                    .isPresent())
                    .filter(group -> rank.by()
                            .filter(by -> by instanceof Columns columns && phrases.measured(columns))
                            .isPresent())
                    .findFirst();
            divisor.ifPresent(grouped::remove);
            all.add(divisor.map(group -> ranked(
                            edge,
                            new Rank(
                                    rank.descending(),
                                    rank.number(),
                                    Optional.of(new Meaning.Quotient(
                                            new Figure(Function.SUM, rank.by().get(), List.of(), false),
                                            new Figure(
                                                    Function.SUM,
                                                    ((Grouping) group.meaning())
                                                            .by()
                                                            .get(0),
                                                    List.of(),
                                                    false),
                                            false)),
                                    rank.of(),
                                    rank.vague())))
                    .orElse(edge));
        }
        return all;
    }

    /** "Which vendor is the slowest on average": the mean of each is what they are ordered by. */
    List<Edge> averagedRanks(List<Edge> ranks) {
        return ranks.stream()
                .map(edge -> {
                    Rank rank = (Rank) edge.meaning();
                    Optional<Columns> by = rank.by()
                            .flatMap(each -> each instanceof Scale scale
                                    ? Optional.of(new Columns(scale.columns()))
                                    : Optional.of(each)
                                            .filter(Columns.class::isInstance)
                                            .map(Columns.class::cast));
                    return by.filter(phrases::measured)
                            .map(columns -> ranked(
                                    edge,
                                    new Rank(
                                            rank.descending(),
                                            rank.number(),
                                            Optional.of(new Figure(Function.AVERAGE, columns, List.of(), false)),
                                            rank.of(),
                                            false)))
                            .orElse(edge);
                })
                .toList();
    }

    /**
     * "Which month was the slowest": the mean of each is what times are ordered by, where nothing is told of which they are.
     *
     * @throws Objection where it may be the sum as well
     */
    List<Edge> ofTimes(List<Edge> ranks, List<Edge> grouped) {
        boolean times = grouped.size() == 1
                && ((Grouping) grouped.get(0).meaning()).by().stream().allMatch(Meaning.Cut.class::isInstance);
        if (!times || ranks.size() != 1) {
            return ranks;
        }
        Edge edge = ranks.get(0);
        Rank rank = (Rank) edge.meaning();
        Optional<Columns> by = rank.by()
                .filter(each -> each instanceof Scale && rank.of().isEmpty())
                .map(each -> new Columns(((Scale) each).columns()))
                .filter(phrases::measured);
        if (by.isEmpty()) {
            return ranks;
        }
        if (!facts.isBad(FigurePhrases.best(by.get()).orElseThrow())) {
            throw new Objection("it is not said whether times are compared by the total or by the average");
        }
        return List.of(ranked(
                edge,
                new Rank(
                        rank.descending(),
                        rank.number(),
                        Optional.of(new Figure(Function.AVERAGE, by.get(), List.of(), false)),
                        Optional.empty(),
                        false)));
    }

    /** "The top five countries": the first of what a column says, by what else is told. */
    List<Edge> firstOfColumns(List<Edge> ranks, List<Edge> named, List<Edge> grouped, boolean alone) {
        List<Edge> all = new ArrayList<>();
        for (Edge first : ranks) {
            Edge edge = alone ? byScale(first, named) : first;
            Rank rank = (Rank) edge.meaning();
            boolean names = (rank.vague() || isOrderedByNumber(grouped))
                    && rank.by()
                            .filter(by -> by instanceof Columns columns
                                    && columns.any().stream()
                                            .min(Comparator.comparingDouble(Meaning.Named::cost))
                                            .filter(each -> !facts.isMeasure(each.field())
                                                    && !Facts.isDate(facts.column(each.field())))
                                            .isPresent())
                            .isPresent();
            if (names) {
                named.add(
                        0,
                        new Edge(
                                edge.start(),
                                edge.end(),
                                Kind.COLUMN,
                                rank.by().get(),
                                edge.cost(),
                                edge.rule(),
                                List.of(edge)));
            }
            if (rank.of().orElse(null) instanceof Columns of
                    && rank.by().orElse(null) instanceof Scale
                    && of.any().stream()
                            .anyMatch(each -> facts.isMeasure(each.field())
                                    && facts.seconds(each.field()).isEmpty())) {
                // the largest discount: the number itself is what the order goes by
                all.add(ranked(
                        edge, new Rank(rank.descending(), rank.number(), Optional.of(of), Optional.empty(), false)));
                continue;
            }
            if (rank.of().orElse(null) instanceof Columns of) {
                named.add(
                        0,
                        new Edge(edge.start(), edge.end(), Kind.COLUMN, of, edge.cost(), edge.rule(), List.of(edge)));
                all.add(ranked(
                        edge, new Rank(rank.descending(), rank.number(), rank.by(), Optional.empty(), rank.vague())));
                continue;
            }
            all.add(
                    names
                            ? ranked(
                                    edge,
                                    new Rank(
                                            rank.descending(), rank.number(), Optional.empty(), Optional.empty(), true))
                            : edge);
        }
        return all;
    }

    /** "Which vendor is the slowest": what is no number is not what the order goes by. */
    Edge byScale(Edge edge, List<Edge> named) {
        Rank rank = (Rank) edge.meaning();
        boolean what = edge.rule().equals("a column first")
                && edge.parts().size() == 2
                && rank.by()
                        .filter(by -> by instanceof Columns columns
                                && FigurePhrases.best(columns)
                                        .filter(field -> !facts.isMeasure(field) && !Facts.isDate(facts.column(field)))
                                        .isPresent())
                        .isPresent();
        if (!what) {
            return edge;
        }
        named.add(0, edge.parts().get(0));
        return ranked(
                edge,
                new Rank(
                        rank.descending(),
                        rank.number(),
                        Optional.of(edge.parts().get(1).meaning()),
                        Optional.empty(),
                        false));
    }

    static Edge ranked(Edge edge, Rank rank) {
        return new Edge(edge.start(), edge.end(), edge.kind(), rank, edge.cost(), edge.rule(), edge.parts());
    }

    /** "The best selling ones by quantity": the number is what the order goes by, not what rows are grouped by. */
    List<Edge> rankedByGroups(List<Edge> said, List<Edge> grouped) {
        List<Edge> ranks = limitedTogether(said);
        if (ranks.size() != 1) {
            return ranks;
        }
        Edge edge = ranks.get(0);
        Rank rank = (Rank) edge.meaning();
        boolean open = rank.by()
                .filter(by -> !(by instanceof Things || by instanceof Deed || by instanceof Scale))
                .isEmpty();
        for (Edge group : List.copyOf(grouped)) {
            List<Meaning> by = new ArrayList<>(((Grouping) group.meaning()).by());
            Optional<Meaning> number = by.stream()
                    .filter(each -> each instanceof Columns columns
                            && columns.any().stream()
                                    .min(Comparator.comparingDouble(Meaning.Named::cost))
                                    .filter(named -> facts.isMeasure(named.field()))
                                    .isPresent())
                    .findFirst();
            if (open && number.isPresent()) {
                by.remove(number.get());
                grouped.remove(group);
                if (!by.isEmpty()) {
                    grouped.add(new Edge(
                            group.start(),
                            group.end(),
                            Kind.GROUP,
                            new Grouping(by),
                            group.cost(),
                            group.rule(),
                            group.parts()));
                }
                Optional<Meaning> of = rank.of().or(() -> rank.by().filter(Things.class::isInstance));
                Rank other = new Rank(rank.descending(), rank.number(), number, of, false);
                return List.of(ranked(edge, other));
            }
        }
        return ranks;
    }

    /** "The biggest orders, top 4": how many of them there are to be. */
    static List<Edge> limitedTogether(List<Edge> ranks) {
        if (ranks.size() != 2) {
            return ranks;
        }
        Rank first = (Rank) ranks.get(0).meaning();
        Rank other = (Rank) ranks.get(1).meaning();
        boolean more = first.number().equals(Optional.of(1))
                && first.by().filter(Things.class::isInstance).isPresent()
                && other.by().isEmpty()
                && other.of().isEmpty()
                && first.descending() == other.descending();
        return more
                ? List.of(ranked(
                        ranks.get(0),
                        new Rank(first.descending(), other.number(), first.by(), first.of(), first.vague())))
                : ranks;
    }

    /** Whether the best or the worst is asked for. */
    static boolean judges(Edge edge) {
        return edge.meaning() instanceof Meaning.Most most && most.judging()
                || edge.parts().stream().anyMatch(RankPhrases::judges);
    }
}
