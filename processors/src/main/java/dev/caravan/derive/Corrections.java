package dev.caravan.derive;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.account.Account;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;

/**
 * What people say that a word means, kept beside the semantic model of its workspace until an editor has looked at it. One that is
 * used is a figure of the model, by that word; the word means what it did before when it is taken back.
 */
public final class Corrections {
    private static final String FILE = "corrections.yaml";
    private static final int MOST = 500;
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final ObjectMapper MAPPER = Json.mapper();

    private final EditModel models;
    private final Function<String, Path> folders;
    private final Supplier<String> ids;
    private final Clock clock;

    /**
     * Keeps them.
     *
     * @param folders of the workspaces
     * @param ids gives each an id
     */
    public Corrections(EditModel models, Function<String, Path> folders, Supplier<String> ids, Clock clock) {
        this.models = models;
        this.folders = folders;
        this.ids = ids;
        this.clock = clock;
    }

    /** Those of a workspace, the newest first: id, says, means, question, by, at; used ones also table, formula, used_by and used_at. */
    public List<Map<String, Object>> list(@Body String workspace) {
        models.show(workspace);
        List<Map<String, Object>> all = read(workspace);
        java.util.Collections.reverse(all);
        all.forEach(each -> each.remove("before"));
        return all;
    }

    /** Keeps one. */
    public synchronized Map<String, Object> propose(
            @Body CorrectionWish wish, @ExchangeProperty(Account.PROPERTY) Account account) {
        models.show(wish.workspace());
        List<Map<String, Object>> all = read(wish.workspace());
        if (all.size() >= MOST) {
            throw new BadRequest(
                    409, "says", "there are " + MOST + " corrections already; an editor has to look at them first");
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("id", ids.get());
        kept.put("says", wish.says());
        kept.put("means", wish.means());
        kept.put("question", wish.question());
        kept.put("by", account.name());
        kept.put("at", now());
        all.add(kept);
        write(wish.workspace(), all);
        return kept;
    }

    /**
     * Makes one a figure of a table, by its word alone.
     *
     * @param wish with id, table and formula
     * @throws BadRequest 422 where the model does not take it
     */
    public synchronized Map<String, Object> use(
            @Body CorrectionWish wish, @ExchangeProperty(Account.PROPERTY) Account account) {
        List<Map<String, Object>> all = read(wish.workspace());
        Map<String, Object> one = find(all, wish.id());
        if (one.containsKey("used_at")) {
            throw new BadRequest(409, "id", "it is used already");
        }
        Map<String, Object> model = models.show(wish.workspace());
        JsonNode table = MAPPER.valueToTree(model).path("tables").path(wish.table());
        if (!table.isObject()) {
            throw new BadRequest(422, "table", "there is no table " + wish.table() + " in the model");
        }
        String says = String.valueOf(one.get("says"));
        ObjectNode before = parts(table);
        ObjectNode after = before.deepCopy();
        forget(after, says);
        String figure = figure(after, says);
        ObjectNode measure = ((ObjectNode) after.get("measures")).putObject(figure);
        measure.put("formula", wish.formula());
        measure.putArray("names").add(says);
        save(wish.workspace(), wish.table(), after);
        one.put("table", wish.table());
        one.put("formula", wish.formula());
        one.put("figure", figure);
        one.put("before", MAPPER.convertValue(named(before, says), new TypeReference<Map<String, Object>>() {}));
        one.put("used_by", account.name());
        one.put("used_at", now());
        write(wish.workspace(), all);
        return one;
    }

    /** A name of a figure that nothing else in the table has. */
    private static String figure(ObjectNode parts, String says) {
        String figure = says.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "_");
        while (hasName(parts.get("columns"), figure) || hasName(parts.get("measures"), figure)) {
            figure = "corrected_" + figure;
        }
        return figure;
    }

    private static boolean hasName(JsonNode things, String name) {
        return things.properties().stream().anyMatch(each -> each.getKey().equalsIgnoreCase(name));
    }

