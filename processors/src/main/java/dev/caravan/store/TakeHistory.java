package dev.caravan.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import dev.caravan.turn.Turn.PastTurn.Cited;
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
                        .map(row -> {
                            JsonNode evidence = evidence(row.get("evidence"));
                            return new PastTurn(
                                    text(row, "question"),
                                    text(row, "asked"),
                                    text(row, "answer"),
                                    statements(evidence),
                                    cited(evidence));
                        })
                        .toList());
    }

    /** The pieces of evidence, which come as JSON; none where it cannot be read. */
    private static JsonNode evidence(Object evidence) {
        try {
            return evidence instanceof String json ? JSON.readTree(json) : JSON.createArrayNode();
        } catch (JsonProcessingException e) {
            return JSON.createArrayNode();
        }
    }

    private static List<String> statements(JsonNode evidence) {
        List<String> statements = new ArrayList<>();
        evidence.forEach(piece -> {
            if (piece.hasNonNull("sql")) {
                statements.add(piece.get("sql").asText());
            }
        });
        return statements;
    }

    private static List<Cited> cited(JsonNode evidence) {
        List<Cited> cited = new ArrayList<>();
        evidence.forEach(piece -> piece.path("passages")
                .forEach(passage -> cited.add(new Cited(
                        passage.path("document").asText(),
                        passage.path("section").asText(),
                        passage.path("text").asText()))));
        return cited;
    }

    private static String text(Map<String, Object> row, String column) {
        return String.valueOf(row.get(column));
    }
}
