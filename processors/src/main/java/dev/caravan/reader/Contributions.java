package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Literal;
import dev.caravan.reader.Meaning.Amounts;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Members;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.reader.Meaning.Things;
import dev.caravan.semantic.Schema;
import dev.caravan.text.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What of a question came into its query: every word for a thing, a column, a figure or a name has to. A query without one of
 * them answers another question, however well it runs.
 */
final class Contributions {
    private static final Pattern PARTS = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})|\\P{L}+");

    private final SchemaGraph graph;
    private final Set<String> relations = new HashSet<>();
    /** Those of which rows are counted or have to be there: with each goes one of what it refers to. */
    private final Set<String> counted = new HashSet<>();
    /** Those whose rows are taken. */
    private final Set<String> anchors = new HashSet<>();

    private final Set<String> existing = new HashSet<>();

    private final Set<Field> fields = new HashSet<>();
    private final Set<Formula> formulas = new HashSet<>();
    private final Set<String> literals = new HashSet<>();

    /** Of a query. */
    Contributions(SchemaGraph graph, LogicalQuery query) {
        this.graph = graph;
        query.subject().ifPresent(relations::add);
        query.subject().ifPresent(anchors::add);
        query.values().forEach(this::take);
        query.where().forEach(this::take);
        query.having().forEach(this::take);
        // what is joined on the way stands between what is named
        for (String from : anchors) {
            fields.forEach(field -> graph.way(from, field.relation(), field.via())
                    .ifPresent(way -> way.forEach(step -> relations.add(step.to()))));
        }
    }

    private void take(Value value) {
        if (value instanceof Field field) {
            fields.add(field);
            relations.add(field.relation());
            Optional.ofNullable(graph.relation(field.relation()).references().get(field.column()))
                    .ifPresent(target -> relations.add(Schema.tableOf(target)));
        } else if (value instanceof Formula formula) {
            formulas.add(formula);
            relations.add(formula.relation());
        } else if (value instanceof Literal literal) {
            literals.add(said(literal));
        } else if (value instanceof Aggregate aggregate) {
            relations.add(aggregate.relation());
            anchors.add(aggregate.relation());
            // what rows are worth says nothing of how many things they are about
            if (aggregate.of().filter(Formula.class::isInstance).isEmpty()) {
                counted.add(aggregate.relation());
            }
            aggregate.where().forEach(this::take);
        }
        value.parts().forEach(this::take);
    }

    private void take(Condition condition) {
        condition.operands().forEach(this::take);
        if (condition instanceof Condition.Among among) {
            take(among.other());
        }
        if (condition instanceof Condition.Exists exists) {
            relations.add(exists.relation());
            counted.add(exists.relation());
            anchors.add(exists.relation());
            existing.add(exists.relation());
            exists.where().forEach(this::take);
        } else if (condition instanceof Condition.OneOf oneOf) {
            oneOf.values().forEach(this::take);
        } else if (condition instanceof Condition.Contains contains) {
            literals.add(contains.text().toLowerCase(Locale.ROOT));
        } else if (condition instanceof Condition.Not not) {
            take(not.of());
        } else if (condition instanceof Condition.All all) {
            all.of().forEach(this::take);
        } else if (condition instanceof Condition.AnyOf any) {
            any.of().forEach(this::take);
        }
    }

    private static String said(Literal literal) {
        return String.valueOf(literal.value()).toLowerCase(Locale.ROOT);
    }

    /** The first stretch of a question that came to nothing; empty where all did. */
    Optional<Edge> lost(List<Edge> edges, Words words) {
        for (Edge edge : edges) {
            Optional<Edge> lost = edge.parts().isEmpty()
                    ? Optional.of(edge).filter(leaf -> isLost(leaf, words))
                    : lost(edge.parts(), words);
            if (lost.isPresent() && !(edge.kind() == Kind.COLUMN && isHead(edge, edges))) {
                return lost;
            }
        }
        return Optional.empty();
    }

    /** "Malaria products": the noun behind a value that came in, which only says what has it. */
    private boolean isHead(Edge noun, List<Edge> edges) {
        return edges.stream()
                .filter(edge -> edge.end() == noun.start())
                .anyMatch(edge -> edge.meaning() instanceof Meaning.Is is
                        && !is.negated()
                        && is.members().names().stream().flatMap(List::stream).anyMatch(stored -> ((Columns)
                                        noun.meaning())
                                .any().stream().anyMatch(named -> named.field()
                                        .relation()
                                        .equals(stored.field().relation()))));
    }

    private boolean isLost(Edge leaf, Words words) {
        if (leaf.kind() == Kind.THING && leaf.meaning() instanceof Things things) {
            return things.any().stream().map(Thing::relation).noneMatch(this::isAbout);
        }
        if (leaf.kind() == Kind.COLUMN && leaf.meaning() instanceof Columns columns) {
            String last = Words.key(words.list().get(leaf.end() - 1).raw());
            return columns.any().stream().noneMatch(named -> holds(named.field()))
                    && fields.stream().noneMatch(field -> PARTS.splitAsStream(field.column())
                            .map(Words::key)
                            .anyMatch(last::equals));
        }
        if (leaf.kind() == Kind.AMOUNT && leaf.meaning() instanceof Amounts amounts) {
            return amounts.any().stream().noneMatch(amount -> relations.contains(amount.relation()));
        }
        if (leaf.kind() == Kind.MEMBER && leaf.meaning() instanceof Members members) {
            return members.names().stream()
                    .flatMap(List::stream)
                    .noneMatch(stored -> literals.contains(said(stored.value())));
        }
        return false;
    }

    private boolean isAbout(String relation) {
        return relations.contains(relation)
                || counted.stream()
                        .flatMap(each -> graph.relation(each).references().values().stream())
                        .anyMatch(target -> Schema.tableOf(target).equals(relation));
    }

    private boolean holds(Field field) {
        return existing.contains(field.relation())
                || fields.stream()
                        .anyMatch(used -> used.column().equals(field.column())
                                && used.relation().equals(field.relation()))
                || formulas.stream()
                        .anyMatch(formula -> formula.relation().equals(field.relation())
                                && formula.text().contains("{" + field.column() + "}"));
    }
}
