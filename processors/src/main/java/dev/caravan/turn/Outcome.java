package dev.caravan.turn;

import java.util.Locale;

/** How a turn ended; each kind looks different to the person who asked. */
public enum Outcome {
    /** The question was answered from results. */
    ANSWERED,
    /** A choice only the person can make is open; the answer lists the options. */
    CLARIFY,
    /** The question is outside what the workspace answers, or asks for something it must not do. */
    REFUSED,
    /** The query ran and found nothing. */
    NO_DATA,
    /** The data exist or may exist, but this installation does not let them be read. */
    NOT_PERMITTED,
    /** The turn waits: the answer's form says what the person is asked. */
    AWAITING_PERSON,
    /** Something broke; the answer says what and what to try. */
    FAILED;

    /** Whether the data were asked and told what there is, be it nothing. */
    public boolean isFromData() {
        return this == ANSWERED || this == NO_DATA;
    }

    /** The lower-case name used in JSON. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
