package dev.caravan.derive;

import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A schema that people have edited, brought up to what the database has now: their names, keys, references, codes and figures
 * stay. What the database has and they do not may be new, or may have been taken out so that nobody asks for it: it is told, and
 * comes in only when that is said.
 *
 * @param schema the result
 * @param changes what is different, in sentences without their full stop
 */
public record MergedSchema(Schema schema, List<String> changes) {
    /** Takes a copy. */
    public MergedSchema {
        changes = List.copyOf(changes);
    }

    /**
     * Brings a schema up to date.
     *
     * @param kept as people have it
     * @param found as the database has it
     * @param add whether tables and columns that are not kept come in
     */
    public static MergedSchema of(Schema kept, Schema found, boolean add) {
        List<String> changes = new ArrayList<>();
        Map<String, Relation> relations = new LinkedHashMap<>();
        kept.relations().forEach((table, relation) -> {
            Relation now = found.relations().get(table);
            if (now == null) {
                changes.add("the table " + table + " is gone");
            } else {
                relations.put(table, merged(table, kept, now, add, changes));
            }
        });
        found.relations().forEach((table, relation) -> {
            if (!kept.relations().containsKey(table)) {
                changes.add("the table " + table + (add ? " is added" : " is not in the model"));
                if (add) {
                    relations.put(table, relation);
                }
            }
        });
        return new MergedSchema(new Schema(kept.today(), joined(relations, changes)), changes);
    }

    private static Relation merged(String table, Schema before, Relation now, boolean add, List<String> changes) {
        Relation kept = before.relations().get(table);
        Map<String, Column> columns = new LinkedHashMap<>();
        Map<String, String> references = new LinkedHashMap<>();
        kept.columns().forEach((name, column) -> {
            Column current = now.columns().get(name);
            if (current == null) {
                changes.add("the column " + table + "." + name + " is gone");
                return;
            }
            columns.put(
                    name,
                    new Column(current.type(), column.names(), column.description(), column.values(), column.codes()));
            if (current.type() != column.type()) {
                changes.add("the column " + table + "." + name + " is a "
                        + current.type().name().toLowerCase(java.util.Locale.ROOT) + " now");
            }
            String target = now.references().get(name);
            // what refers to a table that was not there before can have been taken out by nobody
            boolean isNew = add && target != null && !before.relations().containsKey(Schema.tableOf(target));
            if (kept.references().containsKey(name) || isNew) {
                references.put(name, kept.references().getOrDefault(name, target));
            }
        });
        now.columns().forEach((name, column) -> {
            if (!kept.columns().containsKey(name)) {
                changes.add("the column " + table + "." + name + (add ? " is added" : " is not in the model"));
                if (add) {
                    columns.put(name, column);
                    if (now.references().containsKey(name)) {
                        references.put(name, now.references().get(name));
                    }
                }
            }
        });
        List<String> key = columns.keySet().containsAll(kept.key()) ? kept.key() : now.key();
        return new Relation(
                kept.names(),
                kept.description(),
                columns.keySet().containsAll(key) ? key : List.of(),
                references,
                columns,
                kept.measures(),
                kept.view(),
                kept.introduced(),
                kept.shown());
    }

    /** Without references to what is gone, and without figures of columns that are. */
    private static Map<String, Relation> joined(Map<String, Relation> relations, List<String> changes) {
        Map<String, Relation> joined = new LinkedHashMap<>();
        relations.forEach((table, relation) -> {
            Map<String, String> references = new LinkedHashMap<>(relation.references());
            references.values().removeIf(target -> {
                Relation other = relations.get(Schema.tableOf(target));
                return other == null || !other.columns().containsKey(Schema.columnOf(target));
            });
            Map<String, Schema.Measure> measures = new LinkedHashMap<>(relation.measures());
            measures.entrySet().removeIf(measure -> {
                boolean whole = java.util.regex.Pattern.compile("\\{(\\w+)}")
                        .matcher(measure.getValue().formula())
                        .results()
                        .allMatch(column -> relation.columns().containsKey(column.group(1)));
                if (!whole) {
                    changes.add("the figure " + measure.getKey() + " of " + table + " lost a column and is taken out");
                }
                return !whole;
            });
            joined.put(
                    table,
                    new Relation(
                            relation.names(),
                            relation.description(),
                            relation.key(),
                            references,
                            relation.columns(),
                            measures,
                            relation.view(),
                            relation.introduced(),
                            relation.shown()));
        });
        return joined;
    }
}
