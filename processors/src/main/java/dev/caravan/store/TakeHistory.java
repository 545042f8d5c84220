package dev.caravan.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Gives a turn the earlier turns of its thread. */
public final class TakeHistory {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * With the history.
     *
     * @param past rows of question, asked and answer, oldest first; null when they could not be read
     */
    public Turn take(@Body Turn turn, @Variable("past") List<Map<String, Object>> past) {
        return past == null
                ? turn
                : turn.withHistory(past.stream()
                        .map(row -> new PastTurn(
                                text(row, "question"),
                                text(row, "asked"),
                                text(row, "answer"),
                                statements(row.get("evidence"))))
                        .toList());
    }

    /** The statements among the evidence, which comes as JSON; none where it cannot be read. */
    private static List<String> statements(Object evidence) {
        List<String> statements = new ArrayList<>();
        if (evidence instanceof String json) {
            try {
                JSON.readTree(json).forEach(piece -> {
                    if (piece.hasNonNull("sql")) {
                        statements.add(piece.get("sql").asText());
                    }
                });
            } catch (JsonProcessingException e) {
                return List.of();
            }
        }
        return statements;
    }

    private static String text(Map<String, Object> row, String column) {
        return String.valueOf(row.get(column));
    }
}
