package dev.caravan.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.TurnDocument;
import dev.caravan.turn.BadRequest;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Turns rows of shares into what is shown of them. */
public final class ReadShare {
    private final ObjectMapper mapper;

    /** A reader of what {@link WriteRow} writes. */
    public ReadShare(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * The token of a share.
     *
     * @throws BadRequest 404 when there is none
     */
    public String token(@Body List<Map<String, Object>> rows) {
        return String.valueOf(first(rows).get("token"));
    }

    /**
     * The shared turn as others may see it: it leads to its own tables and to nothing else.
     *
     * @param rows one with the column {@code document}, or none
     * @throws BadRequest 404 when there is none
     */
    public TurnDocument read(@Body List<Map<String, Object>> rows, @Variable("token") String token)
            throws JsonProcessingException {
        String document = String.valueOf(first(rows).get("document"));
        TurnDocument turn = mapper.readValue(document, TurnDocument.class);
        return turn.shared("/api/shares/" + token);
    }

    private static Map<String, Object> first(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw new BadRequest(404, "token", "nothing is shared under this address, or not any more");
        }
        return rows.get(0);
    }
}
