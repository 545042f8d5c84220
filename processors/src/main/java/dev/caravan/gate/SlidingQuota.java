package dev.caravan.gate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A quota in a sliding window that this server spends by itself. */
public final class SlidingQuota implements WatchedQuota {
    private final String name;
    private final int limit;
    private final Duration window;
    private final Clock clock;
    private final Deque<Instant> successes = new ArrayDeque<>();
    // one for all calls, which are told apart by nothing
    private final Place place = new Place() {
        @Override
        public void commit() {
            SlidingQuota.this.commit();
        }

        @Override
        public void release() {
            SlidingQuota.this.release();
        }
    };
    private int pending;
    private long committed;
    private long refused;

    /**
     * A quota nothing was spent of.
     *
     * @param name of the source, as shown in the status
     * @param limit successes in any window
     * @param window its length
     */
    public SlidingQuota(String name, int limit, Duration window, Clock clock) {
        this.name = name;
        this.limit = limit;
        this.window = window;
        this.clock = clock;
    }

    /** Takes a place for a call that is about to be made; false when none is left. */
    public synchronized boolean tryReserve() {
        if (left() <= 0) {
            refused++;
            return false;
        }
        pending++;
        return true;
    }

    @Override
    public Optional<Place> reserve() {
        return tryReserve() ? Optional.of(place) : Optional.empty();
    }

    /** The reserved call succeeded. */
    public synchronized void commit() {
        settle();
        successes.addLast(clock.instant());
        committed++;
    }

    /** The reserved call failed and costs nothing. */
    public synchronized void release() {
        settle();
    }

    private void settle() {
        if (pending == 0) {
            throw new IllegalStateException("no call is reserved on the quota " + name);
        }
        pending--;
    }

    @Override
    public synchronized Duration untilNext() {
        return left() > 0 || successes.isEmpty()
                ? Duration.ZERO
                : Duration.between(clock.instant(), successes.peekFirst().plus(window));
    }

    @Override
    public synchronized int remaining() {
        return Math.max(0, left());
    }

    private int left() {
        Instant begin = clock.instant().minus(window);
        while (!successes.isEmpty() && !successes.peekFirst().isAfter(begin)) {
            successes.removeFirst();
        }
        return limit - successes.size() - pending;
    }

    @Override
    public long windowSeconds() {
        return window.toSeconds();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int getLimit() {
        return limit;
    }

    @Override
    public synchronized int getPending() {
        return pending;
    }

    @Override
    public synchronized long getCommitted() {
        return committed;
    }

    @Override
    public synchronized long getRefused() {
        return refused;
    }
}
