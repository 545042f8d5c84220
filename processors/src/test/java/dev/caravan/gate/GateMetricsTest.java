package dev.caravan.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GateMetricsTest {
    private final Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    @Test
    void tellsWhatIsLeftOfABudgetAsOfTheScrape() {
        SlidingQuota quota = new SlidingQuota("atlas-api", 100, Duration.ofSeconds(60), clock);
        GateMetrics metrics = new GateMetrics(() -> List.of(quota));
        assertThat(metrics.scrape()).contains("caravan_budgets_remaining{name=\"atlas-api\"} 100.0");

        quota.tryReserve();

        assertThat(metrics.scrape())
                .contains(
                        "caravan_budgets_remaining{name=\"atlas-api\"} 99.0",
                        "caravan_budgets_pending{name=\"atlas-api\"} 1.0");
    }

    @Test
    void tellsTheStateOfABreakerAndForgetsTheStateBefore() {
        CircuitBreaker breaker = Breakers.consecutive("model", 1, Duration.ofHours(1), e -> true);
        GateMetrics metrics = new GateMetrics(() -> List.of(new BreakerStatus(() -> List.of(breaker), Set.of())));
        assertThat(metrics.scrape()).contains("caravan_breakers_state{name=\"model\",state=\"closed\"} 1.0");

        breaker.transitionToOpenState();

        assertThat(metrics.scrape()).contains("state=\"open\"} 1.0").doesNotContain("state=\"closed\"");
    }

    @Test
    void aSourceThatFailsIsCountedAndTakesNothingElseDown() {
        StatusSource broken = new StatusSource() {
            @Override
            public String section() {
                return "data";
            }

            @Override
            public Map<String, Object> status() {
                throw new IllegalStateException("no connection");
            }
        };
        SlidingQuota quota = new SlidingQuota("atlas-api", 7, Duration.ofSeconds(60), clock);

        assertThat(new GateMetrics(() -> List.of(broken, quota)).scrape())
                .contains(
                        "caravan_status_errors{section=\"data\"} 1.0", "caravan_budgets_limit{name=\"atlas-api\"} 7.0");
    }
}
