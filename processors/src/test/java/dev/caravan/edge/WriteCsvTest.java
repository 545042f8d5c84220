package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteCsvTest {
    private static String csv(Object... cells) {
        List<Column> columns =
                Arrays.stream(cells).map(cell -> new Column("c", "USD")).toList();
        String written = WriteCsv.write(new Table(columns, List.of(Arrays.asList(cells)), 1));
        return written.substring(written.indexOf("\r\n") + 2);
    }

    @Test
    void writesAHeaderAndEveryRow() {
        Table table = new Table(
                List.of(new Column("country", ""), new Column("=value", "USD")),
                List.of(List.of("Kenya", 1L), List.of("Côte d'Ivoire", 2L)),
                9);
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

    /** Each of these is a formula in some spreadsheet: behind what cannot be seen, or in a cell that begins within the text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF=1+1",
                "\u200B=1+1",
                "\u00A0\u2003@A1",
                "\u0001-1",
                "\u2060\uFEFF\uFF1D1",
                "a;=1+1",
                "a; \uFEFF+1",
                "x|=cmd",
                "a\tb\t=1+1",
                "first\n=1+1",
                ";=1+1",
                "\r\n @A1"
            })
    void disarmsFormulasWhereverACellMayBegin(String text) {
        String written = csv(text).replaceAll("\r\n$", "").replaceAll("^\"|\"$", "");
        assertThat(written)
                .matches("(?s).*'.*")
                .doesNotMatch("(?s)(.*[;|\t\r\n])?[\\s\\p{Z}\\p{Cf}\\p{Cc}]*[=+@\uFF1D-].*");
        assertThat(written.replace("'", "")).as("nothing else is changed").isEqualTo(text);
    }

    @Test
    void quotesWhatOtherCountriesSeparateCellsBy() {
        assertThat(csv("a;b", "c")).isEqualTo("\"a;b\",c\r\n");
    }

    @Test
    void staysQuickWithLongTexts() {
        for (String piece : List.of("\n", "\t ", ";=", "\uFEFF", "=", "\"")) {
            String text = piece.repeat(200_000);
            assertTimeoutPreemptively(Duration.ofSeconds(5), () -> csv(text));
        }
    }

    @Test
    void leavesNumbersUntouched() {
        assertThat(csv(-5, -0.5, new BigDecimal("-1E+3"), 9_007_199_254_740_993L, true, null))
                .isEqualTo("-5,-0.5,-1000,9007199254740993,true,\r\n");
    }
}
