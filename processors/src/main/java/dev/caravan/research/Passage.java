package dev.caravan.research;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A paragraph of a section, which is what a search finds and a statement is attributed to.
 *
 * @param id unique in the collection, for example {@code AtG § 7 #2}
 * @param document id of the law or document
 * @param key of the section, see {@link dev.caravan.reference.SectionKey}
 * @param number of the section as the document writes it
 * @param heading of the section
 * @param text of the paragraph
 * @param page of the document on which it begins; 0 where it has no pages
 */
public record Passage(String id, String document, String key, String number, String heading, String text, int page) {
    private static final Pattern PARAGRAPH = Pattern.compile("^(\\(\\d+[a-z]?\\))\\s+");

    /** One of a document without pages. */
    public Passage(String id, String document, String key, String number, String heading, String text) {
        this(id, document, key, number, heading, text, 0);
    }

    /** Where it stands, as a reader cites it: the section and, where paragraphs have numbers, its own. */
    public String place() {
        Matcher paragraph = PARAGRAPH.matcher(text);
        return paragraph.find() ? section() + " " + paragraph.group(1) : section();
    }

    /** A sentence of it without the number of the paragraph that it begins. */
    static String unnumbered(String sentence) {
        return PARAGRAPH.matcher(sentence).replaceFirst("");
    }

    /** The section it is part of, as a reader names it. */
    public String section() {
        return document + " " + number;
    }
}
