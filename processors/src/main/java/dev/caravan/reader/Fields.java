package dev.caravan.reader;

import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value.Field;
import dev.caravan.reader.Meaning.Named;
import dev.caravan.reader.Meaning.Stored;
import dev.caravan.reader.Meaning.Thing;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Chooses which of several tables or columns is meant: the one nearest to what the question is about. */
final class Fields {
    private static final double ALIKE = 0.01;
    private static final double NEAR_MOST = 50;

    private final SchemaGraph graph;
    private final Facts facts;

    Fields(SchemaGraph graph, Facts facts) {
        this.graph = graph;
        this.facts = facts;
    }

    /** How far a relation is from the anchors, of which the first counts most. */
    double distance(List<String> anchors, String relation) {
        double best = 99;
        for (int i = 0; i < anchors.size(); i++) {
            best = Math.min(best, graph.distance(anchors.get(i), relation) + i * 0.4);
        }
        return anchors.isEmpty() ? 0 : best;
    }

    /** The column that is meant. */
    Field column(List<Named> any, List<String> anchors, Predicate<Field> fits) {
        List<Named> fitting =
                any.stream().filter(named -> fits.test(named.field())).toList();
        if (fitting.isEmpty()) {
            throw new Objection("none of the columns that it may mean fits");
        }
        return choose(
                        fitting,
                        named -> named.cost() * 1.5
                                - (facts.labels(named.field().relation()).contains(named.field()) ? 0.05 : 0)
                                + distance(anchors, named.field().relation()),
                        Named::field)
                .field();
    }

    /** The stored value that is meant. */
    Stored stored(List<Stored> any, List<String> anchors) {
        Stored found = choose(
                parents(others(any, anchors)),
                stored -> stored.cost() * 0.1 + distance(anchors, stored.field().relation()) + borrowed(stored.field()),
                Stored::field);
        String relation = found.field().relation();
        if (found.cost() >= 0
                && !anchors.isEmpty()
                && anchors.stream().allMatch(anchor -> isRemote(anchor, relation))) {
            throw new Objection("\"" + found.value().value() + "\" is a " + facts.name(relation)
                    + " here, which is far from what is asked; say " + facts.name(relation)
                    + " before it if it is meant");
        }
        return found;
    }

    /** "Which albums are by" somebody: the name is that of what albums belong to, where such a one is called so as well. */
    private List<Stored> others(List<Stored> any, List<String> anchors) {
        if (anchors.isEmpty()) {
            return any;
        }
        String asked = anchors.get(0);
        List<Stored> others = any.stream()
                .filter(each -> !each.field().relation().equals(asked)
                        && facts.isName(each.field())
                        && graph.toOne(asked, each.field().relation(), ""))
                .toList();
        boolean own = any.stream()
                .anyMatch(each -> each.cost() >= 0
                        && each.field().relation().equals(asked)
                        && facts.isName(each.field())
                        && others.stream().anyMatch(other -> other.value().equals(each.value())));
        return own ? others : any;
    }

    /** A name that an album and its artist share is the artist's. */
    private List<Stored> parents(List<Stored> any) {
        return any.stream()
                .filter(each -> any.stream()
                        .noneMatch(other -> !other.field()
                                        .relation()
                                        .equals(each.field().relation())
                                && each.cost() >= 0
                                && facts.isName(each.field())
                                && facts.isName(other.field())
                                && each.value().equals(other.value())
                                && graph.toOne(
                                        each.field().relation(), other.field().relation(), "")))
                .toList();
    }

    /** Whether only a relation that ties others together leads there, and that over further ones. */
    private boolean isRemote(String anchor, String relation) {
        return graph.way(anchor, relation, "")
                .filter(way -> way.size() > 2
                        && way.stream().limit(way.size() - 1L).anyMatch(step -> graph.isBridge(step.to())))
                .isPresent();
    }

    /** A name that stands in a record of another is rather the other's. */
    private double borrowed(Field field) {
        boolean name = facts.column(field).names().stream().anyMatch(each -> each.endsWith(" name"));
        double other = facts.isName(field) ? 0 : 2 * ALIKE;
        return graph.relation(field.relation()).view() ? 5 : name && !facts.isName(field) ? 1.5 : other;
    }

    /** The relation that is meant. */
    Thing thing(List<Thing> any, List<String> anchors) {
        return choose(
                any,
                thing -> distance(anchors, thing.relation()) + (thing.via().isEmpty() ? 0 : 0.1),
                thing -> new Field(thing.relation(), "", thing.via()));
    }

    private <T> T choose(List<T> any, ToDoubleFunction<T> cost, Function<T, Field> field) {
        List<T> ordered = any.stream().sorted(Comparator.comparingDouble(cost)).toList();
        T first = ordered.get(0);
        if (cost.applyAsDouble(first) > NEAR_MOST) {
            throw new Objection("nothing connects it with the rest");
        }
        for (T other : ordered.subList(1, ordered.size())) {
            boolean alike = cost.applyAsDouble(other) - cost.applyAsDouble(first) < ALIKE;
            if (alike && !Objects.equals(field.apply(first), field.apply(other))) {
                throw new Objection("it may mean " + told(field.apply(first)) + " or " + told(field.apply(other)));
            }
        }
        return first;
    }

    private String told(Field field) {
        String column = field.column().isEmpty()
                ? ""
                : facts.column(field).names().stream().findFirst().orElse(field.column()) + " of a ";
        return "the " + column + facts.name(field.relation()) + (field.via().isEmpty() ? "" : " (" + field.via() + ")");
    }
}
