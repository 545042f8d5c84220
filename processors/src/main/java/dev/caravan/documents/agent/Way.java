package dev.caravan.documents.agent;

import java.util.Locale;

/** The ways a question on documents may go. */
public enum Way {
    /** Something is to be opened; nothing has to be read for it. */
    NAVIGATION,
    /** What a citation of the answer before stands for. */
    CITATION,
    /** The document is named by its file or id: it is read without a search. */
    DIRECT,
    /** One thing about one organisation. */
    SIMPLE,
    /** Several organisations, several years or a comparison. */
    COMPLEX,
    /** Nothing of documents is asked for: a greeting, what there is. */
    GENERAL,
    /** The answer before in another shape. */
    TRANSFORM,
    /** A question that leaves unsaid what the one before said. */
    FOLLOW_UP,
    /** The same question as before in this conversation, of the same documents. */
    CACHED;

    /** As in traces and metrics. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
