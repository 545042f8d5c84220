package dev.caravan.documents;

/** A file that cannot become a document; its message tells a person what is wrong and what to do. */
public final class UnreadableDocument extends Exception {
    private static final long serialVersionUID = 1;

    /** With what is told. */
    public UnreadableDocument(String message) {
        super(message);
    }

    /** With what is told and why it happened. */
    public UnreadableDocument(String message, Throwable cause) {
        super(message, cause);
    }
}
