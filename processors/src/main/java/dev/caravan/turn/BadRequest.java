package dev.caravan.turn;

/** Input that cannot be served as it is; the HTTP edge answers it with a 4xx problem that names the field. */
public final class BadRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final String field;

    /** A 400 about one field. */
    public BadRequest(String field, String detail) {
        this(400, field, detail);
    }

    /** A problem with its own HTTP status, 400 to 499. */
    public BadRequest(int status, String field, String detail) {
        super(detail);
        this.status = status;
        this.field = field;
    }

    /** The HTTP status to answer with. */
    public int status() {
        return status;
    }

    /** The field of the request that is wrong. */
    public String field() {
        return field;
    }
}
