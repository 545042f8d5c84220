package dev.caravan.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.slf4j.LoggerFactory;

/** The database of conversations, at the schema version of this build. */
public final class StateDatabase implements AutoCloseable {
  private final DataSource source;
  private final Runnable close;

  private StateDatabase(DataSource source, Runnable close) {
    this.source = source;
    this.close = close;
  }

  /**
   * Opens the database and updates its schema.
   *
   * @param jdbcUrl of PostgreSQL; empty to keep nothing: each use then fails, which the routes say in
   *     a note of the answer
   * @param user owner of the database
   * @throws SQLException when it cannot be reached or updated
   */
  public static StateDatabase open(String jdbcUrl, String user, String password) throws SQLException {
    if (jdbcUrl.isEmpty()) {
      LoggerFactory.getLogger(StateDatabase.class).warn("state.jdbc-url is empty: conversations are not kept");
      return new StateDatabase(new Nowhere(), () -> {});
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("state");
    config.setJdbcUrl(jdbcUrl);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(4);
    config.setMinimumIdle(1);
    // an answer waits no longer than this for a store that is down
    config.setConnectionTimeout(3_000);
    config.addDataSourceProperty("ApplicationName", "caravan-state");
    config.addDataSourceProperty("socketTimeout", "30");
    HikariDataSource pool = new HikariDataSource(config);
    try {
      StateSchema.update(pool);
    } catch (SQLException | RuntimeException e) {
      pool.close();
      throw e;
    }
    return new StateDatabase(pool, pool::close);
  }

  /** For the store routes, as bean {@code stateDataSource}. */
  public DataSource dataSource() {
    return source;
  }

  @Override
  public void close() {
    close.run();
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
