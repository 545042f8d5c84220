package dev.caravan.demo.world;

import dev.caravan.warehouse.TradeClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How large each economy is in each year, and how much it trades with the world.
 *
 * <p>Countries go by their number in {@link #countries()}. Values are current USD unless said otherwise. Paths lead back
 * and forth from the author's figure for the anchor year 2020 (or a former country's last year).
 */
final class Economies {
    static final int FIRST_YEAR = 1962;
    static final int LAST_YEAR = 2024;
    private static final int ANCHOR = 2020;
    private static final int YEARS = LAST_YEAR - FIRST_YEAR + 1;

    /** Countries that did not exist, or did not trade under their name, before a year; M49's ISO codes. */
    private static final Map<String, Integer> INDEPENDENCE = Map.of("SSD", 2012, "ERI", 1993, "TLS", 2002, "BGD", 1972);

    /** Former countries and what came after them in the year after their last. */
    private static final Map<String, List<String>> SUCCESSORS = Map.of(
            "SUN",
            List.of(
                    "ARM", "AZE", "BLR", "EST", "GEO", "KAZ", "KGZ", "LVA", "LTU", "MDA", "RUS", "TJK", "TKM", "UKR",
                    "UZB"),
            "CSK",
            List.of("CZE", "SVK"),
            "YUG",
            List.of("BIH", "HRV", "MKD", "SVN", "SCG"),
            "SCG",
            List.of("SRB", "MNE"),
            "ANT",
            List.of("CUW", "SXM", "BES"),
            "PCI",
            List.of("FSM", "MHL", "PLW", "MNP"));

    private final List<Country> countries;
    private final Noise noise;
    private final double[][] gdp;
    private final double[][] population;
    private final double[][] exports;
    private final double[][] imports;
    private final double[][] development;
    private final int[] firstYear;
    private final double[] prices = new double[YEARS];

    Economies(WorldFiles files, Noise seed) {
        this.countries = files.countries();
        this.noise = seed.derive("economies");
        int n = countries.size();
        gdp = new double[n][YEARS];
        population = new double[n][YEARS];
        exports = new double[n][YEARS];
        imports = new double[n][YEARS];
        development = new double[n][YEARS];
        firstYear = firstYears();
        prices[0] = 1;
        for (int t = 1; t < YEARS; t++) {
            prices[t] = prices[t - 1] * (1 + inflation(FIRST_YEAR + t));
        }
        for (int c = 0; c < n; c++) {
            grow(c, files.openness().getOrDefault(countries.get(c).iso3(), 0.0));
        }
    }

    private int[] firstYears() {
        Map<String, Integer> first = new HashMap<>();
        for (Country country : countries) {
            for (String successor : SUCCESSORS.getOrDefault(country.iso3(), List.of())) {
                first.put(successor, country.lastYear() + 1);
            }
        }
        first.putAll(INDEPENDENCE);
        return countries.stream()
                .mapToInt(country -> first.getOrDefault(country.iso3(), FIRST_YEAR))
                .toArray();
    }

    private void grow(int c, double knownOpenness) {
        Country country = countries.get(c);
        int anchor = country.former() ? Math.min(ANCHOR, country.lastYear()) : ANCHOR;
        double[] real = new double[YEARS];
        double[] people = new double[YEARS];
        real[0] = 1;
        people[0] = 1;
        for (int t = 1; t < YEARS; t++) {
            int year = FIRST_YEAR + t;
            real[t] = real[t - 1] * (1 + realGrowth(c, country, year));
            people[t] = people[t - 1] * (1 + populationGrowth(c, country, year));
        }
        double catchUp = country.development() > 0.85 && !fastGrowing(country) ? 0.1 : 0.2 + 0.35 * noise.uniform(c, 1);
        for (int t = 0; t < YEARS; t++) {
            int year = FIRST_YEAR + t;
            int a = anchor - FIRST_YEAR;
            gdp[c][t] = country.gdp() * 1e9 * real[t] / real[a] * prices[t] / prices[a];
            population[c][t] = country.population() * 1e6 * people[t] / people[a];
            development[c][t] = country.development() * (1 - catchUp * (ANCHOR - year) / (double) YEARS);
            double size = Math.max(country.gdp(), 0.01) / 300;
            double usual =
                    clamp(0.2 * StrictMath.pow(size, -0.12) * StrictMath.exp(0.3 * noise.normal(c, 2)), 0.04, 0.6);
            double open = knownOpenness > 0 ? knownOpenness : usual * (0.55 + 0.6 * country.development());
            double wave = StrictMath.exp(0.06 * noise.drifting(c, 3, year) + 0.025 * noise.normal(c, year));
            double cycle = globalisation(year) * wave * (1 - crisis(c, year));
            exports[c][t] = gdp[c][t] * open * cycle;
            double demand = 0.5 * open + 0.1 * StrictMath.pow(size, -0.13) * StrictMath.exp(0.1 * noise.normal(c, 4));
            imports[c][t] =
                    gdp[c][t] * demand * globalisation(year) * StrictMath.exp(0.05 * noise.drifting(c, 5, year));
        }
    }

