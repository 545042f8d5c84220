package dev.caravan.reader;

import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.ComparedWithMember;
import dev.caravan.reader.Meaning.Cut;
import dev.caravan.reader.Meaning.Deed;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Grouping;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Sort;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What figures are of, where that is said beside them. */
final class FigurePhrases {
    private static final int STEM = 4;
    private final SchemaGraph graph;
    private final Facts facts;
    private final Clauses clauses;

    FigurePhrases(Facts facts, Clauses clauses, SchemaGraph graph) {
        this.graph = graph;
        this.facts = facts;
        this.clauses = clauses;
    }

    /** "How many more in this than in that": the figure of the one less that of the other. */
    static Edge difference(Edge edge, List<Edge> held) {
        if (!(edge.meaning() instanceof Meaning.More more)) {
            return edge;
        }
        for (Edge each : held) {
            List<? extends Meaning> sides = each.meaning() instanceof Is is && !is.negated()
                    ? is.members().apart()
                    : each.meaning() instanceof Meaning.Times times ? times.apart() : List.of();
            if (sides.size() == 2) {
                held.remove(each);
                return new Edge(
                        edge.start(),
                        edge.end(),
                        edge.kind(),
                        more.of(sides.get(0), sides.get(1)),
                        edge.cost(),
                        edge.rule(),
                        List.of(edge, each));
            }
        }
        throw new Objection("it is not said what is compared with what");
    }

    /** "The total monthly sales": a figure, and what it is told for. */
    static Stream<Edge> split(Edge edge) {
        return edge.meaning() instanceof Meaning.Split split
                ? Stream.of(
                        new Edge(
                                edge.start(),
                                edge.end(),
                                Kind.FIGURE,
                                split.figure(),
                                edge.cost(),
                                edge.rule(),
                                edge.parts()),
                        new Edge(
                                edge.start(),
                                edge.end(),
                                Kind.GROUP,
                                split.by(),
                                edge.cost(),
                                edge.rule(),
                                edge.parts()))
                : Stream.of(edge);
    }

    /** Two times that have no day in common are no condition that anything meets. */
    static void disjoint(List<Edge> held) {
        List<Meaning.Period> times = held.stream()
                .map(Edge::meaning)
                .filter(each -> each instanceof Meaning.During during
                        && during.columns().isEmpty()
                        && !during.negated())
                .map(each -> ((Meaning.During) each).period())
                .toList();
        for (Meaning.Period one : times) {
            for (Meaning.Period other : times) {
                boolean before = one.to().isPresent()
                        && other.from().isPresent()
                        && !one.to().get().isAfter(other.from().get());
                if (before) {
                    throw new Objection("the times that are said have no day in common");
                }
            }
        }
    }

    static boolean hasCut(List<Edge> grouped) {
        return grouped.stream()
                .anyMatch(edge -> ((Grouping) edge.meaning()).by().stream().anyMatch(Cut.class::isInstance));
    }

    /** "Shipped to Brazil" where the country is that of the shipment: the verb leads to the column, and is no condition. */
    static boolean saysWhere(Edge done, Edge next) {
        if (next.start() < done.end() || next.start() > done.end() + 1 || !(next.meaning() instanceof Is is)) {
            return false;
        }
        return ((Columns) done.meaning())
                .any().stream().map(Meaning.Named::field).anyMatch(verb -> is.members().names().stream()
                        .flatMap(List::stream)
                        .map(Meaning.Stored::field)
                        .anyMatch(place -> place.relation().equals(verb.relation())
                                && place.column().regionMatches(true, 0, verb.column(), 0, STEM)));
    }

    /** "Average freight and weight": the function is that of both. */
    List<Edge> alike(List<Edge> said, List<Edge> named) {
        if (said.size() != 1
                || !(said.get(0).meaning() instanceof Figure figure)
                || !(figure.of() instanceof Columns)
                || figure.function() == Function.COUNT) {
            return said;
        }
        List<Edge> both = new ArrayList<>(said);
        int end = said.get(0).end();
        named.stream()
                .filter(edge -> edge.start() - end == 1 && measured((Columns) edge.meaning()))
                .findFirst()
                .ifPresent(edge -> {
                    named.remove(edge);
                    both.add(figure(edge, new Figure(figure.function(), edge.meaning(), figure.where(), false)));
                });
        return both;
    }

