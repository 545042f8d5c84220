package dev.caravan.demo.world;

import dev.caravan.demo.complexity.RevealedAdvantage;
import dev.caravan.warehouse.TradeClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes the goods trade of a year.
 *
 * <p>Exports of a country are its total, spread over headings by three forces. What it <em>can</em> make: its capability
 * (development and size) must exceed what the heading demands, with luck that sections and chapters share; this gives a
 * nested matrix in which diverse countries make nearly everything and others the ubiquitous things. What it is
 * <em>good</em> at: capability times demand of the heading, so that demanding headings go to the capable. What it is
 * <em>known</em> for: the headings of its profile take a part of the whole, more in less developed economies. All luck
 * drifts slowly, so headings enter, grow and vanish. Imports of a heading are what the world exports, shared by the
 * importers' size and taste; small economies import a shorter list.
 */
final class GoodsModel {
    private static final double CAPABILITY_STEP = 4;
    private static final double SPECIALISATION = 0.42;
    private static final double LEAST_RCA = 0.3;
    private static final double LARGE_FLOW = 2e8;
    private static final double SIZEABLE_ECONOMY = 2e11;
    /** A market that is served so late is smaller than its weight. */
    private static final double GAP_SIZE = 0.4;

    private static final int GAP_FILLERS = 6;
    private static final double LARGEST_ECONOMY = 2.5e12;
    private static final int FUELS_FIRST_YEAR = 1962;

    /** Crude oil price relative to other goods, 1962 to 2024, roughly. */
    private static final double[] FUEL_PRICE = {
        .35, .35, .35, .34, .33, .32, .31, .3, .3, .33, .35, .42, .95, .92, .95, .98, .94, 1.4, 1.75, 1.65, 1.45, 1.3,
                1.2,
        1.12, .62, .68, .58, .66, .8, .68, .64, .58, .53, .55, .62, .58, .4, .53, .78, .7, .7, .78, .93, 1.2, 1.35,
                1.42,
        1.75, 1.2, 1.45, 1.7, 1.68, 1.62, 1.5, .9, .75, .88, 1.05, .98, .7, .95, 1.3, 1.1, 1.05
    };

    /**
     * How much of the trade is told: the tables must stay small enough to be made at a first start.
     *
     * @param selectivity how much capability a heading asks for beyond its complexity; more gives fewer exporters
     * @param importListExponent how fast import lists get shorter with the size of the importer
     * @param shortestImportList headings that a ranked economy imports at least; others a fifth of it
     * @param staples the largest headings, which a ranked economy imports unless it makes most of them; others a quarter of them
     */
    record Detail(double selectivity, double importListExponent, int shortestImportList, int staples) {}

    private final TradeClass trade;
    private final Economies economies;
    private final Detail detail;
    private final ProductList products;
    private final Noise noise;
    private final Noise luck;
    private final Noise taste;
    private final int[][] profiles;
    private final boolean[] fuel;
    /** By heading: how many are larger. */
    private final int[] rank;

    private final double[] luckOfPair;

    /**
     * A model of one classification.
     *
     * @param profiles the headings each country is known for, the best known first
     * @param fuelChapter code of the chapter whose prices swing with oil
     */
    GoodsModel(
            TradeClass trade,
            Economies economies,
            ProductList products,
            int[][] profiles,
            String fuelChapter,
            Detail detail,
            Noise seed) {
        this.detail = detail;
        this.trade = trade;
        this.economies = economies;
        this.products = products;
        this.profiles = profiles;
        this.noise = seed.derive("products " + trade);
        this.luck = seed.derive("luck " + trade);
        this.taste = seed.derive("taste " + trade);
        int headings = products.headings().size();
        fuel = new boolean[headings];
        rank = new int[headings];
        List<Product> bySize = new ArrayList<>(products.headings());
        bySize.sort(Comparator.comparingDouble(product -> -product.weight()));
        for (int p = 0; p < headings; p++) {
            rank[p] = bySize.indexOf(products.headings().get(p));
        }
        luckOfPair = new double[economies.count() * headings];
        for (int p = 0; p < headings; p++) {
            fuel[p] = products.level(2).get(products.chapter(p)).code().startsWith(fuelChapter);
            for (int c = 0; c < economies.count(); c++) {
                luckOfPair[c * headings + p] = 0.55 * luck.normal(c, 1_000_000 + products.section(p))
                        + 0.55 * luck.normal(c, 2_000_000 + products.chapter(p))
                        + 0.85 * luck.normal(c, p);
            }
        }
    }

