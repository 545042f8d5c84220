package dev.caravan.gate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Tells the state of every circuit breaker: closed, open, half_open or not_in_use, and its failures in the window. */
public final class BreakerStatus implements StatusSource {
    private final Supplier<? extends Collection<CircuitBreaker>> breakers;
    private final Set<String> idle;

    /**
     * Asks for the breakers anew each time.
     *
     * @param idle the names of those whose source the settings do not use, and of which nobody knows whether it works
     */
    public BreakerStatus(Supplier<? extends Collection<CircuitBreaker>> breakers, Set<String> idle) {
        this.breakers = breakers;
        this.idle = Set.copyOf(idle);
    }

    @Override
    public String section() {
        return "breakers";
    }

    @Override
    public Map<String, Object> status() {
        Map<String, Object> status = new TreeMap<>();
        for (CircuitBreaker breaker : breakers.get()) {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put(
                    "state",
                    idle.contains(breaker.getName())
                            ? "not_in_use"
                            : breaker.getState().name().toLowerCase(Locale.ROOT));
            state.put("failures", breaker.getMetrics().getNumberOfFailedCalls());
            state.put("refused", breaker.getMetrics().getNumberOfNotPermittedCalls());
            status.put(breaker.getName(), state);
        }
        return status;
    }
}
