package dev.caravan.research;

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
 */
public record Trail(String from, String text, String to, boolean followed, Reason reason, String why, int depth) {

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
