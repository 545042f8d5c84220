package dev.caravan.trace;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Passes the events of a turn on to whoever listens to it, on the thread that caused them. */
public final class TurnEvents {
    private final ConcurrentHashMap<String, List<Consumer<TurnEvent>>> listeners = new ConcurrentHashMap<>();

    /**
     * Listens to one turn until the subscription is closed.
     *
     * @param listener must be quick and must not throw
     */
    public Subscription subscribe(String turnId, Consumer<TurnEvent> listener) {
        listeners.computeIfAbsent(turnId, id -> new CopyOnWriteArrayList<>()).add(listener);
        return () -> listeners.computeIfPresent(turnId, (id, list) -> {
            list.remove(listener);
            return list.isEmpty() ? null : list;
        });
    }

    /** Sends an event to the turn's listeners; without any it is dropped. */
    public void emit(TurnEvent event) {
        listeners.getOrDefault(event.turnId(), List.of()).forEach(listener -> listener.accept(event));
    }

    /** Whether anybody listens to the turn. */
    public boolean isHeard(String turnId) {
        return listeners.containsKey(turnId);
    }

    /** How many turns are listened to; back to zero when no stream is open. */
    public int size() {
        return listeners.size();
    }

    /** Ends a subscription. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
