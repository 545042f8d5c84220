package dev.caravan.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NumberCheckTest {
    private static final Table TABLE = new Table(
            List.of(
                    new Table.Column("product", ""),
                    new Table.Column("exports_2015", "USD"),
                    new Table.Column("growth", "percent")),
            List.of(List.of("Water, 95% pure", 1_249_700_000L, -12.46), List.of("Tea", 3_000L, 4.0)),
            2);

    private static List<String> unsupported(Outcome outcome, String text) {
        ToolCall call = ToolCall.asking("1", "query_tool", "Top 5 exports of Kenya in 2023?", "");
        SqlEvidence evidence = new SqlEvidence(
                call.question(), "SELECT 1", TABLE, List.of("No year was given: 2024 is used."), "demo", 1);
        Turn turn = Turn.opened("t", "h", true, "atlas", "and in 2023?", Map.of(), Instant.EPOCH)
                .withPending(List.of(call))
                .withResult(new ToolResult(call, ToolResult.Status.OK, "", Optional.of(evidence)), 1)
                .withAnswer(Answer.of(outcome, text));
        return NumberCheck.unsupported(turn);
    }

    @Test
    void supportsNumbersRoundedAsTheyAreWritten() {
        assertThat(unsupported(
                        Outcome.ANSWERED, "It was **$1.25 billion** (1,249.7 million), down 12.5% or 12 percent."))
                .isEmpty();
    }

    @Test
    void findsANumberThatIsRoundedWrongly() {
        assertThat(unsupported(Outcome.ANSWERED, "It was $1.24 billion, down 12.4%."))
                .containsExactly("$1.24 billion", "12.4%");
    }

    @Test
    void supportsYearsOfTheQuestionTheColumnsAndTheNotes() {
        assertThat(unsupported(Outcome.ANSWERED, "In 2023, as in 2015 and 2024."))
                .isEmpty();
        assertThat(unsupported(Outcome.ANSWERED, "In 2019.")).containsExactly("2019");
    }

    @Test
    void overlooksNamesWithDigitsAndTheNumberingOfALists() {
        assertThat(unsupported(
                        Outcome.ANSWERED,
                        "Result:\n\n1. Water, 95% pure: $1.25 billion\n2. Tea: $3,000\n\n2 of 2 rows."))
                .isEmpty();
    }

    @Test
    void letsAnAnswerWorkOneStepFromFewFigures() {
        assertThat(unfounded(
                        "Together 1,249,703,000; tea grew 4%, 16.46 points more than water. Only the top 5 count."))
                .isEmpty();
        assertThat(unfounded("Tea: $3,000, as in 1997.")).isEmpty();
        assertThat(unfounded("Tea made $3,500 and water $1.9 billion.")).containsExactly("$3,500", "$1.9 billion");
    }

    @Test
    void takesNoFigureForWorkedOutOfMany() {
        List<List<Object>> rows = java.util.stream.IntStream.rangeClosed(1, 40)
                .<List<Object>>mapToObj(n -> List.of("p" + n, n * n))
                .toList();
        Table many = new Table(TABLE.columns().subList(0, 2), rows, 40);
        SqlEvidence evidence = new SqlEvidence("", "SELECT 1", many, List.of(), "", 1);
        Turn turn = Turn.opened("t", "h", true, "w", "squares?", Map.of(), Instant.EPOCH);
        assertThat(NumberCheck.unfounded(turn, List.of(evidence), answered("The sum is 22,140, the largest 1,600.")))
                .isEmpty();
        assertThat(NumberCheck.unfounded(turn, List.of(evidence), answered("The largest two differ by 79.")))
                .containsExactly("79");
    }

    private static List<String> unfounded(String text) {
        Turn turn = Turn.opened("t", "h", false, "w", "top 5?", Map.of(), Instant.EPOCH)
                .withHistory(List.of(new Turn.PastTurn("Since 1997?", "", "Yes.")));
        SqlEvidence evidence = new SqlEvidence("", "SELECT 1", TABLE, List.of(), "demo", 1);
        return NumberCheck.unfounded(turn, List.of(evidence), answered(text));
    }

    private static Answer answered(String text) {
        return Answer.of(Outcome.ANSWERED, text);
    }

    @Test
    void allowsNoAmountWhereNothingWasFound() {
        assertThat(unsupported(Outcome.REFUSED, "The data end in 2031; ask for the top 10."))
                .isEmpty();
        assertThat(unsupported(Outcome.REFUSED, "It is about $17 billion.")).containsExactly("$17 billion");
    }
}
