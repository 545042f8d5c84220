package dev.caravan.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.catalog.Overrides;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.ToolCall;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The guard on the real PostgreSQL: what it lets through runs, and what it refuses the role refuses as well. */
class SqlGuardIT {
    /**
     * How attacks begin that the role may run because they do no harm. The guard refuses them all the same, except for
     * the empty ones that never reach it.
     */
    private static final List<String> HARMLESS = List.of(
            // nothing, or plain computing
            "SELECT 1",
            ";SELECT 1",
            "VALUES (1)",
            "SELECT $",
            "SELECT E'",
            "SELECT e'",
            "SELECT U&'",
            "SELECT B'",
            "SELECT x'",
            "SELECT N'",
            "SELECT {d",
            "/*!50000",
            "SELECT xmlparse",
            "SELECT * FROM XMLTABLE",
            "SELECT * FROM JSON_TABLE",
            "SELECT OPERATOR",
            "SELECT random_normal",
            "SELECT ((((",
            "SELECT abs(abs(",
            "SELECT CASE WHEN 1=1 THEN CASE",
            "SELECT ARRAY[ARRAY[",
            "WITH x AS (WITH x AS",
            "SELECT 'xxxx",
            "COPY (SELECT 1) TO STDOUT",
            "DO 'BEGIN PERFORM 1; END'",
            // the session of the attacker only; the product sets what it needs for each connection anew
            "SET statement_timeout",
            "RESET ALL",
            "SHOW",
            "LISTEN",
            "NOTIFY",
            "PREPARE",
            "DECLARE",
            "BEGIN",
            "COMMIT",
            "ROLLBACK",
            // skipped with a warning for want of rights
            "ANALYZE",
            "VACUUM",
            // names of tables, columns and roles, which PostgreSQL shows to everyone, and this login
            "SELECT * FROM information_schema.tables",
            "SELECT * FROM \"information_schema\".columns",
            "SELECT * FROM pg_user_mappings",
            "SELECT year FROM hs92.country_year UNION SELECT oid::int FROM pg_class",
            "SELECT has_table_privilege",
            "SELECT to_regclass",
            "SELECT 'pg_authid'::regclass",
            "SELECT CAST('pg_authid' AS regclass)",
            "SELECT CAST(10 AS \"regrole\")",
            "SELECT regclass",
            "SELECT 1260::regclass",
            "SELECT 10::regrole",
            "SELECT col_description",
            "SELECT version()",
            "SELECT inet_server_addr()",
            "SELECT current_database()",
            "SELECT current_user",
            "SELECT session_user",
            "SELECT current_role",
            "SELECT getpgusername()",
            "SELECT {fn user()}",
            // tables of the Atlas schema
            "TABLE hs92.country_year",
            "SELECT * FROM public.data_flags",
            // reading that ends at the time limit or before
            "SELECT generate_series(1, 100000)",
            "SELECT count(*) FROM generate_series(0, (SELECT",
            "SELECT * FROM hs92.country_year TABLESAMPLE");

    private static final Pattern RELATION = Pattern.compile("\"Relation Name\": \"(\\w+)\",\\s*\"Schema\": \"(\\w+)\"");

    private static SqlGuard guard;
    private static SharedWorld world;
    private static Connection admin;

    @BeforeAll
    static void open() throws SQLException {
        guard = SqlGuard.of(SemanticModel.read(
                Path.of(System.getProperty("caravan.home"), "workspaces/atlas/semantic-model.yaml")));
        world = SharedWorld.get();
        admin = world.server().admin(DemoWorld.DATABASE);
    }

    @AfterAll
    static void close() throws SQLException {
        admin.close();
    }

