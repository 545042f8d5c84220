package dev.caravan.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops statements in PostgreSQL over a connection of its own, since the pool may be all in use. */
public final class PostgresQueryStopper implements QueryStopper {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresQueryStopper.class);

  /** Opens a connection with the role that runs the statements. */
  @FunctionalInterface
  public interface Connector {
    /** A new connection. */
    Connection open() throws SQLException;
  }

  private final Connector connector;

  /** With a way to connect. */
  public PostgresQueryStopper(Connector connector) {
    this.connector = connector;
  }

  @Override
  public void stop(String turnId) {
    String sql =
        "select pg_cancel_backend(pid) from pg_stat_activity"
            + " where usename = current_user and pid <> pg_backend_pid() and starts_with(query, ?)";
    try (Connection connection = connector.open();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, QueryStopper.mark(turnId));
      statement.executeQuery().close();
    } catch (SQLException e) {
      // the statement's own time limit ends it in the end
      LOG.warn("the statements of turn {} could not be stopped: {}", turnId, e.getMessage());
    }
  }
}