    /** The headings each country is known for, where the codes of the profiles are this list's own. */
    static int[][] ownProfiles(List<Country> countries, ProductList products) {
        return countries.stream()
                .map(country -> country.profile().stream()
                        .flatMap(code -> products.heading(code).stream())
                        .mapToInt(i -> i)
                        .toArray())
                .toArray(int[][]::new);
    }

    /** The trade of a year. */
    Flows flows(int year) {
        long[][] exports = new long[economies.count()][products.headings().size()];
        double[] world = worldDemand(year);
        for (int c = 0; c < exports.length; c++) {
            if (economies.trades(trade, c, year)) {
                exportsOf(c, year, world, exports[c]);
            }
        }
        dropMinor(year, exports);
        fillGaps(year, world, exports);
        fitTotals(year, exports);
        return new Flows(year, exports, imports(year, exports));
    }

    /** What was dropped or added is made up for by the rest. */
    private void fitTotals(int year, long[][] exports) {
        long[] sums = Flows.byCountry(exports);
        for (int c = 0; c < exports.length; c++) {
            double factor = sums[c] > 0 ? total(c, year) / sums[c] : 0;
            for (int p = 0; p < exports[c].length; p++) {
                exports[c][p] = StrictMath.round(exports[c][p] * factor);
            }
        }
    }

    /** Every class gives a country nearly the same total, as in reality. */
    private double total(int c, int year) {
        return economies.exports(c, year) * StrictMath.exp(0.008 * luck.drifting(c, -1, year));
    }

    /** A heading that nobody makes is made by the luckiest of the economies that trade: the world's list has no gaps. */
    private void fillGaps(int year, double[] world, long[][] exports) {
        long[] made = Flows.byProduct(exports);
        double value = Arrays.stream(Flows.byCountry(exports)).sum()
                / Arrays.stream(world).sum();
        for (int p = 0; p < made.length; p++) {
            if (made[p] == 0) {
                for (int c : luckiest(p, year)) {
                    exports[c][p] = Math.max(1000, (long) (world[p] * value * GAP_SIZE / GAP_FILLERS));
                }
            }
        }
    }

    private int[] luckiest(int p, int year) {
        return IntStream.range(0, economies.count())
                .filter(c -> economies.trades(trade, c, year)
                        && economies.gdp(c, year) / economies.prices(year) > SIZEABLE_ECONOMY)
                .boxed()
                .sorted(Comparator.comparingDouble(
                        c -> -luckOfPair[c * products.headings().size() + p]))
                .limit(GAP_FILLERS)
                .mapToInt(c -> c)
                .toArray();
    }

    /** Drops flows far below a country's usual share of a heading: there are many, and they tell nothing. */
    private void dropMinor(int year, long[][] exports) {
        double[][] rca = RevealedAdvantage.of(exports);
        double large = LARGE_FLOW * economies.prices(year);
        for (int c = 0; c < exports.length; c++) {
            for (int p = 0; p < exports[c].length; p++) {
                boolean minor = rca[c][p] < LEAST_RCA && exports[c][p] < large;
                exports[c][p] = minor ? 0 : exports[c][p];
            }
        }
    }

