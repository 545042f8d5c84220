package dev.caravan.waiting;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/** The turns with a kept state that this server works on. Their states are said to be held again and again, so that no other server takes them up. */
public final class HeldTurns {
    private final Set<String> held = ConcurrentHashMap.newKeySet();

    /** Holds a turn until its exchange is done. */
    void hold(String turnId, Exchange exchange) {
        if (held.add(turnId)) {
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    held.remove(turnId);
                }
            });
        }
    }

    /** Their ids. */
    public List<String> ids() {
        return List.copyOf(held);
    }

    /** Whether there is any. */
    public boolean isAny() {
        return !held.isEmpty();
    }
}
