package dev.caravan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's own texts: both languages say the same, and nothing is left outside their files. */
class PageTextsTest {
    private static final Path PAGES = Path.of(System.getProperty("caravan.home"), "frontend/src/main/webapp");
    private static final Pattern USED = Pattern.compile("\\bt\\('(\\w+)'");
    private static final Pattern EITHER = Pattern.compile("\\bt\\([^;?{,]{1,40} \\? '(\\w+)' : '(\\w+)'");

    private static JsonNode texts(String language, String part) throws IOException {
        return new ObjectMapper()
                .readTree(PAGES.resolve("texts")
                        .resolve(language)
                        .resolve(part + ".json")
                        .toFile());
    }

    private static List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(PAGES)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static Set<String> places(JsonNode text) {
        Set<String> places = new TreeSet<>();
        Matcher found = Pattern.compile("\\{\\w+}").matcher(text.isTextual() ? text.asText() : text.toString());
        while (found.find()) {
            places.add(found.group());
        }
        return places;
    }

    @ParameterizedTest
    @ValueSource(strings = {"pages", "common", "chat", "work"})
    void hasTheSameKeysAndPlacesInBothLanguages(String part) throws IOException {
        JsonNode english = texts("en", part);
        JsonNode german = texts("de", part);
        assertThat(german.fieldNames()).toIterable().containsExactlyElementsOf(english::fieldNames);
        english.properties().forEach(text -> {
            JsonNode other = german.get(text.getKey());
            assertThat(places(other)).as(text.getKey()).isEqualTo(places(text.getValue()));
            assertThat(other.getNodeType())
                    .as(text.getKey())
                    .isEqualTo(text.getValue().getNodeType());
            assertThat(
                            other.isTextual()
                                    ? other.asText().strip()
                                    : other.path("other").asText())
                    .as(text.getKey())
                    .isNotEmpty();
        });
    }

    @Test
    void hasEveryTextThatAScriptSaysAndNoOther() throws IOException {
        for (String part : List.of("common", "chat", "work")) {
            Set<String> used = new TreeSet<>();
            for (Path file : files(".js")) {
                String script = Files.readString(file);
                if (!script.contains("await texts('" + part + "')")) {
                    continue;
                }
                USED.matcher(script).results().forEach(use -> used.add(use.group(1)));
                EITHER.matcher(script).results().forEach(use -> {
                    used.add(use.group(1));
                    used.add(use.group(2));
                });
                // the texts of quotas are chosen by whose they are
                for (String whose : script.contains("t(`${whose}") ? List.of("yours", "tenants") : List.<String>of()) {
                    Pattern.compile("t\\(`\\$\\{whose}(\\w+)`")
                            .matcher(script)
                            .results()
                            .forEach(use -> used.add(whose + use.group(1)));
                }
            }
            // and the names of palettes by the one that is chosen
            if (part.equals("chat")) {
                used.addAll(List.of("coloursUsual", "coloursBlue", "coloursGrey"));
            }
            Set<String> there = new TreeSet<>();
            texts("en", part).fieldNames().forEachRemaining(there::add);
            assertThat(used).as("said, of " + part).isSubsetOf(there);
            there.removeAll(used);
            assertThat(there).as("not said by any script, of " + part).isEmpty();
        }
    }

    @Test
    void leavesNoTextInTheHtmlFiles() throws IOException {
        for (Path file : files(".html")) {
            String bare = Files.readString(file)
                    .replaceAll("(?s)<code>.*?</code>|<!DOCTYPE[^>]*>", " ")
                    .replaceAll("@[a-z]+(\\.\\w+)?@", " ");
            List<String> left = new ArrayList<>();
            Pattern.compile(
                            ">([^<]*[A-Za-z]{2,}[^<]*)<|(?:aria-label|placeholder|title|alt)=\"([^\"]*[A-Za-z]{2,}[^\"]*)\"")
                    .matcher(bare)
                    .results()
                    .map(found -> String.valueOf(found.group(1) == null ? found.group(2) : found.group(1))
                            .strip())
                    .filter(text -> !text.equals("Caravan"))
                    .forEach(left::add);
            assertThat(left).as(file.getFileName().toString()).isEmpty();
        }
    }
}
