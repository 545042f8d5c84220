package dev.caravan.demo.world;

import dev.caravan.demo.complexity.Growth;
import dev.caravan.demo.complexity.ProductSpace;
import dev.caravan.demo.complexity.RevealedAdvantage;
import dev.caravan.demo.complexity.Standardised;
import dev.caravan.demo.complexity.Terciles;
import dev.caravan.warehouse.BulkWriter;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.TradeClass;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes every table of a goods class, year by year.
 *
 * <p>What the tables leave out, to be made quickly and stay small: distance, cog and normalized columns exist at four
 * digits only, the normalized ones from {@link #NORMALIZED_FROM} on and not in SITC; bilateral trade by product holds the
 * main headings and partners, more of them from {@link #DETAILED_FROM} on and none in SITC before {@link
 * #SITC_BILATERAL_FROM}, and at one and two digits the sums of these.
 * PCI at one and two digits is the export-weighted mean of the headings'.
 */
final class GoodsTables {
    static final int NORMALIZED_FROM = 2022;
    static final int DETAILED_FROM = 2021;
    static final int MANY_PARTNERS_FROM = 2005;
    static final int SITC_BILATERAL_FROM = 2000;

    private static final int GROWTH_YEARS = 5;
    private static final float LEAST_PROXIMITY = 0.3f;
    private static final String COUNTRY = "country";
    private static final List<Integer> LEVELS = List.of(1, 2, 4);
    private static final String[] COMPLEXITY = {"low", "moderate", "high"};
    private static final double MANY_PARTNERS = 0.005;
    private static final double FEW_PARTNERS = 0.02;
    private static final PartnerModel.Most DETAILED = new PartnerModel.Most(45, 5, 6, 10, 3);
    private static final PartnerModel.Most BRIEF = new PartnerModel.Most(9, 2, 2, 4, 0);
    private static final PartnerModel.Most BRIEFEST = new PartnerModel.Most(6, 2, 0, 2, 0);

    private final World world;
    private final TradeClass trade;
    private final ProductList products;
    private final List<Country> countries;
    private final int firstYear;
    private final World.YearlyFlows flows;

    private final Map<Integer, BulkWriter> countryProduct = new TreeMap<>();
    private final Map<Integer, BulkWriter> product = new TreeMap<>();
    private final Map<Integer, BulkWriter> bilateralProduct = new TreeMap<>();
    private final Map<Integer, Map<Integer, long[][]>> worldByLevelAndYear = new HashMap<>();
    private final BulkWriter countryYear;
    private final BulkWriter bilateral;
    private final BulkWriter proximity;

    GoodsTables(World world, TradeClass trade, int firstYear, TableSet tables) throws SQLException {
        this.world = world;
        this.trade = trade;
        this.firstYear = firstYear;
        this.products = world.files().products(trade);
        this.countries = world.files().countries();
        this.flows = world.flows(trade);
        for (int level : LEVELS) {
            countryProduct.put(level, tables.open(trade.table("country_product_year_" + level)));
            product.put(level, tables.open(trade.table("product_year_" + level)));
            bilateralProduct.put(level, tables.open(trade.table("country_country_product_year_" + level)));
            worldByLevelAndYear.put(level, new HashMap<>());
        }
        countryYear = tables.open(trade.table("country_year"));
        bilateral = tables.open(trade.table("country_country_year"));
        proximity = tables.open(trade.table("product_product_4"));
    }

    /** Writes all years; returns the last year's proximity of headings. */
    float[][] write(Progress progress) throws SQLException {
        float[][] last = new float[0][];
        for (int year = firstYear; year <= trade.lastYear(); year++) {
            progress.report(
                    "Creating trade of " + trade.schema() + " " + year,
                    (year - firstYear) / (trade.lastYear() - firstYear + 1.0));
            Flows of = flows.of(year);
            YearMeasures measures = YearMeasures.of(of, world.ranked());
            writeCountries(of, measures);
            writeHeadings(of, measures);
            for (int level : List.of(1, 2)) {
                writeLevel(level, of, measures);
            }
            writePartners(of);
            last = measures.proximity();
        }
        writeProximity(last);
        return last;
    }

    private void writeCountries(Flows of, YearMeasures measures) throws SQLException {
        long[] exports = Flows.byCountry(of.exports());
        long[] imports = Flows.byCountry(of.imports());
        for (int c = 0; c < exports.length; c++) {
            if (exports[c] > 0 || imports[c] > 0) {
                boolean complexity =
                        measures.positions()[c] != null && countries.get(c).ranked();
                CountryYearRow.write(
                        countryYear,
                        world.economies(),
                        c,
                        of.year(),
                        exports[c],
                        imports[c],
                        measures.eci()[c],
                        complexity ? measures.positions()[c].outlook() : Double.NaN,
                        measures.diversity()[c]);
            }
        }
    }

    private void writeHeadings(Flows of, YearMeasures measures) throws SQLException {
        long[] worldExports = Flows.byProduct(of.exports());
        writeProducts(4, of.year(), worldExports, Flows.byProduct(of.imports()), measures.pci());
        boolean normalize = of.year() >= NORMALIZED_FROM && trade != TradeClass.SITC;
        double worldPeople = worldPopulation(of.year());
        BulkWriter writer = countryProduct.get(4);
        for (int c = 0; c < countries.size(); c++) {
            int[] rows = rows(of.exports()[c], of.imports()[c]);
            ProductSpace.Position position = measures.positions()[c];
            double[][] scores = normalize && position != null ? scores(rows, measures, c, position) : new double[0][];
            for (int i = 0; i < rows.length; i++) {
                int p = rows[i];
                long exports = of.exports()[c][p];
                double rca = measures.rca()[c][p];
                writeTrade(writer, 4, c, p, of.year(), exports, of.imports()[c][p], worldExports[p], rca, worldPeople);
                writer.real(position == null ? Double.NaN : position.gain()[p]);
                writer.real(position == null ? Double.NaN : position.distance()[p]);
                for (double[] score : scores) {
                    writer.real(score[i]);
                }
                writer.none(8 - scores.length).endRow();
            }
        }
    }

    /** The eight normalized columns of a country's rows: PCI, COG, nearness and RCA, over all rows and over RCA below 1. */
    private static double[][] scores(int[] rows, YearMeasures measures, int c, ProductSpace.Position position) {
        double[][] columns = new double[8][rows.length];
        for (int i = 0; i < rows.length; i++) {
            int p = rows[i];
            double[] values = {measures.pci()[p], position.gain()[p], -position.distance()[p], measures.rca()[c][p]};
            for (int k = 0; k < values.length; k++) {
                columns[k][i] = values[k];
                columns[k + 4][i] = measures.rca()[c][p] < 1 ? values[k] : Double.NaN;
            }
        }
        for (int k = 0; k < columns.length; k++) {
            columns[k] = Standardised.of(columns[k]);
        }
        return columns;
    }

    private static int[] rows(long[] exports, long[] imports) {
        int count = 0;
        int[] rows = new int[exports.length];
        for (int p = 0; p < exports.length; p++) {
            if (exports[p] > 0 || imports[p] > 0) {
                rows[count++] = p;
            }
        }
        return Arrays.copyOf(rows, count);
    }

    private double worldPopulation(int year) {
        double sum = 0;
        for (int c = 0; c < countries.size(); c++) {
            sum += world.economies().trades(trade, c, year) ? world.economies().population(c, year) : 0;
        }
        return sum;
    }

    private void writeTrade(
            BulkWriter writer,
            int level,
            int c,
            int p,
            int year,
            long exports,
            long imports,
            long worldExports,
            double rca,
            double worldPeople)
            throws SQLException {
        double share = worldExports > 0 ? (double) exports / worldExports : Double.NaN;
        writer.number(countries.get(c).id())
                .number(products.level(level).get(p).id())
                .number(year)
                .text(COUNTRY)
                .number(level);
        writer.real(share).number(exports).number(imports).real(rca);
        writer.real(share / (world.economies().population(c, year) / worldPeople))
                .none(2);
    }

    private void writeLevel(int level, Flows of, YearMeasures measures) throws SQLException {
        long[][] exports = sums(level, of.exports());
        long[][] imports = sums(level, of.imports());
        long[] worldExports = Flows.byProduct(exports);
        writeProducts(level, of.year(), worldExports, Flows.byProduct(imports), meanPci(level, of, measures.pci()));
        double[][] rca = RevealedAdvantage.of(exports);
        double worldPeople = worldPopulation(of.year());
        BulkWriter writer = countryProduct.get(level);
        for (int c = 0; c < exports.length; c++) {
            for (int p : rows(exports[c], imports[c])) {
                writeTrade(
                        writer,
                        level,
                        c,
                        p,
                        of.year(),
                        exports[c][p],
                        imports[c][p],
                        worldExports[p],
                        rca[c][p],
                        worldPeople);
                writer.none(10).endRow();
            }
        }
    }

    private long[][] sums(int level, long[][] values) {
        long[][] sums = new long[values.length][products.level(level).size()];
        for (int c = 0; c < values.length; c++) {
            for (int p = 0; p < values[c].length; p++) {
                sums[c][products.ancestor(p, level)] += values[c][p];
            }
        }
        return sums;
    }

    private double[] meanPci(int level, Flows of, double[] pci) {
        long[] exports = Flows.byProduct(of.exports());
        double[] sum = new double[products.level(level).size()];
        double[] weight = new double[sum.length];
        for (int p = 0; p < pci.length; p++) {
            if (!Double.isNaN(pci[p])) {
                sum[products.ancestor(p, level)] += exports[p] * pci[p];
                weight[products.ancestor(p, level)] += exports[p];
            }
        }
        for (int p = 0; p < sum.length; p++) {
            sum[p] = weight[p] > 0 ? sum[p] / weight[p] : Double.NaN;
        }
        return sum;
    }

    private void writeProducts(int level, int year, long[] exports, long[] imports, double[] pci) throws SQLException {
        Map<Integer, long[][]> history = worldByLevelAndYear.get(level);
        history.put(year, new long[][] {exports, imports});
        long[][] before = history.getOrDefault(year - GROWTH_YEARS, new long[2][exports.length]);
        Terciles thirds = Terciles.of(pci);
        BulkWriter writer = product.get(level);
        for (int p = 0; p < exports.length; p++) {
            if (exports[p] > 0) {
                writer.number(products.level(level).get(p).id())
                        .number(year)
                        .number(level)
                        .number(exports[p])
                        .number(imports[p]);
                writer.real(Growth.relative(before[0][p], exports[p])).real(Growth.relative(before[1][p], imports[p]));
                writer.real(Growth.annual(before[0][p], exports[p], GROWTH_YEARS));
                writer.real(Growth.annual(before[1][p], imports[p], GROWTH_YEARS))
                        .real(pci[p]);
                if (Double.isNaN(pci[p])) {
                    writer.none();
                } else {
                    writer.text(COMPLEXITY[thirds.third(pci[p])]);
                }
                writer.endRow();
            }
        }
    }

    private void writePartners(Flows of) throws SQLException {
        long[][] totals = world.partners()
                .totals(of, trade != TradeClass.SITC && of.year() >= MANY_PARTNERS_FROM ? MANY_PARTNERS : FEW_PARTNERS);
        for (int a = 0; a < totals.length; a++) {
            for (int b = 0; b < totals.length; b++) {
                if (totals[a][b] > 0 || totals[b][a] > 0) {
                    bilateral
                            .number(countries.get(a).id())
                            .number(countries.get(b).id())
                            .number(of.year());
                    bilateral
                            .text(COUNTRY)
                            .text(COUNTRY)
                            .number(totals[a][b])
                            .number(totals[b][a])
                            .endRow();
                }
            }
        }
        if (trade != TradeClass.SITC || of.year() >= SITC_BILATERAL_FROM) {
            PartnerModel.Most most =
                    trade == TradeClass.SITC ? BRIEFEST : of.year() >= DETAILED_FROM ? DETAILED : BRIEF;
            List<PartnerModel.Sale> sales = world.partners().sales(of, totals, most);
            for (int level : LEVELS) {
                writeSales(level, of.year(), sales);
            }
        }
    }

    /** A row of bilateral trade by product under way: key and both directions. */
    private record Pair(long key, long exports, long imports) {
        private static final int BITS = 20;

        static Pair of(int country, int partner, int product, long exports, long imports) {
            return new Pair(((long) country << BITS | partner) << BITS | product, exports, imports);
        }

        int country() {
            return (int) (key >>> 2 * BITS);
        }

        int partner() {
            return (int) (key >>> BITS) & (1 << BITS) - 1;
        }

        int product() {
            return (int) key & (1 << BITS) - 1;
        }
    }

    private void writeSales(int level, int year, List<PartnerModel.Sale> sales) throws SQLException {
        List<Pair> pairs = new ArrayList<>(2 * sales.size());
        for (PartnerModel.Sale sale : sales) {
            int p = products.ancestor(sale.heading(), level);
            pairs.add(Pair.of(sale.exporter(), sale.partner(), p, sale.value(), 0));
            pairs.add(Pair.of(sale.partner(), sale.exporter(), p, 0, sale.value()));
        }
        pairs.sort((a, b) -> Long.compare(a.key(), b.key()));
        BulkWriter writer = bilateralProduct.get(level);
        for (int i = 0; i < pairs.size(); ) {
            Pair pair = pairs.get(i);
            long exports = 0;
            long imports = 0;
            for (; i < pairs.size() && pairs.get(i).key() == pair.key(); i++) {
                exports += pairs.get(i).exports();
                imports += pairs.get(i).imports();
            }
            writer.number(countries.get(pair.country()).id())
                    .number(countries.get(pair.partner()).id());
            writer.number(products.level(level).get(pair.product()).id())
                    .number(year)
                    .text(COUNTRY)
                    .text(COUNTRY)
                    .number(level);
            writer.number(exports).number(imports).endRow();
        }
    }

    private void writeProximity(float[][] values) throws SQLException {
        List<Product> headings = products.headings();
        for (int p = 0; p < values.length; p++) {
            for (int q = 0; q < values.length; q++) {
                if (values[p][q] > LEAST_PROXIMITY) {
                    proximity
                            .number(headings.get(p).id())
                            .number(headings.get(q).id())
                            .number(4)
                            .real(values[p][q])
                            .endRow();
                }
            }
        }
    }
}
