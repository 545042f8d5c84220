package dev.caravan.edge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;

/** Reads what a person says about an answer, from the request and from the store. */
public final class ReadFeedback {
    private static final String EXAMPLE = "{\"rating\": \"up\", \"comment\": \"…\"}";
    private static final List<String> RATINGS = List.of("up", "down");
    private static final int LONGEST = 4_000;

    private final ObjectMapper mapper;

    /** A reader. */
    public ReadFeedback(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Reads rating, and comment as wanted.
     *
     * @param body JSON in UTF-8
     * @throws BadRequest naming the field that is wrong
     */
    public Feedback read(String turnId, byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, List.of("rating", "comment"));
        String rating = RequestBody.text(request, "", "rating").orElse("");
        if (!RATINGS.contains(rating)) {
            throw new BadRequest("rating", "rating must be one of " + String.join(", ", RATINGS));
        }
        String comment =
                Json.clean(RequestBody.text(request, "", "comment").orElse("")).strip();
        if (comment.length() > LONGEST) {
            throw new BadRequest(
                    "comment", "the comment has " + comment.length() + " characters; at most " + LONGEST + " are kept");
        }
        return new Feedback(turnId, rating, comment);
    }

    /**
     * What is kept now.
     *
     * @param rows the row that was written; none when there is no such turn
     * @throws BadRequest 404
     */
    public Map<String, Object> saved(@Body List<Map<String, Object>> rows) {
        Map<String, Object> saved = new LinkedHashMap<>(first(rows));
        saved.computeIfPresent(
                "updated_at",
                (name, at) -> at instanceof Date date
                        ? Instant.ofEpochMilli(date.getTime()).toString()
                        : at);
        return saved;
    }

    /**
     * Whether something was forgotten.
     *
     * @throws BadRequest 404 when there was nothing
     */
    public String withdrawn(@Body List<Map<String, Object>> rows) {
        return String.valueOf(first(rows).get("turn_id"));
    }

    private static Map<String, Object> first(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw new BadRequest(404, "turn_id", "there is no such turn, or nothing was said about it");
        }
        return rows.get(0);
    }
}
