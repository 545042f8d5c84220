package dev.caravan.gate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.util.Optional;

/** Whether an agent should be offered a source: while it has budget to spare and its breaker is not open. */
public final class SourceGate {
    private static final int RESERVE = 5;
    private static final int LOW = 20;

    private final boolean configured;
    private final SlidingQuota quota;
    private final CircuitBreaker breaker;

    /**
     * A gate.
     *
     * @param configured whether the source has an address at all
     */
    public SourceGate(boolean configured, SlidingQuota quota, CircuitBreaker breaker) {
        this.configured = configured;
        this.quota = quota;
        this.breaker = breaker;
    }

    /** Whether the source may be offered. */
    public boolean isUsable() {
        State state = breaker.getState();
        return configured && quota.remaining() > RESERVE && state != State.OPEN && state != State.FORCED_OPEN;
    }

    /** What to tell a person who gets an answer without the source; empty where it is usable, or not there at all. */
    public Optional<String> lack() {
        if (!configured || isUsable()) {
            return Optional.empty();
        }
        return Optional.of(
                quota.remaining() > RESERVE
                        ? "The Atlas API is given a rest after failures: answered by SQL."
                        : "GraphQL budget low: answered by SQL.");
    }

    /** What the agent's prompt says of the budget. */
    public String budgetLine() {
        int left = quota.remaining();
        return left > LOW
                ? "The GraphQL APIs are available."
                : "The GraphQL rate limit is running low (" + left
                        + " calls left in this minute): prefer query_tool for what it can answer.";
    }
}
