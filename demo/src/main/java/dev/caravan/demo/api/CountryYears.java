package dev.caravan.demo.api;

import dev.caravan.demo.api.Classifications.Country;
import dev.caravan.warehouse.TradeClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The yearly figures of every country, with the complexity of one goods class, and ranks among the ranked countries. */
final class CountryYears {
    private static final String SQL =
            """
      SELECT t.country_id, t.year, ARRAY[%s]::float8[] AS figures
      FROM %s.country_year t
      LEFT JOIN services_unilateral.country_year s ON s.country_id = t.country_id AND s.year = t.year
      LEFT JOIN hs92.country_product_year_2 f ON f.country_id = t.country_id AND f.year = t.year
        AND f.product_id = (SELECT product_id FROM classification.product_hs92 WHERE code = '27' AND product_level = 2)
      """;

    private final Set<Integer> ranked;
    private final Map<Integer, Map<Integer, Object[]>> years = new HashMap<>();
    private final Map<Integer, Double> deflators = new HashMap<>();

    CountryYears(Database database, Classifications classifications, TradeClass goods) {
        ranked = classifications.countries().values().stream()
                .filter(Country::ranked)
                .map(Country::id)
                .collect(Collectors.toSet());
        String figures = Stream.of(Figure.values()).map(Figure::sql).collect(Collectors.joining(", "));
        for (Map<String, Object> row : database.rows(SQL.formatted(figures, goods.schema()))) {
            years.computeIfAbsent((Integer) row.get("year"), year -> new HashMap<>())
                    .put((Integer) row.get("countryId"), (Object[]) row.get("figures"));
        }
        database.rows("SELECT year, deflator FROM public.year")
                .forEach(row -> deflators.put((Integer) row.get("year"), (Double) row.get("deflator")));
    }

    /** A figure; NaN where there is none. */
    double value(int country, int year, Figure figure) {
        return number(years.getOrDefault(year, Map.of()).get(country), figure);
    }

    private static double number(Object[] figures, Figure figure) {
        return figures == null || figures[figure.ordinal()] == null ? Double.NaN : (Double) figures[figure.ordinal()];
    }

    /** One plus the number of ranked countries with more; 0 for a country without a rank. */
    int rank(int country, int year, Figure figure) {
        double own = value(country, year, figure);
        if (Double.isNaN(own) || !ranked.contains(country)) {
            return 0;
        }
        return 1
                + (int) ranked.stream()
                        .filter(other -> value(other, year, figure) > own)
                        .count();
    }

    /** How many countries have a rank. */
    int ranks(int year, Figure figure) {
        return ranked(year, figure).size();
    }

    /** The figures of the ranked countries, by country; those without one are left out. */
    Map<Integer, Double> ranked(int year, Figure figure) {
        return ranked.stream()
                .filter(country -> !Double.isNaN(value(country, year, figure)))
                .collect(Collectors.toMap(country -> country, country -> value(country, year, figure)));
    }

    /** The sum over countries; what is not known counts nothing. */
    double sum(List<Integer> countries, int year, Figure figure) {
        return countries.stream()
                .mapToDouble(country -> value(country, year, figure))
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    /** The sum over all countries. */
    double world(int year, Figure figure) {
        return sum(List.copyOf(years.getOrDefault(year, Map.of()).keySet()), year, figure);
    }

    /** World prices, 1 in the last year; NaN before the series. */
    double deflator(int year) {
        return deflators.getOrDefault(year, Double.NaN);
    }
}
