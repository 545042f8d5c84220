package dev.caravan.model.offline;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Flags in a question, which are countries: two regional indicator symbols spell the country's code of two letters. */
final class Flags {
    private static final int FIRST = 0x1F1E6;
    private static final Pattern FLAG = Pattern.compile("[\\x{1F1E6}-\\x{1F1FF}]{2}");

    private Flags() {}

    /** The text with each flag replaced by the country's code of three letters. */
    static String spelled(String text) {
        return FLAG.matcher(text).replaceAll(flag -> Matcher.quoteReplacement(code(flag.group())));
    }

    private static String code(String flag) {
        int[] symbols = flag.codePoints().toArray();
        String letters = "" + (char) ('A' + symbols[0] - FIRST) + (char) ('A' + symbols[1] - FIRST);
        try {
            return " " + new Locale("", letters).getISO3Country() + " ";
        } catch (MissingResourceException e) {
            return flag; // no country has that code
        }
    }
}
