package dev.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.query.Value;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowsOfQueriesTest {
    private static final Value DELAY = Value.Field.of("harbour.shipments", "delay_days");
    private static final Value STATUS = Value.Field.of("harbour.shipments", "status");
    private static final Table ROWS = new Table(
            List.of(new Table.Column("value_1", ""), new Table.Column("value_2", "")),
            List.of(List.of(3L, "arrived"), List.of(5L, "arrived")),
            2);
    private static final Turn TURN = turn("thread").withOwner("alice");

    private final Moved clock = new Moved();
    private final RowsOfQueries rows = new RowsOfQueries(Duration.ofMinutes(10), 1_000, clock);

    /** A clock that a test moves. */
    private static final class Moved extends Clock {
        Instant now = Instant.parse("2025-01-15T10:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private static Turn turn(String thread) {
        return Turn.opened("turn", thread, false, "harbour", "?", Map.of(), Instant.EPOCH);
    }

    private boolean isKept(Turn turn, String question) {
        return rows.find(turn, question, List.of(DELAY)).isPresent();
    }

    @Test
    void rowsAreUsedWhileTheyAreFreshAndHoldWhatIsNeeded() {
        rows.keep(TURN, "shipments", List.of(DELAY, STATUS), ROWS);
        clock.now = clock.now.plus(Duration.ofMinutes(9));
        assertThat(rows.find(TURN, "shipments", List.of(DELAY)).orElseThrow().age())
                .isEqualTo(Duration.ofMinutes(9));
        assertThat(rows.find(TURN, "shipments", List.of(Value.Field.of("harbour.shipments", "weight"))))
                .isEmpty();
        clock.now = clock.now.plus(Duration.ofMinutes(1));
        assertThat(isKept(TURN, "shipments")).isFalse();
    }

    @Test
    void rowsAreNobodyElsesAndGoWithTheirConversation() {
        rows.keep(TURN, "shipments", List.of(DELAY, STATUS), ROWS);
        assertThat(isKept(TURN, "containers")).isFalse();
        assertThat(isKept(turn("other").withOwner("alice"), "shipments")).isFalse();
        assertThat(isKept(TURN.withOwner("bob"), "shipments")).isFalse();
        assertThat(isKept(TURN.withTenant("others"), "shipments")).isFalse();
        rows.forget("other");
        assertThat(isKept(TURN, "shipments")).isTrue();
        rows.forget("thread");
        assertThat(isKept(TURN, "shipments")).isFalse();
    }

    @Test
    void rowsTakeNoMoreMemoryThanTheyMay() {
        List<List<Object>> many = List.of(List.of(1L, "x".repeat(500)), List.of(2L, "y"));
        rows.keep(TURN, "large", List.of(DELAY, STATUS), new Table(ROWS.columns(), many, 2));
        assertThat(isKept(TURN, "large")).isFalse();
        for (int i = 0; i < 20; i++) {
            rows.keep(TURN, "small " + i, List.of(DELAY, STATUS), ROWS);
        }
        long kept = java.util.stream.IntStream.range(0, 20)
                .filter(i -> isKept(TURN, "small " + i))
                .count();
        // 220 bytes each by the estimate
        assertThat(kept).isBetween(1L, 4L);
    }
}
