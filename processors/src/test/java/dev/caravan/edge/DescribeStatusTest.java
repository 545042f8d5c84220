package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.gate.BreakerStatus;
import dev.caravan.gate.StatusSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class DescribeStatusTest {
    private static StatusSource source(String section, Supplier<Map<String, Object>> status) {
        return new StatusSource() {
            @Override
            public String section() {
                return section;
            }

            @Override
            public Map<String, Object> status() {
                return status.get();
            }
        };
    }

    private static Map<String, Object> describe(StatusSource... sources) {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        return new DescribeStatus(Map.of("product", "Caravan"), () -> List.of(sources), clock).describe();
    }

    @Test
    void joinsTheProductWithEachSource() {
        assertThat(describe(
                        source("data", () -> Map.of("synthetic", true)), source("data", () -> Map.of("vintage", "v1"))))
                .containsEntry("product", "Caravan")
                .containsEntry("uptime_seconds", 0L)
                .containsEntry("data", Map.of("synthetic", true, "vintage", "v1"));
    }

    @Test
    void showsASourceThatFailsAndGoesOn() {
        StatusSource broken = source("data", () -> {
            throw new IllegalStateException("password=hush");
        });
        assertThat(describe(broken, source("model", () -> Map.of("name", "x"))))
                .containsEntry("model", Map.of("name", "x"))
                .extracting("data")
                .asString()
                .contains("IllegalStateException")
                .doesNotContain("hush");
    }

    @Test
    void tellsTheStateOfEachBreaker() {
        CircuitBreaker breaker = CircuitBreaker.ofDefaults("database");
        breaker.transitionToOpenState();
        assertThat(describe(new BreakerStatus(
                        () -> List.of(breaker, CircuitBreaker.ofDefaults("model-openai")), Set.of("model-openai"))))
                .extracting("breakers")
                .asString()
                .contains("database={state=open, failures=0, refused=0}", "model-openai={state=not_in_use,");
    }
}
