package dev.caravan.lookup;

/** Why a service gave no answer that can be relied on. */
public final class LookupProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean down;

    /**
     * With the reason in words.
     *
     * @param down whether the service itself is in trouble
     */
    public LookupProblem(String message, boolean down) {
        super(message);
        this.down = down;
    }

    /** The same with what caused it. */
    public LookupProblem(String message, boolean down, Throwable cause) {
        super(message, cause);
        this.down = down;
    }

    /** Whether the service itself is in trouble, which a breaker counts. */
    public static boolean isDown(Throwable failure) {
        return failure instanceof LookupProblem problem && problem.down;
    }
}
