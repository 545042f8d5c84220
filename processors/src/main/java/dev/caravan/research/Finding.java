package dev.caravan.research;

import java.util.List;

/**
 * What a passage says about the query of a task.
 *
 * @param passage where it stands
 * @param sentences those that bear on the query, in the order of the text, word for word
 * @param score how relevant, 0 to 1
 * @param depth 0 for a search, else how many references deep
 * @param via the section whose reference led here; empty for a search
 */
public record Finding(Passage passage, List<String> sentences, double score, int depth, String via) {
    /** Takes a copy. */
    public Finding {
        sentences = List.copyOf(sentences);
    }
}