    /** "To more than 20 countries": what has no number of its own is counted. */
    Edge countedKinds(Edge edge) {
        boolean kinds = edge.meaning() instanceof Compared compared
                && compared.left() instanceof Columns columns
                && compared.right() instanceof Meaning.Number
                && columns.any().stream()
                        .allMatch(each -> facts.column(each.field()).type() == dev.caravan.semantic.Schema.Type.TEXT);
        if (!kinds) {
            return edge;
        }
        if (!edge.rule().equals("a number before its column")) {
            throw new Objection("it is not said a number of what it is");
        }
        Compared compared = (Compared) edge.meaning();
        return new Edge(
                edge.start(),
                edge.end(),
                edge.kind(),
                new Compared(
                        new Figure(Function.COUNT, compared.left(), List.of(), true),
                        compared.relation(),
                        compared.right()),
                edge.cost(),
                edge.rule(),
                edge.parts());
    }

    /** "Freight per kilogram": a number for each of another is the one divided by the other. */
    List<Edge> ratios(List<Edge> said, List<Edge> named, List<Edge> grouped) {
        List<Edge> all = new ArrayList<>(said);
        for (Edge group : List.copyOf(grouped)) {
            List<Meaning> by = ((Grouping) group.meaning()).by();
            boolean number = group.rule().startsWith("for each")
                    && by.size() == 1
                    && by.get(0) instanceof Columns columns
                    && best(columns).filter(this::isAmount).isPresent();
            Optional<Edge> dividend = Stream.concat(all.stream(), named.stream())
                    .filter(edge -> edge.end() <= group.start() && group.start() - edge.end() <= 1)
                    .filter(edge -> edge.meaning() instanceof Columns columns && measured(columns)
                            || edge.meaning() instanceof Figure figure && figure.of() instanceof Columns)
                    .findFirst();
            if (number && dividend.isPresent()) {
                Edge edge = dividend.get();
                Meaning columns = edge.meaning() instanceof Figure figure ? figure.of() : edge.meaning();
                all.remove(edge);
                named.remove(edge);
                grouped.remove(group);
                all.add(new Edge(
                        edge.start(),
                        group.end(),
                        Kind.FIGURE,
                        new Meaning.Quotient(
                                new Figure(Function.SUM, columns, List.of(), false),
                                new Figure(Function.SUM, by.get(0), List.of(), false),
                                false),
                        edge.cost(),
                        "for each number",
                        List.of(edge, group)));
            }
        }
        return all;
    }

    boolean isAmount(Field field) {
        return facts.isMeasure(field) && !facts.isNominal(field);
    }

    static Optional<Field> best(Columns columns) {
        return columns.any().stream()
                .min(Comparator.comparingDouble(Meaning.Named::cost))
                .map(Meaning.Named::field);
    }

    /** "How many days late were they on average". */
    List<Edge> averaged(List<Edge> said, List<Edge> named) {
        Optional<Edge> column = said.isEmpty()
                ? named.stream()
                        .filter(edge -> measured((Columns) edge.meaning()))
                        .findFirst()
                : Optional.empty();
        column.ifPresent(named::remove);
        List<Edge> figures = column.map(List::of).orElse(said);
        if (figures.size() != 1) {
            throw new Objection("it is not said of what the average is");
        }
        Edge edge = figures.get(0);
        Meaning of = edge.meaning() instanceof Figure figure ? figure.of() : edge.meaning();
        boolean mean = edge.meaning() instanceof Figure figure && figure.function() == Function.AVERAGE;
        if (mean) {
            return figures;
        }
        if (!(of instanceof Columns columns && measured(columns))) {
            throw new Objection("it is not said of what the average is");
        }
        List<Meaning> within = edge.meaning() instanceof Figure figure ? figure.where() : List.of();
        return List.of(figure(edge, new Figure(Function.AVERAGE, of, within, false)));
    }

    static Stream<Edge> inARow(Edge group) {
        return group.rule().equals("groups in a row")
                ? group.parts().stream().flatMap(FigurePhrases::inARow)
                : Stream.of(group);
    }

    /** "How much is" something asks for its price, which does not add up. */
    List<Edge> withoutPrices(List<Edge> said, List<Edge> named) {
        List<Edge> prices = said.stream()
                .filter(edge -> edge.rule().equals("how much of a column")
                        && ((Columns) ((Figure) edge.meaning()).of())
                                .any().stream()
                                        .noneMatch(each -> facts.isMeasure(each.field()) && facts.addsUp(each.field())))
                .toList();
        prices.forEach(edge -> named.add(new Edge(
                edge.start(),
                edge.end(),
                Kind.COLUMN,
                ((Figure) edge.meaning()).of(),
                edge.cost(),
                edge.rule(),
                edge.parts())));
        return said.stream().filter(edge -> !prices.contains(edge)).toList();
    }

