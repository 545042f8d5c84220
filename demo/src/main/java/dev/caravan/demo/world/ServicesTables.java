package dev.caravan.demo.world;

import dev.caravan.demo.complexity.Growth;
import dev.caravan.demo.complexity.RevealedAdvantage;
import dev.caravan.warehouse.BulkWriter;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.TradeClass;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the services an economy sells to and buys from the world, by category.
 *
 * <p>Not every economy reports: some start late and some small ones never do, as in reality. World exports of a category
 * are world imports. There are no partners, and no complexity: five categories are too few to tell economies apart.
 */
final class ServicesTables {
    private static final TradeClass TRADE = TradeClass.SERVICES_UNILATERAL;
    private static final int GROWTH_YEARS = 5;

    private final World world;
    private final ProductList products;
    private final List<Country> countries;
    private final Noise noise;
    private final int firstYear;
    private final TableSet tables;

    ServicesTables(World world, int firstYear, TableSet tables) {
        this.world = world;
        this.firstYear = firstYear;
        this.tables = tables;
        this.products = world.files().products(TRADE);
        this.countries = world.files().countries();
        this.noise = world.noise().derive("services");
    }

    /** True when the economy reports its services in a year. */
    static boolean reports(World world, int c, int year) {
        Country country = world.files().countries().get(c);
        Noise noise = world.noise().derive("services reported");
        boolean ever = country.ranked() || country.gdp() > 1 && noise.uniform(c, 1) < 0.7;
        int from = TRADE.firstYear() + (int) (noise.uniform(c, 2) * 28 * (1.1 - country.development()));
        boolean recent = country.ranked() || noise.uniform(c, 3) < 0.8;
        return ever
                && year >= from
                && (recent || year < 2020)
                && world.economies().trades(TRADE, c, year);
    }

    /** Writes all years. */
    void write(Progress progress) throws SQLException {
        BulkWriter countryYear = tables.open(TRADE.table("country_year"));
        Map<Integer, BulkWriter> countryProduct = new HashMap<>();
        Map<Integer, BulkWriter> product = new HashMap<>();
        for (int level : List.of(1, 2, 4)) {
            countryProduct.put(level, tables.open(TRADE.table("country_product_year_" + level)));
            product.put(level, tables.open(TRADE.table("product_year_" + level)));
        }
        Map<Integer, Flows> history = new HashMap<>();
        for (int year = firstYear; year <= TRADE.lastYear(); year++) {
            progress.report("Creating services " + year, (year - firstYear) / (TRADE.lastYear() - firstYear + 1.0));
            Flows flows = flows(year);
            history.put(year, flows);
            long[] exports = Flows.byCountry(flows.exports());
            long[] imports = Flows.byCountry(flows.imports());
            for (int c = 0; c < exports.length; c++) {
                if (exports[c] > 0 || imports[c] > 0) {
                    CountryYearRow.write(
                            countryYear,
                            world.economies(),
                            c,
                            year,
                            exports[c],
                            imports[c],
                            Double.NaN,
                            Double.NaN,
                            -1);
                }
            }
            for (int level : List.of(1, 2, 4)) {
                Flows here = atLevel(level, flows);
                writeCountryProducts(countryProduct.get(level), level, here);
                writeProducts(product.get(level), level, here, history);
            }
        }
    }

    private Flows flows(int year) {
        int categories = products.headings().size();
        long[][] exports = new long[countries.size()][categories];
        double[][] demand = new double[countries.size()][categories];
        double[] demands = new double[categories];
        for (int c = 0; c < exports.length; c++) {
            if (reports(world, c, year)) {
                for (int p = 0; p < categories; p++) {
                    exports[c][p] = StrictMath.round(value(c, p, year));
                    demand[c][p] = demand(c, p, year);
                    demands[p] += demand[c][p];
                }
            }
        }
        long[] sold = Flows.byProduct(exports);
        long[][] imports = new long[exports.length][categories];
        for (int p = 0; p < categories; p++) {
            long left = sold[p];
            int largest = 0;
            for (int c = 0; c < imports.length; c++) {
                imports[c][p] = (long) (sold[p] * (demand[c][p] / demands[p]));
                left -= imports[c][p];
                largest = imports[c][p] > imports[largest][p] ? c : largest;
            }
            imports[largest][p] += left;
        }
        return new Flows(year, exports, imports);
    }

