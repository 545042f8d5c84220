package dev.caravan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.SqlGuard;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the knowledge documents say of the database, held against the database. */
class KnowledgeIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final Pattern SNIPPET = Pattern.compile("(?s)```sql\\n(.*?)\\n```");
    private static final KnowledgeFolder FOLDER = new KnowledgeFolder(HOME.resolve("workspaces/atlas/knowledge"));

    private static SharedWorld world;

    @BeforeAll
    static void start() {
        world = SharedWorld.get();
    }

    private static Section section(String heading) {
        return FOLDER.documents().stream()
                .flatMap(document -> document.sections().stream())
                .filter(section -> section.heading().equals(heading))
                .findFirst()
                .orElseThrow();
    }

    private static List<List<Object>> rows(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        world.jdbcUrl(DemoWorld.DATABASE),
                        world.readerCredentials().user(),
                        world.readerCredentials().password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private static long number(String sql) throws SQLException {
        return ((Number) rows(sql).get(0).get(0)).longValue();
    }

    @TestFactory
    Stream<DynamicTest> runsEachStatementAsTheReaderAndPastTheGuard() {
        SqlGuard guard = SqlGuard.of(SemanticModel.read(HOME.resolve("workspaces/atlas/semantic-model.yaml")));
        List<DynamicTest> tests = new ArrayList<>();
        for (KnowledgeDocument document : FOLDER.documents()) {
            for (Section section : document.sections()) {
                for (String sql : SNIPPET.matcher(section.text())
                        .results()
                        .map(match -> match.group(1))
                        .toList()) {
                    tests.add(DynamicTest.dynamicTest(section.heading(), () -> {
                        assertThat(rows(sql)).isNotEmpty();
                        assertThat(guard.refuse(sql)).isEqualTo(Optional.empty());
                    }));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(13);
        return tests.stream();
    }

    @Test
    void coversTheYearsThatTheDocumentsSay() throws SQLException {
        List<MatchResult> lines = Pattern.compile("(?m)^\\| (\\w+) \\| (\\d{4}) \\| (\\d{4}) \\| (yes|no) \\|$")
                .matcher(section("Year coverage by classification").text())
                .results()
                .toList();
        assertThat(lines).hasSize(5);
        for (MatchResult line : lines) {
            String schema = line.group(1);
            assertThat(rows("SELECT min(year), max(year) FROM " + schema + ".country_year")
                            .get(0))
                    .as(schema)
                    .containsExactly(Integer.valueOf(line.group(2)), Integer.valueOf(line.group(3)));
            assertThat(number("SELECT count(eci) FROM " + schema + ".country_year") > 0)
                    .as(schema)
                    .isEqualTo(line.group(4).equals("yes"));
        }
    }

    @Test
    void countsWhatTheDocumentsCount() throws SQLException {
        assertSays(
                "Countries and territories covered",
                "(\\d+) countries, territories and former countries",
                "SELECT count(*) FROM classification.location_country");
        assertSays(
                "Countries and territories covered",
                "(\\d+) of them are ranked",
                "SELECT count(*) FROM classification.location_country WHERE in_rankings");
        assertSays(
                "Countries in the rankings",
                "(\\d+) in this release",
                "SELECT count(*) FROM classification.location_country WHERE in_rankings");
        assertSays(
                "How many products there are",
                "HS 1992 has ([\\d,]+) four-digit",
                "SELECT count(*) FROM classification.product_hs92 WHERE product_level = 4");
        assertSays(
                "How many products there are",
                "in (\\d+) chapters",
                "SELECT count(*) FROM classification.product_hs92 WHERE product_level = 2");
        assertSays(
                "How many products there are",
                "SITC has (\\d+) four-digit",
                "SELECT count(*) FROM classification.product_sitc WHERE product_level = 4");
        assertSays(
                "How many products there are",
                "in (\\d+) divisions",
                "SELECT count(*) FROM classification.product_sitc WHERE product_level = 2");
        for (String schema : List.of("hs12", "hs22")) {
            assertThat(number("SELECT count(*) FROM classification.product_" + schema + " WHERE product_level = 4"))
                    .isLessThan(number("SELECT count(*) FROM classification.product_hs92 WHERE product_level = 4"));
        }
        assertThat(number("SELECT count(*) FROM classification.product_services_unilateral WHERE product_level = 2"))
                .isEqualTo(5);
    }

    private static void assertSays(String heading, String pattern, String sql) throws SQLException {
        Matcher said = Pattern.compile(pattern).matcher(section(heading).text());
        assertThat(said.find()).as("%s says: %s", heading, pattern).isTrue();
        assertThat(Long.parseLong(said.group(1).replace(",", ""))).as(heading).isEqualTo(number(sql));
    }

    @Test
    void leavesEmptyWhatTheDocumentsCallEmpty() throws SQLException {
        assertThat(
                        number(
                                "SELECT count(is_new) + count(product_status) FROM hs92.country_product_year_4 WHERE year = 2024"))
                .isZero();
        assertThat(number("SELECT count(*) FROM services_bilateral.country_year"))
                .isZero();
        assertThat(number("SELECT count(normalized_pci) FROM sitc.country_product_year_4"))
                .isZero();
        assertThat(number("SELECT min(year) FROM hs92.country_product_year_4 WHERE normalized_pci IS NOT NULL"))
                .isEqualTo(2022);
        assertThat(number("SELECT min(year) FROM sitc.country_country_product_year_4"))
                .isEqualTo(2000);
        assertThat(number("SELECT count(distance) + count(cog) FROM hs92.country_product_year_2"))
                .isZero();
    }

    @Test
    void deflatesToTheLatestYearAsTheDocumentsSay() throws SQLException {
        assertThat(rows("SELECT deflator FROM public.year WHERE year = 2024").get(0))
                .containsExactly(1.0);
        assertThat(rows("SELECT code FROM classification.product_sitc WHERE product_level = 4 AND code = '0711'"))
                .hasSize(1);
        assertThat(
                        number(
                                "SELECT count(*) FROM hs92.country_year y JOIN classification.location_country c ON c.country_id = y.country_id WHERE c.iso3_code IN ('SUN', 'YUG', 'CSK')"))
                .isZero();
        assertThat(
                        number(
                                "SELECT count(*) FROM sitc.country_year y JOIN classification.location_country c ON c.country_id = y.country_id WHERE c.iso3_code = 'SUN'"))
                .isPositive();
    }

    @Test
    void putsTheSameValueIntoSqlAsTheMetricTables() throws SQLException {
        // ubiquity is counted by the statement of the documents; counted otherwise it must be the same
        List<Object> first = rows(SNIPPET.matcher(
                                section("Ubiquity of products (SQL)").text())
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1))
                .get(0);
        long counted = number(
                "SELECT count(DISTINCT x.country_id) FROM hs92.country_product_year_4 x JOIN classification.product_hs92 p USING (product_id)"
                        + " JOIN classification.location_country c USING (country_id) WHERE p.product_level = 4 AND p.code = '"
                        + first.get(0)
                        + "' AND x.year = 2024 AND x.export_rca >= 1 AND c.in_rankings");
        assertThat(((Number) first.get(2)).longValue()).isEqualTo(counted);
    }
}