    /** "Deliveries and average weight by country": records that have no name are counted beside the figure. */
    List<Edge> countedToo(List<Edge> things, List<Edge> said, List<Edge> grouped) {
        if (things.size() != 1
                || said.isEmpty()
                || grouped.isEmpty()
                || !(things.get(0).meaning() instanceof Things counted)
                || things.get(0).start() > said.get(0).start()
                || counted.any().stream().anyMatch(thing -> !isRecord(thing.relation()))
                || said.stream().map(Edge::meaning).noneMatch(FigurePhrases::adds)) {
            return said;
        }
        List<Edge> both = new ArrayList<>();
        both.add(figure(things.get(0), new Figure(Function.COUNT, counted, List.of(), false)));
        both.addAll(said);
        return both;
    }

    /** The figure that an order is by is asked for as well. */
    List<Edge> sortedBy() {
        return clauses.left().stream()
                .filter(edge -> edge.kind() == Kind.SORT)
                .flatMap(edge -> ((Sort) edge.meaning())
                        .by().stream()
                                .filter(by -> by instanceof Figure || by instanceof Meaning.Amounts)
                                .map(by -> new Edge(
                                        edge.start(), edge.end(), Kind.FIGURE, by, edge.cost(), "by", List.of(edge))))
                .limit(1)
                .toList();
    }

    /** What is counted in each group is not what the figures are taken for. */
    static List<Edge> withoutCounted(List<Edge> things, List<Edge> said, List<Edge> grouped) {
        return things.stream()
                .filter(edge -> grouped.isEmpty()
                        || said.stream()
                                .noneMatch(each -> each.meaning() instanceof Figure figure
                                        && figure.function() == Function.COUNT
                                        && figure.of().equals(edge.meaning())))
                .toList();
    }

    /** A figure that adds up or averages something, and does not only count rows. */
    static boolean adds(Meaning meaning) {
        return meaning instanceof Meaning.Amounts
                || meaning instanceof Figure figure
                        && (figure.of() instanceof Columns || figure.of() instanceof Meaning.Amounts);
    }

    /** Whether something besides measures is named, so that rows are meant. */
    boolean counted(List<Edge> named) {
        return named.stream().anyMatch(edge -> !measured((Columns) edge.meaning()));
    }

    static Edge figure(Edge edge, Figure figure) {
        return new Edge(edge.start(), edge.end(), Kind.FIGURE, figure, edge.cost(), "implied", List.of(edge));
    }

    boolean measured(Columns columns) {
        return columns.any().stream().anyMatch(each -> facts.isMeasure(each.field()));
    }

    /** Records of what happened have a date and no name of their own. */
    boolean isRecord(String relation) {
        return facts.date(relation).isPresent()
                && graph.relation(relation)
                        .key()
                        .contains(facts.labels(relation).get(0).column());
    }

    static boolean isSeveral(Meaning meaning) {
        return meaning instanceof Meaning.Times
                || meaning instanceof Is is
                        && !is.negated()
                        && is.members().names().size() > 1;
    }

    /** A column that many rows share is asked for its different values. */
    boolean isShared(Field field) {
        return !facts.tellsApart(field)
                && !graph.relation(field.relation()).key().equals(List.of(field.column()));
    }

    static boolean isFigure(Optional<Meaning> by) {
        return by.filter(each -> each instanceof Figure
                        || each instanceof Things
                        || each instanceof Deed
                        || each instanceof Meaning.Amounts
                        || each instanceof Meaning.Quotient
                        || each instanceof Meaning.Met
                        || each instanceof Meaning.Rows)
                .isPresent();
    }

    static boolean isGroupCondition(Meaning meaning) {
        return meaning instanceof ComparedWithMember
                || meaning instanceof Compared compared && !(compared.left() instanceof Columns);
    }

    /** "Malaria products": the noun behind a value only says what has it, and is nothing to group by. */
    boolean isHeadOfValue(Edge edge, Field field, List<Edge> held) {
        return !facts.isMeasure(field)
                && held.stream()
                        .anyMatch(each -> each.meaning() instanceof Is is
                                && !is.negated()
                                && each.end() == edge.start()
                                && is.members().names().get(0).stream()
                                        .anyMatch(stored ->
                                                stored.field().relation().equals(field.relation())));
    }
}
