package dev.caravan.derive;

import dev.caravan.turn.BadRequest;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ExcelReaderException;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;

/** The sheets of an Excel workbook as files of comma-separated values. */
final class Workbook {
    private Workbook() {}

    /**
     * Writes the sheets that have headings and rows.
     *
     * @param table the name of the only sheet's table; of several sheets each has its own name
     */
    static Map<String, Path> sheets(String name, String table, Path file, Path folder) throws IOException {
        Map<String, Path> written = new LinkedHashMap<>();
        try (ReadableWorkbook workbook = new ReadableWorkbook(file.toFile(), new ReadingOptions(true, false))) {
            List<Sheet> sheets = workbook.getSheets().toList();
            for (Sheet sheet : sheets) {
                Path rows = folder.resolve("sheet" + sheet.getIndex() + ".csv");
                if (write(sheet, rows)) {
                    written.put(sheets.size() == 1 ? table : TakeTables.table(sheet.getName()), rows);
                }
            }
        } catch (ExcelReaderException | IOException e) {
            throw new BadRequest(
                    422, "body", name + " is no workbook that can be read; save it anew as .xlsx or .csv.");
        }
        if (written.isEmpty()) {
            throw new BadRequest(422, "body", name + " has no sheet with headings and rows.");
        }
        return written;
    }

    private static boolean write(Sheet sheet, Path file) throws IOException {
        int lines = 0;
        try (Stream<Row> rows = sheet.openStream();
                BufferedWriter out = Files.newBufferedWriter(file)) {
            int width = 0;
            for (Row row : (Iterable<Row>) rows::iterator) {
                boolean blank =
                        row.stream().allMatch(cell -> cell == null || text(cell).isBlank());
                if (blank) {
                    continue;
                }
                // the headings say how many columns there are
                width = lines == 0 ? row.getCellCount() : width;
                for (int i = 0; i < width; i++) {
                    String text = i < row.getCellCount() && row.getCell(i) != null ? text(row.getCell(i)) : "";
                    out.write((i == 0 ? "" : ",") + (text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"'));
                }
                out.newLine();
                lines++;
            }
        }
        return lines > 1;
    }

    private static String text(Cell cell) {
        if (cell.getType() == CellType.NUMBER && isDate(cell)) {
            LocalDateTime time = cell.asDate();
            return time.toLocalTime().equals(LocalTime.MIDNIGHT)
                    ? time.toLocalDate().toString()
                    : time.toString();
        }
        Object value = cell.getValue();
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return cell.getType() == CellType.ERROR || value == null ? "" : value.toString();
    }

    private static boolean isDate(Cell cell) {
        String format = cell.getDataFormatString();
        return format != null && format.replaceAll("\"[^\"]*\"|\\[[^]]*]", "").matches("(?i).*[dy].*");
    }
}
