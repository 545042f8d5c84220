package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script of the project's top folder, with stand-ins for Maven and Java that say how they were called. */
@DisabledOnOs(OS.WINDOWS)
class LauncherScriptTest {
    private static final String MAVEN =
            """
      #!/bin/sh
      echo "mvn called"
      mkdir -p launcher/target/lib
      touch launcher/target/caravan-launcher-1.jar
      """;
    private static final String JAVA =
            """
      #!/bin/sh
      if [ "$1" = -version ]; then echo 'openjdk version "%s"' >&2; else echo "java called with $*"; fi
      """;

    @TempDir
    private Path folder;

    @BeforeEach
    void layOutAFreshClone() throws IOException {
        Path script = Files.copy(Path.of(System.getProperty("caravan.home"), "caravan"), folder.resolve("caravan"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("pom.xml"), "");
        Files.createDirectories(folder.resolve("launcher/src/main"));
        Files.writeString(folder.resolve("launcher/pom.xml"), "");
        program("mvn", MAVEN);
        program("java", JAVA.formatted("17.0.15"));
    }

    @Test
    void aFreshCloneIsBuiltAndTheCommandIsRun() throws Exception {
        assertThat(run("ask", "Why?"))
                .contains("building", "mvn called")
                .endsWith("dev.caravan.launcher.Main ask Why?\n");
    }

    @Test
    void whatIsBuiltIsNotBuiltAgain() throws Exception {
        run("ask", "Why?");

        assertThat(run("ask", "Why?")).doesNotContain("mvn called").contains("java called with");
    }

    @Test
    void anOldJavaIsNamedWithWhatToDo() throws Exception {
        program("java", JAVA.formatted("1.8.0_292"));

        assertThat(run("start")).contains("Java 17 or newer is needed", "is version 1", "JAVA_HOME");
    }

    private void program(String name, String text) throws IOException {
        Path file = folder.resolve("bin").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(folder.resolve("caravan").toString()), Stream.of(arguments))
                        .toList());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().remove("JAVA_HOME");
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
