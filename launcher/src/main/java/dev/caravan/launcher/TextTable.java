package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Lays the rows of a piece of evidence out as aligned text. */
final class TextTable {
    private static final int ROWS = 50;
    private static final int WIDTH = 48;
    // years and codes are names made of digits
    private static final Set<String> UNGROUPED = Set.of("year", "code");

    private TextTable() {}

    /** Header, rule and at most {@value #ROWS} rows; numbers to the right, units in the header. */
    static List<String> lines(JsonNode evidence) {
        List<JsonNode> columns = new ArrayList<>();
        evidence.path("columns").forEach(columns::add);
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns.stream().map(TextTable::heading).toList());
        boolean[] numeric = new boolean[columns.size()];
        for (JsonNode row : evidence.path("rows")) {
            if (cells.size() > ROWS) {
                break;
            }
            List<String> texts = new ArrayList<>();
            for (int index = 0; index < columns.size(); index++) {
                JsonNode value = row.path(index);
                numeric[index] |= value.isNumber();
                texts.add(text(value, columns.get(index).path("unit").asText()));
            }
            cells.add(texts);
        }
        int[] widths = new int[columns.size()];
        cells.forEach(row -> grow(widths, row));
        List<String> lines = new ArrayList<>();
        for (List<String> row : cells) {
            lines.add(line(row, widths, numeric));
            if (lines.size() == 1) {
                lines.add("-".repeat(Math.max(1, java.util.Arrays.stream(widths).sum() + 2 * (widths.length - 1))));
            }
        }
        return lines;
    }

    /** How many of the rows are shown here: "5 rows", "50 of 48,211 rows". */
    static String count(JsonNode evidence) {
        int shown = Math.min(evidence.path("rows").size(), ROWS);
        long total = Math.max(evidence.path("rows_total").asLong(), shown);
        String rows = String.format(Locale.ROOT, "%,d %s", total, total == 1 ? "row" : "rows");
        return shown == total ? rows : shown + " of " + rows;
    }

    private static String heading(JsonNode column) {
        String unit = column.path("unit").asText();
        String name = column.path("name").asText();
        return cut(unit.isEmpty() || UNGROUPED.contains(unit) ? name : name + " (" + unit + ")");
    }

    private static String text(JsonNode value, String unit) {
        if (value.isNull() || value.isMissingNode()) {
            return "-";
        }
        if (!value.isNumber() || UNGROUPED.contains(unit)) {
            return cut(Plain.line(value.asText()));
        }
        DecimalFormat format = new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
        return format.format(value.decimalValue());
    }

    private static String cut(String text) {
        int length = text.codePointCount(0, text.length());
        return length <= WIDTH ? text : text.substring(0, text.offsetByCodePoints(0, WIDTH - 1)) + "…";
    }

    private static void grow(int[] widths, List<String> row) {
        for (int index = 0; index < widths.length; index++) {
            widths[index] = Math.max(widths[index], length(row.get(index)));
        }
    }

    private static String line(List<String> row, int[] widths, boolean[] numeric) {
        List<String> padded = new ArrayList<>();
        for (int index = 0; index < widths.length; index++) {
            String gap = " ".repeat(widths[index] - length(row.get(index)));
            padded.add(numeric[index] ? gap + row.get(index) : row.get(index) + gap);
        }
        return String.join("  ", padded).stripTrailing();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
