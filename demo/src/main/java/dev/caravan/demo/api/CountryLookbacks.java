package dev.caravan.demo.api;

import static dev.caravan.demo.api.CountryProfiles.YEAR;
import static dev.caravan.demo.api.CountryProfiles.orNull;

import dev.caravan.demo.api.Classifications.Country;
import dev.caravan.demo.complexity.Growth;
import dev.caravan.warehouse.TradeClass;
import graphql.schema.DataFetchingEnvironment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * What has changed over the last 3, 5, 10 or 15 years, for a country and for the world. Rates are fractions a year (0.03 is
 * 3 percent); constant values are current ones over the deflator; exports are goods and services.
 */
final class CountryLookbacks {
    private static final String USUAL_RANGE = "FiveYears";
    private static final double SAME_GROWTH = 0.005;
    private static final int CONTRIBUTORS = 3;

    private final Database database;
    private final Classifications classifications;
    private final PageObjects objects;
    private final CountryYears hs92;
    private final Supplier<CountryYears> sitc;

    CountryLookbacks(
            Database database,
            Classifications classifications,
            PageObjects objects,
            CountryYears hs92,
            Supplier<CountryYears> sitc) {
        this.database = database;
        this.classifications = classifications;
        this.objects = objects;
        this.hs92 = hs92;
        this.sitc = sitc;
    }

    /** Every field of type CountryLookback. */
    Map<String, Object> of(Country country, DataFetchingEnvironment env) {
        int id = country.id();
        CountryYears complexity =
                PageObjects.trade(env.getArgument("productClass")) == TradeClass.SITC ? sitc.get() : hs92;
        int rankBack = YEAR - years(env, "eciRankChangeYearRange");
        int eciBack = YEAR - years(env, "eciChangeYearRange");
        int common = YEAR - years(env);
        int exportYears = years(
                env,
                "exportValueConstGrowthCagrYearRange",
                "exportValueGrowthCagrYearRange",
                "exportValueGrowthYearRange");
        int nonOilYears =
                years(env, "exportValueGrowthNonOilConstCagrYearRange", "exportValueGrowthNonOilCagrYearRange");
        int gdpYears = years(env, "gdpChangeCagrYearRange");
        double exportGrowth = constantGrowth(id, Figure.EXPORTS, exportYears);
        double nonOilGrowth = constantGrowth(id, Figure.EXPORTS_WITHOUT_FUELS, nonOilYears);
        Map<String, Object> fields = new HashMap<>();
        fields.put("id", "location-" + id);
        fields.put("eciRankChange", rankChange(complexity, id, rankBack, Figure.ECI));
        fields.put(
                "eciChange",
                orNull(complexity.value(id, YEAR, Figure.ECI) - complexity.value(id, eciBack, Figure.ECI)));
        fields.put("diversityRankChange", rankChange(complexity, id, common, Figure.DIVERSITY));
        double diversity =
                complexity.value(id, YEAR, Figure.DIVERSITY) - complexity.value(id, common, Figure.DIVERSITY);
        fields.put("diversityChange", Double.isNaN(diversity) ? null : (int) diversity);
        fields.put("exportValueConstGrowthCagr", orNull(exportGrowth));
        fields.put("exportValueGrowthNonOilConstCagr", orNull(nonOilGrowth));
        fields.put("exportValueGrowthClassification", classify(exportGrowth, nonOilGrowth, exportYears, nonOilYears));
        fields.put(
                "largestContributingExportProduct",
                contributors(id, years(env, "largestContributingExportProductYearRange")));
        fields.put("gdpChangeConstantCagr", orNull(growth(id, Figure.GDP_CONST, gdpYears)));
        fields.put("gdpPerCapitaChangeConstantCagr", orNull(growth(id, Figure.GDP_PER_CAPITA_CONST, gdpYears)));
        double gdpBefore = hs92.value(id, YEAR - gdpYears, Figure.GDP_CONST);
        fields.put("gdpGrowthConstant", orNull(Growth.relative(gdpBefore, hs92.value(id, YEAR, Figure.GDP_CONST))));
        fields.put("gdpPcConstantCagrRegionalDifference", besideRegion(id, gdpYears));
        return fields;
    }

