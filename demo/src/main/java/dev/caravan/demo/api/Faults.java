package dev.caravan.demo.api;

import java.time.Duration;

/**
 * The faults of a service, switched while it runs. A delay goes with any of them: it comes first. What a test or a person
 * does here holds for the next request; stalled responses go on when the fault is cleared.
 */
public final class Faults {
    private Fault fault = Fault.NONE;
    private int left;
    private Duration delay = Duration.ZERO;
    private boolean ended;

    /** The next requests meet the fault, until it is cleared. */
    public void show(Fault fault) {
        show(fault, Integer.MAX_VALUE);
    }

    /** So many requests meet the fault; those after them are answered. */
    public synchronized void show(Fault fault, int times) {
        this.fault = fault;
        this.left = times;
        notifyAll();
    }

    /** Every response begins so much later; zero for at once. */
    public synchronized void delay(Duration delay) {
        this.delay = delay;
        notifyAll();
    }

    /** Ends fault and delay. */
    public synchronized void clear() {
        show(Fault.NONE);
        delay(Duration.ZERO);
    }

    /** What the next request meets, without using it up. */
    public synchronized Fault shown() {
        return left > 0 ? fault : Fault.NONE;
    }

    /** How much later responses begin. */
    public synchronized Duration delay() {
        return delay;
    }

    /** What this request meets. */
    synchronized Fault next() {
        Fault met = shown();
        if (left > 0 && left < Integer.MAX_VALUE) {
            left--;
        }
        return met;
    }

    /** Waits as long as the delay, less when it is shortened meanwhile. */
    synchronized void awaitDelay() throws InterruptedException {
        long begun = System.nanoTime();
        for (long wait = delay.toMillis();
                wait > 0 && !ended;
                wait = delay.toMillis() - (System.nanoTime() - begun) / 1_000_000) {
            wait(wait);
        }
    }

    /** Waits until the fault is another one. */
    synchronized void awaitEndOf(Fault met) throws InterruptedException {
        while (fault == met && !ended) {
            wait();
        }
    }

    /** Lets everybody who waits go, for good. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }
}
