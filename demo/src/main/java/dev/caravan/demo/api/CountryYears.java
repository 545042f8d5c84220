package dev.caravan.demo.api;

import dev.caravan.warehouse.TradeClass;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;

/**
 * The yearly figures of every country with its complexity in one goods class, and ranks among the ranked countries. Total
 * exports and imports are goods and services in current USD, {@code fuels} are the exports of HS 1992 chapter 27.
 */
final class CountryYears {
  private static final String SQL =
      """
      SELECT t.*, t.export_value + coalesce(s.export_value, 0) AS export_value, t.export_value AS goods,
        t.import_value + coalesce(s.import_value, 0) AS import_value, f.export_value AS fuels, d.deflator
      FROM %s.country_year t
      LEFT JOIN services_unilateral.country_year s ON s.country_id = t.country_id AND s.year = t.year
      LEFT JOIN hs92.country_product_year_2 f ON f.country_id = t.country_id AND f.year = t.year
        AND f.product_id = (SELECT product_id FROM classification.product_hs92 WHERE code = '27' AND product_level = 2)
      LEFT JOIN public.year d ON d.year = t.year
      """;

  private final Set<Integer> ranked;
  private final Map<Integer, Map<Integer, Map<String, Object>>> years = new HashMap<>();

  CountryYears(Database database, Classifications classifications, TradeClass goods) {
    ranked =
        classifications.countries().values().stream().filter(country -> country.ranked()).map(country -> country.id()).collect(Collectors.toSet());
    for (Map<String, Object> row : database.rows(SQL.formatted(goods.schema()))) {
      years.computeIfAbsent((Integer) row.get("year"), year -> new HashMap<>()).put((Integer) row.get("countryId"), row);
    }
  }

  /** A figure; NaN where there is none. */
  double value(int country, int year, String figure) {
    return number(years.getOrDefault(year, Map.of()).getOrDefault(country, Map.of()).get(figure));
  }

  /** Total exports without fuels; NaN where there is no total. */
  double exportsWithoutFuels(int country, int year) {
    double fuels = value(country, year, "fuels");
    return value(country, year, "exportValue") - (Double.isNaN(fuels) ? 0 : fuels);
  }

  /** One plus the number of ranked countries with more; 0 for a country without a rank. */
  int rank(int country, int year, String figure) {
    double own = value(country, year, figure);
    if (Double.isNaN(own) || !ranked.contains(country)) {
      return 0;
    }
    return 1 + (int) ranked.stream().filter(other -> value(other, year, figure) > own).count();
  }

  /** How many countries have a rank. */
  int ranks(int year, String figure) {
    return (int) ranked.stream().filter(country -> !Double.isNaN(value(country, year, figure))).count();
  }

  /** The figures of the ranked countries, by country; those without one are left out. */
  Map<Integer, Double> ranked(int year, String figure) {
    return ranked.stream()
        .filter(country -> !Double.isNaN(value(country, year, figure)))
        .collect(Collectors.toMap(country -> country, country -> value(country, year, figure)));
  }

  /** The sum over all countries of a figure or what is computed from it. */
  double world(int year, String figure, DoubleBinaryOperator with) {
    return years.getOrDefault(year, Map.of()).values().stream()
        .mapToDouble(row -> with.applyAsDouble(number(row.get(figure)), zeroIfNone(number(row.get("fuels")))))
        .filter(value -> !Double.isNaN(value))
        .sum();
  }

  /** World prices, 1 in the last year; NaN before the series. */
  double deflator(int year) {
    return years.getOrDefault(year, Map.of()).values().stream().mapToDouble(row -> number(row.get("deflator"))).findFirst().orElse(Double.NaN);
  }

  private static double zeroIfNone(double value) {
    return Double.isNaN(value) ? 0 : value;
  }

  private static double number(Object value) {
    return value == null ? Double.NaN : ((Number) value).doubleValue();
  }
}
