package dev.caravan.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.semantic.Dialect;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.ResultRow;
import dev.caravan.sql.WorkspaceDatabase;
import dev.caravan.workspace.Workspace.Login;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
    private final String tenantVariable;
    private volatile boolean isRowSecurityHeld;

    private static final String SEES_ALL =
            "SELECT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) OR EXISTS (SELECT FROM pg_class"
                    + " WHERE relrowsecurity AND NOT relforcerowsecurity AND pg_has_role(current_user, relowner, 'USAGE'))";

    /** How much longer than a statement may take nothing may come over a connection. */
    private static final Duration SILENCE = Duration.ofSeconds(6);

    /**
     * A database that is reached when it is first asked.
     *
     * @param name of the workspace
     * @param engine what kind of database it is
     * @param tenantVariable the session variable that tells PostgreSQL's row-level security whose rows a statement may see; empty: they
     *     are the same for all
     * @param timeout how long a statement may take
     * @param maxRows how many rows are fetched at most
     * @param memory bounds what results hold
     * @param cancelled whether a turn was given up
     */
    public JdbcDatabase(
            String name,
            Dialect engine,
            Login login,
            String tenantVariable,
            Duration timeout,
            int maxRows,
            ResultMemory memory,
            Predicate<String> cancelled) {
        this.memory = memory;
        this.tenantVariable = tenantVariable;
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
        return read(sql, most, "");
    }

    @Override
    public WorkspaceDatabase of(String tenant) {
        return tenantVariable.isEmpty() ? this : new OfTenant(tenant);
    }

    private List<Map<String, Object>> read(String sql, int most, String tenant) throws SQLException {
        String turn = ResultMemory.turnOf(sql);
        if (!turn.isEmpty() && cancelled.test(turn)) {
            throw new SQLException("the turn was given up", "57014");
        }
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            begin(connection, tenant);
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
                // with the transaction ends what was said of the tenant; the pool does so too where this cannot
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
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

    /** Tells the database, for this one transaction, whose rows may be seen. */
    private void begin(Connection connection, String tenant) throws SQLException {
        if (tenantVariable.isEmpty()) {
            return;
        }
        checkRowSecurity(connection);
        connection.setAutoCommit(false);
        try (PreparedStatement set = connection.prepareStatement("SELECT set_config(?, ?, true)")) {
            set.setString(1, tenantVariable);
            set.setString(2, tenant);
            set.execute();
        }
    }

    /** A login to whom policies do not apply would see the rows of all tenants, and answers would look right. */
    private void checkRowSecurity(Connection connection) throws SQLException {
        if (isRowSecurityHeld) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(SEES_ALL)) {
            if (!result.next() || result.getBoolean(1)) {
                throw new SQLException(
                        "the login of this workspace sees the rows of all tenants, because it is a superuser, has BYPASSRLS or owns a table"
                                + " without FORCE ROW LEVEL SECURITY; give database.user a role of its own that may only read",
                        "42501");
            }
            isRowSecurityHeld = true;
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

    /** The rows of one tenant, over the same connections. */
    private final class OfTenant implements WorkspaceDatabase {
        private final String tenant;

        OfTenant(String tenant) {
            this.tenant = tenant;
        }

        @Override
        public List<Map<String, Object>> run(String sql) throws SQLException {
            return JdbcDatabase.this.read(sql, maxRows, tenant);
        }

        @Override
        public List<Map<String, Object>> read(String sql, int most) throws SQLException {
            return JdbcDatabase.this.read(sql, most, tenant);
        }

        @Override
        public String version() {
            return JdbcDatabase.this.version();
        }

        @Override
        public void stop(String turnId) {
            JdbcDatabase.this.stop(turnId);
        }

        @Override
        public void close() {
            // the connections are those of all
        }
    }
}
