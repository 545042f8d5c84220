package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SettingKeysTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));

    private static SettingsFile shipped() {
        try (var reader = Files.newBufferedReader(HOME.resolve("application.yaml"))) {
            return SettingsFile.read("application.yaml", reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void explainsEveryKeyInAComment() {
        assertThat(shipped().entries().entrySet())
                .filteredOn(entry -> !entry.getValue().commented())
                .extracting(entry -> "line " + entry.getValue().line() + ": " + entry.getKey())
                .isEmpty();
    }

    @Test
    void givesEveryDeclaredKeyAValue() {
        assertThat(SettingKeys.ALL)
                .filteredOn(key -> !key.name().equals("camel.*"))
                .allSatisfy(key -> assertThat(shipped().entries().keySet()).anyMatch(key::covers));
    }

    @Test
    void declaresEachKeyOnce() {
        List<String> names = SettingKeys.ALL.stream().map(SettingKey::name).toList();
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void declaresNoKeyThatNothingReads() throws IOException {
        String sources;
        try (Stream<Path> files = Files.walk(HOME, 12)) {
            sources = files.filter(SettingKeysTest::isSource)
                    .map(SettingKeysTest::content)
                    .collect(Collectors.joining("\n"));
        }
        assertThat(SettingKeys.ALL)
                // the providers have the same settings each, which are read by their ends
                .extracting(key -> key.name().replace("*", "").replaceFirst("^model\\.providers\\.\\w+", ""))
                .filteredOn(name -> !name.equals("camel."))
                .allSatisfy(name -> assertThat(sources.contains("\"" + name) || sources.contains("{{" + name))
                        .as("something reads " + name)
                        .isTrue());
    }

    private static boolean isSource(Path file) {
        String path = HOME.relativize(file).toString().replace('\\', '/');
        return Files.isRegularFile(file)
                && !path.contains("target/")
                && !path.endsWith("SettingKeys.java")
                && (path.contains("/src/main/java/") && path.endsWith(".java")
                        || path.startsWith("routes/") && path.endsWith(".camel.yaml"));
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
