package dev.caravan.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestLimitTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may run over
    private final RequestLimit limit = new RequestLimit(2, Duration.ofSeconds(60), now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void admitsSoManyRequestsAndTellsWhenTheNextOneWillBe() {
        assertThat(limit.admit("a")).isZero();
        pass(Duration.ofSeconds(20));
        assertThat(limit.admit("a")).isZero();
        assertThat(limit.admit("a")).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void slidesOn() {
        limit.admit("a");
        pass(Duration.ofSeconds(20));
        limit.admit("a");
        pass(Duration.ofSeconds(40));
        assertThat(limit.admit("a")).isZero();
        assertThat(limit.admit("a")).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void doesNotCountWhatItRefuses() {
        limit.admit("a");
        limit.admit("a");
        for (int refused = 0; refused < 10; refused++) {
            assertThat(limit.admit("a")).isPositive();
        }
        pass(Duration.ofSeconds(60));
        assertThat(limit.admit("a")).isZero();
    }

    @Test
    void countsEachClientForItself() {
        limit.admit("a");
        limit.admit("a");
        assertThat(limit.admit("b")).isZero();
    }
}
