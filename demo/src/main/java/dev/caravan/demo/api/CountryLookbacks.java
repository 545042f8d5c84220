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
  private final CountryYears sitc;

  CountryLookbacks(Database database, Classifications classifications, PageObjects objects, CountryYears hs92, CountryYears sitc) {
    this.database = database;
    this.classifications = classifications;
    this.objects = objects;
    this.hs92 = hs92;
    this.sitc = sitc;
  }

  /** Every field of type CountryLookback. */
  Map<String, Object> of(Country country, DataFetchingEnvironment env) {
    int id = country.id();
    CountryYears complexity = PageObjects.trade(env.getArgument("productClass")) == TradeClass.SITC ? sitc : hs92;
    int rankBack = YEAR - years(env, "eciRankChangeYearRange");
    int eciBack = YEAR - years(env, "eciChangeYearRange");
    int common = YEAR - years(env);
    int exportYears = years(env, "exportValueConstGrowthCagrYearRange", "exportValueGrowthCagrYearRange", "exportValueGrowthYearRange");
    int nonOilYears = years(env, "exportValueGrowthNonOilConstCagrYearRange", "exportValueGrowthNonOilCagrYearRange");
    int gdpYears = years(env, "gdpChangeCagrYearRange");
    double exportGrowth = exportGrowth(id, exportYears);
    double nonOilGrowth = nonOilGrowth(id, nonOilYears);
    Map<String, Object> fields = new HashMap<>();
    fields.put("id", "location-" + id);
    fields.put("eciRankChange", rankChange(complexity, id, rankBack, "eci"));
    fields.put("eciChange", orNull(complexity.value(id, YEAR, "eci") - complexity.value(id, eciBack, "eci")));
    fields.put("diversityRankChange", rankChange(complexity, id, common, "diversity"));
    double diversity = complexity.value(id, YEAR, "diversity") - complexity.value(id, common, "diversity");
    fields.put("diversityChange", Double.isNaN(diversity) ? null : (int) diversity);
    fields.put("exportValueConstGrowthCagr", orNull(exportGrowth));
    fields.put("exportValueGrowthNonOilConstCagr", orNull(nonOilGrowth));
    fields.put("exportValueGrowthClassification", classify(exportGrowth, nonOilGrowth, exportYears, nonOilYears));
    fields.put("largestContributingExportProduct", contributors(id, years(env, "largestContributingExportProductYearRange")));
    fields.put("gdpChangeConstantCagr", orNull(growth(id, "gdpConst", gdpYears)));
    fields.put("gdpPerCapitaChangeConstantCagr", orNull(growth(id, "gdppcConst", gdpYears)));
    fields.put("gdpGrowthConstant", orNull(Growth.relative(hs92.value(id, YEAR - gdpYears, "gdpConst"), hs92.value(id, YEAR, "gdpConst"))));
    fields.put("gdpPcConstantCagrRegionalDifference", besideRegion(id, gdpYears));
    return fields;
  }

  /** Every field of type GlobalDatum. */
  Map<String, Object> world(DataFetchingEnvironment env, CountryYears hs12) {
    int gdpYears = years(env, "gdpChangeConstCagrYearRange");
    int exportYears = years(env, "exportValueConstChangeCagrYearRange");
    int nonOilYears = years(env, "exportValueNonOilConstChangeCagrYearRange");
    Map<String, Object> fields = new HashMap<>();
    fields.put("gdpChangeConstCagr", orNull(Growth.annual(world(YEAR - gdpYears, "gdpConst"), world(YEAR, "gdpConst"), gdpYears)));
    fields.put("exportValueConstChangeCagr", orNull(worldExportGrowth(exportYears)));
    fields.put("exportValueNonOilConstChangeCagr", orNull(worldNonOilGrowth(nonOilYears)));
    fields.put("globalExportValue", world(YEAR, "exportValue"));
    fields.put("latestEciRankTotal", hs12.ranks(YEAR, "eci"));
    fields.put("latestCoiRankTotal", hs12.ranks(YEAR, "coi"));
    fields.put("latestExporterRankTotal", hs92.ranks(YEAR, "exportValue"));
    fields.put("latestGdpRankTotal", hs92.ranks(YEAR, "gdp"));
    fields.put("latestGdpPppPerCapitaRankTotal", hs92.ranks(YEAR, "gdppcPpp"));
    fields.put("latestDiversityRankTotal", hs92.ranks(YEAR, "diversity"));
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
  private static Integer rankChange(CountryYears years, int country, int before, String figure) {
    int then = years.rank(country, before, figure);
    int now = years.rank(country, YEAR, figure);
    return then == 0 || now == 0 ? null : now - then;
  }

  private double growth(int country, String figure, int years) {
    return Growth.annual(hs92.value(country, YEAR - years, figure), hs92.value(country, YEAR, figure), years);
  }

  private double exportGrowth(int country, int years) {
    return constant(hs92.value(country, YEAR - years, "exportValue"), hs92.value(country, YEAR, "exportValue"), years);
  }

  private double nonOilGrowth(int country, int years) {
    return constant(hs92.exportsWithoutFuels(country, YEAR - years), hs92.exportsWithoutFuels(country, YEAR), years);
  }

  private double worldExportGrowth(int years) {
    return constant(world(YEAR - years, "exportValue"), world(YEAR, "exportValue"), years);
  }

  private double worldNonOilGrowth(int years) {
    return constant(
        hs92.world(YEAR - years, "exportValue", (value, fuels) -> value - fuels),
        hs92.world(YEAR, "exportValue", (value, fuels) -> value - fuels),
        years);
  }

  private double world(int year, String figure) {
    return hs92.world(year, figure, (value, fuels) -> value);
  }

  private double constant(double before, double now, int years) {
    return Growth.annual(before / hs92.deflator(YEAR - years), now / hs92.deflator(YEAR), years);
  }

  /** Promising: faster than the world with and without fuels; Mixed: one of both; Troubling: neither, and shrinking. */
  private String classify(double growth, double nonOil, int years, int nonOilYears) {
    if (Double.isNaN(growth) || Double.isNaN(nonOil)) {
      return null;
    }
    boolean fast = growth > worldExportGrowth(years);
    boolean fastWithoutFuels = nonOil > worldNonOilGrowth(nonOilYears);
    if (fast != fastWithoutFuels) {
      return "Mixed";
    }
    return fast ? "Promising" : growth < 0 ? "Troubling" : "Static";
  }

  /** Half a percentage point a year around the region of the World Bank is in line. */
  private String besideRegion(int country, int years) {
    OptionalDouble region =
        classifications.groups().stream()
            .filter(group -> group.type().equals("wdi_region") && group.members().contains(country))
            .mapToDouble(group -> perHead(group.members(), years))
            .findFirst();
    double difference = growth(country, "gdppcConst", years) - region.orElse(Double.NaN);
    if (Double.isNaN(difference)) {
      return null;
    }
    return difference > SAME_GROWTH ? "Above" : difference < -SAME_GROWTH ? "Below" : "InLine";
  }

  private double perHead(List<Integer> members, int years) {
    return Growth.annual(perHeadIn(members, YEAR - years), perHeadIn(members, YEAR), years);
  }

  private double perHeadIn(List<Integer> members, int year) {
    return sum(members, year, "gdpConst") / sum(members, year, "population");
  }

  private double sum(List<Integer> members, int year, String figure) {
    return members.stream().mapToDouble(member -> hs92.value(member, year, figure)).filter(value -> !Double.isNaN(value)).sum();
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
            country, YEAR, YEAR - years, YEAR, prices, CONTRIBUTORS)
        .stream()
        .map(row -> objects.product(TradeClass.HS92, (Integer) row.get("productId")))
        .toList();
  }
}
