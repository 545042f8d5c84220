package dev.caravan.demo.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which goods (HS 1992, four digits) each country has newly begun to export with comparative advantage: RCA was below 0.5
 * over the three years that began 15 years before, and is at least 1 over the last three, where RCA is computed from the
 * sums of the three years; the country exports it in the last one. All countries of a year are found at once and kept.
 */
final class NewProducts {
    private static final int LOOK_BACK = 15;
    private static final String SQL =
            """
      WITH flow AS (
        SELECT country_id, product_id,
          coalesce(sum(export_value::float8) FILTER (WHERE year < ?), 0) AS before,
          coalesce(sum(export_value::float8) FILTER (WHERE year > ?), 0) AS after,
          coalesce(sum(export_value) FILTER (WHERE year = ?), 0)::bigint AS export_value
        FROM hs92.country_product_year_4 WHERE year = ANY (?) GROUP BY country_id, product_id),
      shared AS (
        SELECT *, sum(before) OVER country AS country_before, sum(after) OVER country AS country_after,
          sum(before) OVER product AS product_before, sum(after) OVER product AS product_after,
          sum(before) OVER () AS world_before, sum(after) OVER () AS world_after
        FROM flow WINDOW country AS (PARTITION BY country_id), product AS (PARTITION BY product_id))
      SELECT country_id, product_id, export_value FROM shared
      WHERE export_value > 0 AND before * world_before < 0.5 * country_before * product_before
        AND after * world_after >= country_after * product_after
      ORDER BY country_id, export_value DESC, product_id
      """;

    private final Database database;
    private final Map<Integer, Map<Integer, List<New>>> byYear = new ConcurrentHashMap<>();

    /** A new product with its exports in the year, in USD. */
    record New(int product, long exports) {}

    NewProducts(Database database) {
        this.database = database;
    }

    /** The new products of a country, largest first; none where the years before are not known. */
    List<New> of(int country, int year) {
        return all(year).getOrDefault(country, List.of());
    }

    /** By country; a country without any is left out. */
    Map<Integer, List<New>> all(int year) {
        return byYear.computeIfAbsent(year, this::find);
    }

    private Map<Integer, List<New>> find(int year) {
        int first = year - LOOK_BACK;
        List<Integer> years = List.of(first, first + 1, first + 2, year - 2, year - 1, year);
        Map<Integer, List<New>> found = new HashMap<>();
        for (Map<String, Object> row : database.rows(SQL, first + 3, year - 3, year, years)) {
            found.computeIfAbsent((Integer) row.get("countryId"), country -> new ArrayList<>())
                    .add(new New((Integer) row.get("productId"), (Long) row.get("exportValue")));
        }
        return found;
    }
}
