package dev.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.query.LogicalQuery;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.reader.QuestionReader;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnalyzedRowsTest {
    private static final Schema SCHEMA = SemanticModel.read(
                    Path.of("../routes/src/test/resources/workspaces/harbour/semantic-model.yaml"))
            .schema()
            .orElseThrow();
    private static final SchemaGraph GRAPH = new SchemaGraph(SCHEMA);
    private static final QuestionReader READER = new QuestionReader(SCHEMA, List.of(), LocalDate.of(2025, 1, 15));
    private static final String LIST = "Show shipments in December 2024";
    private static final Value DELAY = Value.Field.of("harbour.shipments", "delay_days");
    private static final Value CARRIER = Value.Field.of("harbour.carriers", "name");

    private static LogicalQuery read(String question) {
        return READER.read(question).query().orElseThrow();
    }

    private static Optional<List<Value>> needed(String earlier, String change) {
        return AnalyzedRows.needed(read(earlier), List.of(read(QuestionReader.joined(LIST, change))), GRAPH);
    }

    @Test
    void figuresOfTheListedRowsNeedWhatGroupsThemAndWhatIsMeasured() {
        assertThat(needed(LIST, "average delay and number of shipments by carrier"))
                .contains(List.of(CARRIER, DELAY));
        assertThat(needed(LIST, "number of shipments by delay")).contains(List.of(DELAY));
    }

    @Test
    void otherQueriesGiveNoRowsThatFiguresCouldBeTakenFrom() {
        String byCarrier = "average delay and number of shipments by carrier";
        // groups and not rows, not all rows, other rows, several of one row, more than a mean
        assertThat(needed("Number of shipments by carrier in December 2024", byCarrier))
                .isEmpty();
        assertThat(needed("Show the first 5 shipments in December 2024 by delay", byCarrier))
                .isEmpty();
        assertThat(needed("Show shipments in November 2024", byCarrier)).isEmpty();
        assertThat(needed(LIST, "number of shipments by container type")).isEmpty();
        assertThat(needed(LIST, "highest delay by carrier")).isEmpty();
    }

    @Test
    void groupsHaveTheMeanOfWhatIsThereAndCountAllRows() {
        LogicalQuery question = read(QuestionReader.joined(LIST, "average delay and number of shipments by carrier"));
        Table rows = new Table(
                List.of(new Table.Column("value_1", ""), new Table.Column("value_2", "")),
                List.of(
                        List.of("Maersk", 4L),
                        Arrays.asList("Maersk", null),
                        Arrays.asList(null, 9L),
                        List.of("Maersk", 8L),
                        Arrays.asList("Evergreen", null)),
                5);
        AnalyzedRows analyzed = new AnalyzedRows(List.of(CARRIER, DELAY), Optional.of(rows), Duration.ZERO, false);
        assertThat(analyzed.groups(question).rows())
                .containsExactly(
                        Arrays.asList("Evergreen", null, 1L), List.of("Maersk", 6.0, 3L), Arrays.asList(null, 9.0, 1L));
    }
}
