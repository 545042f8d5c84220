package dev.caravan.reader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The words of a language that say how something is asked, read from a file beside this class. */
final class Language {
    private final JsonNode root;

    private Language(JsonNode root) {
        this.root = root;
    }

    /** English. */
    static Language english() {
        try (InputStream file = Language.class.getResourceAsStream("english.yaml")) {
            return new Language(new YAMLMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException("the words of the language cannot be read", e);
        }
    }

    /** The phrases of a list. */
    List<String> list(String key) {
        return texts(root.path(key));
    }

    /** The phrases of a list that has a name within another. */
    Map<String, List<String>> lists(String key) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        root.path(key).properties().forEach(each -> lists.put(each.getKey(), texts(each.getValue())));
        return lists;
    }

    /** The numbers that words stand for. */
    Map<String, Long> numbers(String key) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        root.path(key)
                .properties()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().asLong()));
        return numbers;
    }

    /** The entries of a list that have lists of their own. */
    List<Map<String, List<String>>> entries(String key) {
        List<Map<String, List<String>>> entries = new ArrayList<>();
        for (JsonNode entry : root.path(key)) {
            Map<String, List<String>> lists = new LinkedHashMap<>();
            entry.properties().forEach(each -> lists.put(each.getKey(), texts(each.getValue())));
            entries.add(lists);
        }
        return entries;
    }

    /** Lists of words that stand for each other. */
    List<List<String>> groups(String key) {
        List<List<String>> groups = new ArrayList<>();
        root.path(key).forEach(group -> groups.add(texts(group)));
        return groups;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }
}
