package dev.caravan.warehouse.load;

import dev.caravan.warehouse.TradeClass;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Computes what no file gives and what follows exactly from what the files give; everything else stays NULL.
 *
 * <p>Sums need all their parts. A year is whole when the four-digit rows of all countries add up to the world's, and
 * world totals and country totals agree; a country's year is complete when the year is whole, or when its rows add up
 * to its own total. Only complete years of countries get sums over chapters and sections, market shares and the RCA.
 */
final class DeriveValues {
    private static final int GROWTH_YEARS = 5;

    private final Connection connection;

    DeriveValues(Connection connection) {
        this.connection = connection;
    }

    /**
     * Fills one classification.
     *
     * @param productFiles how many product-year files brought rows: growth is not computed over a seam between releases
     * @return what was not computed and why, in sentences
     */
    List<String> derive(TradeClass trade, int productFiles) throws SQLException {
        compareTotals(trade);
        takePciFromCountryRows(trade);
        for (int level : List.of(2, 1)) {
            sumProducts(trade, level);
        }
        List<String> remarks = findComplete(trade);
        takeTotals(trade);
        for (int level : List.of(2, 1)) {
            sumCountryProducts(trade, level);
        }
        for (int level : List.of(4, 2, 1)) {
            fillShares(trade, level);
        }
        if (productFiles == 1) {
            for (int level : List.of(4, 2, 1)) {
                fillGrowth(trade, level);
            }
        }
        run("DROP TABLE load.complete, load.world", Map.of());
        return remarks;
    }

    /** Compares, year by year, what products, countries and rows of both add up to; values are rounded: a dollar for each row. */
    private void compareTotals(TradeClass trade) throws SQLException {
        run(
                """
        CREATE TABLE load.world AS
        SELECT year, p.exports, c.exports AS of_countries, r.exports AS of_rows,
          abs(p.exports - c.exports) <= c.rows IS TRUE AS consistent,
          abs(p.exports - r.exports) <= r.rows IS TRUE AS whole
        FROM (SELECT year, sum(export_value) AS exports FROM {schema}.product_year_4 GROUP BY year) p
        FULL JOIN (SELECT year, sum(export_value) AS exports, count(*) AS rows FROM {schema}.country_year GROUP BY year) c USING (year)
        FULL JOIN (SELECT year, sum(export_value) AS exports, count(*) AS rows FROM {schema}.country_product_year_4 GROUP BY year) r
          USING (year)
        """,
                names(trade, 4));
    }