    private static Connection reader() throws SQLException {
        Connection connection = DriverManager.getConnection(
                world.jdbcUrl(DemoWorld.DATABASE),
                world.readerCredentials().user(),
                world.readerCredentials().password());
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = '500ms'");
        }
        return connection;
    }

    private static String run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            StringBuilder seen = new StringBuilder();
            boolean rows = statement.execute(sql);
            while (rows || statement.getUpdateCount() >= 0) {
                if (rows) {
                    try (ResultSet result = statement.getResultSet()) {
                        for (int n = 0; n < 5 && result.next(); n++) {
                            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                                seen.append(result.getString(i)).append(' ');
                            }
                        }
                    }
                }
                rows = statement.getMoreResults();
            }
            return seen.toString();
        }
    }

    /** Tables with their rows, roles with their rights, functions, large objects: what an attack could change. */
    private static String state() throws SQLException {
        StringBuilder state = new StringBuilder();
        for (String sql : List.of(
                "SELECT count(*), sum(export_value), sum(year) FROM hs92.country_year",
                "SELECT count(*), string_agg(relnamespace::regnamespace || '.' || relname || relacl::text, ' ' ORDER BY oid) FROM pg_class"
                        + " WHERE relkind <> 't' AND relnamespace::regnamespace::text !~ '^pg_'",
                "SELECT count(*) FROM pg_proc",
                "SELECT count(*) FROM pg_largeobject_metadata",
                "SELECT string_agg(rolname || rolsuper || rolcreaterole || coalesce(rolconfig::text, ''), ' ' ORDER BY oid) FROM pg_roles",
                "SELECT string_agg(name || setting, ' ' ORDER BY name) FROM pg_settings WHERE source = 'configuration file'")) {
            state.append(run(admin, sql)).append('\n');
        }
        return state.toString();
    }

    @Test
    void theRoleRefusesWhatTheGuardRefusesOrItDoesNoHarm() throws SQLException {
        String before = state();
        List<String> through = new ArrayList<>();
        List<String> leaked = new ArrayList<>();
        for (String attack : GuardCorpus.ATTACKS) {
            try (Connection connection = reader()) {
                String seen = run(connection, attack);
                if (!attack.isBlank() && HARMLESS.stream().noneMatch(attack::startsWith)) {
                    through.add(attack.substring(0, Math.min(120, attack.length())) + " -> " + seen.strip());
                }
                if (seen.contains("root:")
                        || seen.contains("SCRAM")
                        || seen.contains(world.server().directory().toString())) {
                    leaked.add(attack);
                }
            } catch (SQLException e) {
                // refused, as it should be
                assertThat(e.getSQLState()).as(attack).isNotNull();
            }
        }
        assertThat(leaked).isEmpty();
        assertThat(state()).isEqualTo(before);
        assertThat(Path.of("/tmp/caravan-guard")).doesNotExist();
        assertThat(Path.of("/tmp/caravan-guard.csv")).doesNotExist();
        assertThat(through).isEmpty();
    }

    @Test
    void whatTheGuardLetsThroughRuns() throws SQLException {
        try (Connection connection = reader()) {
            for (String sql : GuardCorpus.LEGITIMATE) {
                SqlRun checked = explain(connection, sql.replaceAll(";$", ""));
                assertThat(checked.rejection()).as(sql).isEmpty();
                assertThat(checked.accepted()).as(sql).isTrue();
            }
        }
    }

    @Test
    void refusesAPlanWithoutEnd() throws SQLException {
        try (Connection connection = reader()) {
            for (String sql : GuardCorpus.ENDLESS) {
                assertThat(guard.refuse(sql)).isEmpty();
                assertThat(explain(connection, sql).rejection()).as(sql).contains("far too long");
            }
        }
    }

    /** The stage validate_sql with the guard left out. */
    private static SqlRun explain(Connection connection, String sql) throws SQLException {
        ValidateSql stage = new ValidateSql(guard);
        SqlRun run = SqlRun.begin("t", ToolCall.asking("c", "query_tool", "q", ""), Overrides.NONE, 3)
                .withSql(sql);
        try {
            return stage.accept(run, List.of(Map.of("plan", run(connection, stage.explain(run)))), null);
        } catch (SQLException e) {
            return stage.accept(run, null, DatabaseProblem.of(Optional.of(e)));
        }
    }

    @Test
    void thePlanShowsWhatTheGuardsWordsDoNot() throws SQLException {
        try (Connection connection = reader()) {
            for (String sql : List.of(
                    "SELECT count(*) FROM pg_class",
                    "SELECT (ARRAY[1,2])[(SELECT count(*)::int FROM pg_type)]",
                    "SELECT string_agg('a', ',' ORDER BY (SELECT typname FROM pg_type LIMIT 1)) FROM hs92.country_year",
                    "SELECT * FROM pg_tables",
                    "SELECT * FROM information_schema.tables",
                    "SELECT * FROM json_each('{}')",
                    "WITH x AS (SELECT relname FROM pg_class) SELECT * FROM x",
                    "SELECT * FROM public.data_source",
                    "SELECT year FROM hs92.country_year ORDER BY (SELECT count(*) FROM pg_type)")) {
                assertThat(explain(connection, sql).rejection()).as(sql).contains("is not one of the known tables");
            }
        }
    }

    @Test
    void thePlanShowsFunctionsOfAWholeRow() throws SQLException {
        try (Connection connection = reader()) {
            for (String sql : List.of(
                    "SELECT t.json_agg FROM hs92.country_year t",
                    "SELECT t.row_to_json FROM hs92.country_year t",
                    "SELECT t.pg_column_size FROM hs92.country_year t",
                    "SELECT s.to_jsonb FROM (SELECT year AS x FROM hs92.country_year) s",
                    "SELECT max(t.pg_column_size) FROM hs92.country_year t",
                    "SELECT year FROM hs92.country_year t WHERE t.pg_column_size > 3",
                    "SELECT year FROM hs92.country_year t ORDER BY t.pg_column_size")) {
                assertThat(explain(connection, sql).rejection()).as(sql).contains("of a whole row is not allowed");
            }
            for (String sql : List.of(
                    "SELECT count(DISTINCT (year, country_id)) FROM hs92.country_year",
                    "SELECT q.* FROM (SELECT t.* FROM hs92.country_year t) q",
                    "SELECT 't.*' || lower('ROW(x)')")) {
                assertThat(explain(connection, sql).rejection()).as(sql).isEmpty();
            }
        }
    }

    @Test
    void aPlanWithAVeryLongLiteralIsRead() throws SQLException {
        try (Connection connection = reader()) {
            for (String sql : List.of(
                    "SELECT '" + "x".repeat(19_000) + "' AS a",
                    "SELECT '" + "''".repeat(9_000) + "' AS a",
                    "SELECT 9::numeric^99999 AS a",
                    "SELECT year FROM hs92.country_year WHERE export_value < 9::numeric^99999",
                    "SELECT repeat('a''b', 300000) AS a")) {
                assertThat(explain(connection, sql).rejection())
                        .as(sql.substring(0, 25))
                        .isEmpty();
            }
            assertThat(explain(connection, "SELECT '" + "x".repeat(19_000) + "', t.json_agg FROM hs92.country_year t")
                            .rejection())
                    .contains("of a whole row is not allowed");
        }
    }

    @Test
    void aResultThatIsTooLargeIsRefusedWithoutReadingIt() throws SQLException {
        String url = world.jdbcUrl(DemoWorld.DATABASE);
        String limited = url + (url.contains("?") ? "&" : "?") + "maxResultBuffer=" + ResultRow.LARGEST_RESULT;
        try (Connection connection = DriverManager.getConnection(
                limited,
                world.readerCredentials().user(),
                world.readerCredentials().password())) {
            SQLException refused = catchThrowableOfType(
                    SQLException.class, () -> run(connection, "SELECT repeat('x', 40000000) AS a"));

            assertThat(DatabaseProblem.isDown(refused)).isFalse();
            assertThat(DatabaseProblem.of(Optional.of(refused)).message())
                    .contains("larger than " + (ResultRow.LARGEST_RESULT >> 20) + " MB");
        }
    }

    /** Statements mutated at random that pass the guard are planned by the database: none touches what it may not. */
    @Test
    void letsThroughNoMutationThatReadsOrChangesWhatItMayNot() throws SQLException {
        GuardMutations mutations = new GuardMutations(20_250_301L);
        List<String> passed = Stream.generate(mutations::next)
                .limit(10_000)
                .filter(sql -> guard.refuse(sql).isEmpty())
                .distinct()
                .limit(400)
                .toList();
        assertThat(passed).hasSizeGreaterThan(200);
        int planned = 0;
        try (Connection connection = reader()) {
            for (String sql : passed) {
                String plan;
                try {
                    plan = run(connection, "EXPLAIN (VERBOSE, FORMAT JSON) " + sql);
                } catch (SQLException e) {
                    // most mutations are no longer valid
                    assertThat(e.getSQLState())
                            .as(sql)
                            .doesNotStartWith("XX")
                            .doesNotStartWith("08")
                            .isNotEqualTo("42501");
                    continue;
                }
                planned++;
                assertThat(plan).as(sql).doesNotContain("ModifyTable", "LockRows");
                RELATION.matcher(plan).results().forEach(found -> assertThat(guard.tables())
                        .as(sql)
                        .contains(found.group(2) + "." + found.group(1)));
            }
        }
        assertThat(planned).isGreaterThan(50);
    }
}