    private double value(int c, int p, int year) {
        double development = world.economies().development(c, year);
        double rising = 0.5 + 0.5 * (year - TRADE.firstYear()) / (TRADE.lastYear() - TRADE.firstYear());
        double size = StrictMath.pow(
                world.economies().gdp(c, year) / world.economies().prices(year) / 3e11, -0.15);
        double shock = 1;
        double part =
                switch (products.headings().get(p).code()) {
                    case "travel" -> {
                        shock = year == 2020 ? 0.38 : year == 2021 ? 0.5 : year == 2022 ? 0.8 : 1;
                        yield 0.025 * StrictMath.exp(0.6 * noise.normal(c, p));
                    }
                    case "transport" -> {
                        shock = year == 2009 ? 0.8 : year == 2020 ? 0.85 : 1;
                        yield 0.015 * StrictMath.exp(0.4 * noise.normal(c, p));
                    }
                    case "ict" -> 0.036 * rising * (0.3 + development) * StrictMath.exp(0.6 * noise.normal(c, p));
                    case "financial" -> 0.012
                            * rising
                            * development
                            * development
                            * StrictMath.exp(0.8 * noise.normal(c, p));
                    default -> 0.003 * StrictMath.exp(0.5 * noise.normal(c, p));
                };
        double wave = StrictMath.exp(0.08 * noise.drifting(c, p, year) + 0.03 * noise.normal(c, 100 * year + p));
        return world.economies().gdp(c, year) * Math.min(2, size) * part * rising * shock * wave;
    }

    private double demand(int c, int p, int year) {
        double taste = StrictMath.exp(0.3 * noise.normal(c, 50 + p) + 0.06 * noise.drifting(c, 50 + p, year));
        return StrictMath.pow(world.economies().gdp(c, year), 0.92)
                * (0.5 + world.economies().development(c, year))
                * taste;
    }

    private Flows atLevel(int level, Flows flows) {
        if (level == 4) {
            return flows;
        }
        int count = products.level(level).size();
        long[][] exports = new long[countries.size()][count];
        long[][] imports = new long[countries.size()][count];
        for (int c = 0; c < exports.length; c++) {
            for (int p = 0; p < flows.exports()[c].length; p++) {
                exports[c][products.ancestor(p, level)] += flows.exports()[c][p];
                imports[c][products.ancestor(p, level)] += flows.imports()[c][p];
            }
        }
        return new Flows(flows.year(), exports, imports);
    }

    private void writeCountryProducts(BulkWriter writer, int level, Flows flows) throws SQLException {
        long[] worldExports = Flows.byProduct(flows.exports());
        double[][] rca = RevealedAdvantage.of(flows.exports());
        for (int c = 0; c < rca.length; c++) {
            for (int p = 0; p < rca[c].length; p++) {
                if (flows.exports()[c][p] > 0 || flows.imports()[c][p] > 0) {
                    writer.number(countries.get(c).id())
                            .number(products.level(level).get(p).id())
                            .number(flows.year());
                    writer.text("country").number(level).real((double) flows.exports()[c][p] / worldExports[p]);
                    writer.number(flows.exports()[c][p])
                            .number(flows.imports()[c][p])
                            .real(rca[c][p])
                            .none(13)
                            .endRow();
                }
            }
        }
    }

    private void writeProducts(BulkWriter writer, int level, Flows flows, Map<Integer, Flows> history)
            throws SQLException {
        long[] exports = Flows.byProduct(flows.exports());
        long[] imports = Flows.byProduct(flows.imports());
        Flows before = history.get(flows.year() - GROWTH_YEARS);
        long[] exportsBefore = before == null
                ? new long[exports.length]
                : Flows.byProduct(atLevel(level, before).exports());
        long[] importsBefore = before == null
                ? new long[exports.length]
                : Flows.byProduct(atLevel(level, before).imports());
        for (int p = 0; p < exports.length; p++) {
            writer.number(products.level(level).get(p).id())
                    .number(flows.year())
                    .number(level);
            writer.number(exports[p]).number(imports[p]);
            writer.real(Growth.relative(exportsBefore[p], exports[p]))
                    .real(Growth.relative(importsBefore[p], imports[p]));
            writer.real(Growth.annual(exportsBefore[p], exports[p], GROWTH_YEARS));
            writer.real(Growth.annual(importsBefore[p], imports[p], GROWTH_YEARS))
                    .none(2)
                    .endRow();
        }
    }
}
