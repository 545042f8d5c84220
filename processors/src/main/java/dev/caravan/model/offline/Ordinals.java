package dev.caravan.model.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Places in an order, as people write them: "the second largest", "ranked 5th", "number 3 in". */
final class Ordinals {
    private static final Map<String, Integer> WORDS = Map.of(
            "second", 2, "third", 3, "fourth", 4, "fifth", 5, "sixth", 6, "seventh", 7, "eighth", 8, "ninth", 9,
            "tenth", 10);

    private static final String PLACE =
            "(?<n>(?<![\\d.,])\\d{1,3}(?=(st|nd|rd|th)\\b)|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(st|nd|rd|th)?";
    private static final String SUPERLATIVE =
            "(most|least|best|top|main|major|leading|key|biggest|largest|highest|lowest|smallest|greatest|strongest|\\w{3,}est)";
    private static final List<Pattern> FORMS = List.of(
            Pattern.compile("(?i)\\b" + PLACE + "([- ]|\\s+)(single )?" + SUPERLATIVE + "\\b"),
            Pattern.compile(
                    "(?i)\\b(rank\\w*|com(es|e|ing)|came|stands?|stood|is|was|are|were|place[ds]?|position(ed)?) (in )?(the )?"
                            + PLACE + "(?= (place )?(in|by|on|for|among|worldwide|globally)\\b|\\s*\\?|\\s*$)"),
            Pattern.compile("(?i)\\b(rank\\w*|com(es|e|ing)|came|place[ds]?) (number|no\\.?|#|at) ?(?<n>\\d{1,3})\\b"),
            Pattern.compile(
                    "(?i)\\b(number|no\\.|#) ?(?<n>\\d{1,3}) (\\w+ )?(exporter|importer|producer|supplier|buyer|destination|partner|market|export|import|product|country|economy)\\b"));

    private static final Pattern SEVERAL = Pattern.compile(
            "(?i)\\b(first|second|third|fourth|fifth|sixth|\\d+(st|nd|rd|th))( and| or| to|,)( the)? $");

    private Ordinals() {}

    /** A place that is asked for, and the stretch of text that names it. */
    record Place(int number, int start, int end) {}

    /** The place in a word, as a sentence begins with it. */
    static String name(int number) {
        return WORDS.entrySet().stream()
                .filter(entry -> entry.getValue() == number)
                .map(Map.Entry::getKey)
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .findFirst()
                .orElse("Number " + number);
    }

    /** The place a text asks for; of several, none: they are no single row. */
    static Optional<Place> in(String text) {
        List<Place> places = new ArrayList<>();
        for (Pattern form : FORMS) {
            Matcher matcher = form.matcher(text);
            while (matcher.find()) {
                String n = matcher.group("n").toLowerCase(java.util.Locale.ROOT);
                int number = WORDS.containsKey(n) ? WORDS.get(n) : Integer.parseInt(n);
                boolean oneOfSeveral =
                        SEVERAL.matcher(text.substring(0, matcher.start("n"))).find();
                if (oneOfSeveral) {
                    return Optional.empty();
                }
                boolean known = places.stream()
                        .anyMatch(place -> place.start() < matcher.end() && matcher.start() < place.end());
                if (number > 0 && !known) {
                    int start = matcher.start("n");
                    Matcher ending = Pattern.compile("(?i)(st|nd|rd|th)\\b")
                            .matcher(text)
                            .region(matcher.end("n"), text.length());
                    places.add(new Place(number, start, ending.lookingAt() ? ending.end() : matcher.end("n")));
                }
            }
        }
        return places.size() == 1 ? Optional.of(places.get(0)) : Optional.empty();
    }
}
