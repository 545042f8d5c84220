package dev.caravan.routes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of routes/ as plain YAML, for tests of their form. */
final class RouteModel {
    /** Keys under which steps are nested; what stands there beside them are options. */
    private static final Set<String> NESTED =
            Set.of("steps", "when", "otherwise", "onFallback", "doCatch", "doFinally");

    private RouteModel() {}

    /**
     * One node of a route.
     *
     * @param kind its name in YAML, such as to or choice
     * @param options what it says
     */
    record Node(String file, String route, String kind, Map<?, ?> options) {
        String id() {
            return String.valueOf(options.get("id"));
        }

        @Override
        public String toString() {
            return file + ", route " + route + ", " + kind + " " + options.get("id");
        }
    }

    /** Every route and route configuration by its file and id, with its nodes. */
    static Map<String, List<Node>> nodesByRoute() {
        Map<String, List<Node>> routes = new TreeMap<>();
        for (String file : RouteFiles.names()) {
            for (Map<?, ?> entry : entries(file)) {
                Map<?, ?> route = (Map<?, ?>) entry.values().iterator().next();
                List<Node> nodes = new ArrayList<>();
                String id = String.valueOf(route.get("id"));
                collect(file, id, route.containsKey("from") ? route.get("from") : route, nodes);
                routes.put(file + " " + id, nodes);
            }
        }
        return routes;
    }

    /** Every node of every file. */
    static List<Node> nodes() {
        return nodesByRoute().values().stream().flatMap(List::stream).toList();
    }

    /** The routes of a file, those made from a template included, without its configurations. */
    static List<Map<?, ?>> routes(String file) {
        List<Map<?, ?>> routes = new ArrayList<>();
        for (Map<?, ?> entry : entries(file)) {
            if (entry.get("route") instanceof Map<?, ?> route) {
                routes.add(route);
            }
        }
        return routes;
    }

    /** What every file makes of templates: the entries templatedRoute. */
    static List<Map<?, ?>> instances() {
        return RouteFiles.names().stream()
                .flatMap(file -> declared(file).stream())
                .filter(entry -> entry.containsKey("templatedRoute"))
                .<Map<?, ?>>map(entry -> (Map<?, ?>) entry.get("templatedRoute"))
                .toList();
    }

    /** Every template by its id. */
    static Map<String, Map<?, ?>> templates() {
        Map<String, Map<?, ?>> templates = new TreeMap<>();
        for (String file : RouteFiles.names()) {
            for (Map<?, ?> entry : declared(file)) {
                if (entry.get("routeTemplate") instanceof Map<?, ?> template) {
                    templates.put(String.valueOf(template.get("id")), template);
                }
            }
        }
        return templates;
    }

    /** The routes and configurations of a file, with what is made from templates in place of the templates. */
    private static List<Map<?, ?>> entries(String file) {
        List<Map<?, ?>> entries = new ArrayList<>();
        for (Map<?, ?> entry : declared(file)) {
            if (entry.get("templatedRoute") instanceof Map<?, ?> instance) {
                entries.add(Map.of("route", made(instance)));
            } else if (!entry.containsKey("routeTemplate")) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** The route that Camel makes: the template's, with the parameters' values, ids of nodes behind the prefix. */
    private static Map<?, ?> made(Map<?, ?> instance) {
        Map<?, ?> template = templates().get(String.valueOf(instance.get("routeTemplateRef")));
        Map<String, String> values = new HashMap<>();
        for (Object parameter : (List<?>) template.get("parameters")) {
            Map<?, ?> declared = (Map<?, ?>) parameter;
            if (declared.get("defaultValue") != null) {
                values.put(String.valueOf(declared.get("name")), String.valueOf(declared.get("defaultValue")));
            }
        }
        for (Object parameter : (List<?>) instance.get("parameters")) {
            Map<?, ?> given = (Map<?, ?>) parameter;
            values.put(String.valueOf(given.get("name")), String.valueOf(given.get("value")));
        }
        Map<Object, Object> route = new LinkedHashMap<>(
                (Map<?, ?>) filled(template.get("route"), values, String.valueOf(instance.get("prefixId"))));
        route.put("id", instance.get("routeId"));
        return route;
    }

    private static Object filled(Object part, Map<String, String> values, String prefix) {
        if (part instanceof List<?> list) {
            return list.stream().map(item -> filled(item, values, prefix)).toList();
        }
        if (part instanceof Map<?, ?> map) {
            Map<Object, Object> filled = new LinkedHashMap<>();
            map.forEach(
                    (key, value) -> filled.put(key, key.equals("id") ? prefix + value : filled(value, values, prefix)));
            return filled;
        }
        if (part instanceof String text) {
            String filled = text;
            // twice, since a default value may name another parameter
            for (int round = 0; round < 2; round++) {
                for (Map.Entry<String, String> value : values.entrySet()) {
                    filled = filled.replace("{{" + value.getKey() + "}}", value.getValue());
                }
            }
            return filled;
        }
        return part;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<?, ?>> declared(String file) {
        try {
            return (List<Map<?, ?>>) new Yaml(new SafeConstructor(new LoaderOptions()))
                    .load(Files.readString(RouteFiles.HOME.resolve("routes").resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void collect(String file, String route, Object part, List<Node> nodes) {
        if (part instanceof List<?> list) {
            list.forEach(item -> collect(file, route, item, nodes));
        } else if (part instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.equals("steps") && value instanceof List<?> steps) {
                    for (Object step : steps) {
                        Map.Entry<?, ?> node =
                                ((Map<?, ?>) step).entrySet().iterator().next();
                        Map<?, ?> options = node.getValue() instanceof Map<?, ?> found ? found : Map.of();
                        nodes.add(new Node(file, route, String.valueOf(node.getKey()), options));
                        collect(file, route, options, nodes);
                    }
                } else if (NESTED.contains(key) || key.equals("onException")) {
                    collect(file, route, value, nodes);
                }
            });
        }
    }
}
