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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A figure of those that lead by another one is asked in two steps. */
class LeadersTest {
    private static final ToolCall CALL = new ToolCall("c1", "query_tool", Map.of("question", "first"));

    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    private final QuestionReader reader = new QuestionReader(model);

    private Optional<Leaders> leaders(String question) {
        return Leaders.of(question, reader, WorldCatalog.get(), model);
    }

    private static ToolResult countries(int number) {
        List<List<Object>> rows = IntStream.range(0, number)
                .mapToObj(n -> List.<Object>of("Country" + n))
                .toList();
        return new ToolResult(
                CALL,
                ToolResult.Status.OK,
                "",
                Optional.of(new SqlEvidence(
                        "first",
                        "SELECT 1",
                        new Table(List.of(new Column("country", "")), rows, number),
                        List.of(),
                        "demo",
                        1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What is the ECI of the five largest coffee exporters in 2020? | Which are the five largest coffee exporters in 2020?",
                "COI of the three top exporters of cars in 2020 | Which are the three top exporters of cars in 2020?",
                "How high is the GDP per capita of the biggest gold importers in 2019? | Which are the biggest gold importers in 2019?"
            })
    void whoLeadsIsAskedFirst(String question, String first) {
        assertThat(leaders(question).orElseThrow().first()).isEqualTo(first);
    }

    @Test
    void theFigureIsThenAskedOfThoseWhoLeadInTheSameYear() {
        Leaders leaders = leaders("What is the ECI of the five largest coffee exporters in 2020?")
                .orElseThrow();

        assertThat(leaders.second(countries(2)))
                .contains("What was the " + model.metric("eci").label() + " of Country0 and Country1 in 2020?");
    }

    @Test
    void tenAreAskedAtMost() {
        String ten = IntStream.range(0, 10).mapToObj(n -> "Country" + n).collect(Collectors.joining(" and "));

        assertThat(leaders("ECI of the leading tea exporters in 2018")
                        .orElseThrow()
                        .second(countries(14)))
                .hasValueSatisfying(question -> assertThat(question).contains(" of " + ten + " in 2018"));
    }

    @Test
    void withoutRowsThereIsNoSecondStep() {
        Leaders leaders = leaders("ECI of the leading tea exporters in 2018").orElseThrow();

        assertThat(leaders.second(countries(0))).isEmpty();
        assertThat(leaders.second(ToolResult.of(CALL, ToolResult.Status.NO_ROWS, "")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is the ECI of Kenya in 2020?",
                "Exports of the five largest coffee exporters in 2020",
                "PCI of the products of the largest exporters in 2020",
                "Who are the five largest coffee exporters in 2020?",
                "Kenya's ECI and that of the largest coffee exporters"
            })
    void otherQuestionsAreAskedInOneStep(String question) {
        assertThat(leaders(question)).isEmpty();
    }
}
