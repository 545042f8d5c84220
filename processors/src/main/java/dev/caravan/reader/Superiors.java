package dev.caravan.reader;

import dev.caravan.query.SchemaGraph;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Related;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What rows of one kind are to each other: whose boss somebody is, and who reports to whom. */
final class Superiors {
    private final SchemaGraph graph;
    private final Facts facts;

    Superiors(SchemaGraph graph, Facts facts) {
        this.graph = graph;
        this.facts = facts;
    }

    /** "The boss of" somebody is not somebody whose boss that is. */
    boolean isSuperior(Edge edge, Asked asked) {
        return edge.meaning() instanceof Meaning.Owned owned
                && edge.parts().size() == 2
                && asked.of().test(edge.parts().get(1))
                && owned.things().any().stream().anyMatch(this::isOfItsKind);
    }

    boolean isOneOfItsKind(Edge edge) {
        return edge.rule().equals(Rules.OWN_VALUE)
                && ((Things) edge.parts().get(0).meaning()).any().stream().anyMatch(this::isOfItsKind);
    }

    static Stream<Edge> apart(Edge edge) {
        Edge value = edge.parts().get(1);
        return Stream.of(
                edge.parts().get(0),
                new Edge(
                        value.start(),
                        value.end(),
                        Kind.CONDITION,
                        new Is((Meaning.Members) value.meaning(), false),
                        value.cost(),
                        value.rule(),
                        List.of(value)));
    }

    /**
     * What rows of one kind are to each other. "Whose boss is" somebody, and whom somebody manages, are those below; "the boss of"
     * somebody, and who manages somebody, are above.
     */
    List<Edge> superiors(List<Edge> edges, Asked asked) {
        List<Edge> told = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            Edge next = i + 1 < edges.size() ? edges.get(i + 1) : edge;
            // who leads somebody, but who reports to somebody
            boolean does = i > 0
                    && edge.kind() == Kind.THING
                    && edges.get(i - 1).kind() == Kind.PERSON
                    && edges.get(i - 1).end() == edge.start()
                    && !asked.to().test(edge);
            boolean verb = edge.kind() == Kind.MANAGES || does;
            boolean role = (verb || edge.kind() == Kind.THING)
                    && ((Things) edge.meaning()).any().stream().anyMatch(this::isOfItsKind);
            boolean named = role
                    && next.start() - edge.end() <= 1
                    && isCalled(
                            next.meaning(),
                            ((Things) edge.meaning()).any().get(0).relation());
            boolean below = verb ? next.rule().startsWith("by ") : !asked.of().test(next);
            if (named && below) {
                Meaning whose = new Related((Things) edge.meaning(), List.of(next.meaning()), false);
                told.add(new Edge(
                        edge.start(), next.end(), Kind.CONDITION, whose, edge.cost(), "below", List.of(edge, next)));
                i++;
            } else {
                told.add(
                        named && verb
                                ? new Edge(
                                        edge.start(),
                                        edge.end(),
                                        Kind.THING,
                                        edge.meaning(),
                                        edge.cost(),
                                        edge.rule(),
                                        edge.parts())
                                : edge);
            }
        }
        return told;
    }

    boolean isOfItsKind(Thing thing) {
        return !thing.via().isEmpty()
                && graph.references(thing.relation(), thing.relation()).contains(thing.via());
    }

    boolean isCalled(Meaning meaning, String relation) {
        Stream<Meaning.Stored> stored = meaning instanceof Meaning.Person person
                ? person.first().stream()
                : meaning instanceof Is is && !is.negated()
                        ? is.members().names().stream().flatMap(List::stream).filter(each -> facts.isName(each.field()))
                        : Stream.of();
        return stored.anyMatch(each -> each.field().relation().equals(relation));
    }
}