    /** Country rows of a release repeat the index of their product; it is taken when all of a year agree. */
    private void takePciFromCountryRows(TradeClass trade) throws SQLException {
        List<String> tables = new ArrayList<>();
        String sql =
                "SELECT table_name FROM load.file WHERE family = 'country_product_year' AND schema = '%s' ORDER BY rank";
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql.formatted(trade.schema()))) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        for (String table : tables) {
            run(
                    """
          INSERT INTO {schema}.product_year_4 AS t (product_id, year, product_level, pci)
          SELECT product_id, year, 4, min(pci) FROM {table} WHERE product_level = 4 AND pci IS NOT NULL
          GROUP BY product_id, year HAVING min(pci) = max(pci)
          ON CONFLICT (product_id, year) DO UPDATE SET pci = coalesce(t.pci, excluded.pci)
          """,
                    Map.of("schema", trade.schema(), "table", table));
        }
    }

    /**
     * World totals of chapters and sections, where every heading of theirs has a row in the year, or those without one have
     * no trade, because the others already add up to what the countries export.
     */
    private void sumProducts(TradeClass trade, int level) throws SQLException {
        run(
                """
        INSERT INTO {schema}.product_year_{level} (product_id, year, product_level, export_value, import_value)
        SELECT p.{parent}, year, {level}, sum(t.export_value),
          CASE WHEN count(t.import_value) = count(t.export_value) THEN sum(t.import_value) END
        FROM {schema}.product_year_4 t JOIN classification.product_{schema} p USING (product_id) JOIN load.world w USING (year)
        WHERE NOT EXISTS (
          SELECT FROM load.gap g WHERE g.family = 'product_year' AND g.schema = '{schema}' AND (g.year IS NULL OR g.year = w.year))
        GROUP BY p.{parent}, year
        HAVING count(t.export_value) > 0 AND bool_and(w.consistent OR w.whole) OR count(t.export_value) = (
          SELECT count(*) FROM classification.product_{schema} h WHERE h.product_level = 4 AND h.{parent} = p.{parent})
        ON CONFLICT DO NOTHING
        """,
                names(trade, level));
    }

    /** Finds out which years of which countries have all their rows; tells where rows and total disagree. */
    private List<String> findComplete(TradeClass trade) throws SQLException {
        run(
                """
        CREATE TABLE load.complete AS
        SELECT r.country_id, r.year, r.exports, r.imports, y.export_value AS total,
          w.whole OR abs(r.exports - y.export_value) <= r.rows IS TRUE AS complete,
          w.whole OR w.consistent AND abs(r.exports - y.export_value) <= r.rows IS TRUE AS comparable,
          r.imports IS NOT NULL AND (w.whole OR abs(r.imports - y.import_value) <= r.rows IS TRUE) AS imports_complete, w.whole
        FROM (
          SELECT country_id, year, sum(export_value) AS exports, count(*) AS rows,
            CASE WHEN count(import_value) = count(*) THEN sum(import_value) END AS imports
          FROM {schema}.country_product_year_4 GROUP BY country_id, year) r
        LEFT JOIN {schema}.country_year y USING (country_id, year)
        JOIN load.world w USING (year)
        WHERE NOT EXISTS (
          SELECT FROM load.gap g WHERE g.family = 'country_product_year' AND g.schema = '{schema}'
            AND (g.country_id IS NULL OR g.country_id = r.country_id) AND (g.year IS NULL OR g.year = r.year))
        """,
                names(trade, 4));
        run("ALTER TABLE load.complete ADD PRIMARY KEY (country_id, year)", Map.of());
        return disagreements(trade);
    }

    private List<String> disagreements(TradeClass trade) throws SQLException {
        String sql =
                """
        SELECT c.iso3_code, count(*) AS years, min(r.year), max(r.year),
          (array_agg(r.exports ORDER BY r.year DESC))[1], (array_agg(y.export_value ORDER BY r.year DESC))[1]
        FROM (
          SELECT country_id, year, sum(export_value) AS exports, count(*) AS rows
          FROM {schema}.country_product_year_4 GROUP BY country_id, year) r
        JOIN {schema}.country_year y USING (country_id, year)
        JOIN classification.location_country c USING (country_id)
        WHERE abs(r.exports - y.export_value) > r.rows
        GROUP BY c.iso3_code ORDER BY years DESC, c.iso3_code LIMIT 10
        """;
        List<String> remarks = new ArrayList<>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(fill(sql, names(trade, 4)))) {
            while (rows.next()) {
                int years = rows.getInt(2);
                String span = years == 1
                        ? "" + rows.getInt(4)
                        : "%d years, %d to %d".formatted(years, rows.getInt(3), rows.getInt(4));
                remarks.add(String.format(
                        Locale.ROOT,
                        "%s %s (%s): exports by product add up to %,d USD in %d, the country's total is %,d. For such years chapter sums,"
                                + " market shares and RCA are not computed.",
                        trade,
                        rows.getString(1),
                        span,
                        rows.getLong(5),
                        rows.getInt(4),
                        rows.getLong(6)));
            }
        }
        return remarks;
    }

    /** Country totals of whole years, where no file gives them. */
    private void takeTotals(TradeClass trade) throws SQLException {
        run(
                """
        INSERT INTO {schema}.country_year AS t (country_id, year, location_level, export_value, import_value)
        SELECT country_id, year, 'country', exports, CASE WHEN imports_complete THEN imports END FROM load.complete WHERE whole
        ON CONFLICT (country_id, year) DO UPDATE SET
          export_value = coalesce(t.export_value, excluded.export_value),
          import_value = coalesce(t.import_value, excluded.import_value)
        """,
                names(trade, 4));
    }

    private void sumCountryProducts(TradeClass trade, int level) throws SQLException {
        run(
                """
        INSERT INTO {schema}.country_product_year_{level}
          (country_id, product_id, year, location_level, product_level, export_value, import_value)
        SELECT t.country_id, p.{parent}, t.year, 'country', {level}, sum(t.export_value),
          CASE WHEN bool_and(c.imports_complete) THEN sum(t.import_value) END
        FROM {schema}.country_product_year_4 t JOIN classification.product_{schema} p USING (product_id)
        JOIN load.complete c ON c.country_id = t.country_id AND c.year = t.year AND c.complete
        GROUP BY t.country_id, p.{parent}, t.year
        ON CONFLICT DO NOTHING
        """,
                names(trade, level));
    }

    /**
     * Market share {@code X_cp / X_p} and {@code RCA_cp = (X_cp / X_c) / (X_p / X)} (B. Balassa, "Trade Liberalisation and
     * Revealed Comparative Advantage", The Manchester School, 1965). Where the files give any RCA of a country's year, the
     * other levels get none: the Atlas leaves some trade out of its own index, so the two cannot be compared.
     */
    private void fillShares(TradeClass trade, int level) throws SQLException {
        run(
                """
        WITH given AS (
          SELECT DISTINCT country_id, year FROM load.given_rca WHERE schema = '{schema}')
        UPDATE {schema}.country_product_year_{level} t SET
          global_market_share = coalesce(t.global_market_share, t.export_value / nullif(w.export_value, 0)::float8),
          export_rca = CASE
            WHEN t.export_rca IS NOT NULL OR EXISTS (SELECT FROM given g WHERE g.country_id = t.country_id AND g.year = t.year)
              THEN t.export_rca
            WHEN t.export_value = 0 THEN 0
            ELSE (t.export_value / c.exports::float8) / nullif(w.export_value / y.exports::float8, 0) END
        FROM load.complete c, {schema}.product_year_{level} w, load.world y
        WHERE c.comparable AND c.exports > 0 AND c.country_id = t.country_id AND c.year = t.year
          AND w.product_id = t.product_id AND w.year = t.year AND y.year = t.year AND y.exports > 0
        """,
                names(trade, level));
    }

    /** Relative change and compound annual rate over five years: {@code X_t / X_t-5 - 1} and its fifth root. */
    private void fillGrowth(TradeClass trade, int level) throws SQLException {
        for (String flow : List.of("export_value", "import_value")) {
            run(
                    """
          UPDATE {schema}.product_year_{level} t SET
            {flow}_growth_{years} = t.{flow} / b.{flow}::float8 - 1,
            {flow}_cagr_{years} = power(t.{flow} / b.{flow}::float8, 1.0 / {years}) - 1
          FROM {schema}.product_year_{level} b
          WHERE b.product_id = t.product_id AND b.year = t.year - {years} AND b.{flow} > 0 AND t.{flow} IS NOT NULL
          """,
                    Map.of("schema", trade.schema(), "level", "" + level, "flow", flow, "years", "" + GROWTH_YEARS));
        }
    }

    private static Map<String, String> names(TradeClass trade, int level) {
        return Map.of(
                "schema", trade.schema(), "level", "" + level, "parent", level == 1 ? "top_parent_id" : "parent_id");
    }

    private static String fill(String sql, Map<String, String> names) {
        String filled = sql;
        for (var name : names.entrySet()) {
            filled = filled.replace("{" + name.getKey() + "}", name.getValue());
        }
        return filled;
    }

    private void run(String sql, Map<String, String> names) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(fill(sql, names));
        }
    }
}
