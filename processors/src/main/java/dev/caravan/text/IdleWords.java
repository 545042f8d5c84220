package dev.caravan.text;

import java.util.Set;

/** Words that make a question a question and tell nothing of what it is about. */
public final class IdleWords {
    /** In lower case. */
    public static final Set<String> ALL = Set.of(
            "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not",
            "of", "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was",
            "will", "with", "what", "how", "many", "much", "why", "when", "where", "which", "who", "whose", "whether",
            "does", "do", "did", "doing", "done", "can", "could", "may", "might", "must", "should", "would", "shall",
            "am", "were", "been", "being", "has", "have", "had", "i", "me", "my", "we", "us", "our", "you", "your",
            "he", "she", "them", "its", "from", "about", "than", "so", "some", "any", "all", "please", "tell", "give",
            "explain", "get", "use", "make", "made", "mean", "means", "meaning", "s", "t");

    private IdleWords() {}
}
