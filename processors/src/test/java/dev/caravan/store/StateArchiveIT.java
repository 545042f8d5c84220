package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.SharedWorld;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a backup holds comes back, and nothing else happens to a database. */
class StateArchiveIT {
    private static Connection fresh() throws SQLException {
        SharedWorld world = SharedWorld.get();
        String user = world.appCredentials().user();
        String password = world.appCredentials().password();
        String url = world.newDatabase();
        StateDatabase.open(url, user, password, CircuitBreaker.ofDefaults("archive"))
                .close();
        return DriverManager.getConnection(url, user, password);
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery(sql)) {
            found.next();
            return found.getString(1);
        }
    }

    private static byte[] archive(Connection connection) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StateArchive.write(connection, out);
        return out.toByteArray();
    }

    private static Connection filled() throws SQLException {
        Connection connection = fresh();
        run(
                connection,
                "INSERT INTO caravan.threads (id, workspace, tenant, owner, title, created_at, updated_at)"
                        + " VALUES ('t1', 'atlas', 'everybody', 'everybody', E'tab\\t, line\\n and \\\\ of Kenya', now(), now())",
                "INSERT INTO caravan.audit (tenant, user_id, name, via, action, object, status, address) VALUES ('e', 'x', '', '', 'share', '', 200, '')");
        return connection;
    }

    @Test
    void putsBackAllThatItWrote() throws Exception {
        try (Connection from = filled();
                Connection to = fresh()) {
            Map<String, Long> rows = StateArchive.read(to, new ByteArrayInputStream(archive(from)), false);
            assertThat(rows)
                    .containsEntry("threads", 1L)
                    .containsEntry("audit", 1L)
                    .doesNotContainKey("sessions");
            String title = "SELECT title FROM caravan.threads";
            assertThat(value(to, title)).isEqualTo(value(from, title)).contains("\t", "\n", "\\");
            // numbers that the database gives go on behind those that were restored
            run(
                    to,
                    "INSERT INTO caravan.audit (tenant, user_id, name, via, action, object, status, address) VALUES ('e', 'y', '', '', 'share', '', 200, '')");
            assertThat(value(to, "SELECT count(DISTINCT id) FROM caravan.audit"))
                    .isEqualTo("2");
        }
    }

    @Test
    void replacesConversationsOnlyWhereItIsTold() throws Exception {
        try (Connection from = filled();
                Connection to = filled()) {
            byte[] archive = archive(from);
            run(to, "UPDATE caravan.threads SET id = 'mine'");
            assertThatThrownBy(() -> StateArchive.read(to, new ByteArrayInputStream(archive), false))
                    .isInstanceOf(StateArchive.Refused.class)
                    .hasMessageContaining("--replace");
            assertThat(value(to, "SELECT id FROM caravan.threads")).isEqualTo("mine");
            StateArchive.read(to, new ByteArrayInputStream(archive), true);
            assertThat(value(to, "SELECT id FROM caravan.threads")).isEqualTo("t1");
        }
    }

    @Test
    void refusesWhatIsNotWholeOrOfAnotherVersionAndLeavesEverythingAsItWas() throws Exception {
        try (Connection from = filled();
                Connection to = fresh()) {
            byte[] archive = archive(from);
            run(
                    to,
                    "INSERT INTO caravan.audit (tenant, user_id, name, via, action, object, status, address) VALUES ('e', 'kept', '', '', 'share', '', 200, '')");
            for (byte[] broken :
                    new byte[][] {new byte[0], "no archive".getBytes(), Arrays.copyOf(archive, archive.length / 2)}) {
                assertThatThrownBy(() -> StateArchive.read(to, new ByteArrayInputStream(broken), false))
                        .isInstanceOf(StateArchive.Refused.class)
                        .hasMessageContaining("no whole archive");
                assertThat(value(to, "SELECT user_id FROM caravan.audit")).isEqualTo("kept");
                to.commit();
            }
            run(from, "UPDATE caravan.flyway_schema_history SET version = '0.1' WHERE version IS NOT NULL");
            byte[] older = archive(from);
            assertThatThrownBy(() -> StateArchive.read(to, new ByteArrayInputStream(older), false))
                    .isInstanceOf(StateArchive.Refused.class)
                    .hasMessageContaining("of version 0.1 of the schema, this program has version");
            assertThat(value(to, "SELECT user_id FROM caravan.audit")).isEqualTo("kept");
        }
    }
}
