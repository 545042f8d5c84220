package dev.caravan.research;

/**
 * A paragraph of a section, which is what a search finds and a statement is attributed to.
 *
 * @param id unique in the collection, for example {@code AtG § 7 #2}
 * @param document id of the law or document
 * @param key of the section, see {@link dev.caravan.reference.SectionKey}
 * @param number of the section as the document writes it
 * @param heading of the section
 * @param text of the paragraph
 */
public record Passage(String id, String document, String key, String number, String heading, String text) {
    /** The section it is part of, as a reader names it. */
    public String section() {
        return document + " " + number;
    }
}
