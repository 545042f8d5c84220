package dev.caravan.duck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.DatabaseProblem;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.SqlGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the opening of a data file forbids by itself, without the guard before it, on the real engine. */
class LockDownIT {
    private static final Path WORKSPACE = Path.of(System.getProperty("caravan.home"), "workspaces", "nba");
    private static final String TEAMS = "league.teams";

    @TempDir
    static Path folder;

    private static Path data;
    private static Path secret;
    private static DuckDatabase database;
    private static SqlGuard guard;

    @BeforeAll
    static void open() throws Exception {
        data = Files.createDirectory(folder.resolve("data"));
        secret = Files.writeString(folder.resolve("secret.csv"), "a,b\n1,top-secret\n");
        database = database(data, Duration.ofSeconds(30));
        guard = SqlGuard.of(SemanticModel.read(WORKSPACE.resolve("semantic-model.yaml")), Dialect.DUCKDB);
        assertThat(database.run("SELECT count(*) AS n FROM league.teams")).containsExactly(Map.of("n", 30L));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static DuckDatabase database(Path data, Duration timeout) {
        return new DuckDatabase(
                data,
                WORKSPACE,
                new DuckDatabase.Limits(timeout, 1_000, "512MB"),
                new ResultMemory(1, Duration.ofSeconds(5)),
                turn -> false);
    }

    /** Reads or writes something else than the file, changes the file or the settings, or fetches code. */
    static Stream<String> outside() {
        String file = secret.toString();
        String written = folder.resolve("written").toString();
        return Stream.of(
                "SELECT * FROM read_csv('" + file + "')",
                "SELECT * FROM read_csv_auto('" + file + "')",
                "SELECT * FROM read_text('" + file + "')",
                "SELECT * FROM read_blob('" + file + "')",
                "SELECT * FROM read_json('" + file + "')",
                "SELECT * FROM read_json_auto('" + file + "')",
                "SELECT * FROM read_ndjson('" + file + "')",
                "SELECT * FROM read_parquet('" + file + "')",
                "SELECT * FROM parquet_scan('" + file + "')",
                "SELECT * FROM parquet_metadata('" + file + "')",
                "SELECT * FROM parquet_schema('" + file + "')",
                "SELECT * FROM sniff_csv('" + file + "')",
                "SELECT * FROM glob('" + folder + "/*')",
                "SELECT * FROM '" + file + "'",
                "SELECT * FROM \"" + file + "\"",
                "FROM '" + file + "'",
                "SELECT * FROM 'https://example.org/x.csv'",
                "SELECT * FROM read_csv('https://example.org/x.csv')",
                "SELECT * FROM 's3://bucket/x.parquet'",
                "COPY " + TEAMS + " TO '" + written + ".csv'",
                "COPY (SELECT 1) TO '" + written + ".parquet' (FORMAT parquet)",
                "COPY " + TEAMS + " FROM '" + file + "'",
                "EXPORT DATABASE '" + written + "'",
                "IMPORT DATABASE '" + written + "'",
                "ATTACH '" + written + ".duckdb' AS x",
                "ATTACH '" + written + ".duckdb' AS x (READ_ONLY)",
                "ATTACH 'dbname=x' AS x (TYPE postgres)",
                "INSTALL httpfs",
                "INSTALL httpfs FROM community",
                "INSTALL '" + written + ".duckdb_extension'",
                "FORCE INSTALL spatial",
                "LOAD httpfs",
                "LOAD '" + written + ".duckdb_extension'",
                "SET enable_external_access = true",
                "SET lock_configuration = false",
                "SET GLOBAL memory_limit = '100GB'",
                "RESET enable_external_access",
                "PRAGMA enable_external_access",
                "PRAGMA threads = 64",
                "PRAGMA memory_limit = '100GB'",
                "SET allowed_directories = ['/']",
                "SET temp_directory = '" + written + "'",
                "SET home_directory = '/'",
                "SET extension_directory = '" + written + "'",
                "SET autoinstall_known_extensions = true",
                "CREATE SECRET s (TYPE s3, KEY_ID 'x', SECRET 'y')",
                "CREATE TABLE league.x (a INTEGER)",
                "CREATE TABLE league.x AS SELECT 1 AS a",
                "CREATE VIEW league.x AS SELECT 1 AS a",
                "CREATE MACRO league.f() AS 1",
                "DROP TABLE " + TEAMS,
                "DELETE FROM " + TEAMS,
                "UPDATE " + TEAMS + " SET team = 'x'",
                "INSERT INTO league.data_source VALUES ('x', 'y', true, 'z')",
                "ALTER TABLE " + TEAMS + " ADD COLUMN x INTEGER",
                "TRUNCATE " + TEAMS,
                "SELECT 1; COPY " + TEAMS + " TO '" + written + ".csv'",
                "SELECT 1; SET lock_configuration = false",
                "WITH x AS (SELECT 1) SELECT * FROM x, read_csv('" + file + "')",
                "SELECT (SELECT content FROM read_text('" + file + "'))",
                "SELECT * FROM query('SELECT * FROM read_text(''" + file + "'')')",
                "SELECT [x for x in (SELECT list(content) FROM read_text('" + file + "'))]");
    }

    @ParameterizedTest
    @MethodSource("outside")
    void theEngineRefusesWhateverReachesOutsideTheFileOrChangesIt(String attack) throws Exception {
        assertThatThrownBy(() -> database.run(attack))
                .isInstanceOf(SQLException.class)
                .hasMessageNotContaining("top-secret");
        assertThat(guard.refuse(attack))
                .as("the guard refuses it before the engine")
                .isPresent();
        assertThat(guard.refuse(attack.replace(" ", "\n/**/ ")))
                .as("whatever stands between its words")
                .isPresent();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("data", "secret.csv");
        }
        assertThat(database.run("SELECT count(*) AS n FROM league.teams"))
                .as("the file is as it was")
                .containsExactly(Map.of("n", 30L));
    }

