package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The page's own texts in English that are others in German: what must not stand on a German page. */
final class EnglishTexts {
    private static final Path TEXTS = Path.of(System.getProperty("caravan.home"), "frontend/src/main/webapp/texts");

    /** Every text of the page, seen or only heard, piece by piece; not what a workspace says of its data. */
    private static final String SAID =
            """
            const said = new Set([document.title]);
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, noscript, [data-language], #data, caravan-constraints')) said.add(walker.currentNode.data.trim());
            for (const node of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
              if (!node.closest('[data-language], #data, caravan-constraints')) for (const name of ['aria-label', 'title', 'placeholder']) if (node.getAttribute(name)) said.add(node.getAttribute(name).trim());
            }
            return [...said];
            """;

    private final Set<String> english = new TreeSet<>();

    private EnglishTexts() {}

    static EnglishTexts read() throws IOException {
        EnglishTexts texts = new EnglishTexts();
        for (String part : List.of("pages", "common", "chat", "work")) {
            JsonNode german = tree("de", part);
            tree("en", part).properties().forEach(text -> {
                if (!text.getValue().equals(german.get(text.getKey()))) {
                    texts.english.add(text.getValue().asText().strip());
                }
            });
        }
        texts.english.remove("");
        return texts;
    }

    private static JsonNode tree(String language, String part) throws IOException {
        return new ObjectMapper()
                .readTree(TEXTS.resolve(language).resolve(part + ".json").toFile());
    }

    /** Those on the page that a browser shows. */
    Set<String> on(Browser browser) {
        Set<String> found = new TreeSet<>(english);
        List<?> said = (List<?>) browser.script(SAID);
        found.retainAll(said.stream().map(String::valueOf).toList());
        return found;
    }
}
