package dev.caravan.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reading rows, on the engine that needs no server. */
class ResultRowTest {
    private static Map<String, Object> row(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return ResultRow.read(result, ResultSet::getString);
        }
    }

    @Test
    void keepsColumnsOfOneName() throws SQLException {
        assertThat(row("SELECT 1 AS a, 2 AS a, 3 AS b, 4 AS a"))
                .containsExactly(Map.entry("a", 1), Map.entry("a (2)", 2), Map.entry("b", 3), Map.entry("a (3)", 4));
    }

    @Test
    void tellsOfBinaryCellsTheirSize() throws SQLException {
        assertThat(row("SELECT 'abc'::BLOB AS x, NULL::BLOB AS y"))
                .containsEntry("x", "binary, 3 bytes")
                .containsEntry("y", null);
    }
}
