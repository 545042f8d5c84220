package dev.caravan.app;

import dev.caravan.gate.Quota;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.store.SharedQuota;
import dev.caravan.store.StateDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.camel.spi.Registry;

/** Quotas as {@code gate.budgets} wants them: each server's own, or one over all servers of a database. */
final class Budgets {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Registry registry;
    private final boolean shared;
    private final Clock clock;

    /** With the database of conversations that is bound already. */
    Budgets(Registry registry, Settings settings, Clock clock) {
        this.registry = registry;
        this.clock = clock;
        shared = settings.text("gate.budgets").equals("shared");
        if (shared && !state().isKept()) {
            throw new InvalidSettings(List.of(
                    "gate.budgets: shared budgets are kept in the database of state.jdbc-url, which is not set"));
        }
    }

    /**
     * Successful calls within any minute.
     *
     * @param longest how long a call may take
     */
    Quota ofMinute(String name, int places, Duration longest) {
        return shared
                ? new SharedQuota(state().dataSource(), name, places, MINUTE, longest, false)
                : new SlidingQuota(name, places, MINUTE, clock);
    }

    /**
     * Attempts within any minute, of what has a limit of this server before it.
     *
     * @param openWhenDown whether that limit alone holds while the database does not answer
     */
    Quota ofAttempts(String name, int places, boolean openWhenDown) {
        return shared
                ? new SharedQuota(state().dataSource(), name, places, MINUTE, Duration.ZERO, openWhenDown)
                : Quota.unlimited();
    }

    /** Questions within a window. */
    Quota ofQuestions(String name, int places, Duration window) {
        return shared
                ? new SharedQuota(state().dataSource(), name, places, window, Duration.ZERO, true)
                : new SlidingQuota(name, places, window, clock);
    }

    private StateDatabase state() {
        return registry.lookupByNameAndType("stateDatabase", StateDatabase.class);
    }
}
