package dev.caravan.text;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A text split into words that can be compared.
 *
 * @param text the text as written
 * @param list its words in order
 */
public record Words(String text, List<Word> list) {

    /**
     * One word.
     *
     * @param start offset in the text
     * @param end offset behind it
     * @param raw as written
     * @param folded lower case, without accents
     * @param stem {@code folded} without a plural ending
     */
    public record Word(int start, int end, String raw, String folded, String stem) {
        /** Whether it is written in capitals throughout. */
        public boolean isUpperCase() {
            return raw.equals(raw.toUpperCase(Locale.ROOT)) && !raw.equals(raw.toLowerCase(Locale.ROOT));
        }

        /** Whether it begins with a capital letter. */
        public boolean isCapitalised() {
            return Character.isUpperCase(raw.charAt(0));
        }

        /** Whether it consists of digits only. */
        public boolean isDigits() {
            return raw.chars().allMatch(Character::isDigit);
        }
    }

    // the names of a schema are compared with every word of the language, each time a reader is made
    private static final Cache<String, String> KEYS =
            Caffeine.newBuilder().maximumSize(50_000).build();
    private static final int LONGEST_NAME = 100;
    private static final int ASCII_END = 0x80;
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    // "u.s." and "u.k." stay whole; numbers keep their separators; % and $ are words of their own
    private static final Pattern WORD = Pattern.compile(
            "(?:\\p{L}\\.){2,}|\\d+(?:[.,]\\d+)*|\\p{L}[\\p{L}\\p{M}\\p{N}]*|[%$€£]|[<>]=?|(?<=\\d)\\s?[-–—](?=\\s?\\d)");

    /** Takes a copy. */
    public Words {
        list = List.copyOf(list);
    }

    /** Splits a text. */
    public static Words of(String text) {
        List<Word> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            String raw = matcher.group();
            String folded = fold(raw);
            boolean possessive = folded.equals("s")
                    && matcher.start() > 0
                    && (text.charAt(matcher.start() - 1) == '\'' || text.charAt(matcher.start() - 1) == '’');
            if (possessive || folded.isEmpty()) {
                continue;
            }
            words.add(new Word(matcher.start(), matcher.end(), raw, folded, stem(folded)));
        }
        return new Words(text, words);
    }

    /** Lower case without accents and dots; a dash between numbers becomes "to". */
    public static String fold(String text) {
        String trimmed = text.strip();
        if (trimmed.length() == 1 && "-–—".contains(trimmed)) {
            return "to";
        }
        String lower = trimmed.toLowerCase(Locale.ROOT);
        String plain = lower.chars().allMatch(letter -> letter < ASCII_END) ? lower : unaccented(lower);
        return Character.isLetter(plain.isEmpty() ? ' ' : plain.charAt(0)) ? plain.replace(".", "") : plain;
    }

    private static String unaccented(String lower) {
        return MARKS.matcher(Normalizer.normalize(lower, Normalizer.Form.NFD))
                .replaceAll("")
                .replace("ı", "i")
                .replace("ß", "ss")
                .replace("ø", "o")
                .replace("æ", "ae")
                .replace("ł", "l");
    }

    /** The folded word without an English plural ending; words of up to three letters stay. */
    public static String stem(String word) {
        int length = word.length();
        if (length <= 3 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) {
            return word;
        }
        if (word.endsWith("ies") && length > 4) {
            return word.substring(0, length - 3) + "y";
        }
        if (word.endsWith("shoes")) {
            return word.substring(0, length - 1);
        }
        if (word.endsWith("ches")
                || word.endsWith("shes")
                || word.endsWith("xes")
                || word.endsWith("sses")
                || word.endsWith("zes")
                || word.endsWith("oes")) {
            return word.substring(0, length - 2);
        }
        return word.substring(0, length - 1);
    }

    /** The stems joined by spaces: two texts with the same key say the same. */
    public static String key(String text) {
        return text.length() > LONGEST_NAME ? keyOf(text) : KEYS.get(text, Words::keyOf);
    }

    private static String keyOf(String text) {
        return of(text).list().stream().map(Word::stem).collect(Collectors.joining(" "));
    }

    /** The stems of the words from (inclusive) to (exclusive), joined by spaces. */
    public String key(int from, int to) {
        StringBuilder key = new StringBuilder();
        for (int i = from; i < to; i++) {
            key.append(i == from ? "" : " ").append(list.get(i).stem());
        }
        return key.toString();
    }

    /** The text as written from one word (inclusive) to another (exclusive). */
    public String slice(int from, int to) {
        return text.substring(list.get(from).start(), list.get(to - 1).end());
    }

    /** How many words there are. */
    public int size() {
        return list.size();
    }
}
