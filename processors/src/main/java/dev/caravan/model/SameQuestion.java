package dev.caravan.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question by the words that decide what is asked. Sentence models find "exports of Kenya in 2019" and "imports of Kenya in
 * 2020" alike, so likeness alone must not make two questions one: names and words of direction have to come in the same
 * order, all other words and numbers have to be the same.
 *
 * @param text the question, normalised
 * @param ordered names and words of direction, as they follow
 * @param others everything else that is no filler, sorted
 */
public record SameQuestion(String text, List<String> ordered, List<String> others) {
    private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}-]*|\\d[\\d.,]*");
    private static final Set<String> FILLERS = Set.of(
            "a", "an", "the", "please", "can", "could", "would", "you", "tell", "me", "show", "give", "what", "which",
            "is", "are", "was", "were", "did", "do", "does", "i", "we", "us", "want", "like", "know", "need", "see",
            "find", "out", "s", "in", "of", "for", "there", "it", "that", "and", "have", "has", "had");
    private static final Set<String> DIRECTION = Set.of(
            "from", "to", "by", "with", "without", "between", "than", "not", "no", "except", "before", "after", "since",
            "until", "per", "into");

    /** The words of a question. */
    public static SameQuestion of(String text) {
        List<String> ordered = new ArrayList<>();
        List<String> others = new ArrayList<>();
        Matcher word = WORD.matcher(text.replace("'s ", " ").replace("’s ", " "));
        while (word.find()) {
            String lower = word.group().toLowerCase(Locale.ROOT).replaceAll("[.,]+$", "");
            if (FILLERS.contains(lower)) {
                continue;
            }
            boolean name = Character.isUpperCase(word.group().charAt(0));
            (name || DIRECTION.contains(lower) ? ordered : others).add(lower);
        }
        Collections.sort(others);
        return new SameQuestion(normalised(text), List.copyOf(ordered), List.copyOf(others));
    }

    /** The text without what means nothing: space at its ends, more than one of it within, and the mark that ends the sentence. */
    public static String normalised(String text) {
        return text.strip().replaceAll("\\s+", " ").replaceAll("[\\s?.!]+$", "");
    }

    /** Whether both ask the same, as far as their words tell. */
    public boolean saysTheSameAs(SameQuestion other) {
        return ordered.equals(other.ordered) && others.equals(other.others);
    }

    /** The cosine of two vectors of the same length; 0 where one of them is zero. */
    static double cosine(float[] one, float[] other) {
        double product = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < one.length; i++) {
            product += one[i] * other[i];
            first += one[i] * one[i];
            second += other[i] * other[i];
        }
        return first == 0 || second == 0 ? 0 : product / Math.sqrt(first * second);
    }
}
