package dev.caravan.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What a file of Camel YAML declares, seen without Camel.
 *
 * @param text the file as it is
 * @param routes the ids of its routes, in order
 * @param shared whether it declares anything that routes of other files may depend on, such as a
 *     route configuration
 */
record RouteFile(String text, List<String> routes, boolean shared) {
    static final RouteFile EMPTY = new RouteFile("", List.of(), false);

    /**
     * Reads a file's declarations.
     *
     * @throws IllegalArgumentException when it is no list of declarations, or a route has no id of its own
     * @throws org.yaml.snakeyaml.error.YAMLException when it is no YAML
     */
    static RouteFile of(String text) {
        Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        if (content == null) {
            return new RouteFile(text, List.of(), false);
        }
        if (!(content instanceof List<?> entries)) {
            throw new IllegalArgumentException("a route file is a list, its entries begin with \"- route:\"");
        }
        List<String> ids = new ArrayList<>();
        boolean shared = false;
        for (Object entry : entries) {
            if (!(entry instanceof Map<?, ?> declaration)) {
                throw new IllegalArgumentException("'" + entry + "' is no declaration, such as route:");
            }
            if (!declaration.keySet().equals(Set.of("route"))) {
                shared = true;
                continue;
            }
            String id = declaration.get("route") instanceof Map<?, ?> route && route.get("id") != null
                    ? "" + route.get("id")
                    : "";
            if (id.isBlank()) {
                throw new IllegalArgumentException("route " + (ids.size() + 1) + " has no id");
            }
            if (ids.contains(id)) {
                throw new IllegalArgumentException("two routes have the id " + id);
            }
            ids.add(id);
        }
        return new RouteFile(text, List.copyOf(ids), shared);
    }

    /** Whether it declares nothing. */
    boolean isEmpty() {
        return routes.isEmpty() && !shared;
    }

    /** The ids that this file has and another does not. */
    Set<String> routesNotIn(RouteFile other) {
        return routes.stream().filter(id -> !other.routes.contains(id)).collect(Collectors.toSet());
    }
}
