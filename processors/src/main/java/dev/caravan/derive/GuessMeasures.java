package dev.caravan.derive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.semantic.Schema.Type;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Guesses from the names of columns what the rows of a table add up to; a person confirms or corrects it. */
final class GuessMeasures {
    private final JsonNode patterns;

    GuessMeasures() {
        try (InputStream file = GuessMeasures.class.getResourceAsStream("measures.yaml")) {
            patterns = new YAMLMapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the patterns of measures cannot be read", e);
        }
    }

    /** The figures of a table, none where nothing looks like one. */
    Map<String, Measure> of(Map<String, Column> columns, Map<String, String> references, List<String> key) {
        Map<String, Measure> measures = new LinkedHashMap<>();
        if (references.isEmpty()) {
            return measures;
        }
        Map<String, Column> plain = new LinkedHashMap<>(columns);
        plain.keySet().removeAll(references.keySet());
        if (key != null) {
            plain.keySet().removeAll(key);
        }
        for (JsonNode pattern : patterns.path("measures")) {
            Map<String, String> found = new LinkedHashMap<>();
            pattern.path("columns").properties().forEach(part -> column(plain, texts(part.getValue()))
                    .ifPresent(column -> found.put(part.getKey(), column)));
            boolean whole = texts(pattern.path("needed")).stream().allMatch(found::containsKey);
            String name = pattern.path("name").asText();
            if (whole && !measures.containsKey(name)) {
                measures.put(name, new Measure(formula(pattern, found), texts(pattern.path("names")), true));
            }
        }
        return measures;
    }

    private static String formula(JsonNode pattern, Map<String, String> found) {
        String formula = pattern.path("formula").asText();
        for (JsonNode optional : pattern.path("factors")) {
            if (found.containsKey(optional.path("with").asText())) {
                formula += optional.path("formula").asText();
            }
        }
        for (Map.Entry<String, String> part : found.entrySet()) {
            formula = formula.replace("{" + part.getKey() + "}", "{" + part.getValue() + "}");
        }
        return formula;
    }

    /** The first column that goes by one of the names, in the order of the names. */
    private static Optional<String> column(Map<String, Column> columns, List<String> names) {
        return names.stream()
                .flatMap(name -> columns.entrySet().stream()
                        .filter(each -> each.getValue().type() == Type.NUMBER
                                && each.getValue().names().contains(name))
                        .map(Map.Entry::getKey))
                .findFirst();
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
