package dev.caravan.lookup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code graphql.yaml} in the folder of a workspace says.
 *
 * @param address of a service of the organisation's own; empty for the one that comes with the demo data
 * @param token that every request brings as its bearer; empty for none
 * @param entities how single rows are asked for, by relation
 */
public record LookupSettings(Optional<URI> address, String token, Map<String, Entity> entities) {
    private static final String FILE = "graphql.yaml";
    private static final Set<String> KEYS = Set.of("url", "token", "entities");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::([^}]*))?}");
    private static final Pattern NAME = Pattern.compile("[_A-Za-z][_0-9A-Za-z]*");

    /**
     * How rows of a relation are asked for.
     *
     * @param field of type Query that gives a list of them
     * @param by columns whose value tells one row from all others, which are the field's arguments
     */
    public record Entity(String field, List<String> by) {
        /** Takes a copy. */
        public Entity {
            by = List.copyOf(by);
        }
    }

    /** Takes a copy. */
    public LookupSettings {
        entities = Map.copyOf(entities);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return address.map(URI::toString).orElse("the demo service") + " " + entities;
    }

    /** Whether a workspace says that it has a GraphQL service. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /**
     * Reads a folder.
     *
     * @return empty where the workspace has no GraphQL service
     * @throws IllegalArgumentException naming what is wrong with the file
     */
    public static Optional<LookupSettings> read(Path folder, Map<String, String> environment) {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode root = new YAMLMapper().readTree(file.toFile());
            root.fieldNames().forEachRemaining(key -> {
                if (!KEYS.contains(key)) {
                    throw new IllegalArgumentException(
                            file + ": unknown key " + key + "; known are url, token, entities");
                }
            });
            String url = text(root, "url", environment, file);
            return Optional.of(new LookupSettings(
                    url.isEmpty() ? Optional.empty() : Optional.of(address(url, file)),
                    text(root, "token", environment, file),
                    entities(root, file)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static URI address(String url, Path file) {
        if (!url.matches("https?://\\S+")) {
            throw new IllegalArgumentException(
                    file + ": url is '" + url + "', which begins with neither http:// nor https://");
        }
        return URI.create(url);
    }

    private static Map<String, Entity> entities(JsonNode root, Path file) {
        Map<String, Entity> entities = new LinkedHashMap<>();
        root.path("entities").properties().forEach(each -> {
            String field = each.getValue().path("field").asText("");
            List<String> by = new ArrayList<>();
            each.getValue().path("by").forEach(column -> by.add(column.asText()));
            if (!NAME.matcher(field).matches() || by.isEmpty()) {
                throw new IllegalArgumentException(
                        file + ": " + each.getKey()
                                + " needs a field of the service's queries, and the columns in by that tell one row from the others, such as {field: ships, by: [name]}");
            }
            entities.put(each.getKey(), new Entity(field, by));
        });
        if (entities.isEmpty()) {
            throw new IllegalArgumentException(file + ": entities says of no table how a row of it is asked for");
        }
        return entities;
    }

    private static String text(JsonNode root, String key, Map<String, String> environment, Path file) {
        return VARIABLE.matcher(root.path(key).asText("")).replaceAll(variable -> {
            String value = environment.getOrDefault(variable.group(1), variable.group(2));
            if (value == null) {
                throw new IllegalArgumentException(
                        file + ": the environment variable " + variable.group(1) + " is not set");
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
