package dev.caravan.demo.api;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** So many requests of one client within a sliding window; refused ones do not count. */
final class RequestLimit {
    private static final int MOST_CLIENTS = 1_000;

    private final int requests;
    private final long window;
    private final LongSupplier nanoTime;
    private final Map<String, Deque<Long>> served = new HashMap<>();

    RequestLimit(int requests, Duration window, LongSupplier nanoTime) {
        this.requests = requests;
        this.window = window.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Zero when the client's request is served, which counts it; otherwise the time after which the next one will be. */
    synchronized Duration admit(String client) {
        long now = nanoTime.getAsLong();
        if (served.size() >= MOST_CLIENTS) {
            served.values().removeIf(times -> now - times.getLast() >= window);
        }
        Deque<Long> times = served.computeIfAbsent(client, name -> new ArrayDeque<>());
        while (!times.isEmpty() && now - times.getFirst() >= window) {
            times.removeFirst();
        }
        if (times.size() >= requests) {
            return Duration.ofNanos(window - (now - times.getFirst()));
        }
        times.addLast(now);
        return Duration.ZERO;
    }
}
