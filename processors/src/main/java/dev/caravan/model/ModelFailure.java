package dev.caravan.model;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A model call that gave nothing to go on with. The message says what happened, without question, key or address. */
public class ModelFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** The provider wants fewer requests (429), or this process keeps to its own ceiling. */
        LIMITED(true, true),
        /** The provider has a fault of its own (5xx). */
        SERVER(true, true),
        /** No answer in time. */
        TIMEOUT(true, true),
        /** No connection. */
        UNREACHABLE(true, true),
        /** The answer ended before its end. */
        CUT(true, true),
        /** An answer without content. */
        EMPTY(true, true),
        /** The provider is given a rest after failures in a row. */
        RESTING(false, true),
        /** There is no key, or it is not accepted. */
        KEY(false, true),
        /** The provider does not take the request: no such model, or a request it finds wrong. */
        REJECTED(false, true),
        /** The answer was longer than allowed. */
        OVERSIZE(false, true),
        /** The provider's content filter stepped in; nobody else is asked then. */
        FILTERED(false, false),
        /** This program stumbled over the call; says nothing about the provider, and nothing is gained by a second try. */
        FAULT(false, true),
        /** The turn was stopped. */
        CANCELLED(false, false),
        /** The turn's budget is spent. */
        BUDGET(false, false),
        /** There is no recording of this call. */
        UNRECORDED(false, false);

        private final boolean passing;
        private final boolean elsewhere;

        Kind(boolean passing, boolean elsewhere) {
            this.passing = passing;
            this.elsewhere = elsewhere;
        }

        /** Whether the same call may succeed a moment later; such failures count against the provider's breaker. */
        public boolean isPassing() {
            return passing;
        }

        /** Whether another provider may answer instead. */
        public boolean mayGoElsewhere() {
            return elsewhere;
        }

        /** The lower-case name used in traces and recordings. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A failure that trying again does not mend. */
    public static final class Lasting extends ModelFailure {
        private static final long serialVersionUID = 1L;

        private Lasting(Kind kind, String message, Duration retryAfter, Throwable cause) {
            super(kind, message, retryAfter, cause);
        }
    }

    private final Kind kind;
    private final Duration retryAfter;

    private ModelFailure(Kind kind, String message, Duration retryAfter, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** A failure without a wish of the provider. */
    public static ModelFailure of(Kind kind, String message, Throwable cause) {
        return of(kind, message, Optional.empty(), cause);
    }

    /**
     * A failure.
     *
     * @param retryAfter how long the provider wants to be left alone
     */
    public static ModelFailure of(Kind kind, String message, Optional<Duration> retryAfter, Throwable cause) {
        Duration wait = retryAfter.orElse(null);
        return kind.isPassing()
                ? new ModelFailure(kind, message, wait, cause)
                : new Lasting(kind, message, wait, cause);
    }

    /** The same, not to be tried again: the provider wants to be left alone for longer than anybody waits. */
    public ModelFailure lasting() {
        return new Lasting(kind, getMessage(), retryAfter, this);
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }

    /** How long the provider wants to be left alone. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Why a model gave no reply, as people read it; whoever asks may not know the cause. */
    public static String told(Throwable cause) {
        if (!(cause instanceof ModelFailure failure)) {
            return "The language model did not answer. Try again in a moment; the state of the model is shown at /api/status.";
        }
        return switch (failure.kind) {
            case BUDGET -> failure.getMessage();
            case CANCELLED -> "The question was stopped before it was answered.";
            case EMPTY -> "The language model gave an empty answer. Try again.";
            case RESTING -> "The language model did not answer: " + failure.getMessage()
                    + ". Try again in a minute or two; its state is shown at /api/status.";
            case FAULT -> "This question met a fault of the program, which is in its log; others are not touched by it. Put it in other words.";
            case FILTERED -> "The content filter of the language model's provider held the answer back. Put the question in other words.";
            case LIMITED,
                    SERVER,
                    TIMEOUT,
                    UNREACHABLE,
                    CUT,
                    KEY,
                    REJECTED,
                    OVERSIZE,
                    UNRECORDED -> "The language model did not answer: " + failure.getMessage()
                    + ". Try again in a moment; the state of the model is shown at /api/status.";
        };
    }

    /** Whether a breaker counts an exception: what passes by itself, and nothing that one call brought about. */
    public static boolean isFault(Throwable cause) {
        return cause instanceof ModelFailure failure && failure.kind.isPassing();
    }
}
