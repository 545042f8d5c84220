package dev.caravan.graphql;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import java.util.Optional;

/**
 * A question with everything it names resolved to internal ids and every year settled.
 *
 * @param queryType what it is taken for, after the rules
 * @param aspect which side of a profile is meant: exports, complexity or nothing in particular
 * @param country the country measured
 * @param partner the country on the other side
 * @param product the product or service
 * @param group the group of countries
 * @param groupExports with a country and a group: whether the group is the exporter
 * @param productClass the goods classification
 * @param level digits of the products to list
 * @param year the year of a snapshot
 * @param fromYear first year of a series
 * @param toYear last year of a series
 * @param lookback years to look back
 * @param imports whether imports are meant
 */
public record Resolution(
        QueryType queryType,
        String aspect,
        Optional<Entity.Country> country,
        Optional<Entity.Country> partner,
        Optional<Entity.Product> product,
        Optional<Entity.Group> group,
        boolean groupExports,
        ProductClass productClass,
        int level,
        int year,
        int fromYear,
        int toYear,
        int lookback,
        boolean imports) {}
