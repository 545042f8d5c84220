package dev.caravan.edge;

import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Font;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFCell;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/**
 * Writes the rows of a piece of evidence as an Excel workbook: a sheet of rows, whose numbers and days are such to a spreadsheet, and
 * one that says what they answer, where they are from and what was assumed. Texts are texts, whatever they begin with: no cell is a
 * formula.
 */
public final class WriteWorkbook {
    /** Media type of a workbook. */
    public static final String MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

    // what a cell may hold, and what its number can tell apart
    private static final int LONGEST = 32_767;
    private static final int DIGITS = 15;
    private static final int WIDEST = 50;
    private static final int CHARACTER = 256;

    private WriteWorkbook() {}

    /** The rows of a piece of a turn's evidence. */
    public static byte[] write(TurnDocument turn, TurnDocument.EvidenceDocument piece, Table table) {
        try (XSSFWorkbook workbook = new XSSFWorkbook();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            rows(workbook, table);
            about(workbook, turn, piece, table);
            workbook.write(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void rows(XSSFWorkbook workbook, Table table) {
        Sheet sheet = workbook.createSheet("Rows");
        CellStyle heading = bold(workbook);
        CellStyle day = workbook.createCellStyle();
        day.setDataFormat(workbook.getCreationHelper().createDataFormat().getFormat("yyyy-mm-dd"));
        Row head = sheet.createRow(0);
        for (int i = 0; i < table.columns().size(); i++) {
            Table.Column column = table.columns().get(i);
            boolean days = isDays(table, i);
            int width = column.name().length();
            text(head, i, column.name()).setCellStyle(heading);
            for (int row = 0; row < table.rows().size(); row++) {
                Row line = row < sheet.getLastRowNum() ? sheet.getRow(row + 1) : sheet.createRow(row + 1);
                Object value = table.rows().get(row).get(i);
                if (value != null) {
                    width = Math.max(width, String.valueOf(value).length());
                    put(line, i, value, days, day);
                }
            }
            sheet.setColumnWidth(i, (Math.min(width, WIDEST) + 2) * CHARACTER);
        }
        sheet.createFreezePane(0, 1);
        if (!table.columns().isEmpty()) {
            sheet.setAutoFilter(new CellRangeAddress(
                    0, table.rows().size(), 0, table.columns().size() - 1));
        }
    }

    private static void put(Row line, int column, Object value, boolean days, CellStyle day) {
        if (days) {
            XSSFCell cell = (XSSFCell) line.createCell(column);
            cell.setCellValue(LocalDate.parse(String.valueOf(value)));
            cell.setCellStyle(day);
        } else if (value instanceof Boolean yes) {
            line.createCell(column).setCellValue(yes);
        } else if (value instanceof Number number
                && new BigDecimal(number.toString()).stripTrailingZeros().precision() <= DIGITS) {
            line.createCell(column).setCellValue(number.doubleValue());
        } else if (value instanceof Double number) {
            line.createCell(column).setCellValue(number);
        } else {
            text(line, column, String.valueOf(value));
        }
    }

    private static XSSFCell text(Row line, int column, String text) {
        XSSFCell cell = (XSSFCell) line.createCell(column);
        cell.setCellValue(text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…");
        return cell;
    }

    /** Whether every value of a column is a day. */
    private static boolean isDays(Table table, int column) {
        boolean any = false;
        for (List<Object> row : table.rows()) {
            Object value = row.get(column);
            if (value != null) {
                if (!(value instanceof String text) || !isDay(text)) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    private static boolean isDay(String text) {
        if (!text.matches("(19|2\\d)\\d\\d-\\d\\d-\\d\\d")) {
            return false;
        }
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeParseException e) {
            // such as the 31st of June: a text that only looks like a day
            return false;
        }
    }

    private static void about(
            XSSFWorkbook workbook, TurnDocument turn, TurnDocument.EvidenceDocument piece, Table table) {
        Map<String, String> told = new LinkedHashMap<>();
        told.put("Question", turn.question());
        told.put("Asked", turn.startedAt().toString());
        told.put("Workspace", turn.workspace());
        told.put("Source", member(piece, "source"));
        told.put(
                "Rows",
                table.truncated()
                        ? table.rows().size() + " of " + table.totalRows()
                        : String.valueOf(table.rows().size()));
        List<String> units = new ArrayList<>();
        table.columns().stream()
                .filter(column -> !column.unit().isEmpty())
                .forEach(column -> units.add(column.name() + ": " + column.unit()));
        told.put("Units", String.join(", ", units));
        told.put("Notes", String.join("\n", turn.notes()));
        if (SqlEvidence.KIND.equals(piece.members().get("type"))) {
            told.put("SQL", member(piece, "sql"));
        }
        Sheet sheet = workbook.createSheet("About");
        CellStyle heading = bold(workbook);
        CellStyle wrapped = workbook.createCellStyle();
        wrapped.setWrapText(true);
        told.forEach((name, value) -> {
            if (!value.isEmpty()) {
                Row line = sheet.createRow(sheet.getLastRowNum() + 1);
                text(line, 0, name).setCellStyle(heading);
                text(line, 1, value).setCellStyle(wrapped);
            }
        });
        sheet.setColumnWidth(0, (DIGITS + 2) * CHARACTER);
        sheet.setColumnWidth(1, 2 * WIDEST * CHARACTER);
    }

    private static String member(TurnDocument.EvidenceDocument piece, String name) {
        return String.valueOf(piece.members().getOrDefault(name, ""));
    }

    private static CellStyle bold(XSSFWorkbook workbook) {
        Font font = workbook.createFont();
        font.setBold(true);
        CellStyle style = workbook.createCellStyle();
        style.setFont(font);
        return style;
    }
}
