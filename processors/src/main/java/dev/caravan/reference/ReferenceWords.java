package dev.caravan.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The words of references, from {@code references.yaml}, which says what each list is for. */
final class ReferenceWords {
    private final JsonNode root;
    private final Map<String, Integer> units = new HashMap<>();
    private final Map<String, String> heads = new HashMap<>();
    private final Map<String, Set<String>> sets = new ConcurrentHashMap<>();
    private final List<List<String>> together = new ArrayList<>();

    private ReferenceWords(JsonNode root) {
        this.root = root;
        root.path("heads").properties().forEach(kind -> words(kind.getValue())
                .forEach(word -> heads.put(word, kind.getKey())));
        int level = 0;
        for (JsonNode line : root.path("units")) {
            int each = level++;
            words(line).forEach(word -> units.put(word, each));
        }
        root.path("together").forEach(line -> together.add(words(line)));
    }

    static ReferenceWords shipped() {
        try (InputStream file = ReferenceWords.class.getResourceAsStream("references.yaml")) {
            return new ReferenceWords(new YAMLMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("references.yaml cannot be read", e);
        }
    }

    /** The forms of a list without the full stop of abbreviations. */
    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> {
            String text = word.asText();
            words.add(text.length() > 1 && text.endsWith(".") ? text.substring(0, text.length() - 1) : text);
        });
        return words;
    }

    private Set<String> set(String name) {
        return sets.computeIfAbsent(name, key -> new HashSet<>(words(root.at("/" + key))));
    }

    /** The kind of head a word is: section, article or annex; empty for none. */
    String head(Token token) {
        return heads.getOrDefault(token.lower(), "");
    }

    /** How fine a place a word names, 0 the coarsest; -1 for none. */
    int unit(Token token) {
        return units.getOrDefault(token.lower(), -1);
    }

    /** Whether a word stands in a list, which is named by its path in the file. */
    boolean is(String list, Token token) {
        return set(list).contains(token.lower());
    }

    /** Every word of a list. */
    Set<String> all(String list) {
        return set(list);
    }

    /** The phrases that hold two places together. */
    List<List<String>> together() {
        return together;
    }
}