    /** Every field of type GlobalDatum. */
    Map<String, Object> world(DataFetchingEnvironment env, CountryYears hs12) {
        int gdpYears = years(env, "gdpChangeConstCagrYearRange");
        int exportYears = years(env, "exportValueConstChangeCagrYearRange");
        int nonOilYears = years(env, "exportValueNonOilConstChangeCagrYearRange");
        Map<String, Object> fields = new HashMap<>();
        double gdpBefore = hs92.world(YEAR - gdpYears, Figure.GDP_CONST);
        fields.put(
                "gdpChangeConstCagr", orNull(Growth.annual(gdpBefore, hs92.world(YEAR, Figure.GDP_CONST), gdpYears)));
        fields.put("exportValueConstChangeCagr", orNull(worldGrowth(Figure.EXPORTS, exportYears)));
        fields.put("exportValueNonOilConstChangeCagr", orNull(worldGrowth(Figure.EXPORTS_WITHOUT_FUELS, nonOilYears)));
        fields.put("globalExportValue", hs92.world(YEAR, Figure.EXPORTS));
        fields.put("latestEciRankTotal", hs12.ranks(YEAR, Figure.ECI));
        fields.put("latestCoiRankTotal", hs12.ranks(YEAR, Figure.COI));
        fields.put("latestExporterRankTotal", hs92.ranks(YEAR, Figure.EXPORTS));
        fields.put("latestGdpRankTotal", hs92.ranks(YEAR, Figure.GDP));
        fields.put("latestGdpPppPerCapitaRankTotal", hs92.ranks(YEAR, Figure.GDP_PER_CAPITA_PPP));
        fields.put("latestDiversityRankTotal", hs92.ranks(YEAR, Figure.DIVERSITY));
        return fields;
    }

    /** The range of the first of these arguments that is given, else the common one. */
    static int years(DataFetchingEnvironment env, String... arguments) {
        String range = env.getArgumentOrDefault("yearRange", USUAL_RANGE);
        for (int a = arguments.length - 1; a >= 0; a--) {
            range = env.getArgumentOrDefault(arguments[a], range);
        }
        return switch (range) {
            case "ThreeYears" -> 3;
            case "FiveYears" -> 5;
            case "TenYears" -> 10;
            default -> 15;
        };
    }

    /** Positive when the country has fallen. */
    private static Integer rankChange(CountryYears years, int country, int before, Figure figure) {
        int then = years.rank(country, before, figure);
        int now = years.rank(country, YEAR, figure);
        return then == 0 || now == 0 ? null : now - then;
    }

    private double growth(int country, Figure figure, int years) {
        return Growth.annual(hs92.value(country, YEAR - years, figure), hs92.value(country, YEAR, figure), years);
    }

    /** Of a figure in current prices, without the change of prices. */
    private double constantGrowth(int country, Figure figure, int years) {
        return constantGrowth(hs92.value(country, YEAR - years, figure), hs92.value(country, YEAR, figure), years);
    }

    private double worldGrowth(Figure figure, int years) {
        return constantGrowth(hs92.world(YEAR - years, figure), hs92.world(YEAR, figure), years);
    }

    private double constantGrowth(double before, double now, int years) {
        return Growth.annual(before / hs92.deflator(YEAR - years), now / hs92.deflator(YEAR), years);
    }

    /** Promising: faster than the world with and without fuels; Mixed: one of both; Troubling: neither, and shrinking. */
    private String classify(double growth, double nonOil, int years, int nonOilYears) {
        if (Double.isNaN(growth) || Double.isNaN(nonOil)) {
            return null;
        }
        boolean fast = growth > worldGrowth(Figure.EXPORTS, years);
        boolean fastWithoutFuels = nonOil > worldGrowth(Figure.EXPORTS_WITHOUT_FUELS, nonOilYears);
        if (fast != fastWithoutFuels) {
            return "Mixed";
        }
        return fast ? "Promising" : growth < 0 ? "Troubling" : "Static";
    }

    /** Half a percentage point a year around the region of the World Bank is in line. */
    private String besideRegion(int country, int years) {
        OptionalDouble region = classifications.groups().stream()
                .filter(group ->
                        group.type().equals("wdi_region") && group.members().contains(country))
                .mapToDouble(group -> perHead(group.members(), years))
                .findFirst();
        double difference = growth(country, Figure.GDP_PER_CAPITA_CONST, years) - region.orElse(Double.NaN);
        if (Double.isNaN(difference)) {
            return null;
        }
        return difference > SAME_GROWTH ? "Above" : difference < -SAME_GROWTH ? "Below" : "InLine";
    }

    private double perHead(List<Integer> members, int years) {
        return Growth.annual(perHeadIn(members, YEAR - years), perHeadIn(members, YEAR), years);
    }

    private double perHeadIn(List<Integer> members, int year) {
        return hs92.sum(members, year, Figure.GDP_CONST) / hs92.sum(members, year, Figure.POPULATION);
    }

    /** The goods (HS 1992, four digits) whose exports have grown most, in USD of the last year. */
    private List<Map<String, Object>> contributors(int country, int years) {
        double prices = hs92.deflator(YEAR) / hs92.deflator(YEAR - years);
        return database
                .rows(
                        """
            SELECT product_id FROM hs92.country_product_year_4 WHERE country_id = ? AND year IN (?, ?)
            GROUP BY product_id
            ORDER BY sum(CASE WHEN year = ? THEN export_value ELSE -export_value * ?::float8 END) DESC NULLS LAST, product_id LIMIT ?
            """,
                        country,
                        YEAR,
                        YEAR - years,
                        YEAR,
                        prices,
                        CONTRIBUTORS)
                .stream()
                .map(row -> objects.product(TradeClass.HS92, (Integer) row.get("productId")))
                .toList();
    }
}
