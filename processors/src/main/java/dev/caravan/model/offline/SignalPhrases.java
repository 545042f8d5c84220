package dev.caravan.model.offline;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.model.offline.Reading.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The phrases that tell what a question asks for: {@code signals.yaml}, whose head says how they are written. */
final class SignalPhrases {
    /** One entry of the file: words or a phrase, and an example. */
    record Entry(String words, String phrase, String like) {

        /** The entry as an expression over a text that begins and ends with a space. */
        Pattern pattern() {
            if (words != null) {
                return Pattern.compile(" (" + String.join("|", words.strip().split(",\\s*")) + ") ");
            }
            boolean first = phrase.startsWith("^");
            boolean last = phrase.endsWith("$");
            String inner = phrase.substring(first ? 1 : 0, phrase.length() - (last ? 1 : 0));
            return Pattern.compile((first ? "^ (" : " (") + inner + (last ? ") $" : ") "));
        }
    }

    private final Map<String, Map<Signal, List<Pattern>>> sections = new HashMap<>();

    private SignalPhrases(Map<String, Map<Signal, List<Entry>>> entries) {
        entries.forEach((section, signals) -> {
            Map<Signal, List<Pattern>> patterns = new EnumMap<>(Signal.class);
            signals.forEach((signal, phrases) ->
                    patterns.put(signal, phrases.stream().map(Entry::pattern).toList()));
            sections.put(section, patterns);
        });
    }

    /** The phrases of the product. */
    static SignalPhrases read() {
        return new SignalPhrases(entries());
    }

    /** The file: entries by section and signal. */
    static Map<String, Map<Signal, List<Entry>>> entries() {
        try (InputStream file = SignalPhrases.class.getResourceAsStream("signals.yaml")) {
            return new YAMLMapper().readValue(file, new TypeReference<Map<String, Map<Signal, List<Entry>>>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("signals.yaml cannot be read: " + e.getMessage(), e);
        }
    }

    /** Adds the signals of one section that a text gives. */
    void find(String section, String text, Set<Signal> found) {
        sections.get(section).forEach((signal, patterns) -> {
            if (!found.contains(signal)
                    && patterns.stream()
                            .anyMatch(pattern -> pattern.matcher(text).find())) {
                found.add(signal);
            }
        });
    }
}
