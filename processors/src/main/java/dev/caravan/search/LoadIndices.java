package dev.caravan.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.query.SchemaGraph.Step;
import dev.caravan.search.IndexLayout.IndexField;
import dev.caravan.search.SearchProblem.Kind;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.workspace.DataOnDemand;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the indices of a workspace from its tables. The name of an index tells the state of the data and the layout that it was made
 * of, so that one that is only half filled, or of other data, is never asked: it counts as made when the engine has counted as many
 * documents as there are rows, and says so itself.
 */
final class LoadIndices {
    private static final Logger LOG = LoggerFactory.getLogger(LoadIndices.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int BATCH = 1 << 20;
    private static final int STAMP = 12;

    private final String workspace;
    private final SearchClient client;
    private final SearchData data;

    LoadIndices(String workspace, SearchClient client, SearchData data) {
        this.workspace = workspace;
        this.client = client;
        this.data = data;
    }

    /** The names of the indices of a state of the data, by relation. */
    Map<String, String> names(IndexLayout layout, String version) {
        Map<String, String> names = new LinkedHashMap<>();
        layout.relations()
                .forEach(relation -> names.put(
                        relation,
                        prefix() + plain(relation) + "-"
                                + stamp(version + "\n" + relation + "\n" + layout.properties(relation))));
        return names;
    }

    private String prefix() {
        return "caravan-" + plain(workspace) + "-";
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    }

    private static String stamp(String text) {
        return DigestUtils.sha256Hex(text).substring(0, STAMP);
    }

    /** Whether all of them are made. */
    boolean areMade(Map<String, String> names) {
        return made().values().containsAll(names.values());
    }

    /** The indices of the workspace that are made, by themselves. */
    private Map<String, String> made() {
        JsonNode mappings = call("GET", "/" + prefix() + "*/_mapping", "");
        Map<String, String> made = new HashMap<>();
        mappings.properties().forEach(index -> {
            if (index.getValue().path("mappings").path("_meta").path("rows").isIntegralNumber()) {
                made.put(index.getKey(), index.getKey());
            }
        });
        return made;
    }

    /**
     * Makes those that are missing and removes those of other data.
     *
     * @throws SearchProblem where the engine or the data do not let it
     */
    void make(IndexLayout layout, Map<String, String> names, DataOnDemand.Progress progress) {
        Map<String, String> made = made();
        int done = 0;
        for (Map.Entry<String, String> index : names.entrySet()) {
            progress.report(
                    "Filling the search engine: " + layout.name(index.getKey()), (double) done++ / names.size());
            if (!made.containsKey(index.getValue())) {
                make(layout, index.getKey(), index.getValue());
            }
        }
        JsonNode all = call("GET", "/" + prefix() + "*/_mapping", "");
        all.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !names.containsValue(name))
                .forEach(name -> call("DELETE", "/" + name, ""));
    }

    private void make(IndexLayout layout, String relation, String index) {
        long begun = System.nanoTime();
        call("DELETE", "/" + index + "?ignore_unavailable=true", "");
        call(
                "PUT",
                "/" + index,
                text(Dsl.object("settings", settings(), "mappings", mappings(layout, relation, Map.of()))));
        Batch batch = new Batch(index);
        List<IndexField> fields = List.copyOf(layout.fields(relation).values());
        try {
            data.stream(select(layout, relation), row -> batch.add(document(fields, row)));
        } catch (SQLException e) {
            throw new SearchProblem(Kind.DOWN, "the rows of " + relation + " cannot be read: " + e.getMessage(), e);
        }
        batch.send();
        call("POST", "/" + index + "/_refresh", "");
        long counted = call("GET", "/" + index + "/_count", "").path("count").asLong(-1);
        if (counted != batch.rows) {
            throw new SearchProblem(
                    Kind.INCOMPLETE,
                    "the search engine has " + counted + " of the " + batch.rows + " rows of " + relation);
        }
        call("PUT", "/" + index + "/_mapping", text(Dsl.object("_meta", Dsl.object("rows", counted))));
        LOG.info(
                "{} rows of {} are in the search engine ({} ms)",
                counted,
                relation,
                Duration.ofNanos(System.nanoTime() - begun).toMillis());
    }

