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
 * @param shadow the other way, where it is gone for comparison
 * @param opens what the person's page is to open, as the tools say it; empty for nothing
 */
public record Chosen(Turn turn, Way way, String by, String reason, Shadow shadow, Map<String, Object> opens)
        implements Traced, PartOfTurn {

    /** What is run for comparison, unseen by the person. */
    public enum Shadow {
        /** Nothing. */
        NONE,
        /** The agent. */
        AGENT,
        /** The fixed pipeline. */
        PIPELINE
    }

    /** A way without a shadow. */
    Chosen(Turn turn, Way way, String by, String reason, Map<String, Object> opens) {
        this(turn, way, by, reason, Shadow.NONE, opens);
    }

    /** Takes a copy. */
    public Chosen {
        opens = Collections.unmodifiableMap(new LinkedHashMap<>(opens));
    }

    /** Name of the route that goes on. */
    public String getBy() {
        return by;
    }

    /** Whether another way is gone as well. */
    public boolean isShadowed() {
        return shadow != Shadow.NONE;
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
