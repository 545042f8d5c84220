package dev.caravan.research;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes queries of a question: as it stands, by its parts, and in the words of the sections it is about. */
public final class ResearchQueries {
    // where one question of a sentence ends and the next begins
    private static final Pattern PARTS = Pattern.compile(
            "(?:,|;|\\?|\\.)?\\s+(?:und|oder|sowie|and|or)?\\s*"
                    // a preposition belongs to the question word behind it: "for how long", "innerhalb welcher Frist"
                    + "(?=\\b(?<!\\b(?:for|by|to|within|under|after|until|from|innerhalb|unter|nach|zu|bis|bei|mit|von|für|in)\\s)"
                    + "(?:(?:for|by|to|within|under|after|until|from|innerhalb|unter|nach|zu|bis|bei|mit|von|für|in)\\s+)?"
                    + "(?:wer|wann|wie|wo|welch\\w+|was|who|when|how|where|which|what)\\b)|[;?]\\s+",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);
    private static final int TOPIC_TERMS = 4;
    private static final int HEADINGS = 6;
    private static final int LEAST_TERMS = 2;

    private final ResearchCollection collection;

    /** Over a collection. */
    public ResearchQueries(ResearchCollection collection) {
        this.collection = collection;
    }

    /** The question and two other queries: its weightiest words, and the headings it comes nearest to. */
    public List<String> discover(String question) {
        Set<String> queries = new LinkedHashSet<>(List.of(question.strip()));
        queries.add(String.join(" ", weightiest(question, TOPIC_TERMS * 2)));
        queries.add(collection.search(question, HEADINGS).stream()
                .map(hit -> hit.passage().heading())
                .filter(heading -> !heading.isBlank())
                .distinct()
                .limit(2)
                .collect(Collectors.joining("; ")));
        queries.removeIf(String::isBlank);
        return List.copyOf(queries);
    }

    /** One query for each question that the text asks; all but the first carry the topic of the first. */
    public List<String> parts(String question) {
        List<String> parts = new ArrayList<>();
        String begun = "";
        for (String piece : PARTS.split(question.strip())) {
            String part =
                    (begun.isEmpty() ? piece : begun + ", " + piece).strip().replaceFirst("[,;.?]+$", "");
            // a part without content goes on in the next
            boolean whole = collection.analysis().terms(part).size() >= LEAST_TERMS;
            begun = whole ? "" : part;
            if (whole) {
                parts.add(part);
            }
        }
        if (parts.size() < 2) {
            return List.of(question.strip());
        }
        String topic = String.join(" ", weightiest(parts.get(0), TOPIC_TERMS));
        List<String> queries = new ArrayList<>(List.of(question.strip()));
        for (int i = 0; i < parts.size(); i++) {
            queries.add(i == 0 ? parts.get(0) : parts.get(i) + " (" + topic + ")");
        }
        return queries;
    }

    /** The words of a text whose stems are rarest in the collection though it has them, in the order of the text. */
    private List<String> weightiest(String text, int count) {
        List<String> words = List.of(text.split("[^\\p{L}\\p{N}-]+"));
        Set<String> heavy = words.stream()
                .filter(word -> weight(word) > 0)
                .sorted(Comparator.comparingDouble(this::weight).reversed())
                .limit(count)
                .collect(Collectors.toSet());
        return words.stream().filter(heavy::contains).distinct().toList();
    }

    private double weight(String word) {
        return collection.analysis().terms(word).stream()
                .mapToDouble(term -> collection.has(term) ? collection.weight(term) : 0)
                .max()
                .orElse(0);
    }
}
