package dev.caravan.edge;

import dev.caravan.turn.Table;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the rows of a piece of evidence as CSV by RFC 4180, with a header row. */
public final class WriteCsv {
    private static final String LINE_END = "\r\n";

    // by which spreadsheets take a cell for a formula (OWASP, CSV injection), also in full width
    private static final String FORMULA = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";

    // where a spreadsheet may begin a cell within a text, by the country it is set to
    private static final String SEPARATORS = ";|\t\r\n";
    private static final Pattern QUOTED = Pattern.compile("[,;\"\r\n]");

    private WriteCsv() {}

    /**
     * Every row that is held. A text that a spreadsheet would run as a formula gets an apostrophe in
     * front; numbers stay as they are; null is an empty cell, an empty text a quoted one.
     */
    public static String write(Table table) {
        StringBuilder csv = new StringBuilder();
        line(csv, table.columns().stream().map(Table.Column::name).toList());
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
        String safe = disarmed(text);
        return safe.isEmpty() || QUOTED.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    /** With an apostrophe before each place at which a cell may begin and a formula would, be it behind what cannot be seen. */
    private static String disarmed(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        int cell = 0;
        boolean begins = true;
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            boolean separator = SEPARATORS.indexOf(sign) >= 0;
            if (begins && FORMULA.indexOf(sign) >= 0 || i == 0 && separator && sign != ';' && sign != '|') {
                safe.insert(cell, '\'');
                begins = false;
            }
            safe.append(sign);
            if (separator) {
                begins = true;
                cell = safe.length();
            } else {
                begins = begins && isUnseen(sign);
            }
        }
        return safe.toString();
    }

    private static boolean isUnseen(char sign) {
        return Character.isWhitespace(sign)
                || Character.isSpaceChar(sign)
                || Character.isISOControl(sign)
                || Character.getType(sign) == Character.FORMAT;
    }
}
