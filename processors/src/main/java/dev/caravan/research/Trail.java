package dev.caravan.research;

import java.util.List;

/**
 * One reference that a task met, and what was done with it.
 *
 * @param from the section it stands in
 * @param text as written
 * @param to the section it leads to, or the law that the collection has not
 * @param followed whether it was followed
 * @param reason why, or why not
 * @param why the same in the words of the model that decided; may be empty
 * @param depth how many references deep the text it stands in was
 * @param sections that were read because it was followed
 */
public record Trail(
        String from,
        String text,
        String to,
        boolean followed,
        Reason reason,
        String why,
        int depth,
        List<String> sections) {
    /** Takes a copy; what was kept earlier has none. */
    public Trail {
        sections = sections == null ? List.of() : List.copyOf(sections);
    }

    /** The same with the sections that were read for it. */
    Trail ledTo(List<String> read) {
        return new Trail(from, text, to, followed, reason, why, depth, read);
    }

    /** Why a reference is followed or left. */
    public enum Reason {
        /** The sentence that has it bears on the query. */
        RELEVANT,
        /** The sentence that has it does not. */
        NOT_RELEVANT,
        /** It leads to the section it stands in. */
        SAME_SECTION,
        /** It was followed before. */
        VISITED,
        /** The collection has no such document or section. */
        NOT_IN_COLLECTION,
        /** It is deep enough. */
        DEPTH,
        /** The task has read enough. */
        BUDGET,
        /** It leads outside, to the web. */
        EXTERNAL
    }
}
