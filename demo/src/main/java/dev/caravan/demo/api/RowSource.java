package dev.caravan.demo.api;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Reads rows of the data that a service answers from. */
@FunctionalInterface
public interface RowSource {
    /**
     * All rows of a statement, by the names of their columns; days are texts.
     *
     * @throws SQLException where the data cannot be read
     */
    List<Map<String, Object>> read(String sql) throws SQLException;
}
