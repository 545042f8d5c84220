package dev.caravan.launcher;

/** Why Caravan cannot start, in words for the person who starts it. */
public final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A reason with what can be done about it. */
    public StartFailure(String message) {
        super(message);
    }

    /** A reason with its cause. */
    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
