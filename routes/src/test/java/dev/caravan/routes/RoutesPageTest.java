package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/routes.md lists every file of routes, each once. */
class RoutesPageTest {
    @Test
    void listsEveryFileOnce() throws IOException {
        List<String> listed = Files.readAllLines(RouteFiles.HOME.resolve("docs/routes.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
                .map(name -> name.group(1))
                .toList();
        try (Stream<java.nio.file.Path> files = Files.list(RouteFiles.HOME.resolve("routes"))) {
            assertThat(listed)
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> name.endsWith(".camel.yaml"))
                                    .toList());
        }
    }
}
