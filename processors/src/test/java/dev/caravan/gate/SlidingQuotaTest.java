package dev.caravan.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SlidingQuotaTest {
    private final MovedClock clock = new MovedClock();
    private final SlidingQuota quota = new SlidingQuota("api", 100, Duration.ofSeconds(60), clock);

    /** A clock that moves when it is told to. */
    private static final class MovedClock extends Clock {
        private final AtomicLong millis = new AtomicLong();

        void move(long by) {
            millis.addAndGet(by);
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private void succeed(int calls) {
        for (int i = 0; i < calls; i++) {
            assertThat(quota.tryReserve()).isTrue();
            quota.commit();
        }
    }

    @Test
    void allowsAsManySuccessesAsItsLimitAndNoMore() {
        succeed(100);
        assertThat(quota.remaining()).isZero();
        assertThat(quota.isAvailable()).isFalse();
        assertThat(quota.tryReserve()).isFalse();
        assertThat(quota.getRefused()).isEqualTo(1);
    }

    @Test
    void givesAPlaceBackWhenItsSuccessLeavesTheWindow() {
        succeed(1);
        clock.move(30_000);
        succeed(99);
        clock.move(29_999);
        assertThat(quota.remaining()).isZero();
        clock.move(1);
        assertThat(quota.remaining()).isEqualTo(1);
    }

    @Test
    void costsNothingForACallThatFails() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(quota.tryReserve()).isTrue();
            quota.release();
        }
        assertThat(quota.remaining()).isEqualTo(100);
        assertThat(quota.getCommitted()).isZero();
    }

    @Test
    void countsCallsUnderWayAsTaken() {
        for (int i = 0; i < 100; i++) {
            assertThat(quota.tryReserve()).isTrue();
        }
        assertThat(quota.remaining()).isZero();
        assertThat(quota.tryReserve()).isFalse();
        assertThat(quota.getPending()).isEqualTo(100);
        quota.release();
        assertThat(quota.remaining()).isEqualTo(1);
    }

    @Test
    void tellsWhatIsLeftWithoutTakingIt() {
        quota.remaining();
        quota.isAvailable();
        quota.status();
        assertThat(quota.remaining()).isEqualTo(100);
    }

    @Test
    void refusesToSettleACallThatWasNeverReserved() {
        assertThatThrownBy(quota::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(quota::release).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void neverLetsMoreThanItsLimitSucceedInAnyWindowHoweverManyCallAtOnce() throws Exception {
        List<Long> successes = Collections.synchronizedList(new ArrayList<>());
        ExecutorService callers = Executors.newFixedThreadPool(200);
        CountDownLatch begin = new CountDownLatch(1);
        List<Future<?>> turns = new ArrayList<>();
        for (int caller = 0; caller < 200; caller++) {
            Random random = new Random(caller);
            turns.add(callers.submit(() -> {
                begin.await();
                for (int call = 0; call < 50; call++) {
                    if (quota.tryReserve()) {
                        clock.move(random.nextInt(200));
                        if (random.nextInt(4) == 0) {
                            quota.release();
                        } else {
                            // noted before it is committed, so that the note is never later than the quota's own
                            successes.add(clock.millis());
                            quota.commit();
                        }
                    } else {
                        clock.move(random.nextInt(50));
                    }
                }
                return null;
            }));
        }
        begin.countDown();
        for (Future<?> turn : turns) {
            turn.get();
        }
        callers.shutdown();
        assertThat(quota.getPending()).isZero();
        assertThat(quota.getCommitted()).isEqualTo(successes.size());
        assertThat(successes.size()).isGreaterThan(100);
        assertThat(quota.getRefused()).isPositive();
    }

    @Test
    void keepsEveryWindowWithinItsLimitWhenCallsOverlap() {
        // one thread, so that the order of events is the clock's: reservations and successes of many calls interleaved
        Random random = new Random(7);
        List<Long> successes = new ArrayList<>();
        int underWay = 0;
        for (int event = 0; event < 200_000; event++) {
            clock.move(random.nextInt(120));
            if (random.nextBoolean()) {
                underWay += quota.tryReserve() ? 1 : 0;
            } else if (underWay > 0) {
                underWay--;
                if (random.nextInt(5) == 0) {
                    quota.release();
                } else {
                    quota.commit();
                    successes.add(clock.millis());
                }
            }
        }
        int first = 0;
        int most = 0;
        for (int last = 0; last < successes.size(); last++) {
            while (successes.get(last) - successes.get(first) >= 60_000) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        assertThat(most).isEqualTo(100);
    }
}
