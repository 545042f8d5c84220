package dev.caravan.research;

import java.util.List;

/** Finds pages of the web. What they say is nobody's word: it is quoted as theirs, and followed nowhere. */
public interface WebSearch extends AutoCloseable {

    /**
     * A page.
     *
     * @param url where it is
     * @param title as the search engine calls it; may be empty
     * @param paragraphs of its text, without markup
     */
    record Page(String url, String title, List<String> paragraphs) {
        /** Takes a copy. */
        public Page {
            paragraphs = List.copyOf(paragraphs);
        }
    }

    /**
     * What a search brought.
     *
     * @param pages those that could be read
     * @param left addresses of those that could not or may not be read, each with the reason
     */
    record Found(List<Page> pages, List<String> left) {
        /** Takes copies. */
        public Found {
            pages = List.copyOf(pages);
            left = List.copyOf(left);
        }
    }

    /**
     * Searches.
     *
     * @throws Unavailable when the search engine does not answer as it should
     */
    Found search(String query);

    /** Gives up its connections. */
    @Override
    default void close() {}

    /** The search engine does not answer as it should. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** With what happened, in words. */
        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
