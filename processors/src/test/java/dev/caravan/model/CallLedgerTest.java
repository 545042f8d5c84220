package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.CallLedger.Entry;
import dev.caravan.model.CallLedger.Limits;
import dev.caravan.turn.Progress;
import dev.langchain4j.model.output.TokenUsage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallLedgerTest {
    private long nanos;
    private final CallLedger ledger =
            new CallLedger(new Limits(3, 1_000, new BigDecimal("0.50"), Duration.ofSeconds(120)), () -> nanos);

    private static Entry entry(String status, int read, int written, String dollars) {
        return new Entry(
                "sql_generation",
                "openai",
                "big",
                status,
                5,
                new TokenUsage(read, written),
                dollars.isEmpty() ? Optional.empty() : Optional.of(new BigDecimal(dollars)),
                "0123456789abcdef",
                12);
    }

    private void book(String part, Entry entry) {
        ledger.book("t", part, entry);
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> taken(Optional<String> part) {
        return (List<Map<String, Object>>) ledger.take("t", part).getOrDefault(CallLedger.CALLS, List.of());
    }

    @Test
    void saysWhichPartOfABudgetIsSpent() {
        ledger.opened("t", Progress.NONE);
        assertThat(ledger.spent("t")).isEmpty();
        book("", entry("ok", 600, 399, "0.49"));
        assertThat(ledger.spent("t")).isEmpty();
        book("", entry("limited", 0, 0, ""));
        book("", entry("ok", 0, 0, ""));
        assertThat(ledger.spent("t")).as("calls that failed count").hasValue("the 3 model calls");
        ledger.opened("t", Progress.NONE);
        book("", entry("ok", 600, 400, ""));
        assertThat(ledger.spent("t")).hasValue("the 1000 tokens");
        ledger.opened("t", Progress.NONE);
        book("", entry("ok", 1, 1, "0.5"));
        assertThat(ledger.spent("t")).hasValue("the 0.50 US dollars");
        assertThat(ledger.spent("another")).isEmpty();
    }

    @Test
    void repliesFromTheCacheCostNothing() {
        for (int i = 0; i < 10; i++) {
            book("", entry("cached", 0, 0, "0"));
        }
        assertThat(ledger.spent("t")).isEmpty();
        assertThat(ledger.status().toString()).contains("cached=10", "calls=0");
    }

    @Test
    void knowsHowMuchTimeATurnHasLeft() {
        nanos = -7;
        ledger.opened("t", Progress.NONE);
        nanos += Duration.ofSeconds(100).toNanos();
        assertThat(ledger.left("t")).hasSeconds(20);
        assertThat(ledger.left("nobody opened this one")).hasSeconds(120);
        nanos += Duration.ofSeconds(20).toNanos();
        assertThat(ledger.spent("t")).hasValue("the 120 seconds");
    }

    @Test
    void givesEachPartItsOwnCallsOnceAndAllToWhoeverDoesNotKnow() {
        book("lakers", entry("ok", 1, 1, ""));
        book("celtics", entry("server", 2, 2, ""));
        book("", entry("ok", 3, 3, ""));
        assertThat(taken(Optional.of("celtics"))).singleElement().satisfies(call -> assertThat(call)
                .containsEntry("input_tokens", 2));
        assertThat(taken(Optional.of("celtics"))).isEmpty();
        book("celtics", entry("ok", 4, 4, "0.1"));
        assertThat(taken(Optional.empty()))
                .extracting(call -> call.get("input_tokens"))
                .containsExactlyInAnyOrder(1, 3, 4);
        assertThat(taken(Optional.empty())).isEmpty();
    }

    @Test
    void sumsATurnFromTheRecordsOfItsSteps() {
        book("", entry("ok", 10, 1, "0.1"));
        book("", entry("cached", 0, 0, "0"));
        Map<String, Object> first = ledger.take("t", Optional.of(""));
        book("", entry("ok", 20, 2, "0.2"));
        Map<String, Object> second = ledger.take("t", Optional.of(""));
        assertThat(CallLedger.sums(List.of(first, Map.of("stage", "validate_sql"), second)))
                .isEqualTo(Map.of("calls", 2L, "cached", 1L, "input_tokens", 30L, "output_tokens", 3L, "dollars", 0.3));
        assertThat(CallLedger.sums(List.of())).doesNotContainKey("dollars");
    }
}
