package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reply to a search that a person or a model wrote, as a table: its documents, or its groups with a row for each of the innermost,
 * or its figures. What the engine left out or only guessed is told in notes, never passed over.
 */
final class DslTable {
    private static final long EXACT_UP_TO = 3_000;

    private final List<Map<String, Object>> rows = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();

    private DslTable() {}

    /** A table with what has to be known about it. */
    record Told(Table table, List<String> notes) {}

    /**
     * Reads a reply.
     *
     * @param most how many rows are shown
     */
    static Told read(JsonNode reply, int most) {
        return new DslTable().told(reply, most);
    }

    private Told told(JsonNode reply, int most) {
        JsonNode aggregations = reply.path("aggregations");
        long total = Replies.total(reply);
        if (aggregations.isMissingNode()) {
            reply.path("hits").path("hits").forEach(hit -> {
                Map<String, Object> row = new LinkedHashMap<>();
                flatten("", hit.path("_source"), row);
                rows.add(row);
            });
        } else {
            groups(aggregations, new LinkedHashMap<>());
            if (!reply.path("hits").path("hits").isEmpty()) {
                notes.add("The search asked for groups and rows; the groups are shown.");
            }
            notes.add("Over " + total + " rows.");
            total = rows.size();
        }
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.keySet()));
        return new Told(
                new Table(
                        names.stream().map(name -> new Table.Column(name, "")).toList(),
                        rows.stream().limit(most).map(row -> cells(row, names)).toList(),
                        Math.max(total, rows.size())),
                List.copyOf(notes));
    }

    private static List<Object> cells(Map<String, Object> row, Collection<String> names) {
        List<Object> cells = new ArrayList<>();
        names.forEach(name -> cells.add(row.get(name)));
        return cells;
    }

    private static void flatten(String prefix, JsonNode source, Map<String, Object> row) {
        source.properties().forEach(member -> {
            if (member.getValue().isObject()) {
                flatten(prefix + member.getKey() + ".", member.getValue(), row);
            } else {
                Replies.cell(member.getValue()).ifPresent(cell -> row.put(prefix + member.getKey(), cell));
            }
        });
    }

    /** Figures of a group belong to it; divisions of a group make rows of their own. */
    private void groups(JsonNode aggregations, Map<String, Object> outer) {
        Map<String, Object> row = new LinkedHashMap<>(outer);
        List<Map.Entry<String, JsonNode>> divisions = new ArrayList<>();
        aggregations.properties().forEach(each -> {
            if (each.getValue().has("buckets")) {
                divisions.add(each);
            } else {
                figure(name(each.getKey()), kind(each.getKey()), each.getValue(), row, divisions);
            }
        });
        if (divisions.isEmpty()) {
            rows.add(row);
        }
        divisions.forEach(division -> division(division, row));
    }

    private void figure(
            String name,
            String kind,
            JsonNode figure,
            Map<String, Object> row,
            List<Map.Entry<String, JsonNode>> divisions) {
        if (figure.has("doc_count")) {
            row.put(name, figure.path("doc_count").asLong());
            figure.properties().forEach(inner -> {
                if (inner.getValue().has("buckets")) {
                    divisions.add(Map.entry(
                            kind(inner.getKey()) + "#" + name + " " + name(inner.getKey()), inner.getValue()));
                } else if (inner.getValue().isObject()) {
                    figure(name + " " + name(inner.getKey()), kind(inner.getKey()), inner.getValue(), row, divisions);
                }
            });
        } else if (figure.path("values").isObject()) {
            figure.path("values")
                    .properties()
                    .forEach(percent -> put(row, name + " " + percent.getKey(), percent.getValue()));
            notes.add(name + ": percentiles are estimates of the search engine.");
        } else if (figure.has("value")) {
            put(row, name, figure.has("value_as_string") ? figure.get("value_as_string") : figure.get("value"));
            if (kind.equals("cardinality") && figure.path("value").asLong() > EXACT_UP_TO) {
                notes.add(name + ": the number of different values is an estimate of the search engine.");
            }
        } else {
            boolean none = figure.path("count").asLong(0) == 0;
            List.of("count", "min", "max", "avg", "sum").forEach(part -> {
                if (figure.has(part) && !(none && part.equals("sum"))) {
                    put(row, name + " " + part, figure.get(part));
                }
            });
        }
    }

    private static void put(Map<String, Object> row, String name, JsonNode value) {
        row.put(name, Replies.cell(value).orElse(null)); // a cell of a table may be null
    }

    private void division(Map.Entry<String, JsonNode> division, Map<String, Object> outer) {
        String name = name(division.getKey());
        JsonNode content = division.getValue();
        long others = content.path("sum_other_doc_count").asLong(0);
        if (others > 0) {
            notes.add(name + ": not all groups are shown; those left out hold " + others
                    + " rows, so that the groups shown do not add up to the whole.");
        }
        long error = content.path("doc_count_error_upper_bound").asLong(0);
        if (error != 0) {
            notes.add(name + ": counts of the groups may be too small" + (error > 0 ? " by up to " + error : "")
                    + ", and a group that belongs here may be missing.");
        }
        if (content.has("after_key")) {
            notes.add(name + ": this is one page of the groups; there may be more.");
        }
        JsonNode buckets = content.path("buckets");
        if (buckets.isObject()) {
            buckets.properties().forEach(bucket -> bucket(name, bucket.getKey(), bucket.getValue(), outer));
        } else {
            buckets.forEach(bucket -> {
                if (bucket.path("key").isObject()) {
                    Map<String, Object> row = new LinkedHashMap<>(outer);
                    bucket.path("key").properties().forEach(part -> put(row, part.getKey(), part.getValue()));
                    inside(name, bucket, row);
                } else {
                    JsonNode key = bucket.has("key_as_string") ? bucket.get("key_as_string") : bucket.path("key");
                    bucket(name, Replies.cell(key).orElse(""), bucket, outer);
                }
            });
        }
    }

    private void bucket(String name, Object key, JsonNode bucket, Map<String, Object> outer) {
        Map<String, Object> row = new LinkedHashMap<>(outer);
        row.put(name, key);
        inside(name, bucket, row);
    }

    private void inside(String name, JsonNode bucket, Map<String, Object> row) {
        row.put(name + " rows", bucket.path("doc_count").asLong());
        ObjectNode inner = bucket.deepCopy();
        inner.retain(bucket.properties().stream()
                .map(Map.Entry::getKey)
                .filter(member -> member.contains("#"))
                .toList());
        groups(inner, row);
    }

    private static String name(String typed) {
        return typed.substring(typed.indexOf('#') + 1);
    }

    private static String kind(String typed) {
        return typed.contains("#") ? typed.substring(0, typed.indexOf('#')) : "";
    }
}
