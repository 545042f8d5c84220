package dev.caravan.graphql;

import dev.caravan.catalog.ProductClass;
import dev.caravan.semantic.SemanticModel;
import java.util.EnumMap;
import java.util.Map;

/**
 * The years each classification covers.
 *
 * @param years first and last year
 */
public record YearCoverage(Map<ProductClass, Span> years) {

    /** First and last year, both included. */
    public record Span(int from, int to) {
        boolean covers(int first, int last) {
            return from <= first && last <= to;
        }
    }

    /** Takes a copy. */
    public YearCoverage {
        years = Map.copyOf(years);
    }

    /** The years that a semantic model tells. */
    public static YearCoverage of(SemanticModel model) {
        Map<ProductClass, Span> years = new EnumMap<>(ProductClass.class);
        model.classes().forEach((name, data) -> ProductClass.of(name)
                .ifPresent(found -> years.put(found, new Span(data.from(), data.to()))));
        return new YearCoverage(years);
    }

    Span of(ProductClass productClass) {
        return years.getOrDefault(productClass, years.get(ProductClass.HS92));
    }
}
