package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import java.util.List;

/** Finds the sections that answer a question; the port of the documentation pipeline to its index. */
@FunctionalInterface
public interface SectionSearch {

    /**
     * A section that was found.
     *
     * @param section the section
     * @param score by which hits of one search are ordered; larger is better
     * @param similarity how near question and section are in meaning, a cosine from -1 to 1; NaN where
     *     there are no sentence vectors
     */
    record Hit(Section section, double score, double similarity) {}

    /**
     * The sections that fit a question best, best first; none when nothing fits at all.
     *
     * @param question in plain words
     * @param limit at most so many
     */
    List<Hit> search(String question, int limit);
}
