package dev.caravan.search;

/** Why a search engine gave no result that can be relied on. */
public final class SearchProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Kinds of problems, which end differently. */
    public enum Kind {
        /** The request is refused, by the guard or by the engine; another one may be right. */
        REFUSED,
        /** The engine would need a script or a join for it; a database may answer it. */
        NOT_EXPRESSIBLE,
        /** It took longer than allowed. */
        TIMEOUT,
        /** The turn was given up by the person. */
        CANCELLED,
        /** The engine has too much to do at the moment. */
        BUSY,
        /** What came back is not the whole answer, so none is given. */
        INCOMPLETE,
        /** The engine does not answer, or cannot be started. */
        DOWN
    }

    private final Kind kind;

    /** With the reason in words. */
    public SearchProblem(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** With what caused it. */
    public SearchProblem(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Its kind. */
    public Kind kind() {
        return kind;
    }

    /** Whether the engine itself is in trouble, which a breaker counts. */
    public static boolean isDown(Throwable failure) {
        return failure instanceof SearchProblem problem && problem.kind == Kind.DOWN;
    }
}