    /** Does no harm outside the file, but tells about the engine, or stays behind in a connection: only the guard keeps it off. */
    static Stream<String> inside() {
        return Stream.of(
                "SELECT * FROM duckdb_settings()",
                "SELECT * FROM duckdb_tables()",
                "SELECT * FROM duckdb_extensions()",
                "SELECT * FROM duckdb_secrets()",
                "SELECT * FROM information_schema.tables",
                "SELECT current_setting('home_directory')",
                "SELECT getenv('HOME')",
                "SELECT getvariable('dir')",
                "SELECT version()",
                "PRAGMA version",
                "PRAGMA database_list",
                "PRAGMA show_tables",
                "SHOW TABLES",
                "DESCRIBE league.teams",
                "SUMMARIZE league.teams",
                "EXPLAIN ANALYZE SELECT 1",
                "CALL duckdb_settings()",
                "SET VARIABLE x = 1",
                "CREATE TEMP TABLE x (a INTEGER)",
                "CREATE TEMP MACRO f() AS 1",
                "PREPARE p AS SELECT 1",
                "EXECUTE p",
                "BEGIN",
                "COMMIT",
                "CHECKPOINT",
                "USE league",
                "SELECT * FROM query_table('league.teams')",
                "SELECT COLUMNS('.*') FROM league.teams",
                "SELECT * FROM league.data_source, range(10000000000)",
                "SELECT count(*) FROM generate_series(1, 10000000000)",
                "SELECT repeat('x', 1000000000)",
                "SELECT replace((SELECT 'x'), 'x', 'y')",
                "PIVOT league.teams ON conference USING count(*)",
                "FROM league.teams",
                "SELECT 1; SELECT 2",
                "VALUES (1)",
                "SELECT * FROM pg_catalog.pg_settings",
                "SELECT * FROM main.sqlite_master",
                "SELECT * FROM unknown.teams",
                "SELECT * FROM league.teams TABLESAMPLE 10%",
                "ｓelect 1",
                "SELECT１",
                "SELECT " + "(".repeat(800) + "1" + ")".repeat(800),
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r");
    }

    @ParameterizedTest
    @MethodSource("inside")
    void theGuardRefusesWhatTellsAboutTheEngineOrRunsForEver(String attack) {
        assertThat(guard.refuse(attack)).isPresent();
    }

    @Test
    void theGuardAndTheEngineLetOrdinaryQuestionsThrough() throws Exception {
        for (String sql : List.of(
                "SELECT team FROM league.teams WHERE conference = 'West' ORDER BY team LIMIT 3",
                "WITH best AS (SELECT team_id, max(pts) AS pts FROM league.team_regular GROUP BY team_id) SELECT t.team, b.pts FROM best b JOIN league.teams t USING (team_id)",
                "SELECT season, rank() OVER (ORDER BY sum(wins) DESC) AS place FROM league.team_regular GROUP BY season")) {
            assertThat(guard.refuse(sql)).as(sql).isEmpty();
            assertThat(database.run(sql)).as(sql).isNotEmpty();
        }
    }

    @Test
    void aRefusalOfTheEngineIsToldFromAFaultOfTheStatementAndFromADatabaseThatIsDown() {
        assertThat(kind("SELECT * FROM read_csv('" + secret + "')")).isEqualTo(DatabaseProblem.Kind.NOT_PERMITTED);
        assertThat(kind("SET threads = 1")).isEqualTo(DatabaseProblem.Kind.NOT_PERMITTED);
        assertThat(kind("DELETE FROM league.teams")).isEqualTo(DatabaseProblem.Kind.NOT_PERMITTED);
        assertThat(kind("SELECT points FROM league.teams")).isEqualTo(DatabaseProblem.Kind.STATEMENT);
    }

    private static DatabaseProblem.Kind kind(String sql) {
        try {
            database.run(sql);
            throw new AssertionError("it ran: " + sql);
        } catch (SQLException e) {
            return DatabaseProblem.of(Optional.of(e)).kind();
        }
    }

    @Test
    void aStatementPastItsTimeIsInterruptedAndTheConnectionServesTheNext() throws Exception {
        try (DuckDatabase hurried = database(data, Duration.ofMillis(200))) {
            String endless =
                    "SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE (a.range * b.range) % 7 = 3";
            assertThatThrownBy(() -> hurried.run(endless))
                    .asInstanceOf(type(SQLException.class))
                    .extracting(SQLException::getSQLState)
                    .isEqualTo("57014");
            assertThat(hurried.run("SELECT 1 AS one")).containsExactly(Map.of("one", 1));
        }
    }

    @Test
    void ofAResultOfMillionsOfRowsOneMoreThanTheLimitIsFetched() throws Exception {
        assertThat(database.run("SELECT * FROM range(3000000)")).hasSize(1_001);
    }

    @Test
    void saysThatAnotherProgramHoldsTheFileAndReadsItWhenItIsFree(@TempDir Path other) throws Exception {
        Path file = other.resolve("loaded.duckdb");
        Files.copy(data.resolve("demo.duckdb"), file);
        try (DuckDatabase waiting = database(other, Duration.ofSeconds(30))) {
            Process holder = hold(file);
            try {
                assertThatThrownBy(() -> waiting.run("SELECT 1"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("loaded.duckdb")
                        .hasMessageContaining("another program is writing");
            } finally {
                holder.getOutputStream().close();
                holder.waitFor();
            }
            assertThat(waiting.run("SELECT count(*) AS n FROM league.teams")).containsExactly(Map.of("n", 30L));
        }
    }

    private static Process hold(Path file) throws IOException {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldFile.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(holder.inputReader().readLine()).isEqualTo("held");
        return holder;
    }
}
