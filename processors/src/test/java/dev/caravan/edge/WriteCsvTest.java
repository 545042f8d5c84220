package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.edge.TurnDocument.ColumnDocument;
import dev.caravan.edge.TurnDocument.SqlDocument;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteCsvTest {
    private static String csv(Object... cells) {
        List<ColumnDocument> columns =
                Arrays.stream(cells).map(cell -> new ColumnDocument("c", "USD")).toList();
        String written = WriteCsv.write(
                new SqlDocument("q", "s", columns, List.of(Arrays.asList(cells)), 1, 1, false, List.of(), "", 0, ""));
        return written.substring(written.indexOf("\r\n") + 2);
    }

    @Test
    void writesAHeaderAndEveryRow() {
        SqlDocument table = new SqlDocument(
                "q",
                "s",
                List.of(new ColumnDocument("country", ""), new ColumnDocument("=value", "USD")),
                List.of(List.of("Kenya", 1L), List.of("Côte d'Ivoire", 2L)),
                2,
                9,
                true,
                List.of(),
                "",
                0,
                "");
        assertThat(WriteCsv.write(table)).isEqualTo("country,'=value\r\nKenya,1\r\nCôte d'Ivoire,2\r\n");
    }

    @Test
    void quotesWhatWouldEndACell() {
        assertThat(csv("a,b", "say \"hi\"", "two\nlines", ""))
                .isEqualTo("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx", " =1+1", "\uFF1D1+1"})
    void disarmsFormulas(String text) {
        assertThat(csv(text)).isEqualTo("'" + text + "\r\n");
    }

    @Test
    void leavesNumbersUntouched() {
        assertThat(csv(-5, -0.5, new BigDecimal("-1E+3"), 9_007_199_254_740_993L, true, null))
                .isEqualTo("-5,-0.5,-1000,9007199254740993,true,\r\n");
    }
}
