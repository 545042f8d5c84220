package dev.caravan.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/**
 * Brings the schema {@code caravan} to the version of this build by numbered scripts, each run once and
 * whole. Thirty lines instead of a migration library: the scripts only ever go forward, there is one
 * kind of database, and a library would cost more at each start than all of this.
 */
public final class StateSchema {
    private static final List<String> SCRIPTS =
            List.of("001-threads-and-turns.sql", "002-feedback-and-shares.sql", "003-deleted-threads.sql");
    // any number that nothing else locks: two processes that start at once take turns
    private static final long LOCK = 0x6361726176616eL;

    private StateSchema() {}

    /**
     * Runs the scripts that have not run yet, all or none of them.
     *
     * @throws SQLException when a script fails or the schema is of a newer build
     */
    public static void update(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                statement.execute("select pg_advisory_xact_lock(" + LOCK + ")");
                statement.execute("create schema if not exists caravan");
                statement.execute(
                        "create table if not exists caravan.schema_version"
                                + " (version int primary key, script text not null, applied_at timestamptz not null default now())");
                int version = version(statement);
                if (version > SCRIPTS.size()) {
                    throw new SQLException("the state database is of a newer Caravan (schema version " + version
                            + ", this one knows " + SCRIPTS.size() + ")");
                }
                for (int next = version + 1; next <= SCRIPTS.size(); next++) {
                    String script = SCRIPTS.get(next - 1);
                    statement.execute(content(script));
                    statement.execute("insert into caravan.schema_version (version, script) values (" + next + ", '"
                            + script + "')");
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select coalesce(max(version), 0) from caravan.schema_version")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static String content(String script) {
        try (InputStream in = StateSchema.class.getResourceAsStream(script)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
