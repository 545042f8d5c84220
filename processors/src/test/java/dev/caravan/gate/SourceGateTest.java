package dev.caravan.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SourceGateTest {
    private final SlidingQuota quota = new SlidingQuota("api", 100, Duration.ofSeconds(60), Clock.systemUTC());
    private final CircuitBreaker breaker = Breakers.recovering("api", 5, Duration.ofMinutes(1), cause -> true);
    private final SourceGate gate = new SourceGate(true, quota, breaker);

    private void reserve(int places) {
        for (int i = 0; i < places; i++) {
            quota.tryReserve();
        }
    }

    @Test
    void offersTheSourceWhileMoreThanFivePlacesAreLeft() {
        assertThat(gate.isUsable()).isTrue();
        reserve(94);
        assertThat(gate.isUsable()).isTrue();
        reserve(1);
        assertThat(gate.isUsable()).isFalse();
        quota.release();
        assertThat(gate.isUsable()).isTrue();
    }

    @Test
    void doesNotOfferASourceWhoseBreakerIsOpenAndOffersItAgainForTheTrial() {
        breaker.transitionToOpenState();
        assertThat(gate.isUsable()).isFalse();
        breaker.transitionToHalfOpenState();
        assertThat(gate.isUsable()).isTrue();
    }

    @Test
    void doesNotOfferASourceWithoutAnAddress() {
        assertThat(new SourceGate(false, quota, breaker).isUsable()).isFalse();
    }

    @Test
    void saysThatTheBudgetRunsLowFromTwentyPlacesDown() {
        reserve(79);
        assertThat(gate.isLow()).isFalse();
        reserve(1);
        assertThat(gate.isLow()).isTrue();
        assertThat(gate.left()).isEqualTo(20);
    }
}
