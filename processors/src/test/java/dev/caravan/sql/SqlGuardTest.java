package dev.caravan.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.ToolCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the guard refuses and lets through by the words alone. */
class SqlGuardTest {
    private static final SqlGuard GUARD = SqlGuard.of(
            SemanticModel.read(Path.of(System.getProperty("caravan.home"), "workspaces/atlas/semantic-model.yaml")));

    static Stream<String> attacks() {
        return Stream.concat(GuardCorpus.ATTACKS.stream(), GuardCorpus.OF_ROWS.stream());
    }

    static Stream<String> legitimate() {
        return Stream.concat(GuardCorpus.LEGITIMATE.stream(), GuardCorpus.ENDLESS.stream());
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void refuses(String sql) {
        assertThat(GUARD.refuse(sql))
                .hasValueSatisfying(reason -> assertThat(reason).isNotBlank().hasSizeLessThan(300));
    }

    @ParameterizedTest
    @MethodSource("legitimate")
    void letsThrough(String sql) {
        assertThat(GUARD.refuse(sql)).isEmpty();
    }

    @Test
    void refusesEachAttackAlsoInsideOfAHarmlessStatement() {
        for (String attack : GuardCorpus.ATTACKS) {
            if (!attack.isBlank() && !attack.equals("VALUES (1)")) {
                assertThat(GUARD.refuse("SELECT * FROM (" + attack + ") q"))
                        .as(attack)
                        .isPresent();
                assertThat(GUARD.refuse("WITH q AS (" + attack + ") SELECT * FROM q"))
                        .as(attack)
                        .isPresent();
            }
        }
    }

    @Test
    void saysInWordsWhatIsWrong() {
        assertThat(GUARD.refuse("SELECT pg_sleep(1)"))
                .hasValue("system tables, types and functions such as pg_sleep are not allowed");
        assertThat(GUARD.refuse("SELECT version()")).hasValue("the function version is not allowed");
        assertThat(GUARD.refuse("SELECT * FROM hs92.prices"))
                .hasValue("the table hs92.prices is not one of the known tables");
        assertThat(GUARD.refuse("UPDATE x SET y = 1")).hasValue("only SELECT is allowed, not UPDATE");
        assertThat(GUARD.refuse("SELECT 1 2 FROM"))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("the statement cannot be read: "));
    }

    @Test
    void takesKeywordsInsideOfTextForText() {
        String text = String.join(" ", GuardCorpus.ATTACKS.subList(0, 60)).replace("'", "''");
        assertThat(GUARD.refuse("SELECT '" + text + "' AS x")).isEmpty();
    }

    /** What is left of a statement without its quoted parts holds none of these when the guard lets it through. */
    private static final Pattern SUSPICIOUS = Pattern.compile(
            "(?i)\\b(insert|delete|drop|alter|create|truncate|grant|copy|pg_\\w+|lo_\\w+|dblink|version)\\b|--|/\\*|\\$|;.*\\S|\\bfor\\s+(update|share)\\b|[^\\x00-\\x7f]",
            Pattern.DOTALL);

    @Test
    void neverFailsOnAStatementMutatedAtRandom() {
        GuardMutations mutations = new GuardMutations(4_711L);
        int passed = 0;
        for (int round = 0; round < 10_000; round++) {
            String sql = mutations.next();
            if (GUARD.refuse(sql).isEmpty()) {
                passed++;
                String bare = sql.replaceAll("'[^']*'", "''").replaceAll("\"[^\"]*\"", "q");
                assertThat(SUSPICIOUS.matcher(bare).find()).as(sql).isFalse();
            }
        }
        assertThat(passed).isBetween(500, 9_000);
    }

    @Test
    void allowsTheTablesOfItsModelOnly() {
        SqlGuard guard = new SqlGuard(Set.of("s.t"), Set.of("sum"));
        assertThat(guard.refuse("SELECT sum(a) FROM s.t")).isEmpty();
        for (String table : List.of("t", "s.u", "u.t", "s.t.u", "\"s.t\"", "s.\"t \"")) {
            assertThat(guard.refuse("SELECT sum(a) FROM " + table)).as(table).isPresent();
        }
        assertThat(guard.refuse("SELECT avg(a) FROM s.t")).hasValue("the function avg is not allowed");
    }

    @Test
    void knowsEveryTableOfTheWorkspace() {
        assertThat(GUARD.tables())
                .contains(
                        "hs92.country_year",
                        "sitc.country_country_product_year_4",
                        "services_unilateral.country_product_year_2",
                        "classification.product_hs22",
                        "classification.location_group_member")
                .noneMatch(table -> table.contains("{"));
    }

    /** Nothing a statement repeats takes the stack, or more time than its length deserves. */
    @Test
    void longInputsAreCheckedInPassing() {
        List<String> pieces = List.of(
                "x",
                "'",
                "''",
                "\"",
                "\"\"",
                "(",
                ")",
                "()",
                ",",
                ".",
                "a.",
                "\"a\".",
                "1",
                "1.",
                "1e",
                "-",
                "- ",
                "--",
                "/*",
                "[",
                "::int",
                " and 1=1",
                " union select 1",
                "a(",
                "hs92.country_year ",
                "in (1) ",
                "9::numeric^",
                "case when 1=1 then ",
                "\n",
                "\u00e4",
                "\uFEFF",
                "with a as (");
        for (String piece : pieces) {
            for (String frame :
                    List.of("%s", "SELECT %s", "SELECT '%s'", "SELECT '%s", "SELECT 1 FROM %s", "SELECT (%s)")) {
                for (int length : List.of(1_900, 20_000, 200_000)) {
                    String sql = String.format(frame, piece.repeat(length / piece.length()));
                    assertTimeoutPreemptively(
                            Duration.ofSeconds(10),
                            () -> GUARD.refuse(sql),
                            () -> frame + " of " + piece + ", " + length);
                }
            }
        }
    }

    @Test
    void longPlansAreReadInPassing() throws Exception {
        ValidateSql stage = new ValidateSql(GUARD);
        SqlRun run = SqlRun.begin("t", ToolCall.asking("c", "query_tool", "q", ""), Overrides.NONE, 3)
                .withSql("SELECT 1");
        for (String piece : List.of("x", "'", "''", "a''b", "(", "ROW(", "\"", "a.*", "DISTINCT ", "f(", "t.*)", "9")) {
            for (String frame : List.of("%s", "'%s'", "('%s", "f(%s)")) {
                String text = String.format(frame, piece.repeat(300_000 / piece.length()));
                String plan =
                        new ObjectMapper().writeValueAsString(List.of(Map.of("Plan", Map.of("Output", List.of(text)))));
                assertTimeoutPreemptively(
                        Duration.ofSeconds(10), () -> stage.accept(run, List.of(Map.of("plan", plan)), null), piece);
            }
        }
    }
}
