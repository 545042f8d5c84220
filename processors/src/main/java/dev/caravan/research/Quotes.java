package dev.caravan.research;

import java.util.Optional;
import java.util.regex.Pattern;

/** Finds in a text what a model quotes from it; white space and the end of a sentence may differ. */
final class Quotes {
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private Quotes() {}

    /** The very words of the text; empty where the quote does not stand in it. */
    static Optional<String> find(String text, String quote) {
        String wanted = quote.strip().replaceFirst("[.…]+$", "").strip();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        if (text.contains(quote.strip())) {
            return Optional.of(quote.strip());
        }
        String pattern = SPACE.splitAsStream(wanted)
                .map(Pattern::quote)
                .reduce((a, b) -> a + "\\s+" + b)
                .orElseThrow();
        return Pattern.compile(pattern + "[.;]?")
                .matcher(text)
                .results()
                .findFirst()
                .map(found -> found.group());
    }
}
