package dev.caravan.lookup;

import dev.caravan.lookup.LookupSettings.Entity;
import dev.caravan.query.Condition;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Exists;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.SchemaGraph.Step;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compiles logical queries about one thing to GraphQL: the columns of a row that is told by its name or number, of rows that it refers
 * to, and of the one row that it belongs to. Fields are called as the columns are, {@code arrivalDate} for {@code arrival_date}, and
 * what a row refers to by {@code destination_port_id} is its {@code destinationPort}.
 */
public final class LookupCompiler {
    private static final Pattern WORD_BEGIN = Pattern.compile("_([A-Za-z0-9])");

    private final SchemaGraph graph;
    private final Map<String, Entity> entities;

    /** For a service. */
    public LookupCompiler(SchemaGraph graph, Map<String, Entity> entities) {
        this.graph = graph;
        this.entities = Map.copyOf(entities);
    }

    /**
     * What tells the thing.
     *
     * @param relation of its row
     * @param column that has the value
     * @param way from the subject of the query to it, against the references
     */
    private record Told(String relation, String column, String value, List<Step> way) {}

    /** The query; empty where the question is about more than one thing, or about something that the service does not give. */
    public Optional<Lookup> compile(LogicalQuery query) {
        boolean plain = !query.grouped()
                && query.per().isEmpty()
                && !query.nth()
                && query.where().size() == 1
                && !query.columns().isEmpty();
        if (!plain) {
            return Optional.empty();
        }
        String subject =
                query.subject().orElseGet(() -> relation(query.columns().get(0).value()));
        return told(query.where().get(0), subject).flatMap(told -> compile(query, subject, told));
    }

    private static String relation(Value value) {
        return value instanceof Field field ? field.relation() : "";
    }

    /** A row of the subject itself, or one that refers to a single row of it. */
    private Optional<Told> told(Condition condition, String subject) {
        if (condition instanceof Exists exists && exists.where().size() == 1) {
            return told(exists.where().get(0), exists.relation())
                    .filter(told -> told.way().isEmpty())
                    .flatMap(told -> of(subject, exists.via(), told.relation(), told.column(), told.value()));
        }
        return condition instanceof Compare compare
                        && compare.relation() == Condition.Relation.EQUAL
                        && compare.left() instanceof Field field
                        && compare.right() instanceof Value.Literal literal
                        && literal.value() instanceof String value
                ? of(subject, field.via(), field.relation(), field.column(), value)
                : Optional.empty();
    }

    private Optional<Told> of(String subject, String via, String relation, String column, String value) {
        boolean known = Optional.ofNullable(entities.get(relation))
                .filter(entity -> entity.by().contains(column))
                .isPresent();
        return graph.schema().relations().containsKey(subject) && known
                ? graph.way(subject, relation, via)
                        .filter(way -> way.stream().allMatch(LookupCompiler::isReferredTo))
                        .map(way -> new Told(relation, column, value, way))
                : Optional.empty();
    }

    private static boolean refers(Step step) {
        return step.toOne() && step.column().equals(step.reference());
    }

    /** Whether the row that the step leads to refers to the one it comes from. */
    private static boolean isReferredTo(Step step) {
        return step.other().equals(step.reference());
    }

    private Optional<Lookup> compile(LogicalQuery query, String subject, Told told) {
        List<String> thing = new ArrayList<>();
        told.way().forEach(step -> thing.add(0, reference(step)));
        Map<String, List<String>> columns = new LinkedHashMap<>();
        for (Shown shown : query.columns()) {
            Optional<List<String>> path = path(shown.value(), subject, thing);
            if (path.isEmpty() || columns.put(shown.label(), path.get()) != null) {
                return Optional.empty();
            }
        }
        String argument = field(told.column());
        Entity entity = entities.get(told.relation());
        StringBuilder document = new StringBuilder(
                "query($%s: String!) {\n  %s(%s: $%s) {\n".formatted(argument, entity.field(), argument, argument));
        write(tree(columns.values()), "    ", document);
        document.append("  }\n}");
        return Optional.of(
                new Lookup(entity.field(), document.toString(), Map.of(argument, told.value()), thing, columns));
    }

    private Optional<List<String>> path(Value value, String subject, List<String> thing) {
        if (!(value instanceof Field field)) {
            return Optional.empty();
        }
        return graph.way(subject, field.relation(), field.via())
                .filter(way -> way.stream().allMatch(LookupCompiler::refers))
                .map(way -> {
                    List<String> path = new ArrayList<>(thing);
                    way.forEach(step -> path.add(reference(step)));
                    path.add(field(field.column()));
                    return path;
                });
    }

    private static String reference(Step step) {
        return field(step.reference().replaceFirst("(?i)_?id$", ""));
    }

    private static String field(String column) {
        return WORD_BEGIN.matcher(column).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    @SuppressWarnings("unchecked") // the values are trees of the same kind
    private static Map<String, Object> tree(Iterable<List<String>> paths) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (List<String> path : paths) {
            Map<String, Object> at = tree;
            for (String name : path) {
                at = (Map<String, Object>) at.computeIfAbsent(name, n -> new LinkedHashMap<String, Object>());
            }
        }
        return tree;
    }

    @SuppressWarnings("unchecked") // the values are trees of the same kind
    private static void write(Map<String, Object> tree, String indent, StringBuilder to) {
        tree.forEach((name, inner) -> {
            Map<String, Object> fields = (Map<String, Object>) inner;
            to.append(indent).append(name);
            if (!fields.isEmpty()) {
                to.append(" {\n");
                write(fields, indent + "  ", to);
                to.append(indent).append('}');
            }
            to.append('\n');
        });
    }
}
