package dev.caravan.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * The database of conversations, at the schema version of this build. One that is down is asked again only now and then, so
 * that the answers, which can do without it, do not wait for it one after the other.
 */
public final class StateDatabase implements AutoCloseable {
    // an answer waits no longer than this for a store that is down, or all of whose connections are busy
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int ALIVE_SECONDS = 2;
    // nor for one that has fallen silent; no statement of the store takes as long
    private static final int SILENCE_SECONDS = 10;

    private final DataSource source;
    private final boolean kept;
    private final Runnable close;

    private StateDatabase(DataSource source, boolean kept, Runnable close) {
        this.source = source;
        this.kept = kept;
        this.close = close;
    }

    /**
     * Opens the database and updates its schema.
     *
     * @param jdbcUrl of PostgreSQL; empty to keep nothing: each use then fails, which the routes say in
     *     a note of the answer
     * @param user owner of the database
     * @param breaker counts with {@link #isDown} what {@link #dataSource()} gives no connection for
     * @throws SQLException when it cannot be reached or updated
     */
    public static StateDatabase open(String jdbcUrl, String user, String password, CircuitBreaker breaker)
            throws SQLException {
        if (jdbcUrl.isEmpty()) {
            LoggerFactory.getLogger(StateDatabase.class).warn("state.jdbc-url is empty: conversations are not kept");
            return new StateDatabase(new Nowhere(), false, () -> {});
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("state");
        config.setJdbcUrl(jdbcUrl);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.addDataSourceProperty("ApplicationName", "caravan-state");
        config.addDataSourceProperty("socketTimeout", String.valueOf(SILENCE_SECONDS));
        HikariDataSource pool = new HikariDataSource(config);
        try {
            StateSchema.update(patient(jdbcUrl, user, password));
        } catch (SQLException | RuntimeException e) {
            pool.close();
            throw e;
        }
        return new StateDatabase(new Resting(pool, breaker), true, pool::close);
    }

    /** For the schema alone: a change of it waits for other servers that start at the same time, and may itself take long. */
    private static DataSource patient(String jdbcUrl, String user, String password) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(jdbcUrl);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    /** Whether no connection can be made; that all of them are busy says nothing against the database. */
    public static boolean isDown(Throwable failure) {
        return failure instanceof SQLException && failure.getCause() != null;
    }

    /** Whether conversations are kept and can be reached: UP, DOWN or NOT_KEPT. */
    public String health() {
        if (!kept) {
            return "NOT_KEPT";
        }
        try (Connection connection = source.getConnection()) {
            return connection.isValid(ALIVE_SECONDS) ? "UP" : "DOWN";
        } catch (SQLException e) {
            return "DOWN";
        }
    }

    /** Whether there is a database at all. */
    public boolean isKept() {
        return kept;
    }

    /** For the store routes, as bean {@code stateDataSource}. */
    public DataSource dataSource() {
        return source;
    }

    @Override
    public void close() {
        close.run();
    }

    /** Connections as long as the breaker lets ask for them. */
    private static final class Resting extends DelegatingDataSource {
        private final DataSource pool;
        private final CircuitBreaker breaker;

        Resting(DataSource pool, CircuitBreaker breaker) {
            super(pool);
            this.pool = pool;
            this.breaker = breaker;
        }

        @Override
        public Connection getConnection() throws SQLException {
            try {
                return breaker.executeCheckedSupplier(pool::getConnection);
            } catch (CallNotPermittedException e) {
                throw new SQLTransientConnectionException(
                        "the database of conversations does not answer and is given a rest", "08001", e);
            } catch (SQLException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) { // declared by the library; a pool throws nothing else
                throw new SQLException(e);
            }
        }
    }

    /** No database. */
    private static final class Nowhere implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLException("state.jdbc-url is empty: there is no database of conversations");
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }

        @Override
        public PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("wraps nothing");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
