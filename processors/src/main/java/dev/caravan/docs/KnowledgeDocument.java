package dev.caravan.docs;

import java.util.List;

/**
 * A document of a workspace's knowledge folder.
 *
 * @param name file name without {@code .md}
 * @param title as its front matter gives it
 * @param description what it explains, in a sentence or two: all that a model sees before it chooses
 * @param sections its sections in order
 */
public record KnowledgeDocument(String name, String title, String description, List<Section> sections) {

    /**
     * A section: what stands below one second-level heading.
     *
     * @param document name of the document
     * @param title title of the document
     * @param heading its own heading
     * @param text Markdown, without the heading
     * @param asked questions in other words that it answers; they are searched and not shown
     * @param related headings of the sections that belong to the same matter
     */
    public record Section(
            String document, String title, String heading, String text, List<String> asked, List<String> related) {
        /** Takes copies. */
        public Section {
            asked = List.copyOf(asked);
            related = List.copyOf(related);
        }

        /** How it is cited. */
        public String citation() {
            return heading.equals(title) ? title : title + ", section \"" + heading + "\"";
        }
    }

    /** Takes a copy. */
    public KnowledgeDocument {
        sections = List.copyOf(sections);
    }

    /** The line of the manifest. */
    public String manifestLine() {
        return "- " + name + ": " + title + ". " + description;
    }
}
