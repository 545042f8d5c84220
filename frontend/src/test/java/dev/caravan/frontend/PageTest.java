package dev.caravan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the content security policy and the promise of "no network" ask of the page's files. */
class PageTest {
    private static final Path PAGES = Path.of(System.getProperty("caravan.home"), "frontend/src/main/webapp");

    private static List<Path> files(String pattern) throws IOException {
        try (Stream<Path> files = Files.walk(PAGES)) {
            return files.filter(file -> file.getFileName().toString().matches(pattern))
                    .toList();
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void hasNoScriptAndNoStyleWithinItsHtml() throws IOException {
        assertThat(files(".*\\.html")).isNotEmpty().allSatisfy(file -> {
            String html = content(file);
            assertThat(found("<style|\\sstyle=|\\son[a-z]+=|javascript:", html)).isEmpty();
            assertThat(found("<script(?![^>]*\\ssrc=)[^>]*>", html)).isEmpty();
        });
    }

    @Test
    void buildsNodesAndNeverParsesHtml() throws IOException {
        assertThat(files(".*\\.js")).isNotEmpty().allSatisfy(file -> assertThat(found(
                        "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function|DOMParser",
                        content(file)))
                .isEmpty());
    }

    @Test
    void fetchesNothingFromElsewhere() throws IOException {
        assertThat(files(".*\\.(html|css|js)")).allSatisfy(file -> assertThat(
                        found("(?:src|href|url|import|fetch)[\\s=('\"`]+(?:https?:)?//[^'\")]*", content(file)))
                .isEmpty());
    }

    @Test
    void importsOnlyModulesThatAreThere() throws IOException {
        for (Path script : files(".*\\.js")) {
            assertThat(Pattern.compile("(?:from|import|import\\() ?'(\\./[^']+)'")
                            .matcher(content(script))
                            .results()
                            .map(match -> match.group(1)))
                    .allSatisfy(name -> assertThat(script.resolveSibling(name)).exists());
        }
    }

    @Test
    void namesNoLibraryThatTheBuildDoesNotBring() throws IOException {
        String build = Files.readString(Path.of(System.getProperty("caravan.home"), "frontend/pom.xml"));
        for (Path script : files(".*\\.js")) {
            assertThat(Pattern.compile("'\\.\\./lib/([^']+)'")
                            .matcher(content(script))
                            .results()
                            .map(match -> match.group(1)))
                    .allSatisfy(name -> assertThat(build).contains("/" + name + "</includes>"));
        }
    }

    @Test
    void fetchesTheHeavyLibrariesOnlyWhenTheyAreNeeded() throws IOException {
        for (Path script : files(".*\\.js")) {
            assertThat(found("import [^(;]*lib/(?:echarts|katex)[^;]*;", content(script)))
                    .as(script.toString())
                    .isEmpty();
        }
    }
}
