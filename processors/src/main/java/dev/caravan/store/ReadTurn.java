package dev.caravan.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.TurnDocument;
import dev.caravan.turn.BadRequest;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;

/** Turns a stored document back into what was sent. */
public final class ReadTurn {
    private final ObjectMapper mapper;

    /** A reader of what {@link WriteRow} writes. */
    public ReadTurn(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * The turn.
     *
     * @param rows one with the column {@code document}, or none
     * @throws BadRequest 404 when there is none
     */
    public TurnDocument read(@Body List<Map<String, Object>> rows) throws JsonProcessingException {
        if (rows.isEmpty()) {
            throw new BadRequest(404, "turn_id", "there is no such turn");
        }
        return mapper.readValue(String.valueOf(rows.get(0).get("document")), TurnDocument.class);
    }
}
