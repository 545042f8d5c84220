package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules that every file in routes/ keeps, so that a route can be read, watched and tested. */
class RouteRulesTest {
    private static final int MOST_NODES = 12;
    private static final Pattern HOST = Pattern.compile(
            "\\w+://|\\blocalhost\\b|\\b\\d+\\.\\d+\\.\\d+\\.\\d+\\b|\\b[a-z0-9-]+\\.(com|org|net|io|dev|edu|gov)\\b");

    private static List<Map<?, ?>> routes() {
        List<Map<?, ?>> routes = new ArrayList<>();
        RouteFiles.names().forEach(file -> routes.addAll(RouteModel.routes(file)));
        return routes;
    }

    @Test
    void everyRouteHasAnIdAndSaysWhatItIsFor() {
        assertThat(routes()).isNotEmpty();
        for (Map<?, ?> route : routes()) {
            assertThat(route.get("id")).as(route.toString()).isInstanceOf(String.class);
            assertThat(String.valueOf(route.get("description")))
                    .as(String.valueOf(route.get("id")))
                    .hasSizeBetween(20, 140);
        }
    }

    @Test
    void aDirectRouteIsCalledLikeItsId() {
        for (Map<?, ?> route : routes()) {
            String uri = String.valueOf(((Map<?, ?>) route.get("from")).get("uri"));
            if (uri.startsWith("direct:")) {
                assertThat(uri).isEqualTo("direct:" + route.get("id"));
            }
        }
    }

    @Test
    void everyTemplateIsUsedAndSetsTheNodesOfItsRoutesApart() {
        List<String> used = new ArrayList<>();
        for (Map<?, ?> instance : RouteModel.instances()) {
            assertThat(instance.get("prefixId")).isEqualTo(instance.get("routeId") + "-");
            used.add(String.valueOf(instance.get("routeTemplateRef")));
        }
        assertThat(Set.copyOf(used)).isEqualTo(RouteModel.templates().keySet());
    }

