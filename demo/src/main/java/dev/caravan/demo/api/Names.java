package dev.caravan.demo.api;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Columns are called {@code export_value}, fields of the schemas {@code exportValue}. */
final class Names {
    private static final Pattern WORD_BEGIN = Pattern.compile("_([a-z0-9])");
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    private Names() {}

    /** The field of a column. */
    static String field(String column) {
        return WORD_BEGIN.matcher(column).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    /** The column of a field. */
    static String column(String field) {
        return CAPITAL.matcher(field).replaceAll(found -> "_" + found.group().toLowerCase(Locale.ROOT));
    }

    /** A row by the names of its fields. */
    static Map<String, Object> fields(Map<String, Object> row) {
        Map<String, Object> fields = new HashMap<>();
        row.forEach((column, value) -> fields.put(field(column), value));
        return fields;
    }
}
