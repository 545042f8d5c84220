package dev.caravan.semantic;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names as DuckDB takes them: a file may be called by any of its words, such as pivot.csv. */
class SchemaNamesTest {
    @Test
    void everyWordOfTheEngineCanBeATableAColumnAndALabel() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            List<String> words = new ArrayList<>();
            try (ResultSet found =
                    statement.executeQuery("SELECT DISTINCT keyword_name FROM duckdb_keywords() ORDER BY 1")) {
                while (found.next()) {
                    words.add(found.getString(1));
                }
            }
            assertThat(words).hasSizeGreaterThan(300).contains("pivot");
            List<String> refused = new ArrayList<>();
            for (String word : words) {
                statement.execute("CREATE TABLE \"" + word + "\" AS SELECT 1 AS \"" + word + "\"");
                String name = SchemaNames.quoted(word);
                // a statement that failed is closed
                try (Statement asked = connection.createStatement()) {
                    asked.execute("SELECT " + name + ", t1." + name + " AS " + name + ", count(*) AS n FROM " + name
                            + " t1 WHERE " + name + " = 1 GROUP BY " + name + " ORDER BY " + name);
                } catch (SQLException e) {
                    refused.add(word);
                }
            }
            assertThat(refused).isEmpty();
        }
    }

    @Test
    void aPlainNameStaysPlain() {
        assertThat(SchemaNames.quoted("main.orders")).isEqualTo("main.orders");
        assertThat(SchemaNames.quoted("main.Order Lines")).isEqualTo("main.\"Order Lines\"");
    }
}
