package dev.caravan.gate;

import java.util.LinkedHashMap;
import java.util.Map;

/** A quota that is shown in JMX and in the status, wherever its places are kept. */
public interface WatchedQuota extends Quota, SlidingQuotaMXBean, StatusSource {
    /** The name of the source, as shown in the status. */
    String name();

    @Override
    default int getRemaining() {
        return remaining();
    }

    @Override
    default boolean isAvailable() {
        return remaining() > 0;
    }

    @Override
    default String section() {
        return "budgets";
    }

    @Override
    default Map<String, Object> status() {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("limit", getLimit());
        state.put("window_seconds", windowSeconds());
        state.put("remaining", remaining());
        state.put("pending", getPending());
        state.put("refused", getRefused());
        return Map.of(name(), state);
    }
}
