package dev.caravan.demo.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.warehouse.BulkWriter;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creation, replacement and rights, on the small world in a server of its own. */
class DemoWorldIT {
    @TempDir
    static Path directory;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void create() throws Exception {
        server = EmbeddedPostgres.start(directory, Progress.silent());
        // a world of an older version, and what a creation leaves that was killed half way
        run(server.adminCredentials(), "postgres", "CREATE DATABASE demo");
        run(
                server.adminCredentials(),
                "demo",
                "CREATE TABLE public.data_source AS SELECT 'synthetic 0 small' AS vintage");
        run(server.adminCredentials(), "postgres", "CREATE DATABASE demo_unfinished");
        DemoWorld.ensure(server, DemoWorld.Size.SMALL, Progress.silent());
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void hasEveryTableOfTheAtlasAndTheSource() throws SQLException {
        String sql = "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')";
        assertThat(text(server.adminCredentials(), "demo", sql)).isEqualTo("129");
    }

    @Test
    void replacesAnOlderWorldAndWhatAKilledCreationLeft() throws SQLException {
        assertThat(text(server.adminCredentials(), "demo", "SELECT synthetic FROM public.data_source"))
                .isEqualTo("t");
        String leftovers = "SELECT count(*) FROM pg_database WHERE datname = 'demo_unfinished'";
        assertThat(text(server.adminCredentials(), "postgres", leftovers)).isEqualTo("0");
    }

    @Test
    void keepsACurrentWorldAndTheState() throws SQLException {
        run(server.appCredentials(), DemoWorld.STATE_DATABASE, "CREATE TABLE kept AS SELECT 7 AS n");
        run(server.adminCredentials(), "postgres", "COMMENT ON DATABASE demo IS 'the same'");
        DemoWorld.ensure(server, DemoWorld.Size.SMALL, Progress.silent());
        String comment = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = 'demo'";
        assertThat(text(server.adminCredentials(), "postgres", comment)).isEqualTo("the same");
        assertThat(text(server.appCredentials(), DemoWorld.STATE_DATABASE, "SELECT n FROM kept"))
                .isEqualTo("7");
    }

    @Test
    void letsTheReaderReadTheTables() throws SQLException {
        for (String table :
                List.of("hs92.country_year", "public.year", "classification.location_country", "public.data_source")) {
            assertThat(text(server.readerCredentials(), "demo", "SELECT count(*) > 0 FROM " + table))
                    .isEqualTo("t");
        }
        assertThat(text(server.readerCredentials(), "demo", "SHOW statement_timeout"))
                .isEqualTo("30s");
        assertThat(text(server.readerCredentials(), "demo", "SHOW default_transaction_read_only"))
                .isEqualTo("on");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET default_transaction_read_only = off; INSERT INTO public.year VALUES (1, 1)",
                "SET default_transaction_read_only = off; DELETE FROM hs92.country_year",
                "SET default_transaction_read_only = off; CREATE TEMP TABLE t (n integer)",
                "SET default_transaction_read_only = off; CREATE TABLE public.t (n integer)",
                "SET default_transaction_read_only = off; CREATE SCHEMA s",
                "WITH d AS (DELETE FROM hs92.country_year RETURNING *) SELECT * FROM d",
                "SELECT pg_sleep(0)",
                "SELECT set_config('statement_timeout', '0', false)",
                "SELECT pg_read_file('postgresql.conf')",
                "SELECT * FROM pg_ls_dir('.')",
                "SELECT lo_import('/etc/passwd')",
                "SELECT lo_create(0)",
                "SELECT * FROM pg_authid",
                "SELECT * FROM pg_shadow",
                "SELECT * FROM pg_stat_activity",
                "SELECT * FROM pg_settings",
                "SELECT query_to_xml('select 1', true, true, '')",
                "SELECT pg_advisory_lock(1)",
                "SELECT pg_terminate_backend(1)",
                "SELECT pg_notify('a', 'b')",
                "COPY public.year TO PROGRAM 'cat'",
                "COPY public.year TO '/tmp/x'"
            })
    void refusesTheReader(String sql) {
        assertThatThrownBy(() -> run(server.readerCredentials(), "demo", sql))
                .isInstanceOf(SQLException.class)
                .hasMessageFindingMatch("permission denied|must be|read-only");
    }

    @Test
    void keepsEachLoginInItsDatabase() {
        for (String database : List.of(DemoWorld.STATE_DATABASE, "postgres", "template1")) {
            assertThatThrownBy(() -> text(server.readerCredentials(), database, "SELECT 1"))
                    .hasMessageContaining("permission denied");
        }
        assertThatThrownBy(() -> text(server.appCredentials(), "demo", "SELECT 1"))
                .hasMessageContaining("permission denied");
    }

    @Test
    void bulkWritingThatIsNotFinishedLeavesTheTableAsItWas() throws SQLException {
        String before = text(server.adminCredentials(), "demo", "SELECT count(*) FROM public.year");
        try (Connection admin = server.admin("demo")) {
            try (BulkWriter writer = BulkWriter.open(admin, "public.year")) {
                writer.number(2030).real(Double.NaN).endRow();
            }
            assertThat(text(server.adminCredentials(), "demo", "SELECT count(*) FROM public.year"))
                    .isEqualTo(before);
        }
    }

    @Test
    void bulkWritingNamesTheColumnThatDoesNotTakeAValue() throws SQLException {
        try (Connection admin = server.admin("demo");
                BulkWriter writer = BulkWriter.open(admin, "public.year")) {
            writer.number(2030);
            assertThatThrownBy(() -> writer.text("high")).hasMessageContaining("public.year.deflator");
        }
    }

    @Test
    void bulkWritingRefusesAnIncompleteRow() throws SQLException {
        try (Connection admin = server.admin("demo");
                BulkWriter writer = BulkWriter.open(admin, "public.year")) {
            writer.number(2030);
            assertThatThrownBy(writer::endRow).hasMessageContaining("2 columns");
        }
    }

    private static void run(Credentials login, String database, String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(database), login.user(), login.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(Credentials login, String database, String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(database), login.user(), login.password());
                var result = connection.createStatement().executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
