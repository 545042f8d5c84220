package dev.caravan.warehouse.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReaderTest {
    private static List<List<String>> rows(String text) throws Exception {
        CsvReader reader = new CsvReader(new StringReader(text), ',', 0);
        List<List<String>> rows = new ArrayList<>();
        while (reader.next()) {
            rows.add(reader.fields());
        }
        return rows;
    }

    @Test
    void splitsRowsAtEveryKindOfLineEnd() throws Exception {
        List<List<String>> expected = List.of(List.of("a", "b"), List.of("c", ""), List.of("", "d"));
        assertThat(rows("a,b\nc,\n,d\n")).isEqualTo(expected);
        assertThat(rows("a,b\r\nc,\r\n,d")).isEqualTo(expected);
        assertThat(rows("\r\ra,b\rc,\r\r,d\r")).isEqualTo(expected);
        assertThat(rows("")).isEmpty();
        assertThat(rows("\n\n")).isEmpty();
    }

    @Test
    void readsQuotedFieldsWithDelimitersQuotesAndLineBreaks() throws Exception {
        assertThat(rows("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\nc,\"\",5\" pipe\n"))
                .containsExactly(List.of("a,b", "say \"hi\"", "two\nlines"), List.of("c", "", "5\" pipe"));
    }

    @Test
    void countsLinesWhereRowsBegin() throws Exception {
        CsvReader reader = new CsvReader(new StringReader("a\n\n\"b\nb\"\r\nc"), ',', 1);
        List<Long> lines = new ArrayList<>();
        while (reader.next()) {
            lines.add(reader.line());
        }
        assertThat(lines).containsExactly(2L, 4L, 6L);
        assertThat(reader.lastLineEnds()).isFalse();
    }

    @Test
    void refusesAQuotedFieldThatDoesNotEnd() {
        assertThatThrownBy(() -> rows("a\nb,\"c\nd,e\n"))
                .isInstanceOf(BadFile.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("does not end");
    }

    @Test
    void refusesAFieldWithoutEnd() {
        assertThatThrownBy(() -> rows("x".repeat(100_000)))
                .isInstanceOf(BadFile.class)
                .hasMessageContaining("more than 65536 characters");
    }
}
