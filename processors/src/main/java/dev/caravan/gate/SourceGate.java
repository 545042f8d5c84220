package dev.caravan.gate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;

/** Whether an agent should be offered a source: while it has budget to spare and its breaker is not open. */
public final class SourceGate {
    private static final int RESERVE = 5;
    private static final int LOW = 20;

    private final boolean configured;
    private final Quota quota;
    private final CircuitBreaker breaker;

    /**
     * A gate.
     *
     * @param configured whether the source has an address at all
     */
    public SourceGate(boolean configured, Quota quota, CircuitBreaker breaker) {
        this.configured = configured;
        this.quota = quota;
        this.breaker = breaker;
    }

    /** Whether the source may be offered. */
    public boolean isUsable() {
        State state = breaker.getState();
        return configured && quota.remaining() > RESERVE && state != State.OPEN && state != State.FORCED_OPEN;
    }

    /** Whether it is there, but not to be offered just now. */
    public boolean isLacking() {
        return configured && !isUsable();
    }

    /** Whether too little of the budget is left to offer it. */
    public boolean isSpent() {
        return quota.remaining() <= RESERVE;
    }

    /** Whether so little of the budget is left that it should be used sparingly. */
    public boolean isLow() {
        return quota.remaining() <= LOW;
    }

    /** How many calls are left. */
    public int left() {
        return quota.remaining();
    }
}
