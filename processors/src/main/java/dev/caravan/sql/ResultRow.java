package dev.caravan.sql;

import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the current row of a result of any engine, losing no column where two have one name. */
public final class ResultRow {
    /** What a result may hold at most, in bytes or characters: a row limit alone does not bound it. */
    public static final int LARGEST_RESULT = 16 << 20;

    private static final int LONGEST_CELL = 1 << 20;
    private static final String TOO_LARGE = "54000";

    private ResultRow() {}

    /** The text of a date or time in a column of the current row. */
    @FunctionalInterface
    public interface TimeText {
        /** The text. */
        String of(ResultSet result, int column) throws SQLException;
    }

    /** The refusal of a result that is larger than can be shown. */
    public static SQLException tooLarge() {
        return new SQLException(
                "the result is larger than " + (LARGEST_RESULT >> 20) + " MB, or one of its values is longer than "
                        + LONGEST_CELL + " characters; select fewer columns, or put less into one value",
                TOO_LARGE);
    }

    /** The characters of a row's texts. */
    public static long characters(Map<String, Object> row) {
        return row.values().stream()
                .mapToLong(cell -> cell instanceof CharSequence text ? text.length() : 1)
                .sum();
    }

    /**
     * The cells by column label, in the order of the statement; of columns with one label the second is "label (2)". What
     * is no text, number, date or list is told by its size.
     *
     * @param times gives dates and times as the database writes them: Java's have no year before Christ and no infinity
     * @throws SQLException with SQLSTATE 54000 where a value is too long
     */
    public static Map<String, Object> read(ResultSet result, TimeText times) throws SQLException {
        return read(result, times, LONGEST_CELL);
    }

    /** The same for values of up to so many characters. */
    public static Map<String, Object> read(ResultSet result, TimeText times, int longest) throws SQLException {
        ResultSetMetaData meta = result.getMetaData();
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            String label = meta.getColumnLabel(i);
            String name = label;
            for (int n = 2; row.containsKey(name); n++) {
                name = label + " (" + n + ")";
            }
            Object found = result.getObject(i);
            Object cell = found instanceof Date || found instanceof Temporal
                    ? times.of(result, i).replaceFirst(" 00:00:00$", "")
                    : plain(found);
            if (cell instanceof CharSequence text && text.length() > longest) {
                throw tooLarge();
            }
            row.put(name, cell);
        }
        return row;
    }

    private static Object plain(Object cell) throws SQLException {
        if (cell instanceof byte[] bytes) {
            return "binary, " + bytes.length + " bytes";
        }
        return cell instanceof Blob blob ? "binary, " + blob.length() + " bytes" : cell;
    }
}
