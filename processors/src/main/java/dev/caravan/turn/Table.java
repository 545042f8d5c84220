package dev.caravan.turn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows of a result.
 *
 * @param columns names, units and kinds, in the order of the cells
 * @param rows cells as String, Long, Double, BigDecimal, Boolean or null
 * @param totalRows how many rows the query has in all, counted by the database; at least the size
 *     of {@code rows}
 */
public record Table(List<Column> columns, List<List<Object>> rows, long totalRows) {

    /**
     * One column.
     *
     * @param name as in the result
     * @param unit USD, percent, index, people, count, year, code … or empty
     */
    public record Column(String name, String unit) {}

    /** A table without columns and rows. */
    public static final Table EMPTY = new Table(List.of(), List.of(), 0);

    /** Takes copies; cells may be null. */
    public Table {
        columns = List.copyOf(columns);
        List<List<Object>> copied = new ArrayList<>(rows.size());
        for (List<Object> row : rows) {
            copied.add(Collections.unmodifiableList(new ArrayList<>(row)));
        }
        rows = Collections.unmodifiableList(copied);
    }

    /** Whether rows were left out of {@code rows}. */
    public boolean truncated() {
        return totalRows > rows.size();
    }
}
