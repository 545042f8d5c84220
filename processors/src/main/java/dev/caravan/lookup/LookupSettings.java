package dev.caravan.lookup;

import dev.caravan.workspace.ServiceFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final List<String> KEYS = List.of("url", "token", "entities");
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
        return ServiceFile.read(folder.resolve(FILE), KEYS, environment)
                .map(file -> new LookupSettings(file.url().map(URI::create), file.text("token"), entities(file)));
    }

    private static Map<String, Entity> entities(ServiceFile file) {
        Map<String, Entity> entities = new LinkedHashMap<>();
        file.get("entities").properties().forEach(each -> {
            String field = each.getValue().path("field").asText("");
            List<String> by = new ArrayList<>();
            each.getValue().path("by").forEach(column -> by.add(column.asText()));
            if (!NAME.matcher(field).matches() || by.isEmpty()) {
                throw file.wrong(
                        each.getKey()
                                + " needs a field of the service's queries, and the columns in by that tell one row from the others, such as {field: ships, by: [name]}");
            }
            entities.put(each.getKey(), new Entity(field, by));
        });
        if (entities.isEmpty()) {
            throw file.wrong("entities says of no table how a row of it is asked for");
        }
        return entities;
    }
}
