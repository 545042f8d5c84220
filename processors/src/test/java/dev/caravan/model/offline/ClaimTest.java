package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evidence.SqlEvidence;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a question takes for granted is found, checked and denied where the data say otherwise. */
class ClaimTest {
    private static final ToolCall CALL = new ToolCall("c1", "query_tool", Map.of("question", "check"));

    private final QuestionReader reader =
            new QuestionReader(SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml")));

    private Optional<Claim> claim(String question) {
        return Claim.of(question, reader, WorldCatalog.get());
    }

    private static ToolResult told(Table table) {
        return new ToolResult(
                CALL,
                ToolResult.Status.OK,
                "",
                Optional.of(new SqlEvidence("check", "SELECT 1", table, List.of(), "demo", 1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Since Ghana's exports were $900 billion in 2020, what did it export most? | What were the total exports of Ghana in 2020? | exports | 900e9",
                "Given that Peru imported 3 million dollars in 2019, who sold to it? | What were the total imports of Peru in 2019? | imports | 3e6",
                "Considering that Kenya's coffee exports were $2bn in 2021, how did they grow? | What were the coffee exports of Kenya in 2021? | exports | 2e9",
                "Why did Chile export nothing in 2018? | What were the total exports of Chile in 2018? | exports | 0",
                "Although Japan's imports were 5 trillion dollars in 2022, how much came from China? | What were the total imports of Japan in 2022? | imports | 5e12"
            })
    void anAmountTakenForGrantedIsChecked(String question, String check, String metric, double amount) {
        Claim claim = claim(question).orElseThrow();

        assertThat(claim.check()).isEqualTo(check);
        assertThat(claim.metric()).isEqualTo(metric);
        assertThat(claim.amount()).contains(amount);
    }

    @Test
    void aFirstPlaceTakenForGrantedIsAskedAsARank() {
        Claim claim = claim("As the largest coffee exporter, how much did Norway sell in 2020?")
                .orElseThrow();

        assertThat(claim.check()).isEqualTo("What is the rank of Norway by coffee exports in 2020?");
        assertThat(claim.said()).isEqualTo("the largest coffee exporter");
        assertThat(claim.amount()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What did Ghana export in 2020?",
                "Which countries exported more than $100 billion in 2020?",
                "Why did Chile's exports fall in 2018?",
                "If I may ask, what did Peru import in 2019?",
                "Since 2015, how did Kenya's exports develop?"
            })
    void otherQuestionsTakeNothingForGranted(String question) {
        assertThat(claim(question)).isEmpty();
    }

    @Test
    void whatTheDataBearOutRoughlyIsNotDenied() {
        Claim claim = claim("Since Ghana's exports were $20 billion in 2020, what did it export most?")
                .orElseThrow();
        List<Column> columns = List.of(new Column("country", ""), new Column("exports", "USD"));

        assertThat(claim.denial(told(new Table(columns, List.of(List.of("Ghana", 20.4e9)), 1))))
                .isEmpty();
        assertThat(claim.denial(told(new Table(columns, List.of(List.of("Ghana", 25e9)), 1))))
                .hasValueSatisfying(text -> assertThat(text).contains("$20 billion", "**$25.00 billion**"));
    }

    @Test
    void aPlaceBehindTheFirstIsDeniedWithTheNumberOfThoseRanked() {
        Claim claim = claim("As the biggest tea exporter, what did Kenya earn in 2020?")
                .orElseThrow();
        List<Column> columns =
                List.of(new Column("country", ""), new Column("exports_rank", "count"), new Column("ranked", "count"));

        assertThat(claim.denial(told(new Table(columns, List.of(List.of("Kenya", 1, 40)), 1))))
                .isEmpty();
        assertThat(claim.denial(told(new Table(columns, List.of(List.of("Kenya", 3, 40)), 1))))
                .hasValueSatisfying(text -> assertThat(text).contains("**#3** of 40"));
    }

    @Test
    void noRowsDenyAnAmountAndBearOutNone() {
        ToolResult none = ToolResult.of(CALL, ToolResult.Status.NO_ROWS, "");

        assertThat(claim("Since Ghana's exports were $20 billion in 2020, what did it export most?")
                        .orElseThrow()
                        .denial(none))
                .isPresent();
        assertThat(claim("Why did Chile export nothing in 2018?").orElseThrow().denial(none))
                .isEmpty();
    }
}