    /** Drops one; of one that is used the word means again what it did. */
    public synchronized Map<String, Object> withdraw(@Body CorrectionWish wish) {
        List<Map<String, Object>> all = read(wish.workspace());
        Map<String, Object> one = find(all, wish.id());
        if (one.containsKey("used_at")) {
            String tableName = String.valueOf(one.get("table"));
            JsonNode table = MAPPER.valueToTree(models.show(wish.workspace()))
                    .path("tables")
                    .path(tableName);
            if (table.isObject()) {
                ObjectNode now = parts(table);
                ((ObjectNode) now.get("measures")).remove(String.valueOf(one.get("figure")));
                restore(now, MAPPER.valueToTree(one.get("before")), String.valueOf(one.get("says")));
                save(wish.workspace(), tableName, now);
            }
        }
        all.remove(one);
        write(wish.workspace(), all);
        return one;
    }

    private void save(String workspace, String table, JsonNode wanted) {
        String version = String.valueOf(models.show(workspace).get("version"));
        models.save(new ModelEdit(workspace, version, Map.of(table, wanted), List.of()));
    }

    /** Names of columns, and figures: what a word can mean in a table. */
    private static ObjectNode parts(JsonNode table) {
        ObjectNode parts = MAPPER.createObjectNode();
        ObjectNode columns = parts.putObject("columns");
        table.path("columns").properties().forEach(column -> columns.putObject(column.getKey())
                .set("names", column.getValue().path("names").deepCopy()));
        parts.set("measures", table.has("measures") ? table.get("measures").deepCopy() : MAPPER.createObjectNode());
        return parts;
    }

    /** Takes a word from everything that goes by it; a figure of that name alone goes with it. */
    private static void forget(ObjectNode parts, String says) {
        parts.get("columns").forEach(column -> remove(column, says));
        parts.get("measures").forEach(measure -> remove(measure, says));
        List<String> nameless = new ArrayList<>();
        parts.get("measures").properties().forEach(measure -> {
            if (measure.getValue().path("names").isEmpty()) {
                nameless.add(measure.getKey());
            }
        });
        ((ObjectNode) parts.get("measures")).remove(nameless);
    }

    private static void remove(JsonNode thing, String says) {
        ArrayNode names = (ArrayNode) thing.get("names");
        for (int i = names.size() - 1; i >= 0; i--) {
            if (names.get(i).asText().equalsIgnoreCase(says)) {
                names.remove(i);
            }
        }
    }

    private static boolean goesBy(JsonNode thing, String says) {
        for (JsonNode name : thing.path("names")) {
            if (name.asText().equalsIgnoreCase(says)) {
                return true;
            }
        }
        return false;
    }

    /** The parts that go by a word. */
    private static ObjectNode named(ObjectNode parts, String says) {
        ObjectNode named = MAPPER.createObjectNode();
        for (String kind : List.of("columns", "measures")) {
            ObjectNode of = named.putObject(kind);
            parts.get(kind).properties().stream()
                    .filter(each -> goesBy(each.getValue(), says))
                    .forEach(each -> of.set(each.getKey(), each.getValue()));
        }
        return named;
    }

    /** Gives a word back to what went by it and is still there; a figure that went with it comes back whole. */
    private static void restore(ObjectNode now, JsonNode before, String says) {
        before.path("columns").properties().forEach(column -> {
            JsonNode present = now.get("columns").get(column.getKey());
            if (present != null && !goesBy(present, says)) {
                ((ArrayNode) present.get("names")).insert(0, says);
            }
        });
        before.path("measures").properties().forEach(measure -> {
            JsonNode present = now.get("measures").get(measure.getKey());
            if (present == null) {
                ((ObjectNode) now.get("measures")).set(measure.getKey(), measure.getValue());
            } else if (!goesBy(present, says)) {
                ((ArrayNode) present.get("names")).insert(0, says);
            }
        });
    }

    private static Map<String, Object> find(List<Map<String, Object>> all, String id) {
        return all.stream()
                .filter(each -> id.equals(each.get("id")))
                .findFirst()
                .orElseThrow(() -> new BadRequest(404, "id", "there is no such correction"));
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private List<Map<String, Object>> read(String workspace) {
        Path file = file(workspace);
        try {
            return Files.exists(file)
                    ? YAML.readValue(file.toFile(), new TypeReference<ArrayList<Map<String, Object>>>() {})
                    : new ArrayList<>();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private void write(String workspace, List<Map<String, Object>> all) {
        Path file = file(workspace);
        Path part = file.resolveSibling(FILE + ".part");
        try {
            YAML.writeValue(part.toFile(), all);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private Path file(String workspace) {
        // of a workspace that there is: its model was shown before, or nothing is found
        models.show(workspace);
        return folders.apply(workspace).resolve(FILE);
    }
}
