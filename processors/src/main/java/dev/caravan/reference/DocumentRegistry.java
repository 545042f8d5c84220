package dev.caravan.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * The documents of a collection by all their names. A name is looked up exactly (inflection aside), then by likeness of at least 0.7
 * (one less the Levenshtein distance over the longer length), then as a part of a name or the other way round.
 */
public final class DocumentRegistry {
    /** How alike two names must be. */
    public static final double LIKENESS = 0.7;

    // a shorter part is found in too many names
    private static final int SHORTEST_PART = 6;
    private static final double SMALLEST_PART = 0.5;

    private final Map<String, Statute> byName = new HashMap<>();
    private final List<Statute> statutes;

    /** Of these documents; a name that two share belongs to the first. */
    public DocumentRegistry(List<Statute> statutes) {
        this.statutes = List.copyOf(statutes);
        for (Statute statute : statutes) {
            byName.putIfAbsent(plain(statute.id()), statute);
            statute.names().forEach(name -> byName.putIfAbsent(plain(name), statute));
        }
    }

    /** All of them. */
    public List<Statute> statutes() {
        return statutes;
    }

    /** The document of that name, if the collection has it. */
    public Optional<Statute> find(String name) {
        String plain = plain(name);
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(byName.get(plain)).or(() -> alike(plain)).or(() -> part(plain));
    }

    private Optional<Statute> alike(String plain) {
        double best = 0;
        Optional<Statute> found = Optional.empty();
        for (Map.Entry<String, Statute> entry : byName.entrySet()) {
            int longer = Math.max(plain.length(), entry.getKey().length());
            // numbers and abbreviations are right or wrong
            if (longer < SHORTEST_PART || plain.matches(".*\\d.*")) {
                continue;
            }
            double likeness =
                    1 - LevenshteinDistance.getDefaultInstance().apply(plain, entry.getKey()) / (double) longer;
            if (likeness >= LIKENESS && likeness > best) {
                best = likeness;
                found = Optional.of(entry.getValue());
            }
        }
        return found;
    }

    private Optional<Statute> part(String plain) {
        return byName.entrySet().stream()
                .filter(entry -> isPart(plain, entry.getKey()) || isPart(entry.getKey(), plain))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static boolean isPart(String whole, String part) {
        return part.length() >= SHORTEST_PART
                && part.length() >= whole.length() * SMALLEST_PART
                && (" " + whole + " ").contains(" " + part + " ");
    }

    /** Words in lower case without articles and endings of the genitive. */
    private static String plain(String name) {
        List<String> words = new ArrayList<>();
        for (Token token : Token.of(name)) {
            String word = token.lower();
            if (!Character.isLetterOrDigit(word.charAt(0))
                    || List.of("der", "die", "das", "des", "dem", "den", "the", "of")
                            .contains(word)) {
                continue;
            }
            words.add(word.length() > 5 ? word.replaceFirst("(?:es|s|en|er|e|n)$", "") : word);
        }
        return String.join(" ", words).toLowerCase(Locale.ROOT);
    }
}