    private static boolean fastGrowing(Country country) {
        return country.population() > 1000;
    }

    private double realGrowth(int c, Country country, int year) {
        double middle = 1 - Math.abs(2 * country.development() - 1);
        double trend = 0.017 + 0.024 * middle + (fastGrowing(country) ? 0.035 : 0);
        double growth = trend + 0.012 * noise.drifting(c, 10, year) + 0.008 * noise.normal(c, 5000 + year);
        return switch (year) {
            case 1975, 1982 -> growth - 0.02;
            case 1991, 1998 -> growth - 0.012;
            case 2009 -> growth - 0.03 - 0.03 * country.development();
            case 2020 -> growth - 0.055;
            case 2021 -> growth + 0.03;
            default -> growth;
        };
    }

    private double populationGrowth(int c, Country country, int year) {
        double base =
                switch (country.income()) {
                    case "high" -> 0.006;
                    case "upper middle" -> 0.012;
                    case "lower middle" -> 0.02;
                    case "low" -> 0.026;
                    default -> 0.01;
                };
        double slowing = 1.25 - 0.5 * (year - FIRST_YEAR) / YEARS;
        return base * slowing + 0.002 * noise.drifting(c, 20, year);
    }

    /** World prices in USD, change on the year before: high in the seventies, low after 1990, high in 2022. */
    private static double inflation(int year) {
        if (year <= 1972) {
            return 0.03;
        }
        if (year <= 1981) {
            return 0.09;
        }
        if (year <= 1991) {
            return 0.04;
        }
        return switch (year) {
            case 2003, 2004, 2005, 2006, 2007, 2008 -> 0.055;
            case 2010, 2011 -> 0.04;
            case 2021 -> 0.045;
            case 2022 -> 0.07;
            case 2023 -> 0.03;
            case 2024 -> 0.02;
            default -> 0.005; // above 0, so that the deflator rises in every year
        };
    }

    /** World trade over world output, 1 in 2012, with the collapses of 2009 and 2020. */
    private static double globalisation(int year) {
        double trend =
                year < 2008 ? 0.55 + 0.45 * (year - FIRST_YEAR) / (2008 - FIRST_YEAR) : 1 - 0.004 * (year - 2008);
        return switch (year) {
            case 2009 -> trend * 0.86;
            case 2010 -> trend * 0.95;
            case 2015, 2016 -> trend * 0.93;
            case 2020 -> trend * 0.93;
            default -> trend;
        };
    }

    /** The part of its exports that a country loses in a year: rare, deep, and over within four years. */
    private double crisis(int c, int year) {
        double loss = 0;
        for (int back = 0; back < 4; back++) {
            if (noise.uniform(c, 9000 + year - back) < 0.018) {
                loss = Math.max(loss, (0.1 + 0.25 * noise.uniform(c, 9500 + year - back)) * (1 - back / 4.0));
            }
        }
        return loss;
    }

    private static double clamp(double value, double least, double most) {
        return Math.max(least, Math.min(most, value));
    }

    List<Country> countries() {
        return countries;
    }

    int count() {
        return countries.size();
    }

    /**
     * True when the country trades in the year under this class. Former countries appear in SITC only, which goes back
     * before their end; there their successors start after it.
     */
    boolean trades(TradeClass trade, int country, int year) {
        Country of = countries.get(country);
        if (of.gdp() <= 0) {
            return false;
        }
        if (trade != TradeClass.SITC) {
            boolean born = year >= INDEPENDENCE.getOrDefault(of.iso3(), FIRST_YEAR);
            return !of.former() && born && (year >= 1995 || year >= firstYear[country]);
        }
        return year >= firstYear[country] && (!of.former() || year <= of.lastYear());
    }

    double gdp(int country, int year) {
        return gdp[country][year - FIRST_YEAR];
    }

    double population(int country, int year) {
        return population[country][year - FIRST_YEAR];
    }

    /** Goods exports that the model aims at. */
    double exports(int country, int year) {
        return exports[country][year - FIRST_YEAR];
    }

    /** Goods imports in proportion; world exports decide how much there is to share. */
    double imports(int country, int year) {
        return imports[country][year - FIRST_YEAR];
    }

    /** Productive sophistication, 0 to 1, drifting upwards. */
    double development(int country, int year) {
        return development[country][year - FIRST_YEAR];
    }

    /** World prices, 1 in the last year. */
    double prices(int year) {
        return prices[year - FIRST_YEAR] / prices[YEARS - 1];
    }

    /** What a dollar buys at home over what it buys abroad: more in poorer countries. */
    double purchasingPower(int country, int year) {
        return 1 + 1.5 * (1 - development(country, year));
    }

    /** Projected annual growth over the next decade. */
    double projectedGrowth(int country, int year) {
        double middle = 1 - Math.abs(2 * development(country, year) - 1);
        return 0.014 + 0.03 * middle + 0.006 * noise.drifting(country, 30, year);
    }
}
