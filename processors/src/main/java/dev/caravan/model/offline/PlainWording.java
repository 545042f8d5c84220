package dev.caravan.model.offline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.ProductClass;
import dev.caravan.text.EnglishWords;
import dev.caravan.text.Spelling;
import dev.caravan.text.Words;
import dev.caravan.text.Words.Word;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question in plain words: forms of chat written out, slips of typing in words that steer the answer corrected, and sentences
 * left out that only say who asks. {@code wording.yaml} has the words.
 */
final class PlainWording {
    /** The file. */
    private record Wording(Map<String, String> shorts, List<String> steering, Pattern parts, Pattern aside) {}

    private static final Wording WORDING = read();
    private static final Pattern SHORT = Pattern.compile("(?<![\\w/'’])[A-Za-z]+\\d?(/[a-z]?)?(?![\\w'’])");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!;])\\s+|(?<=\\w)\\s+[-–—]+\\s+");
    private static final Pattern BACKWARD = Pattern.compile(
            "(?i)\\b(its?|their|they|them|this|these|those|there|that (country|product|one)|the (country|product))\\b");
    private static final int SHORTEST = 5;

    private PlainWording() {}

    /**
     * A question in plain words.
     *
     * @param known whether a stem means something to the data
     */
    static String of(String question, Catalog catalog, Predicate<String> known) {
        return spelled(withoutAsides(written(question), catalog), catalog, known);
    }

    /** A part of a country that a question names. */
    static Optional<String> partOfCountry(String question) {
        Matcher part = WORDING.parts().matcher(question);
        return part.find() ? Optional.of(part.group()) : Optional.empty();
    }

    private static String written(String question) {
        return SHORT.matcher(question).replaceAll(found -> {
            String full = WORDING.shorts().get(found.group().toLowerCase(Locale.ROOT));
            // a name in capitals is no form of chat
            return Matcher.quoteReplacement(
                    full == null
                                    || found.group().length() > 1
                                            && found.group()
                                                    .equals(found.group().toUpperCase(Locale.ROOT))
                            ? found.group()
                            : full);
        });
    }

    /** "I'm writing about Baltic trade. Show me Poland's partners": the first sentence names nothing that is asked for. */
    private static String withoutAsides(String question, Catalog catalog) {
        String[] sentences = SENTENCE.split(question.strip());
        if (sentences.length < 2) {
            return question;
        }
        List<String> asking = new ArrayList<>();
        for (int i = 0; i < sentences.length; i++) {
            String rest = String.join(" ", List.of(sentences).subList(i + 1, sentences.length));
            boolean aside = asking.isEmpty()
                    && !rest.isEmpty()
                    && !sentences[i].endsWith("?")
                    && WORDING.aside().matcher(sentences[i]).lookingAt();
            boolean needed = BACKWARD.matcher(rest).find() && names(sentences[i], catalog)
                    || !names(rest, catalog) && names(sentences[i], catalog);
            if (!aside || needed) {
                asking.add(sentences[i]);
            }
        }
        return asking.size() == sentences.length ? question : String.join(" ", asking);
    }

    private static boolean names(String text, Catalog catalog) {
        Words words = Words.of(text);
        for (int start = 0; start < words.size(); start++) {
            for (int end = start + 1; end <= Math.min(words.size(), start + 3); end++) {
                String key = words.key(start, end);
                boolean idle = end == start + 1
                        && Grammar.IDLE.contains(words.list().get(start).folded());
                if (key.length() > 3
                        && !idle
                        && (catalog.place(key).isPresent()
                                || catalog.good(ProductClass.HS92, key).isPresent())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String spelled(String question, Catalog catalog, Predicate<String> known) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Word word : Words.of(question).list()) {
            Optional<String> meant = meant(word, catalog, known);
            if (meant.isPresent()) {
                text.append(question, at, word.start())
                        .append(
                                word.isCapitalised()
                                        ? Character.toUpperCase(meant.get().charAt(0))
                                                + meant.get().substring(1)
                                        : meant.get());
                at = word.end();
            }
        }
        return text.append(question.substring(at)).toString();
    }

    private static Optional<String> meant(Word word, Catalog catalog, Predicate<String> known) {
        String said = word.folded();
        boolean candidate =
                said.length() >= SHORTEST && said.chars().allMatch(c -> c >= 'a' && c <= 'z') && !word.isUpperCase();
        if (!candidate
                || WORDING.steering().contains(said)
                || known.test(word.stem())
                || catalog.isWord(word.stem())
                || catalog.isWord(said)
                || EnglishWords.knows(said)
                || EnglishWords.knows(word.stem())) {
            return Optional.empty();
        }
        int tolerance = Spelling.tolerance(said);
        return WORDING.steering().stream()
                .filter(right -> right.charAt(0) == said.charAt(0)
                        || right.length() > 1
                                && said.length() > 1
                                && right.charAt(0) == said.charAt(1)
                                && right.charAt(1) == said.charAt(0))
                .filter(right -> Spelling.distance(said, right, tolerance) <= tolerance)
                .min((a, b) ->
                        Integer.compare(Spelling.distance(said, a, tolerance), Spelling.distance(said, b, tolerance)));
    }

    private static Wording read() {
        try (InputStream file = PlainWording.class.getResourceAsStream("wording.yaml")) {
            JsonNode tree = new YAMLMapper().readTree(file);
            Map<String, String> shorts = new HashMap<>();
            tree.get("short")
                    .properties()
                    .forEach(
                            entry -> shorts.put(entry.getKey(), entry.getValue().asText()));
            return new Wording(
                    Map.copyOf(shorts),
                            List.copyOf(new LinkedHashSet<>(List.of(
                                    tree.get("steering").asText().strip().split("\\s+")))),
                    Pattern.compile("(?<![\\w-])("
                                    + String.join(
                                            "|",
                                            tree.get("parts").asText().strip().split(",\\s*")) + ")(?![\\w-])"),
                            Pattern.compile("(?i)(" + tree.get("aside").asText().strip() + ")"));
        } catch (IOException e) {
            throw new UncheckedIOException("wording.yaml cannot be read: " + e.getMessage(), e);
        }
    }
}