    /** The relative size of each heading's market in a year: weight, prices, and the shift towards demanding goods. */
    private double[] worldDemand(int year) {
        double[] demand = new double[products.headings().size()];
        for (int p = 0; p < demand.length; p++) {
            Product product = products.headings().get(p);
            double shift = 0.008 * product.complexity() * (year - 2018);
            double drift = 0.22 * noise.drifting(p, 1, year) + 0.15 * noise.drifting(products.chapter(p), 2, year);
            demand[p] = product.weight() * price(p, year) * StrictMath.exp(shift + drift);
        }
        return demand;
    }

    private double price(int heading, int year) {
        return fuel[heading] ? FUEL_PRICE[year - FUELS_FIRST_YEAR] : 1;
    }

    private void exportsOf(int c, int year, double[] world, long[] exports) {
        double capability = CAPABILITY_STEP * (economies.development(c, year) - 0.5);
        double relative = economies.gdp(c, year) / economies.prices(year) / 1e11;
        double reach = 0.9 * capability + 0.3 * StrictMath.log(relative) - detail.selectivity();
        double[] share = new double[exports.length];
        double sum = 0;
        for (int p = 0; p < share.length; p++) {
            Product product = products.headings().get(p);
            double steadiness = 1 / (1 + product.weight() / 400);
            double pair = steadiness * (luckOfPair[c * share.length + p] + 0.45 * luck.drifting(c, p, year));
            double endowment = product.naturalResource() ? 1.2 : 0;
            double margin = reach - 1.05 * product.complexity() + 1.15 * pair - endowment;
            if (margin > 0) {
                double scale = SPECIALISATION * capability * product.complexity() + 1.05 * pair - endowment;
                share[p] = world[p] * StrictMath.exp(scale) * (1 - StrictMath.exp(-margin));
                sum += share[p];
            }
        }
        double total = total(c, year);
        double known = addProfile(c, year, share, sum, capability);
        double least = Math.max(2e-5 * total, Math.min(3e-4 * total, 2e4 * economies.prices(year)));
        for (int p = 0; p < share.length; p++) {
            double value = share[p] / known * total;
            exports[p] = value < least ? 0 : StrictMath.round(value);
        }
    }

    /** Adds what the country is known for; returns the new sum of shares. */
    private double addProfile(int c, int year, double[] share, double sum, double capability) {
        int[] profile = profiles[c];
        if (profile.length == 0) {
            return sum > 0 ? sum : 1;
        }
        double[] pull = new double[profile.length];
        double pulls = 0;
        for (int i = 0; i < profile.length; i++) {
            Product product = products.headings().get(profile[i]);
            double weight = StrictMath.pow(product.weight(), 0.6) / (1 + 0.5 * i);
            pull[i] = weight * StrictMath.exp(0.3 * luck.drifting(c, 3_000_000 + i, year)) * price(profile[i], year);
            pulls += pull[i];
        }
        double part = Math.max(0.22, Math.min(0.72, 0.5 - 0.14 * capability));
        if (fuel[profile[0]] && capability < 1) {
            part = Math.max(part, 0.72 * Math.min(1.15, 0.6 + 0.4 * price(profile[0], year)));
        }
        double base = sum > 0 ? sum : 1;
        double added = 0;
        for (int i = 0; i < profile.length; i++) {
            double more = base * part / (1 - part) * pull[i] / pulls;
            share[profile[i]] += more;
            added += more;
        }
        return sum + added;
    }

    private long[][] imports(int year, long[][] exports) {
        int headings = products.headings().size();
        long[] world = Flows.byProduct(exports);
        double[][] claim = new double[exports.length][];
        double[] claims = new double[headings];
        double demand = 0;
        for (int c = 0; c < exports.length; c++) {
            demand += economies.trades(trade, c, year) ? economies.imports(c, year) : 0;
        }
        for (int c = 0; c < exports.length; c++) {
            if (economies.trades(trade, c, year)) {
                claim[c] = claims(c, year, world, exports[c], economies.imports(c, year) / demand);
                for (int p = 0; p < headings; p++) {
                    claims[p] += claim[c][p];
                }
            }
        }
        long[][] imports = new long[exports.length][headings];
        for (int p = 0; p < headings; p++) {
            if (world[p] > 0 && claims[p] <= 0) {
                claims[p] = claimUnwanted(p, year, world[p], exports, claim);
            }
            share(p, world[p], claim, claims[p], imports);
        }
        return imports;
    }

