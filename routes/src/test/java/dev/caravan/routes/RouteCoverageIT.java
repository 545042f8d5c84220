package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The gate: a node of routes/ that no test of this module reached fails the build. Runs in a JVM of its own, last. */
class RouteCoverageIT {

    @Test
    void everyNodeOfEveryRouteIsReachedByATest() throws IOException {
        Assumptions.assumeTrue(
                Files.exists(RouteCoverage.FOLDER.resolve("test"))
                        && Files.exists(RouteCoverage.FOLDER.resolve("integration-test")),
                "the tests and integration tests of this module have not run before");
        Set<String> reached = new TreeSet<>();
        try (Stream<Path> files = Files.list(RouteCoverage.FOLDER)) {
            for (Path file : files.toList()) {
                reached.addAll(Files.readAllLines(file));
            }
        }
        // a test's list is of no use when nothing was watched
        assertThat(reached).contains("run-statement", "call-flow");
        // Camel lets nobody watch a doTry itself; its steps are nodes of their own
        List<RouteModel.Node> unreached = RouteModel.nodes().stream()
                .filter(node -> !node.kind().equals("doTry") && !reached.contains(node.id()))
                .toList();
        assertThat(unreached).as("nodes that no test reaches").isEmpty();
    }
}
