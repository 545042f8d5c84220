package dev.caravan.reference;

import java.util.List;
import java.util.Locale;

/**
 * A place of a text that points somewhere else.
 *
 * @param kind of what it points to
 * @param start offset of its first character in the text
 * @param end offset behind its last one
 * @param text as written, the name of the law included
 * @param law named law or document, inflected as written; empty for the one at hand
 * @param targets sections, articles and annexes as {@link SectionKey} writes them; empty where a whole document is meant
 */
public record Reference(Kind kind, int start, int end, String text, String law, List<String> targets) {

    /** What a reference points to. */
    public enum Kind {
        /** Sections, articles or annexes of a law. */
        LEGAL_SECTION,
        /** A paragraph, sentence or number of the section at hand. */
        OWN_SECTION,
        /** A whole law or document, by its name. */
        DOCUMENT_MENTION,
        /** A number in brackets of a list of literature. */
        ACADEMIC_NUMBERED,
        /** Author and year. */
        ACADEMIC_SHORTFORM,
        /** An address on the web. */
        EXTERNAL;

        /** The lower-case name used in JSON. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Takes a copy. */
    public Reference {
        targets = List.copyOf(targets);
    }

    /** Whether both share a character. */
    boolean overlaps(Reference other) {
        return start < other.end && other.start < end;
    }
}