    private static Map<String, Object> settings() {
        return Dsl.object(
                "number_of_shards",
                1,
                "number_of_replicas",
                0,
                // an index that was not filled to its end is made anew, so nothing has to be on the disk before that
                "index.translog.durability",
                "async",
                "refresh_interval",
                "-1",
                "index.mapping.total_fields.limit",
                5_000);
    }

    private static Map<String, Object> mappings(IndexLayout layout, String relation, Map<String, Object> meta) {
        return Dsl.object("dynamic", "strict", "_meta", meta, "properties", layout.properties(relation));
    }

    /** A row with those that it refers to, as columns called as the fields. */
    private static String select(IndexLayout layout, String relation) {
        Map<List<Step>, String> aliases = new LinkedHashMap<>();
        aliases.put(List.of(), "t0");
        List<String> columns = new ArrayList<>();
        StringBuilder joins = new StringBuilder();
        for (IndexField field : layout.fields(relation).values()) {
            String alias = aliases.computeIfAbsent(field.way(), way -> {
                Step last = way.get(way.size() - 1);
                String name = "t" + aliases.size();
                joins.append(" LEFT JOIN ")
                        .append(SchemaNames.quoted(last.to()))
                        .append(' ')
                        .append(name);
                joins.append(" ON ").append(name).append('.').append(SchemaNames.quoted(last.other()));
                joins.append(" = ").append(aliases.get(way.subList(0, way.size() - 1)));
                joins.append('.').append(SchemaNames.quoted(last.column()));
                return name;
            });
            if (field.part().isEmpty()) {
                columns.add(alias + "." + SchemaNames.quoted(field.column()) + " AS \""
                        + field.path().replace("\"", "\"\"") + "\"");
            }
        }
        return "SELECT " + String.join(", ", columns) + " FROM " + SchemaNames.quoted(relation) + " t0" + joins;
    }

    private static Map<String, Object> document(List<IndexField> fields, Map<String, Object> row) {
        Map<String, Object> document = new LinkedHashMap<>();
        for (IndexField field : fields) {
            Object cell = field.part().isPresent() ? part(field, row) : row.get(field.path());
            if (cell != null) {
                put(document, field.path(), cell);
            }
        }
        return document;
    }

    private static Object part(IndexField field, Map<String, Object> row) {
        String whole = field.path()
                .substring(
                        0,
                        field.path().length()
                                - IndexLayout.PARTS.get(field.part().get()).length());
        Object time = row.get(whole);
        return time == null
                ? null
                : Evaluator.cut(String.valueOf(time), field.part().get());
    }

    @SuppressWarnings("unchecked") // only maps of this kind are put there
    private static void put(Map<String, Object> document, String path, Object cell) {
        Map<String, Object> at = document;
        String[] parts = path.split("\\.");
        for (int i = 0; i < parts.length - 1; i++) {
            at = (Map<String, Object>) at.computeIfAbsent(parts[i], name -> new TreeMap<String, Object>());
        }
        at.put(parts[parts.length - 1], cell instanceof Number || cell instanceof Boolean ? cell : cell.toString());
    }

    /** Documents on their way, sent when there is enough of them. */
    private final class Batch {
        private final String index;
        private final StringBuilder lines = new StringBuilder();
        private long rows;

        Batch(String index) {
            this.index = index;
        }

        void add(Map<String, Object> document) {
            lines.append("{\"index\":{}}\n").append(text(document)).append('\n');
            rows++;
            if (lines.length() > BATCH) {
                send();
            }
        }

        void send() {
            if (lines.isEmpty()) {
                return;
            }
            JsonNode reply = call("POST", "/" + index + "/_bulk", lines.toString());
            if (reply.path("errors").asBoolean(true)) {
                for (JsonNode item : reply.path("items")) {
                    JsonNode error = item.path("index").path("error");
                    if (error.isObject()) {
                        throw new SearchProblem(
                                Kind.REFUSED,
                                "the search engine does not take a row: "
                                        + error.path("reason").asText() + " "
                                        + error.path("caused_by").path("reason").asText());
                    }
                }
                throw new SearchProblem(Kind.INCOMPLETE, "the search engine did not say what became of the rows");
            }
            lines.setLength(0);
        }
    }

    private JsonNode call(String method, String path, String body) {
        return client.send(new SearchClient.Call(method, path, body, PATIENCE, ""));
    }

    private static String text(Object json) {
        try {
            return JSON.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps, lists and plain values can be written", e);
        }
    }
}
