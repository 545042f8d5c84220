package dev.caravan.documents;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Words to be found in texts: compared in lower case, without punctuation; a star stands for any words.
 *
 * @param words of the phrase
 */
public record Phrase(List<String> words) {
    private static final Pattern APOSTROPHE = Pattern.compile("['’`]s?\\b|['’`]");
    private static final Pattern REMARK =
            Pattern.compile("\\((?:[^()]*\\b(?:notes?|see)\\b[^()]*|[a-z0-9]|loss|losses|pp&e)\\)");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}%*]+");

    /** Takes a copy. */
    public Phrase {
        words = List.copyOf(words);
    }

    /** Of the words of a text. */
    public static Phrase of(String text) {
        return new Phrase(wordsOf(text));
    }

    /** The words of a text as they are compared. */
    public static List<String> wordsOf(String text) {
        String plain = APOSTROPHE
                .matcher(Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT))
                .replaceAll("");
        List<String> words = new ArrayList<>();
        for (String word : NO_WORD.split(plain)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    /** The words of a row's heading, without remarks in brackets. */
    static List<String> wordsOfLabel(String label) {
        return wordsOf(REMARK.matcher(label.toLowerCase(Locale.ROOT)).replaceAll(" "));
    }

    /** Whether a whole text is this phrase. */
    public boolean is(List<String> text) {
        return end(text, 0, 0, true) == text.size();
    }

    /** The length of the match that begins there, or -1. */
    int at(List<String> text, int from) {
        int end = end(text, from, 0, false);
        return end < 0 ? -1 : end - from;
    }

    /** Whether the phrase stands anywhere in a text. */
    public boolean in(List<String> text) {
        for (int i = 0; i < text.size(); i++) {
            if (at(text, i) > 0) {
                return true;
            }
        }
        return false;
    }

    private int end(List<String> text, int from, int word, boolean whole) {
        if (word == words.size()) {
            return whole && from != text.size() ? -1 : from;
        }
        if (words.get(word).equals("*")) {
            for (int next = from; next <= Math.min(text.size(), from + (whole ? text.size() : 8)); next++) {
                int end = end(text, next, word + 1, whole);
                if (end >= 0) {
                    return end;
                }
            }
            return -1;
        }
        return from < text.size() && text.get(from).equals(words.get(word)) ? end(text, from + 1, word + 1, whole) : -1;
    }
}
