package dev.caravan.documents.agent;

import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A turn whose way is chosen.
 *
 * @param turn with the question in full, and with an answer where the way needs no documents
 * @param way that it goes
 * @param by {@code agent} or {@code pipeline}; {@code none} where there is an answer
 * @param reason why it is not the agent; empty where it is
 */
public record Chosen(Turn turn, Way way, String by, String reason) implements Traced, PartOfTurn {

    /** Name of the route that goes on. */
    public String getBy() {
        return by;
    }

    /** The turn. */
    public Turn getTurn() {
        return turn;
    }

    @Override
    public String turnId() {
        return turn.id();
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("way", way.code());
        told.put("by", by);
        if (!reason.isEmpty()) {
            told.put("reason", reason);
        }
        if (!turn.asked().isEmpty() && !turn.asked().equals(turn.question())) {
            told.put("asked", turn.asked());
        }
        return told;
    }
}
