package dev.caravan.search;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The rows that indices are made of. */
public interface SearchData {
    /** Tells one state of the rows from another. */
    String version();

    /** Rows of a statement, so many at most. */
    List<Map<String, Object>> read(String sql, int most) throws SQLException;

    /** Gives every row of a statement to the taker, one after the other. */
    void stream(String sql, Consumer<Map<String, Object>> taker) throws SQLException;
}
