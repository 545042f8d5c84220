package dev.caravan.query;

/** A query that cannot be compiled without counting something several times, or at all; the message says why in words. */
public final class NotExpressible extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the reason. */
    public NotExpressible(String reason) {
        super(reason);
    }
}