    /** A heading on nobody's list goes to every economy that does not make most of it, by size. */
    private double claimUnwanted(int p, int year, long world, long[][] exports, double[][] claim) {
        double claims = 0;
        for (int c = 0; c < claim.length; c++) {
            if (claim[c] != null && exports[c][p] * 2 < world) {
                claim[c][p] = economies.imports(c, year);
                claims += claim[c][p];
            }
        }
        return claims;
    }

    /** How much of each heading a country would take; 0 for headings off its list. */
    private double[] claims(int c, int year, long[] world, long[] exports, double sizeShare) {
        double[] claim = new double[world.length];
        double capability = CAPABILITY_STEP * (economies.development(c, year) - 0.5);
        for (int p = 0; p < claim.length; p++) {
            if (world[p] > 0) {
                double own = (double) exports[p] / world[p];
                double liking = 0.45 * taste.normal(c, 1_000_000 + products.chapter(p))
                        + 0.6 * taste.normal(c, p)
                        + 0.2 * taste.drifting(c, p, year)
                        + 0.08 * capability * products.headings().get(p).complexity();
                // who makes a thing well buys less of it abroad; a monopolist none
                claim[p] = world[p] * StrictMath.exp(liking) * (1 - own) * (1 - own);
            }
        }
        int wanted = (int) (claim.length
                * Math.min(1, StrictMath.pow(sizeShare * 17e12 / LARGEST_ECONOMY, detail.importListExponent())));
        double[] sorted = claim.clone();
        Arrays.sort(sorted);
        boolean ranked = economies.countries().get(c).ranked();
        int shortest = detail.shortestImportList() / (ranked ? 1 : 5);
        int staples = detail.staples() / (ranked ? 1 : 4);
        double least = sorted[Math.max(0, sorted.length - Math.max(wanted, shortest))];
        double sum = 0;
        for (int p = 0; p < claim.length; p++) {
            boolean staple = rank[p] < staples && exports[p] * 2 < world[p];
            claim[p] = claim[p] < least && !staple ? 0 : claim[p];
            sum += claim[p];
        }
        for (int p = 0; p < claim.length; p++) {
            claim[p] *= sum > 0 ? sizeShare / sum : 0;
        }
        return claim;
    }

    /** Shares a heading's world exports out exactly; what rounding leaves goes to the largest importer. */
    private static void share(int p, long world, double[][] claim, double claims, long[][] imports) {
        if (world == 0) {
            return;
        }
        long left = world;
        int largest = -1;
        for (int c = 0; c < claim.length; c++) {
            if (claim[c] != null && claim[c][p] > 0) {
                imports[c][p] = (long) (world * (claim[c][p] / claims));
                left -= imports[c][p];
                if (largest < 0 || imports[c][p] > imports[largest][p]) {
                    largest = c;
                }
            }
        }
        if (largest < 0) {
            throw new IllegalStateException("nobody can import heading " + p);
        }
        imports[largest][p] += left;
    }

    /** The headings of another list that are most like a country's profile, by their names. */
    static int[][] translatedProfiles(List<Country> countries, ProductList from, ProductList to) {
        ProductNames names = new ProductNames(to.headings());
        int[][] profiles = new int[countries.size()][];
        for (int c = 0; c < profiles.length; c++) {
            List<Integer> found = new ArrayList<>();
            for (String code : countries.get(c).profile()) {
                from.heading(code)
                        .flatMap(heading ->
                                names.mostLike(from.headings().get(heading).name()))
                        .filter(heading -> !found.contains(heading))
                        .ifPresent(found::add);
            }
            profiles[c] = found.stream().mapToInt(i -> i).toArray();
        }
        return profiles;
    }
}
