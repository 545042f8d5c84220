package dev.caravan.jdbc;

import dev.caravan.semantic.Dialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The address of a database.
 *
 * @param text as written: jdbc:postgresql:, jdbc:sqlite:, jdbc:mysql: or jdbc:mariadb:
 */
public record JdbcUrl(String text) {
    /** What a session of MySQL begins with. */
    static final String MYSQL_READS = "SET SESSION TRANSACTION READ ONLY";

    /** What kind of database it leads to; empty where that is none that can be asked. */
    public Optional<Dialect> engine() {
        String kind = text.replaceFirst("^jdbc:(\\w+):.*", "$1");
        return switch (kind) {
            case "postgresql" -> Optional.of(Dialect.POSTGRESQL);
            case "sqlite" -> Optional.of(Dialect.SQLITE);
            case "mysql", "mariadb" -> Optional.of(Dialect.MYSQL);
            default -> Optional.empty();
        };
    }

    /** As the driver takes it: one driver serves MySQL and MariaDB. */
    String driverUrl() {
        return text.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
    }

    /** What the driver is told beside it. */
    Map<String, String> properties() {
        return switch (engine().orElse(Dialect.POSTGRESQL)) {
                // 1 is SQLITE_OPEN_READONLY: no file is made where there is none
            case SQLITE -> Map.of("open_mode", "1");
                // names are quoted as everywhere
            case MYSQL -> Map.of("sessionVariables", "sql_mode='ANSI_QUOTES'");
            default -> Map.of();
        };
    }

    /**
     * A connection that only reads.
     *
     * @throws SQLException where it cannot be reached
     */
    public Connection connect(String user, String password) throws SQLException {
        Properties given = new Properties();
        given.putAll(properties());
        if (engine().filter(Dialect.SQLITE::equals).isEmpty()) {
            given.put("user", user);
            given.put("password", password);
        }
        Connection connection = DriverManager.getConnection(driverUrl(), given);
        if (engine().filter(Dialect.MYSQL::equals).isPresent()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(MYSQL_READS);
            }
        } else if (engine().filter(Dialect.POSTGRESQL::equals).isPresent()) {
            connection.setReadOnly(true);
        }
        return connection;
    }
}
