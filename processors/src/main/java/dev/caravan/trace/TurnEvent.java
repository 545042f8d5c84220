package dev.caravan.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that happened in a turn, as it is sent to a listening client.
 *
 * @param turnId the turn
 * @param type the event's name on the wire: thread, node_start, pipeline_state, agent_talk, error,
 *     done
 * @param data JSON-ready values
 */
public record TurnEvent(String turnId, String type, Map<String, Object> data) {
    /** Takes a copy that keeps the order; values may be null. */
    public TurnEvent {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }
}
