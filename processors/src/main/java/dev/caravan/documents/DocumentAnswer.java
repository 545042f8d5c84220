package dev.caravan.documents;

import java.util.List;

/**
 * An answer from documents, with what it rests on.
 *
 * @param kind how it came about
 * @param text Markdown with a mark {@code [N]} behind each statement
 * @param citations what the marks stand for, in their order
 * @param read the pages that were read, the document thought best first
 * @param notes what was assumed or could not be done
 */
public record DocumentAnswer(Kind kind, String text, List<Citation> citations, List<Read> read, List<String> notes) {

    /** How an answer came about. */
    public enum Kind {
        /** Figures of the documents, or what was worked out of them. */
        FIGURE,
        /** Nothing was concluded; passages that bear on the question are quoted. */
        PASSAGES,
        /** Nothing near was found. */
        NOTHING
    }

    /**
     * What a mark stands for; bound to its block when the mark is written.
     *
     * @param number of the mark
     * @param document its id
     * @param title of the document
     * @param page counted from 1
     * @param block its number in the document
     * @param box where it stands
     * @param text what stands there
     */
    public record Citation(int number, String document, String title, int page, int block, Box box, String text) {
        /** Of a block. */
        public static Citation of(int number, DocumentProfile document, Block block) {
            return new Citation(
                    number, document.id(), document.title(), block.page(), block.number(), block.box(), block.shown());
        }
    }

    /**
     * Pages of a document that were read.
     *
     * @param document its id
     * @param pages in the order of reading
     */
    public record Read(String document, List<Integer> pages) {
        /** Takes a copy. */
        public Read {
            pages = List.copyOf(pages);
        }
    }

    /** Takes copies. */
    public DocumentAnswer {
        citations = List.copyOf(citations);
        read = List.copyOf(read);
        notes = List.copyOf(notes);
    }
}
