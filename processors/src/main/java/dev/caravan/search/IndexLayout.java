package dev.caravan.search;

import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.SchemaGraph.Step;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Grain;
import dev.caravan.semantic.Schema.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the relations of a schema lie in a search engine: an index for each, whose documents carry beside their own columns those
 * of every row that they refer to, since the engine joins nothing. {@code destination_port_id} brings {@code destination_port.name}.
 */
public final class IndexLayout {
    /** Repeating parts of a day, kept as numbers of their own because a bucket by them would need a script. */
    static final Map<Grain, String> PARTS = Map.of(
            Grain.MONTH_OF_YEAR,
            "_month_of_year",
            Grain.QUARTER_OF_YEAR,
            "_quarter_of_year",
            Grain.WEEKDAY,
            "_weekday");

    private static final int DEEPEST = 3;

    /**
     * A field of an index.
     *
     * @param path its name in the index, parts by points
     * @param way the references from the index's relation to the column's
     * @param relation of the column
     * @param column of that relation
     * @param type what it holds
     * @param part of the day in the column that it holds; empty where it holds the column itself
     */
    public record IndexField(
            String path, List<Step> way, String relation, String column, Type type, Optional<Grain> part) {
        /** The path of the fields of the same row. */
        String prefix() {
            int end = path.lastIndexOf('.');
            return end < 0 ? "" : path.substring(0, end + 1);
        }
    }

    private final SchemaGraph graph;
    private final Set<String> wholeNumbers;
    private final Map<String, Map<String, IndexField>> indices = new LinkedHashMap<>();

    /**
     * Of a schema.
     *
     * @param wholeNumbers columns, as schema.table.column, whose numbers have no fraction
     */
    public IndexLayout(SchemaGraph graph, Set<String> wholeNumbers) {
        this.graph = graph;
        this.wholeNumbers = Set.copyOf(wholeNumbers);
        graph.schema().relations().keySet().forEach(relation -> {
            Map<String, IndexField> fields = new LinkedHashMap<>();
            add(relation, "", List.of(), Set.of(), fields);
            indices.put(relation, fields);
        });
    }

    private void add(
            String relation, String prefix, List<Step> way, Set<String> passed, Map<String, IndexField> fields) {
        graph.relation(relation).columns().forEach((column, described) -> {
            put(new IndexField(prefix + column, way, relation, column, described.type(), Optional.empty()), fields);
            if (described.type() == Type.DATE || described.type() == Type.TIMESTAMP) {
                PARTS.forEach((grain, suffix) -> put(
                        new IndexField(
                                prefix + column + suffix, way, relation, column, Type.NUMBER, Optional.of(grain)),
                        fields));
            }
        });
        if (way.size() == DEEPEST) {
            return;
        }
        Set<String> here = Stream.concat(passed.stream(), Stream.of(relation)).collect(Collectors.toSet());
        for (Step step : graph.steps(relation)) {
            if (isReference(step) && !here.contains(step.to())) {
                List<Step> further =
                        Stream.concat(way.stream(), Stream.of(step)).toList();
                add(step.to(), prefix + nameOf(relation, step) + ".", further, here, fields);
            }
        }
    }

    private static void put(IndexField field, Map<String, IndexField> fields) {
        fields.put(field.path(), field);
    }

    private static boolean isReference(Step step) {
        return step.toOne() && step.column().equals(step.reference());
    }

    /** What a referred row is called: its reference without _id, or with _row where a column is called that. */
    private String nameOf(String relation, Step step) {
        String name = step.reference().replaceFirst("(?i)_?id$", "");
        Set<String> columns = graph.relation(relation).columns().keySet();
        return name.isEmpty() || columns.contains(name) ? step.reference() + "_row" : name;
    }

    /** The schema. */
    public SchemaGraph graph() {
        return graph;
    }

    /** The relations that have an index. */
    public Set<String> relations() {
        return indices.keySet();
    }

    /** The fields of a relation's index by path, its own first. */
    public Map<String, IndexField> fields(String relation) {
        Map<String, IndexField> fields = indices.get(relation);
        if (fields == null) {
            throw new IllegalArgumentException("there is no index of " + relation);
        }
        return fields;
    }

    /** Where a column stands in the index of another relation, which each of its rows refers to once at most. */
    IndexField field(String root, Field field) {
        if (!graph.relation(field.relation()).columns().containsKey(field.column())) {
            throw new IllegalArgumentException(field.relation() + " has no column " + field.column());
        }
        List<Step> way = graph.way(root, field.relation(), field.via())
                .orElseThrow(
                        () -> new NotExpressible("nothing connects " + name(root) + " with " + name(field.relation())));
        List<IndexField> found = fields(root).values().stream()
                .filter(each -> each.part().isEmpty()
                        && each.relation().equals(field.relation())
                        && each.column().equals(field.column())
                        && each.way().equals(way))
                .toList();
        if (found.isEmpty()) {
            throw new NotExpressible("a " + name(root) + " has many rows of " + name(field.relation())
                    + ", which a document of the search engine does not carry");
        }
        return found.get(0);
    }

    /** The field that holds a repeating part of a day. */
    IndexField part(String root, IndexField of, Grain grain) {
        return fields(root).get(of.path() + PARTS.get(grain));
    }

    /** What a row of a relation is called. */
    String name(String relation) {
        return graph.relation(relation).names().stream().findFirst().orElse(relation);
    }

    /** The properties of an index's mapping, JSON-ready. */
    Map<String, Object> properties(String relation) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (IndexField field : fields(relation).values()) {
            Map<String, Object> at = properties;
            String[] parts = field.path().split("\\.");
            for (int i = 0; i < parts.length - 1; i++) {
                at = inner(at, parts[i]);
            }
            at.put(parts[parts.length - 1], type(field));
        }
        return properties;
    }

    @SuppressWarnings("unchecked") // only maps of this kind are put there
    private static Map<String, Object> inner(Map<String, Object> properties, String name) {
        Map<String, Object> object =
                (Map<String, Object>) properties.computeIfAbsent(name, n -> new LinkedHashMap<String, Object>());
        return (Map<String, Object>) object.computeIfAbsent("properties", n -> new LinkedHashMap<String, Object>());
    }

    private Map<String, Object> type(IndexField field) {
        return switch (field.type()) {
            case NUMBER -> Map.of("type", isWhole(field) ? "long" : "double");
            case DATE -> Map.of("type", "date", "format", "strict_date");
            case TIMESTAMP -> Map.of(
                    "type",
                    "date",
                    "format",
                    "yyyy-MM-dd HH:mm:ss||yyyy-MM-dd HH:mm:ss.SSSSSS||strict_date_optional_time");
            case FLAG -> Map.of("type", "boolean");
                // what is contained in a text is looked for whatever its case
            case TEXT -> Map.of(
                    "type", "keyword", "fields", Map.of("lower", Map.of("type", "keyword", "normalizer", "lowercase")));
            case OTHER -> Map.of("type", "keyword", "index", false);
        };
    }

    /** Whether its numbers have no fraction. */
    boolean isWhole(IndexField field) {
        return field.part().isPresent() || wholeNumbers.contains(field.relation() + "." + field.column());
    }
}
