package dev.caravan.turn;

import java.util.Map;

/** A body whose state after a stage is worth showing in the trace. */
public interface Traced {

    /**
     * What is known as a stage begins, JSON-ready; empty when there is nothing to show.
     *
     * @param stage the stage that begins
     */
    default Map<String, Object> begun(String stage) {
        return Map.of();
    }

    /**
     * What the stage found out, JSON-ready; empty when there is nothing to show.
     *
     * @param stage the stage that just ended
     */
    Map<String, Object> detail(String stage);
}
