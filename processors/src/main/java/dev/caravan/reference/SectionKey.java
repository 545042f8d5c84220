package dev.caravan.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name by which a section, article or annex is looked up: {@code § 7a}, {@code Artikel 6} and {@code Anlage 4} become {@code 7a},
 * {@code 6} and {@code annex 4}. Sections and articles share their numbers, since a law has the one or the other.
 */
public final class SectionKey {
    private static final Pattern ANNEX =
            Pattern.compile("^(?:anlage|anhang|annex|appendix|schedule)\\w*\\s*(\\w*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBER = Pattern.compile("\\d+\\s?[a-z]{0,2}\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern PARTS = Pattern.compile("(\\d+)([a-z]*)");
    // a longer range is a slip of the reader or of the text
    private static final int LONGEST_RANGE = 200;

    private SectionKey() {}

    /** The key of a heading or a name, or empty when it has no number. */
    public static Optional<String> of(String name) {
        String trimmed = name.strip();
        Matcher annex = ANNEX.matcher(trimmed);
        if (annex.find()) {
            return Optional.of(annex(annex.group(1)));
        }
        Matcher number = NUMBER.matcher(trimmed);
        return number.find() ? Optional.of(number.group().replace(" ", "").toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /** The key of an annex by its number, which may be empty or Roman. */
    static String annex(String number) {
        return ("annex " + number.toLowerCase(Locale.ROOT)).strip();
    }

    /** Every key from one to another, both included; letters are counted where the number is the same. */
    static List<String> range(String from, String to) {
        Matcher first = PARTS.matcher(from);
        Matcher last = PARTS.matcher(to);
        if (!first.matches() || !last.matches()) {
            return List.of(from, to);
        }
        int low = Integer.parseInt(first.group(1));
        int high = Integer.parseInt(last.group(1));
        if (low == high && first.group(2).length() <= 1 && last.group(2).length() == 1) {
            return letters(first, last);
        }
        if (high <= low || high - low > LONGEST_RANGE) {
            return List.of(from, to);
        }
        List<String> keys = new ArrayList<>(List.of(from));
        for (int n = low + 1; n < high; n++) {
            keys.add(String.valueOf(n));
        }
        if (!last.group(2).isEmpty()) {
            keys.add(last.group(1));
        }
        keys.add(to);
        return keys;
    }

    private static List<String> letters(Matcher first, Matcher last) {
        List<String> keys = new ArrayList<>();
        char letter = first.group(2).isEmpty() ? 'a' : first.group(2).charAt(0);
        if (first.group(2).isEmpty()) {
            keys.add(first.group(1));
        }
        for (; letter <= last.group(2).charAt(0); letter++) {
            keys.add(first.group(1) + letter);
        }
        return keys;
    }
}
