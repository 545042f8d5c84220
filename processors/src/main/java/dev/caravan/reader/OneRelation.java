package dev.caravan.reader;

import dev.caravan.reader.Meaning.Amounts;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.During;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Grouping;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Members;
import dev.caravan.reader.Meaning.Rank;
import dev.caravan.reader.Meaning.Sort;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Words that may mean columns of several relations, taken for those of the only relation that has what all of them mean: a port, a
 * product and a quantity that stand together in one table, though each of them stands in others as well.
 */
final class OneRelation {
    private final List<Set<String>> options = new ArrayList<>();

    private OneRelation() {}

    /** The clauses with what they mean in that relation; empty where there is none, or more than one. */
    static Optional<List<Edge>> of(List<Edge> edges) {
        OneRelation one = new OneRelation();
        edges.forEach(edge -> one.gather(edge.meaning()));
        Set<String> shared = one.options.stream()
                .reduce((first, second) -> {
                    Set<String> both = new HashSet<>(first);
                    both.retainAll(second);
                    return both;
                })
                .orElse(Set.of());
        return shared.size() == 1 && one.options.stream().anyMatch(each -> each.size() > 1)
                ? Optional.of(edges.stream()
                        .map(edge -> narrowed(edge, shared.iterator().next()))
                        .toList())
                : Optional.empty();
    }

    private void gather(Meaning meaning) {
        narrowed(meaning, relations -> {
            options.add(relations);
            return relation -> true;
        });
    }

    private static Edge narrowed(Edge edge, String relation) {
        return new Edge(
                edge.start(),
                edge.end(),
                edge.kind(),
                narrowed(edge.meaning(), any -> relation::equals),
                edge.cost(),
                edge.rule(),
                edge.parts());
    }

    /** Which of the relations of a word are kept. */
    private interface Keeping extends Function<Set<String>, java.util.function.Predicate<String>> {}

    private static Meaning narrowed(Meaning meaning, Keeping keeping) {
        if (meaning instanceof Columns columns) {
            return new Columns(kept(columns.any(), named -> named.field().relation(), keeping), columns.days());
        } else if (meaning instanceof Amounts amounts) {
            return new Amounts(kept(amounts.any(), Meaning.Amount::relation, keeping));
        } else if (meaning instanceof Things things) {
            return new Things(kept(things.any(), Meaning.Thing::relation, keeping));
        } else if (meaning instanceof Members members) {
            return new Members(members.names().stream()
                    .map(name -> kept(name, stored -> stored.field().relation(), keeping))
                    .toList());
        } else if (meaning instanceof Is is) {
            return new Is((Members) narrowed(is.members(), keeping), is.negated());
        } else if (meaning instanceof Figure figure) {
            return new Figure(
                    figure.function(),
                    narrowed(figure.of(), keeping),
                    narrowed(figure.where(), keeping),
                    figure.distinct());
        } else if (meaning instanceof Grouping grouping) {
            return new Grouping(narrowed(grouping.by(), keeping));
        } else if (meaning instanceof Sort sort) {
            return new Sort(narrowed(sort.by(), keeping), sort.descending(), sort.said());
        } else if (meaning instanceof Rank rank) {
            return new Rank(
                    rank.descending(),
                    rank.number(),
                    rank.by().map(by -> narrowed(by, keeping)),
                    rank.of().map(of -> narrowed(of, keeping)),
                    rank.vague());
        } else if (meaning instanceof Compared compared) {
            return new Compared(
                    narrowed(compared.left(), keeping), compared.relation(), narrowed(compared.right(), keeping));
        } else if (meaning instanceof During during) {
            return new During(
                    during.columns().map(columns -> narrowed(columns, keeping)), during.period(), during.negated());
        }
        return meaning;
    }

    private static List<Meaning> narrowed(List<Meaning> all, Keeping keeping) {
        return all.stream().map(each -> narrowed(each, keeping)).toList();
    }

    private static <T> List<T> kept(List<T> any, Function<T, String> relation, Keeping keeping) {
        Set<String> all = new HashSet<>(any.stream().map(relation).toList());
        java.util.function.Predicate<String> keep = keeping.apply(all);
        return any.stream().filter(each -> keep.test(relation.apply(each))).toList();
    }
}
