package dev.caravan.trace;

import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Turns that may be given up before they end, or be paused, because the client left or asked for it. Long-running
 * stages look at {@link #isCancelled} between steps and register what interrupts the step under way.
 * A turn that was never opened here cannot be cancelled, and nothing is kept of it.
 */
public final class TurnCancel {
    private final ConcurrentHashMap<String, Running> turns = new ConcurrentHashMap<>();
    private final AtomicLong opened = new AtomicLong();

    /**
     * A turn that is being answered.
     *
     * @param turnId its id
     * @param threadId the conversation that gets the answer
     * @param question as the person wrote it
     * @param tenant whose session asked
     * @param owner the id of the user who asked
     * @param kept whether how far it has come is stored on the way
     */
    public record Open(String turnId, String threadId, String question, String tenant, String owner, boolean kept) {
        /** What is answered of a turn. */
        public static Open of(Turn turn) {
            return new Open(
                    turn.id(),
                    turn.threadId(),
                    turn.question(),
                    turn.tenant(),
                    turn.owner(),
                    turn.progress().kept());
        }
    }

    /** Makes a turn cancellable until the returned handle is closed. */
    public Registration open(Open turn) {
        Running running = new Running(turn, opened.incrementAndGet());
        turns.put(turn.turnId(), running);
        return () -> turns.remove(turn.turnId(), running);
    }

    /** What is being answered in a conversation, oldest first. */
    public List<Open> openIn(String threadId) {
        return turns.values().stream()
                .filter(running -> running.turn.threadId().equals(threadId))
                .sorted(Comparator.comparingLong(running -> running.order))
                .map(running -> running.turn)
                .toList();
    }

    /** Notes that somebody waits for the answer without listening to the turn; false when no such turn is being answered. */
    public boolean await(String turnId) {
        Running running = turns.get(turnId);
        if (running != null) {
            running.awaited = true;
        }
        return running != null;
    }

    /** Whether somebody has waited for the answer since this was last asked. */
    public boolean takeAwaited(String turnId) {
        Running running = turns.get(turnId);
        boolean awaited = running != null && running.awaited;
        if (awaited) {
            running.awaited = false;
        }
        return awaited;
    }

    /** The turn, while it is being answered. */
    public Optional<Open> open(String turnId) {
        return Optional.ofNullable(turns.get(turnId)).map(running -> running.turn);
    }

    /** Whether the turn is being answered. */
    public boolean isOpen(String turnId) {
        return turns.containsKey(turnId);
    }

    /** Whether the turn was cancelled. */
    public boolean isCancelled(String turnId) {
        Running running = turns.get(turnId);
        return running != null && running.cancelled();
    }

    /**
     * Has the callback run when the turn is cancelled: on the cancelling thread, or here and now when
     * it is cancelled already.
     *
     * @param callback must be quick; what it throws is dropped
     * @return to be closed when the step is over
     */
    public Registration onCancel(String turnId, Runnable callback) {
        Running running = turns.get(turnId);
        return running == null ? () -> {} : running.add(callback);
    }

    /** Cancels a running turn; true when there is such a turn. */
    public boolean cancel(String turnId) {
        Running running = turns.get(turnId);
        if (running == null) {
            return false;
        }
        running.cancel();
        return true;
    }

    /** Has a running turn pause where it can; true when there is such a turn that can. */
    public boolean pause(String turnId) {
        Running running = turns.get(turnId);
        boolean able = running != null && running.turn.kept();
        if (able) {
            running.paused = true;
        }
        return able;
    }

    /** Whether the turn is to pause. */
    public boolean isPaused(String turnId) {
        Running running = turns.get(turnId);
        return running != null && running.paused;
    }

    /** Cancels everything that runs, because the process is to end. */
    public void cancelAll() {
        turns.values().forEach(Running::cancel);
    }

    /** How many turns can be cancelled now; back to zero when none runs. */
    public int size() {
        return turns.size();
    }

    /** Ends a registration. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private static final class Running {
        private final Open turn;
        private final long order;
        private final Set<Registered> callbacks = new LinkedHashSet<>();
        private volatile boolean awaited;
        private volatile boolean paused;
        private boolean cancelled;

        Running(Open turn, long order) {
            this.turn = turn;
            this.order = order;
        }

        synchronized boolean cancelled() {
            return cancelled;
        }

        Registration add(Runnable callback) {
            Registered registered = new Registered(callback);
            synchronized (this) {
                if (!cancelled) {
                    callbacks.add(registered);
                    return () -> remove(registered);
                }
            }
            registered.run();
            return () -> {};
        }

        private synchronized void remove(Registered registered) {
            callbacks.remove(registered);
        }

        void cancel() {
            List<Registered> due;
            synchronized (this) {
                cancelled = true;
                due = new ArrayList<>(callbacks);
                callbacks.clear();
            }
            due.forEach(Registered::run);
        }
    }

    /** Gives each registration its own identity, also where the same callback comes twice. */
    private static final class Registered {
        private final Runnable callback;

        Registered(Runnable callback) {
            this.callback = callback;
        }

        void run() {
            try {
                callback.run();
            } catch (RuntimeException e) {
                // one stage that cannot be interrupted must not keep the others from it; the flag stops it at its next
                // look
            }
        }
    }
}
