package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import org.junit.jupiter.api.Test;

/** What a spreadsheet gets, read back by another library than the one that writes it. */
class WriteWorkbookTest {
    private static final List<Column> COLUMNS =
            List.of(new Column("day", ""), new Column("city", ""), new Column("sales", "USD"), new Column("paid", ""));

    private static List<List<Row>> sheets(List<List<Object>> rows) throws IOException {
        ToolCall call = ToolCall.asking("c1", "query_tool", "Sales?", "");
        SqlEvidence evidence = new SqlEvidence(
                "Sales?", "SELECT 1", new Table(COLUMNS, rows, rows.size() + 1), List.of("Goods only."), "the shop", 7);
        Turn turn = Turn.opened("t1", "th1", true, "shop", "Sales?", Map.of(), Instant.parse("2025-03-01T12:00:00Z"))
                .withPending(List.of(call))
                .withResult(new ToolResult(call, ToolResult.Status.OK, "rows", Optional.of(evidence)), 1)
                .withAnswer(Answer.of(Outcome.ANSWERED, "Yes."));
        TurnDocument document = new DescribeTurn(Clock.systemUTC(), "m").describe(turn, null, null);
        TurnDocument.EvidenceDocument piece = document.evidence().get(0);
        byte[] written = WriteWorkbook.write(document, piece, piece.rows().orElseThrow());
        try (ReadableWorkbook workbook = new ReadableWorkbook(new ByteArrayInputStream(written))) {
            Sheet about = workbook.findSheet("About").orElseThrow();
            return List.of(workbook.getFirstSheet().read(), about.read());
        }
    }

    @Test
    void numbersDaysAndTruthsAreSuchAndTextsAreNoFormulas() throws IOException {
        List<Row> rows = sheets(List.of(
                        List.of("2024-01-31", "=HYPERLINK(\"x\")", new BigDecimal("1234567.25"), true),
                        Arrays.asList(null, "Bern", 12L, null)))
                .get(0);
        assertThat(rows.get(0).stream().map(Cell::getText)).containsExactly("day", "city", "sales", "paid");
        Row first = rows.get(1);
        assertThat(first.getCell(0).asDate().toLocalDate()).isEqualTo(LocalDate.of(2024, 1, 31));
        assertThat(first.getCell(1).getType()).isEqualTo(CellType.STRING);
        assertThat(first.getCell(1).getFormula()).isNull();
        assertThat(first.getCell(1).asString()).isEqualTo("=HYPERLINK(\"x\")");
        assertThat(first.getCell(2).asNumber()).isEqualByComparingTo("1234567.25");
        assertThat(first.getCell(3).asBoolean()).isTrue();
        assertThat(rows.get(2).getOptionalCell(0).filter(cell -> cell.getType() != CellType.EMPTY))
                .isEmpty();
    }

    @Test
    void aNumberThatASpreadsheetWouldRoundStaysWhole() throws IOException {
        Row row = sheets(List.of(List.of("2024-06-31", "x", 9_007_199_254_740_993L, false)))
                .get(0)
                .get(1);
        assertThat(row.getCell(2).asString()).isEqualTo("9007199254740993");
        assertThat(row.getCell(0).asString()).as("no day at all").isEqualTo("2024-06-31");
    }

    @Test
    void saysWhatTheRowsAnswerAndWhatIsLeftOut() throws IOException {
        String about = sheets(List.of(List.of("2024-01-31", "Bern", 1L, true))).get(1).stream()
                .map(row -> row.getCellText(0) + ": " + row.getCellText(1))
                .reduce("", (all, line) -> all + line + "\n");
        assertThat(about)
                .contains("Question: Sales?", "Source: the shop", "Rows: 1 of 2", "Units: sales: USD")
                .contains("Notes: Goods only.", "SQL: SELECT", "Asked: 2025-03-01T12:00:00Z");
    }
}
