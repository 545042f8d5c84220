package dev.caravan.documents.agent;

import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A turn whose way is chosen.
 *
 * @param turn with the question in full, and with an answer where the way needs no documents
 * @param way that it goes
 * @param by {@code agent} or {@code pipeline}; {@code none} where there is an answer
 * @param reason why it is not the agent; empty where it is
 * @param opens what the person's page is to open, as the tools say it; empty for nothing
 */
public record Chosen(Turn turn, Way way, String by, String reason, Map<String, Object> opens)
        implements Traced, PartOfTurn {

    /** Takes a copy. */
    public Chosen {
        opens = Collections.unmodifiableMap(new LinkedHashMap<>(opens));
    }

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
        if (!opens.isEmpty()) {
            told.put("tool_output", opens);
        }
        if (!turn.asked().isEmpty() && !turn.asked().equals(turn.question())) {
            told.put("asked", turn.asked());
        }
        return told;
    }
}
