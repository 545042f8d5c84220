package dev.caravan.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A word, number or sign of a text.
 *
 * @param text as written
 * @param lower the same in lower case
 * @param start offset of its first character
 * @param end offset behind its last one
 */
record Token(String text, String lower, int start, int end) {
    private static final Pattern TOKEN = Pattern.compile(
            "§§?|\\p{L}[\\p{L}\\p{M}]*(?:-\\p{L}[\\p{L}\\p{M}]*)*-?|\\d+(?:/\\d+)+(?:/\\p{L}+)?|\\d+(?:\\p{Ll}{0,2}|\\p{Lu})(?![\\p{L}\\d])|\\d+|\\S");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\p{Ll}{0,2}|\\p{Lu})");
    private static final Pattern ROMAN = Pattern.compile("[IVXL]+");
    private static final Pattern ACT = Pattern.compile("\\d+/\\d+(?:/\\p{L}+)?");

    static List<Token> of(String text) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(new Token(
                    matcher.group(), matcher.group().toLowerCase(Locale.ROOT), matcher.start(), matcher.end()));
        }
        return tokens;
    }

    /** 7, 7a, 7A, 95aa. */
    boolean isNumber() {
        return NUMBER.matcher(text).matches();
    }

    boolean isRoman() {
        return ROMAN.matcher(text).matches();
    }

    /** A number of a European act such as 2016/679 or 2013/59/EURATOM. */
    boolean isActNumber() {
        return ACT.matcher(text).matches();
    }

    /** A single letter, as places are lettered. */
    boolean isLetter() {
        return text.length() <= 2
                && !text.isEmpty()
                && Character.isLowerCase(text.charAt(0))
                && lower.matches("([a-z])\\1?");
    }

    boolean isCapitalised() {
        return Character.isUpperCase(text.charAt(0));
    }
}
