package dev.caravan.app;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What a file of Camel YAML declares, seen without Camel.
 *
 * @param text the file as it is
 * @param routes the ids of its routes in order, those made from a template included
 * @param templated the template of each route that is made from one, by the id of the route
 * @param templates the ids of its route templates
 * @param configurations the ids of its route configurations; empty for one that applies to all routes
 * @param shared whether it declares anything that routes of other files may depend on
 */
record RouteFile(
        String text,
        List<String> routes,
        Map<String, String> templated,
        Set<String> templates,
        Set<String> configurations,
        boolean shared) {
    // a template's call may have a parameter in it
    private static final Pattern DIRECT = Pattern.compile("direct:((?:[\\w.-]|\\{\\{[^}]*\\}\\})+)");

    /** How {@link #declared} calls a configuration that has no id. */
    static final String FOR_ALL = "the route configuration for all routes";

    static final RouteFile EMPTY = new RouteFile("", List.of(), Map.of(), Set.of(), Set.of(), false);

    /**
     * Reads a file's declarations.
     *
     * @throws IllegalArgumentException when it declares nothing, is no list of declarations, or when a route, a template
     *     or a route made from one lacks an id of its own
     * @throws org.yaml.snakeyaml.error.YAMLException when it is no YAML
     */
    static RouteFile of(String text) {
        Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        if (content == null || content.equals(List.of())) {
            throw new IllegalArgumentException("the file is empty: it declares no route");
        }
        if (!(content instanceof List<?> entries)) {
            throw new IllegalArgumentException("a route file is a list, its entries begin with \"- route:\"");
        }
        List<String> routes = new ArrayList<>();
        Map<String, String> templated = new LinkedHashMap<>();
        Set<String> templates = new LinkedHashSet<>();
        Set<String> configurations = new LinkedHashSet<>();
        boolean shared = false;
        for (Object entry : entries) {
            if (!(entry instanceof Map<?, ?> declaration) || declaration.size() != 1) {
                throw new IllegalArgumentException("'" + entry + "' is no declaration, such as route:");
            }
            Object kind = declaration.keySet().iterator().next();
            Map<?, ?> said = declaration.get(kind) instanceof Map<?, ?> found ? found : Map.of();
            if (kind.equals("route")) {
                addNew(routes, id("route", said, "id", routes.size()), "routes");
            } else if (kind.equals("templatedRoute")) {
                String id = id("templatedRoute", said, "routeId", routes.size());
                addNew(routes, id, "routes");
                templated.put(id, id("templatedRoute", said, "routeTemplateRef", routes.size()));
                // without it Camel numbers the nodes, and no two starts or reloads name them the same
                id("templatedRoute", said, "prefixId", routes.size());
            } else {
                shared = true;
                if (kind.equals("routeTemplate")) {
                    addNew(templates, id("routeTemplate", said, "id", templates.size()), "templates");
                } else if (kind.equals("routeConfiguration")) {
                    configurations.add(text(said, "id").orElse(""));
                }
            }
        }
        return new RouteFile(
                text,
                List.copyOf(routes),
                Map.copyOf(templated),
                Set.copyOf(templates),
                Set.copyOf(configurations),
                shared);
    }

    private static void addNew(Collection<String> ids, String id, String kind) {
        if (ids.contains(id)) {
            throw new IllegalArgumentException("two " + kind + " have the id " + id);
        }
        ids.add(id);
    }

    private static String id(String kind, Map<?, ?> said, String key, int before) {
        return text(said, key)
                .orElseThrow(() -> new IllegalArgumentException(kind + " " + (before + 1) + " has no " + key));
    }

    private static Optional<String> text(Map<?, ?> said, String key) {
        return Optional.ofNullable(said.get(key)).map(String::valueOf).filter(value -> !value.isBlank());
    }

    /** Whether it declares nothing. */
    boolean isEmpty() {
        return routes.isEmpty() && !shared;
    }

    /** Everything that it declares, in words that tell a route from a template. */
    Set<String> declared() {
        Set<String> declared = new LinkedHashSet<>();
        routes.forEach(id -> declared.add("route " + id));
        templates.forEach(id -> declared.add("template " + id));
        configurations.forEach(id -> declared.add(id.isEmpty() ? FOR_ALL : "configuration " + id));
        return declared;
    }

    /** Whether anything here needs what another file declares, in the words of {@link #declared}. */
    boolean needs(String declaration) {
        String id = declaration.substring(declaration.lastIndexOf(' ') + 1);
        return switch (declaration.substring(0, declaration.length() - id.length())) {
            case "template " -> templated.containsValue(id);
            case "route " -> DIRECT.matcher(text)
                    .results()
                    .anyMatch(call -> id.matches(call.group(1)
                            .replaceAll("\\{\\{[^}]*\\}\\}", "[\\\\w-]+")
                            .replace(".", "\\.")));
            case "configuration " -> text.contains(id);
            default -> false;
        };
    }

    /** Whether this is the beginning of another, ending within one of its declarations. */
    boolean isCutOf(RouteFile whole) {
        if (isEmpty() || !whole.text.startsWith(text)) {
            return false;
        }
        String rest = whole.text.substring(text.length());
        boolean inLine = !text.endsWith("\n") && !rest.startsWith("\n");
        return rest.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .findFirst()
                .filter(line -> inLine || !line.startsWith("- "))
                .isPresent();
    }
}
