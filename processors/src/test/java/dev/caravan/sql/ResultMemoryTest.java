package dev.caravan.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What results of all turns hold together. */
class ResultMemoryTest {
    private static final Map<String, Object> LARGE = Map.of("a", "x".repeat(ResultMemory.FREE + 1));
    private static final Map<String, Object> SMALL = Map.of("a", "x");

    private static ResultMemory memory(Duration patience) {
        return new ResultMemory(1, patience);
    }

    private static void read(ResultMemory memory, String turn, Map<String, Object> row) {
        try {
            memory.rows(turn).add(row);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void refusesALargeResultWhenNoPlaceBecomesFree() throws SQLException {
        ResultMemory memory = memory(Duration.ZERO);
        memory.rows("one").add(LARGE);
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(() -> memory.rows("two").add(LARGE))
                .withNoCause()
                .withMessageContaining("large results");
        assertThat(memory.rows("two").add(SMALL)).isEqualTo(SMALL);
    }

    @Test
    void givesAPlaceToOneThatWaits() {
        ResultMemory memory = memory(Duration.ofMinutes(1));
        read(memory, "one", LARGE);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> read(memory, "two", LARGE));
        memory.release("one");
        assertThat(second).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void aTurnHasOnePlaceForAllItsResults() {
        ResultMemory memory = memory(Duration.ZERO);
        read(memory, "one", LARGE);
        read(memory, "one", LARGE);
        memory.release("one");
        memory.release("one");
        read(memory, "two", LARGE);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> read(memory, "three", LARGE));
    }

    @Test
    void refusesAResultLargerThanAnyMayBe() throws SQLException {
        ResultMemory.Rows rows = memory(Duration.ZERO).rows("one");
        Map<String, Object> row = Map.of("a", "x".repeat(ResultRow.LARGEST_RESULT / 2 + 1));
        rows.add(row);
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> rows.add(row))
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("54000"));
        assertThat(rows.read()).isEqualTo(List.of(row));
    }

    @Test
    void doesNotCountTheProgramsOwnReading() {
        ResultMemory memory = memory(Duration.ZERO);
        read(memory, "", LARGE);
        read(memory, "", LARGE);
        read(memory, "one", LARGE);
    }

    @Test
    void knowsTheTurnOfAMarkedStatement() {
        assertThat(ResultMemory.turnOf("/* turn a-1 */ SELECT 1")).isEqualTo("a-1");
        assertThat(ResultMemory.turnOf("SELECT 1")).isEmpty();
    }
}
