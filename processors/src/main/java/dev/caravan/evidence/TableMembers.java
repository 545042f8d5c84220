package dev.caravan.evidence;

import dev.caravan.turn.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rows as members of evidence in JSON, and back. */
public final class TableMembers {
    private static final String COLUMNS = "columns";
    private static final String ROWS = "rows";
    private static final String TOTAL = "rows_total";
    private static final String NAME = "name";
    private static final String UNIT = "unit";

    private TableMembers() {}

    /** Adds columns, rows, rows_shown, rows_total and truncated. */
    public static void put(Table table, Map<String, Object> members) {
        members.put(
                COLUMNS,
                table.columns().stream()
                        .map(column -> {
                            Map<String, Object> named = new LinkedHashMap<>();
                            named.put(NAME, column.name());
                            named.put(UNIT, column.unit());
                            return named;
                        })
                        .toList());
        members.put(ROWS, table.rows().stream().map(TableMembers::finite).toList());
        members.put("rows_shown", table.rows().size());
        members.put(TOTAL, table.totalRows());
        members.put("truncated", table.truncated());
    }

    /** JSON has no NaN and no infinity; like an unknown number they become null. */
    private static List<Object> finite(List<Object> row) {
        List<Object> cells = new ArrayList<>(row);
        cells.replaceAll(cell -> cell instanceof Double number && !Double.isFinite(number) ? null : cell);
        return cells;
    }

    /**
     * The rows among the members. A column is an object of name and unit, or a name alone; a row is a list of cells, an object of
     * cells by name, or a single cell. Columns that are not given are those that rows name, and without a name where rows are
     * longer.
     *
     * @return empty where there is no list of rows
     */
    public static Optional<Table> read(Map<String, Object> members) {
        if (!(members.get(ROWS) instanceof List<?> rows)) {
            return Optional.empty();
        }
        List<Table.Column> columns = columns(members.get(COLUMNS), rows);
        List<List<Object>> lines = new ArrayList<>();
        for (Object row : rows) {
            List<Object> line = new ArrayList<>();
            if (row instanceof Map<?, ?> named) {
                columns.forEach(column -> line.add(cell(named.get(column.name()))));
            } else if (row instanceof List<?> list) {
                list.forEach(value -> line.add(cell(value)));
            } else {
                line.add(cell(row));
            }
            lines.add(line);
        }
        int width = lines.stream().mapToInt(List::size).max().orElse(0);
        while (columns.size() < width) {
            columns.add(new Table.Column("", ""));
        }
        lines.forEach(line -> {
            while (line.size() < columns.size()) {
                line.add(null);
            }
        });
        long total = members.get(TOTAL) instanceof Number number ? number.longValue() : 0;
        return Optional.of(new Table(columns, lines, Math.max(total, lines.size())));
    }

    private static List<Table.Column> columns(Object given, List<?> rows) {
        List<Table.Column> columns = new ArrayList<>();
        if (given instanceof List<?> list) {
            list.forEach(column -> columns.add(
                    column instanceof Map<?, ?> named
                            ? new Table.Column(text(named.get(NAME)), text(named.get(UNIT)))
                            : new Table.Column(text(column), "")));
            return columns;
        }
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> {
            if (row instanceof Map<?, ?> named) {
                named.keySet().forEach(name -> names.add(text(name)));
            }
        });
        names.forEach(name -> columns.add(new Table.Column(name, "")));
        return columns;
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    /** A cell holds a single value; what is more than that is told as text. */
    private static Object cell(Object value) {
        if (value == null || value instanceof Boolean || value instanceof Double || value instanceof Long) {
            return value;
        }
        if (value instanceof Integer number) {
            return number.longValue();
        }
        if (value instanceof BigInteger number) {
            return new BigDecimal(number);
        }
        return value instanceof BigDecimal ? value : value.toString();
    }
}
