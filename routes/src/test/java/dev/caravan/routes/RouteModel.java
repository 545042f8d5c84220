package dev.caravan.routes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
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

    /** The routes of a file, without its configurations. */
    static List<Map<?, ?>> routes(String file) {
        List<Map<?, ?>> routes = new ArrayList<>();
        for (Map<?, ?> entry : entries(file)) {
            if (entry.get("route") instanceof Map<?, ?> route) {
                routes.add(route);
            }
        }
        return routes;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<?, ?>> entries(String file) {
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