    @Test
    void everyRouteAndNodeHasAnIdOfItsOwn() {
        List<String> ids = new ArrayList<>();
        RouteModel.nodesByRoute().keySet().forEach(key -> ids.add(key.substring(key.indexOf(' ') + 1)));
        for (RouteModel.Node node : RouteModel.nodes()) {
            assertThat(node.options().get("id")).as(node.toString()).isInstanceOf(String.class);
            ids.add(node.id());
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void everyStepSaysWhatThePersonReads() {
        RouteModel.nodes().stream().filter(node -> node.kind().equals("step")).forEach(node -> assertThat(
                        node.options().get("description"))
                .as(node.toString())
                .isNotNull());
    }

    @Test
    void aChoiceHasSeveralWaysAndNoneThatOnlyLogs() {
        List<RouteModel.Node> choices = RouteModel.nodes().stream()
                .filter(node -> node.kind().equals("choice"))
                .toList();
        assertThat(choices).isNotEmpty();
        for (RouteModel.Node choice : choices) {
            List<Object> ways = new ArrayList<>((List<?>) choice.options().get("when"));
            if (choice.options().get("otherwise") instanceof Map<?, ?> otherwise) {
                ways.add(otherwise);
            }
            assertThat(ways).as(choice + ": with one way it is a filter").hasSizeGreaterThan(1);
            assertThat(ways)
                    .as(choice + ": a way that only logs is left out by a filter around the others")
                    .allSatisfy(way -> assertThat((List<?>) ((Map<?, ?>) way).get("steps"))
                            .anyMatch(step -> !((Map<?, ?>) step).containsKey("log")));
        }
    }

    /** Camel's loop looks at the body as it was before a bean at the end of its round, and would go on for ever. */
    @Test
    void aLoopSeesWhatTheLastNodeOfARoundMade() {
        List<RouteModel.Node> loops = RouteModel.nodes().stream()
                .filter(node -> node.kind().equals("loop"))
                .toList();
        assertThat(loops).isNotEmpty();
        for (RouteModel.Node loop : loops) {
            assertThat(lastNodes((List<?>) loop.options().get("steps")))
                    .as(loop.toString())
                    .isNotEmpty()
                    .doesNotContain("bean");
        }
    }

    /** The kinds of the nodes that may be the last to work on a message: those within blocks and called routes, too. */
    private static Set<String> lastNodes(List<?> steps) {
        Map<?, ?> last = (Map<?, ?>) steps.get(steps.size() - 1);
        String kind = String.valueOf(last.keySet().iterator().next());
        Map<?, ?> options = (Map<?, ?>) last.get(kind);
        Set<String> kinds = new TreeSet<>();
        String uri = String.valueOf(options.get("uri"));
        if (uri.startsWith("direct:")) {
            Map<?, ?> called = routes().stream()
                    .filter(route -> uri.equals("direct:" + route.get("id")))
                    .findFirst()
                    .orElseThrow();
            return lastNodes((List<?>) ((Map<?, ?>) called.get("from")).get("steps"));
        }
        if (uri.startsWith("bean:")) {
            return Set.of("bean");
        }
        for (Object block : List.of("steps", "when", "otherwise", "onFallback", "doCatch")) {
            Object ways = options.get(block);
            for (Object way : ways instanceof List<?> list && !block.equals("steps") ? list : List.of(options)) {
                Object within = block.equals("otherwise") || block.equals("onFallback") ? ways : way;
                if (ways != null && within instanceof Map<?, ?> map && map.get("steps") instanceof List<?> inner) {
                    kinds.addAll(lastNodes(inner));
                }
            }
        }
        return kinds.isEmpty() ? Set.of(kind) : kinds;
    }

    @Test
    void everyBreakerHasAFallbackOrThrowsWhenItIsOpenAndHoldsOneCallOnly() {
        for (RouteModel.Node node : RouteModel.nodes()) {
            if (node.kind().equals("circuitBreaker")) {
                Map<?, ?> configuration = (Map<?, ?>) node.options().get("resilience4jConfiguration");
                boolean throwing = "true".equals(configuration.get("throwExceptionWhenHalfOpenOrOpenState"));
                assertThat(node.options().containsKey("onFallback"))
                        .as(node.toString())
                        .isNotEqualTo(throwing);
                assertThat((List<?>) node.options().get("steps"))
                        .as(node.toString())
                        .hasSize(1);
            }
        }
    }

    @Test
    void aRouteFitsOnAScreen() {
        RouteModel.nodesByRoute()
                .forEach((route, nodes) -> assertThat(nodes).as(route).hasSizeLessThanOrEqualTo(MOST_NODES));
    }

    @Test
    void noRouteNamesAHost() throws IOException {
        for (String file : RouteFiles.names()) {
            for (String line :
                    Files.readAllLines(RouteFiles.HOME.resolve("routes").resolve(file))) {
                boolean code = !line.strip().startsWith("#")
                        && !line.strip().startsWith("- io.")
                        && !line.strip().startsWith("- java.");
                assertThat(code && HOST.matcher(line).find())
                        .as(file + ": " + line)
                        .isFalse();
            }
        }
    }

    /** Two nodes alone call what a bean found in the table of a workspace; no other address is put together at run time. */
    @Test
    void onlyTheTableOfAWorkspaceSaysWhereADynamicCallGoes() {
        assertThat(RouteModel.nodes().stream()
                        .filter(node -> node.kind().equals("toD"))
                        .collect(java.util.stream.Collectors.toMap(
                                RouteModel.Node::id,
                                node -> String.valueOf(node.options().get("uri")))))
                .isEqualTo(Map.of("call-tool-route", "${variable.endpoint}", "call-flow", "direct:${variable.flow}"));
    }

    @Test
    void noRouteRunsAScript() throws IOException {
        for (String file : RouteFiles.names()) {
            assertThat(Files.readString(RouteFiles.HOME.resolve("routes").resolve(file)))
                    .as(file)
                    .doesNotContain(
                            "groovy:",
                            "javaScript",
                            "python:",
                            "joor:",
                            "mvel:",
                            "ognl:",
                            "spel:",
                            "recipientList",
                            "dynamicRouter");
        }
    }
}
