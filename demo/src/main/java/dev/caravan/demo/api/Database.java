package dev.caravan.demo.api;

import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Reads rows from the demo database. A row maps names to values, null where there is none; the column {@code export_value}
 * becomes {@code exportValue}, as both schemas call it, and of two columns of one name the later counts.
 */
final class Database {
    private static final int FETCH_ROWS = 5_000;

    private final DataSource source;

    Database(DataSource source) {
        this.source = source;
    }

    /**
     * All rows of a query.
     *
     * @param arguments in the order of the question marks; a list is an array
     * @throws IllegalStateException if the database fails
     */
    List<Map<String, Object>> rows(String sql, List<?> arguments) {
        try (Connection connection = source.getConnection();
                var statement = connection.prepareStatement(sql)) {
            for (int a = 0; a < arguments.size(); a++) {
                Object argument = arguments.get(a);
                if (argument instanceof List<?> list) {
                    statement.setArray(a + 1, connection.createArrayOf("int4", list.toArray()));
                } else {
                    statement.setObject(a + 1, argument);
                }
            }
            statement.setFetchSize(FETCH_ROWS);
            try (ResultSet result = statement.executeQuery()) {
                return read(result);
            }
        } catch (SQLException | PoolInitializationException e) {
            throw new IllegalStateException("the demo database cannot be read", e);
        }
    }

    /** All rows of a query. */
    List<Map<String, Object>> rows(String sql, Object... arguments) {
        return rows(sql, List.of(arguments));
    }

    /** The first row of a query. */
    Optional<Map<String, Object>> row(String sql, Object... arguments) {
        return rows(sql, arguments).stream().findFirst();
    }

    private static List<Map<String, Object>> read(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        String[] names = new String[columns];
        for (int c = 0; c < columns; c++) {
            names[c] = Names.field(result.getMetaData().getColumnLabel(c + 1));
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        while (result.next()) {
            Map<String, Object> row = new HashMap<>(columns * 2);
            for (int c = 0; c < columns; c++) {
                Object value = result.getObject(c + 1);
                // an array is no longer readable when its connection is back in the pool
                row.put(names[c], value instanceof Array array ? array.getArray() : value);
            }
            rows.add(row);
        }
        return rows;
    }
}
