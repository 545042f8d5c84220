package dev.caravan.edge;

import dev.caravan.sql.DatabaseProblem;
import dev.caravan.turn.BadRequest;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An error as the client reads it, {@code application/problem+json} by RFC 9457.
 *
 * @param status the HTTP status
 * @param title the kind of problem in a few words
 * @param detail this problem, and what to do about it
 * @param field the field of the request that is wrong
 * @param incident where the log tells more; set for faults of the server
 * @param more further members, JSON-ready
 */
public record Problem(
        int status,
        String title,
        String detail,
        Optional<String> field,
        Optional<String> incident,
        Map<String, Object> more) {
    /** The media type. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final Logger LOG = LoggerFactory.getLogger(Problem.class);

    /** A problem without further members. */
    public Problem(int status, String title, String detail, Optional<String> field, Optional<String> incident) {
        this(status, title, detail, field, incident, Map.of());
    }

    /** A problem of the request that is about no field. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, Optional.empty(), Optional.empty());
    }

    /**
     * What a failure looks like from outside: a {@link BadRequest} anywhere among the causes tells its
     * status and field; a database of conversations that does not answer is a 503, the only database whose failures come as far
     * as this; everything else is a 500 that tells nothing but the incident under which it is logged here.
     */
    public static Problem of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BadRequest bad) {
                return new Problem(
                        bad.status(),
                        title(bad.status()),
                        bad.getMessage(),
                        Optional.of(bad.field()),
                        Optional.empty(),
                        bad.members());
            }
            if (cause instanceof SQLException && DatabaseProblem.isDown(cause)) {
                LOG.warn("the database of conversations does not answer: {}", cause.getMessage());
                return of(
                        503,
                        title(503),
                        "The database of conversations does not answer at the moment. Try again in a few seconds.");
            }
        }
        String incident = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("incident {}", incident, failure);
        return new Problem(
                500,
                title(500),
                "Something broke on the server. Its log tells more under incident " + incident + ".",
                Optional.empty(),
                Optional.of(incident));
    }

    /** The members in the order of the RFC, for JSON. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "about:blank");
        members.put("title", title);
        members.put("status", status);
        members.put("detail", detail);
        field.ifPresent(name -> members.put("field", name));
        incident.ifPresent(id -> members.put("incident", id));
        members.putAll(more);
        return members;
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad request";
            case 401 -> "Not logged in";
            case 403 -> "Forbidden";
            case 404 -> "Not found";
            case 409 -> "Conflict";
            case 413 -> "Too large";
            case 429 -> "Too many requests";
            case 500 -> "Internal error";
            case 503 -> "Unavailable";
            default -> "Request refused";
        };
    }
}
