package dev.caravan.demo.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.warehouse.TradeClass;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sums of the real tables, checked by SQL: each query finds rows that would break a rule. */
class WorldConsistencyIT {
    /** Without the fence the planner hopes to find three rows soon, and chooses a plan that never ends where there is none. */
    private static final String EXAMPLES = "WITH found AS MATERIALIZED (%s) SELECT to_json(found) FROM found LIMIT 3";

    private static Connection connection;

    @BeforeAll
    static void connect() throws SQLException {
        connection = SharedWorld.get().server().admin(DemoWorld.DATABASE);
        try (var statement = connection.createStatement()) {
            // whole tables are summed up in one pass
            statement.execute("SET work_mem = '256MB'");
        }
    }

    @AfterAll
    static void disconnect() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SERVICES_BILATERAL")
    void theWorldImportsOfEachProductWhatItExports(TradeClass trade) throws SQLException {
        for (int level : List.of(1, 2, 4)) {
            assertNone("SELECT * FROM %s.product_year_%d WHERE export_value <> import_value", trade.schema(), level);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SERVICES_BILATERAL")
    void theSumOverCountriesIsTheWorldTotal(TradeClass trade) throws SQLException {
        for (int level : List.of(1, 2, 4)) {
            assertNone(
                    """
          SELECT * FROM
            (SELECT product_id, year, sum(export_value) AS e, sum(import_value) AS i, sum(global_market_share) AS share
             FROM %1$s.country_product_year_%2$d GROUP BY 1, 2) s
          FULL JOIN %1$s.product_year_%2$d p USING (product_id, year)
          WHERE s.e IS DISTINCT FROM p.export_value OR s.i IS DISTINCT FROM p.import_value OR abs(s.share - 1) > 1e-9
          """,
                    trade.schema(), level);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SERVICES_BILATERAL")
    void headingsAddUpToChaptersSectionsAndCountryTotals(TradeClass trade) throws SQLException {
        for (int level : List.of(1, 2)) {
            assertNone(
                    """
          SELECT * FROM
            (SELECT country_id, year, CASE %2$d WHEN 1 THEN top_parent_id ELSE parent_id END AS product_id,
               sum(export_value) AS e, sum(import_value) AS i
             FROM %1$s.country_product_year_4 JOIN classification.product_%1$s USING (product_id) GROUP BY 1, 2, 3) s
          FULL JOIN %1$s.country_product_year_%2$d c USING (country_id, year, product_id)
          WHERE s.e IS DISTINCT FROM c.export_value OR s.i IS DISTINCT FROM c.import_value
          """,
                    trade.schema(), level);
        }
        assertNone(
                """
        SELECT * FROM
          (SELECT country_id, year, sum(export_value) AS e, sum(import_value) AS i
           FROM %1$s.country_product_year_4 GROUP BY 1, 2) s
        FULL JOIN %1$s.country_year c USING (country_id, year)
        WHERE s.e IS DISTINCT FROM c.export_value OR s.i IS DISTINCT FROM c.import_value
        """,
                trade.schema());
    }

    @ParameterizedTest
    @EnumSource(names = {"HS92", "HS12", "HS22", "SITC"})
    void partnersAddUpToTheTotalsAndSeeTheSameFlows(TradeClass trade) throws SQLException {
        assertNone(
                """
        SELECT * FROM
          (SELECT country_id, year, sum(export_value) AS e, sum(import_value) AS i
           FROM %1$s.country_country_year GROUP BY 1, 2) s
        FULL JOIN %1$s.country_year c USING (country_id, year)
        WHERE s.e IS DISTINCT FROM c.export_value OR s.i IS DISTINCT FROM c.import_value
        """,
                trade.schema());
        assertNone(
                """
        SELECT * FROM %1$s.country_country_year a
        FULL JOIN %1$s.country_country_year b
          ON a.country_id = b.partner_id AND a.partner_id = b.country_id AND a.year = b.year
        WHERE a.export_value IS DISTINCT FROM b.import_value
        """,
                trade.schema());
        assertNone(
                "SELECT * FROM %s.country_country_year WHERE country_id = partner_id OR export_value < 0 OR import_value < 0",
                trade.schema());
    }

    @ParameterizedTest
    @EnumSource(names = {"HS92", "HS12", "HS22", "SITC"})
    void bilateralTradeByProductStaysWithinEveryTotal(TradeClass trade) throws SQLException {
        for (int level : List.of(1, 2, 4)) {
            assertNone(
                    """
          SELECT * FROM
            (SELECT country_id, year, product_id, sum(export_value) AS e, sum(import_value) AS i
             FROM %1$s.country_country_product_year_%2$d GROUP BY 1, 2, 3) s
          LEFT JOIN %1$s.country_product_year_%2$d c USING (country_id, year, product_id)
          WHERE (s.e <= c.export_value AND s.i <= c.import_value) IS NOT TRUE
          """,
                    trade.schema(), level);
            assertNone(
                    """
          SELECT * FROM
            (SELECT country_id, partner_id, year, sum(export_value) AS e, sum(import_value) AS i
             FROM %1$s.country_country_product_year_%2$d GROUP BY 1, 2, 3) s
          LEFT JOIN %1$s.country_country_year c USING (country_id, partner_id, year)
          WHERE (s.e <= c.export_value AND s.i <= c.import_value) IS NOT TRUE
          """,
                    trade.schema(), level);
            assertNone(
                    """
          SELECT * FROM %1$s.country_country_product_year_%2$d a
          FULL JOIN %1$s.country_country_product_year_%2$d b
            ON a.country_id = b.partner_id AND a.partner_id = b.country_id AND a.year = b.year
              AND a.product_id = b.product_id
          WHERE a.export_value IS DISTINCT FROM b.import_value
          """,
                    trade.schema(), level);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SERVICES_BILATERAL")
    void everyRowHasItsProductAndCountryAndOnlyOne(TradeClass trade) throws SQLException {
        for (int level : List.of(1, 2, 4)) {
            assertNone(
                    """
          SELECT country_id, product_id, year FROM %1$s.country_product_year_%2$d
          LEFT JOIN classification.product_%1$s p USING (product_id)
          LEFT JOIN classification.location_country c USING (country_id)
          GROUP BY 1, 2, 3
          HAVING count(*) > 1 OR bool_or(p.product_level IS DISTINCT FROM %2$d) OR bool_or(c.iso3_code IS NULL)
            OR bool_or(export_value < 0) OR bool_or(import_value < 0) OR bool_and(export_value + import_value = 0)
          """,
                    trade.schema(), level);
        }
        assertThat(years(trade)).containsExactly(trade.firstYear(), trade.lastYear());
    }

    @ParameterizedTest
    @EnumSource(names = {"HS92", "HS12", "HS22", "SITC"})
    void rcaIsTheShareInTheCountryOverTheShareInTheWorld(TradeClass trade) throws SQLException {
        assertNone(
                """
        SELECT * FROM %1$s.country_product_year_4 t
        JOIN %1$s.product_year_4 p USING (product_id, year)
        JOIN %1$s.country_year c USING (country_id, year)
        JOIN (SELECT year, sum(export_value) AS e FROM %1$s.country_year GROUP BY 1) w USING (year)
        WHERE t.export_value > 0
          AND abs(t.export_rca / ((t.export_value / c.export_value::float8) / (p.export_value / w.e::float8)) - 1) > 1e-9
        """,
                trade.schema());
        assertNone(
                """
        SELECT * FROM (SELECT country_id, year, count(*) FILTER (WHERE export_rca >= 1) AS n
          FROM %1$s.country_product_year_4 GROUP BY 1, 2) s
        JOIN %1$s.country_year c USING (country_id, year) WHERE s.n <> c.diversity
        """,
                trade.schema());
    }

    @ParameterizedTest
    @EnumSource(names = {"HS92", "HS12", "HS22", "SITC"})
    void pciIsTheMeanEciOfTheMakersAndEciIsStandardised(TradeClass trade) throws SQLException {
        assertNone(
                """
        SELECT * FROM
          (SELECT product_id, year, avg(c.eci) AS mean FROM %1$s.country_product_year_4 t
           JOIN %1$s.country_year c USING (country_id, year)
           WHERE t.export_rca >= 1 AND c.eci IS NOT NULL GROUP BY 1, 2) s
        JOIN %1$s.product_year_4 p USING (product_id, year)
        WHERE abs(s.mean - p.pci) > 1e-9
        """,
                trade.schema());
        assertNone(
                """
        SELECT year, avg(eci), stddev_pop(eci), corr(eci, diversity) FROM %s.country_year GROUP BY 1
        HAVING abs(avg(eci)) > 1e-9 OR abs(stddev_pop(eci) - 1) > 1e-9 OR corr(eci, diversity) < 0.3
        """,
                trade.schema());
        assertNone(
                "SELECT * FROM %s.country_product_year_4 WHERE distance NOT BETWEEN 0 AND 1 OR cog = 'NaN'",
                trade.schema());
    }

    @Test
    void theClassesAgreeOnCountryTotals() throws SQLException {
        assertNone(
                """
        SELECT * FROM hs92.country_year a JOIN hs12.country_year b USING (country_id, year)
        WHERE a.export_value <> b.export_value OR abs(a.import_value - b.import_value) > 1e6
        """);
        assertNone(
                """
        SELECT country_id, year, a.export_value, b.export_value
        FROM hs92.country_year a JOIN sitc.country_year b USING (country_id, year)
        JOIN classification.location_country c USING (country_id)
        WHERE c.in_rankings AND abs(a.export_value / b.export_value::float8 - 1) > 0.05
        """);
    }

    @Test
    void formerCountriesTradeInSitcUntilTheirLastYear() throws SQLException {
        assertThat(number("SELECT max(year) FROM sitc.country_year WHERE country_id = 810"))
                .isEqualTo(1991);
        assertThat(number("SELECT min(year) FROM sitc.country_year WHERE country_id = 643"))
                .isEqualTo(1992);
        assertThat(number("SELECT count(*) FROM hs92.country_year WHERE country_id = 810"))
                .isZero();
    }

    @Test
    void theNormalizedColumnsAreScoresWithinACountryAndYear() throws SQLException {
        assertNone(
                """
        SELECT country_id, year FROM hs12.country_product_year_4 WHERE year >= %d
        GROUP BY 1, 2 HAVING count(*) > 5 AND max(export_value) > 0
          AND (abs(avg(normalized_distance)) > 1e-6 OR corr(distance, normalized_distance) > -0.999)
        """,
                GoodsTables.NORMALIZED_FROM);
    }

    @Test
    void theDeflatorRisesToOne() throws SQLException {
        assertNone(
                "SELECT * FROM (SELECT deflator, lag(deflator) OVER (ORDER BY year) AS l FROM public.year) y WHERE deflator <= l");
        assertThat(number("SELECT deflator FROM public.year WHERE year = 2024")).isEqualTo(1);
    }

    @Test
    void groupsHaveAggregatesAndTheSourceSaysThatItIsSynthetic() throws SQLException {
        assertNone(
                """
        SELECT * FROM classification.location_group g
        WHERE export_value_sum IS DISTINCT FROM (
          SELECT sum(y.export_value)::bigint FROM hs92.country_year y
          JOIN classification.location_group_member m USING (country_id)
          WHERE m.group_id = g.group_id AND y.year = 2024)
        """);
        assertThat(number("SELECT count(*) FROM public.data_source WHERE synthetic"))
                .isEqualTo(1);
    }

    private static List<Integer> years(TradeClass trade) throws SQLException {
        return List.of((int) number("SELECT min(year) FROM %s.country_year".formatted(trade.schema())), (int)
                number("SELECT max(year) FROM %s.country_year".formatted(trade.schema())));
    }

    private static double number(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getDouble(1);
        }
    }

    private static void assertNone(String sql, Object... arguments) throws SQLException {
        String query = sql.formatted(arguments);
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(EXAMPLES.formatted(query))) {
            List<String> found = new ArrayList<>();
            while (result.next()) {
                found.add(result.getString(1));
            }
            assertThat(found).as(query).isEmpty();
        }
    }
}
