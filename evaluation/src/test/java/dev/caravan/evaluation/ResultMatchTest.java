package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.turn.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResultMatchTest {
    private static final Table RIGHT =
            table(List.of("code", "value"), row("KEN", 10.0), row("UGA", 7.0), row("RWA", 7.0));

    private static Gold gold(boolean ordered, String... columns) {
        return new Gold(
                "select 1", ordered, false, List.of(columns), Map.of("rounded", 1), Set.of("share"), 1e-6, "sql_gold");
    }

    private static Table table(List<String> columns, List<?>... rows) {
        List<List<Object>> cells =
                Arrays.stream(rows).<List<Object>>map(List::copyOf).toList();
        return new Table(
                columns.stream().map(name -> new Table.Column(name, "")).toList(), cells, cells.size());
    }

    private static List<Object> row(Object... cells) {
        return List.of(cells);
    }

    private static Optional<String> difference(Gold gold, Table given) {
        return ResultMatch.difference(gold, RIGHT, given).map(ResultMatch.Difference::text);
    }

    @Test
    void findsTheColumnsUnderOtherNamesAmongMore() {
        Table given = table(
                List.of("exports", "country", "iso"),
                row(10.000001, "Kenya", "KEN"),
                row(7L, "Uganda", "UGA"),
                row(7L, "Rwanda", "RWA"));
        assertThat(difference(gold(true), given)).isEmpty();
    }

    @Test
    void refusesAMissingAndAnExtraRow() {
        Table fewer = table(List.of("iso", "value"), row("KEN", 10.0), row("UGA", 7.0));
        Table more =
                table(List.of("iso", "value"), row("KEN", 10.0), row("UGA", 7.0), row("RWA", 7.0), row("TZA", 1.0));
        assertThat(difference(gold(false), fewer)).contains("2 rows instead of 3");
        assertThat(difference(gold(false), more)).contains("4 rows instead of 3");
    }

    @Test
    void refusesValuesThatBelongToOtherRows() {
        Table given = table(List.of("iso", "value"), row("KEN", 7.0), row("UGA", 10.0), row("RWA", 7.0));
        assertThat(difference(gold(false), given)).contains("the rows differ");
    }

    @Test
    void refusesAnotherOrderOnlyWhereTheOrderCounts() {
        Table given = table(List.of("iso", "value"), row("UGA", 7.0), row("RWA", 7.0), row("KEN", 10.0));
        assertThat(difference(gold(true), given)).isPresent();
        assertThat(difference(gold(false), given)).isEmpty();
    }

    @Test
    void letsRowsWithTheSameNumbersChangePlaces() {
        Table given = table(List.of("iso", "value"), row("KEN", 10.0), row("RWA", 7.0), row("UGA", 7.0));
        assertThat(difference(gold(true), given)).isEmpty();
    }

    @Test
    void refusesANumberThatIsALittleOff() {
        Table given = table(List.of("iso", "value"), row("KEN", 10.001), row("UGA", 7.0), row("RWA", 7.0));
        assertThat(difference(gold(false), given)).contains("no column has the values of value");
    }

    @Test
    void comparesDeclaredColumnsRoundedAndSharesInEitherScale() {
        Table right = table(List.of("rounded", "share"), row(12.34, 25.0));
        assertThat(ResultMatch.difference(gold(false), right, table(List.of("a", "b"), row(12.3, 0.25))))
                .isEmpty();
        assertThat(ResultMatch.difference(gold(false), right, table(List.of("a", "b"), row(12.4, 25.0))))
                .isPresent();
    }

    @Test
    void looksOnlyAtTheColumnsThatAreNamed() {
        Table given = table(List.of("iso"), row("KEN"), row("UGA"), row("RWA"));
        assertThat(difference(gold(false, "code"), given)).isEmpty();
        assertThat(difference(gold(false), given)).isPresent();
    }
}
