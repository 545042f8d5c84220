package dev.caravan.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.semantic.Dialect;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.ResultRow;
import dev.caravan.sql.WorkspaceDatabase;
import dev.caravan.workspace.Workspace.Login;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The data of one workspace in a database that is reached by JDBC, asked in read-only transactions by the login that its {@code
 * workspace.yaml} names, which should be one that may read these data and nothing else. A file of SQLite is opened for reading.
 */
public final class JdbcDatabase implements WorkspaceDatabase {
    private static final Duration POOL_WAIT = Duration.ofSeconds(5);
    // how long names read from the data are taken for the present ones
    private static final Duration FRESH = Duration.ofMinutes(10);

    private final HikariDataSource pool;
    private final int maxRows;
    // where the session has no limit of its own
    private final int seconds;
    private final ResultMemory memory;
    private final Predicate<String> cancelled;
    private final ConcurrentHashMap<String, Set<Statement>> running = new ConcurrentHashMap<>();
    private final Clock clock = Clock.systemUTC();

    /** How much longer than a statement may take nothing may come over a connection. */
    private static final Duration SILENCE = Duration.ofSeconds(6);

    /**
     * A database that is reached when it is first asked.
     *
     * @param name of the workspace
     * @param engine what kind of database it is
     * @param timeout how long a statement may take
     * @param maxRows how many rows are fetched at most
     * @param memory bounds what results hold
     * @param cancelled whether a turn was given up
     */
    public JdbcDatabase(
            String name,
            Dialect engine,
            Login login,
            Duration timeout,
            int maxRows,
            ResultMemory memory,
            Predicate<String> cancelled) {
        this.memory = memory;
        HikariConfig config = new HikariConfig();
        JdbcUrl url = new JdbcUrl(login.url());
        config.setJdbcUrl(url.driverUrl());
        if (engine != Dialect.SQLITE) {
            config.setUsername(login.user());
            config.setPassword(login.password());
        }
        // a link that fell silent ends no statement, whatever limits database and driver have
        Duration silence = timeout.plus(SILENCE);
        switch (engine) {
            case POSTGRESQL -> config.addDataSourceProperty("socketTimeout", String.valueOf(silence.toSeconds()));
            case MYSQL -> config.addDataSourceProperty("socketTimeout", String.valueOf(silence.toMillis()));
            default -> {}
        }
        url.properties().forEach(config::addDataSourceProperty);
        config.setReadOnly(true);
        config.setPoolName("workspace-" + name);
        config.setMaximumPoolSize(5);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(POOL_WAIT.toMillis());
        config.setConnectionInitSql(
                switch (engine) {
                    case SQLITE -> "PRAGMA query_only = true";
                    case MYSQL -> JdbcUrl.MYSQL_READS;
                    default -> "SET default_transaction_read_only = on; SET statement_timeout = " + timeout.toMillis();
                });
        this.seconds = engine == Dialect.POSTGRESQL ? 0 : (int) Math.max(1, timeout.toSeconds());
        config.setInitializationFailTimeout(-1);
        this.pool = new HikariDataSource(config);
        this.maxRows = maxRows;
        this.cancelled = cancelled;
    }

    @Override
    public List<Map<String, Object>> run(String sql) throws SQLException {
        return read(sql, maxRows);
    }

    @Override
    public List<Map<String, Object>> read(String sql, int most) throws SQLException {
        String turn = ResultMemory.turnOf(sql);
        if (!turn.isEmpty() && cancelled.test(turn)) {
            throw new SQLException("the turn was given up", "57014");
        }
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(most + 1);
            statement.setQueryTimeout(seconds);
            Set<Statement> ofTurn = running.computeIfAbsent(turn, id -> ConcurrentHashMap.newKeySet());
            ofTurn.add(statement);
            try (ResultSet result = statement.executeQuery(sql)) {
                ResultMemory.Rows rows = memory.rows(turn);
                while (result.next()) {
                    rows.add(ResultRow.read(result, ResultSet::getString));
                }
                return rows.read();
            } finally {
                ofTurn.remove(statement);
                running.remove(turn, Set.of());
            }
        } catch (SQLTimeoutException e) {
            throw new SQLException(e.getMessage(), "57014", e);
        } catch (SQLTransientConnectionException e) {
            if (e.getCause() == null) {
                // all connections are in use, or all places for large results
                throw e;
            }
            throw new SQLException("the database cannot be reached", "08001", e);
        } catch (SQLException e) {
            throw told(e);
        }
    }

    /** SQLite tells no states: an interrupted statement took too long, a file that cannot be opened is down, others are wrong. */
    private static SQLException told(SQLException e) {
        if (e.getSQLState() != null) {
            return e;
        }
        String message = String.valueOf(e.getMessage());
        String state = message.contains("INTERRUPT")
                ? "57014"
                : message.contains("CANTOPEN") || message.contains("NOTADB") || message.contains("CORRUPT")
                        ? "08001"
                        : "42000";
        return new SQLException(message, state, e);
    }

    @Override
    public String version() {
        return String.valueOf(clock.millis() / FRESH.toMillis());
    }

    @Override
    public void stop(String turnId) {
        for (Statement statement : running.getOrDefault(turnId, Set.of())) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // it has just ended by itself
                continue;
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
