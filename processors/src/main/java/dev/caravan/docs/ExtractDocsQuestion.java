package dev.caravan.docs;

import dev.caravan.turn.Turn;

/** Stage extract_docs_question: takes question and context out of the tool call. */
public final class ExtractDocsQuestion {

    /** A fresh run for the turn's next tool call. */
    public DocsRun extract(Turn turn) {
        return DocsRun.begin(turn.id(), turn.nextCall());
    }
}
