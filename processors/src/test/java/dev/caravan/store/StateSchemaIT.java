package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.SharedWorld;
import dev.caravan.gate.Breakers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The schema of conversations in databases that are new, old and too new. */
class StateSchemaIT {
    private static final String LATEST = "22";
    // there is no script of number 5
    private static final String SCRIPTS = "21";
    private final SharedWorld world = SharedWorld.get();
    private String url;

    @BeforeEach
    void create() throws SQLException {
        url = world.newDatabase();
    }

    private void open() throws SQLException {
        StateDatabase.open(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password(),
                        Breakers.consecutive("conversations", 1, Duration.ofHours(1), StateDatabase::isDown))
                .close();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                url, world.appCredentials().user(), world.appCredentials().password());
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "no row";
        }
    }

    private String version() throws SQLException {
        return ask("select max(version::int) from caravan.flyway_schema_history where success");
    }

    private static String script(String name) throws IOException {
        try (InputStream in = StateSchema.class.getResourceAsStream("migrations/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** As a Caravan before this one left it: scripts run, and listed in a table of its own. */
    private void createEarlier(String... scripts) throws Exception {
        run(
                "create schema caravan",
                "create table caravan.schema_version (version int primary key, script text not null, applied_at timestamptz not null default now())");
        for (int i = 0; i < scripts.length; i++) {
            run(
                    script(scripts[i]),
                    "insert into caravan.schema_version (version, script) values (" + (i + 1) + ", 's')");
        }
        run(
                "insert into caravan.threads values ('t', 'atlas', 'Kenya', now(), now())",
                "insert into caravan.turns values ('u', 't', now(), 'q', 'q', 'a', 'answered', '{}')");
    }

    @Test
    void aNewDatabaseGetsEveryScriptOnce() throws Exception {
        open();
        assertThat(version()).isEqualTo(LATEST);
        open();
        assertThat(ask("select count(*) from caravan.flyway_schema_history where type = 'SQL'"))
                .isEqualTo(SCRIPTS);
    }

    @Test
    void aDatabaseFromBeforeKeepsItsConversationsAndGetsWhatIsMissing() throws Exception {
        createEarlier("V1__threads_and_turns.sql", "V2__feedback_and_shares.sql", "V3__deleted_threads.sql");
        open();
        assertThat(version()).isEqualTo(LATEST);
        assertThat(ask("select title from caravan.threads")).isEqualTo("Kenya");
        assertThat(ask("select answer from caravan.turns")).isEqualTo("a");
        assertThat(ask("select to_regclass('caravan.schema_version')")).isEqualTo("null");
        open();
        assertThat(version()).isEqualTo(LATEST);
    }

    @Test
    void aDatabaseThatStoppedAtAnEarlierScriptGetsThoseBehindIt() throws Exception {
        createEarlier("V1__threads_and_turns.sql");
        open();
        assertThat(version()).isEqualTo(LATEST);
        assertThat(ask("select count(*) from caravan.shares")).isEqualTo("0");
        assertThat(ask("select title from caravan.threads")).isEqualTo("Kenya");
    }

    @Test
    void aSchemaOfANewerProgramIsRefusedAndLeftAlone() throws Exception {
        open();
        run(
                "insert into caravan.flyway_schema_history (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)"
                        + " values (99, '99', 'of the future', 'SQL', 'V99__of_the_future.sql', 1, 'somebody', 1, true)");
        assertThatThrownBy(this::open)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("newer Caravan")
                .hasMessageContaining("version 99")
                .hasMessageContaining("up to " + LATEST)
                .hasMessageContaining("Start the newer program");
        assertThat(version()).isEqualTo("99");
    }

    @Test
    void aScriptThatWasChangedAfterItRanIsRefused() throws Exception {
        open();
        run("update caravan.flyway_schema_history set checksum = checksum + 1 where version = '2'");
        assertThatThrownBy(this::open)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("cannot be brought up to date")
                .hasMessageContaining("version 2");
    }

    @Test
    void serversThatStartAtOnceUpdateItOnce() throws Exception {
        ExecutorService servers = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> starts = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(server -> servers.submit(() -> {
                        open();
                        return null;
                    }))
                    .toList();
            for (Future<?> start : starts) {
                start.get();
            }
        } finally {
            servers.shutdownNow();
        }
        assertThat(ask("select count(*) from caravan.flyway_schema_history where type = 'SQL'"))
                .isEqualTo(SCRIPTS);
    }
}
