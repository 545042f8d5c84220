package dev.caravan.edge;

import dev.caravan.edge.TurnDocument.ColumnDocument;
import dev.caravan.edge.TurnDocument.TableDocument;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the rows of a piece of evidence as CSV by RFC 4180, with a header row. */
public final class WriteCsv {
    private static final String LINE_END = "\r\n";

    // by which spreadsheets take a cell for a formula (OWASP, CSV injection), also behind space and in full width
    private static final Pattern FORMULA = Pattern.compile("[\\t\\r\\n]|\\s*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]");

    private WriteCsv() {}

    /**
     * Every row that is held. A text that a spreadsheet would run as a formula gets an apostrophe in
     * front; numbers stay as they are; null is an empty cell, an empty text a quoted one.
     */
    public static String write(TableDocument table) {
        StringBuilder csv = new StringBuilder();
        line(csv, table.columns().stream().map(ColumnDocument::name).toList());
        table.rows().forEach(row -> line(csv, row));
        return csv.toString();
    }

    private static void line(StringBuilder csv, List<?> cells) {
        csv.append(cells.stream().map(WriteCsv::cell).collect(Collectors.joining(",")))
                .append(LINE_END);
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        String text = value.toString();
        String safe = FORMULA.matcher(text).lookingAt() ? "'" + text : text;
        boolean quoted = safe.isEmpty()
                || safe.chars().anyMatch(unit -> unit == ',' || unit == '"' || unit == '\r' || unit == '\n');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
