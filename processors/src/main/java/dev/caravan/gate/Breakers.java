package dev.caravan.gate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one kind of circuit breaker there is: so many failures in a row open it, one trial call decides on closing it. */
public final class Breakers {
    private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);

    private Breakers() {}

    /**
     * A closed breaker.
     *
     * @param name as shown by the status
     * @param failures how many in a row open it
     * @param open how long it refuses calls before one is let through on trial
     * @param counts which exceptions are failures; the others count as successes, since the source answered
     */
    public static CircuitBreaker consecutive(String name, int failures, Duration open, Predicate<Throwable> counts) {
        return told(CircuitBreaker.of(name, config(failures, open, counts).build()));
    }

    /** The same, but half open by itself when its time is over: for a source that nobody calls while it is open. */
    public static CircuitBreaker recovering(String name, int failures, Duration open, Predicate<Throwable> counts) {
        return told(CircuitBreaker.of(
                name,
                config(failures, open, counts)
                        .automaticTransitionFromOpenToHalfOpenEnabled(true)
                        .build()));
    }

    /** Whoever watches the log learns that a source is left alone. */
    private static CircuitBreaker told(CircuitBreaker breaker) {
        breaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                LOG.warn(
                        "{\"event\": \"circuit_open\", \"service\": \"{}\", \"failure_count\": {}}",
                        breaker.getName(),
                        breaker.getMetrics().getNumberOfFailedCalls());
            }
        });
        return breaker;
    }

    private static CircuitBreakerConfig.Builder config(int failures, Duration open, Predicate<Throwable> counts) {
        return CircuitBreakerConfig.custom()
                .slidingWindowSize(failures)
                .minimumNumberOfCalls(failures)
                .failureRateThreshold(100)
                .waitDurationInOpenState(open)
                .permittedNumberOfCallsInHalfOpenState(1)
                .recordException(counts);
    }
}
