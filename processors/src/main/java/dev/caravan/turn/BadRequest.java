package dev.caravan.turn;

import java.util.Map;

/** Input that cannot be served as it is; the HTTP edge answers it with a 4xx problem that names the field. */
public final class BadRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final String field;
    private final transient Map<String, Object> members;

    /** A 400 about one field. */
    public BadRequest(String field, String detail) {
        this(400, field, detail);
    }

    /** A problem with its own HTTP status, 400 to 499. */
    public BadRequest(int status, String field, String detail) {
        this(status, field, detail, Map.of());
    }

    /**
     * The same with what programs can act on.
     *
     * @param members further members of the problem, JSON-ready
     */
    public BadRequest(int status, String field, String detail, Map<String, Object> members) {
        super(detail);
        this.status = status;
        this.field = field;
        this.members = members;
    }

    /** The HTTP status to answer with. */
    public int status() {
        return status;
    }

    /** The field of the request that is wrong. */
    public String field() {
        return field;
    }

    /** Further members of the problem. */
    public Map<String, Object> members() {
        return members == null ? Map.of() : members;
    }
}
