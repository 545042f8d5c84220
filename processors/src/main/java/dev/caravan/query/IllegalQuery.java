package dev.caravan.query;

import java.util.List;

/** A query that does not fit the model that it is asked of; the message names everything that is wrong with it. */
public final class IllegalQuery extends Exception {
    private static final long serialVersionUID = 1L;

    /** With what is wrong, each in a sentence without its full stop. */
    public IllegalQuery(List<String> faults) {
        super(String.join("; ", faults));
    }
}
