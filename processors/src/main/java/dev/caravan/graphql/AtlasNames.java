package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The things of a catalog by the ids that the APIs answer with. */
final class AtlasNames {
    private final Map<Integer, Entity.Country> countries = new HashMap<>();
    private final Map<ProductClass, Map<Integer, Entity.Product>> products = new EnumMap<>(ProductClass.class);

    AtlasNames(Catalog catalog) {
        catalog.countries().forEach(country -> countries.put(country.id(), country));
        for (ProductClass productClass : ProductClass.values()) {
            Map<Integer, Entity.Product> byId = new HashMap<>();
            catalog.products(productClass).forEach(product -> byId.put(product.id(), product));
            products.put(productClass, byId);
        }
    }

    /** The name of a country id, or the id where it is unknown. */
    String country(JsonNode id) {
        return IdFormats.number(id.asText()).stream()
                .boxed()
                .findFirst()
                .flatMap(number -> Optional.ofNullable(countries.get(number)))
                .map(Entity.Country::name)
                .orElse(id.asText());
    }

    /** The product of an id; services carry ids of their own in every goods class. */
    Optional<Entity.Product> product(ProductClass productClass, JsonNode id) {
        return IdFormats.number(id.asText()).stream().boxed().findFirst().flatMap(number -> Optional.ofNullable(
                        products.get(productClass).get(number))
                .or(() ->
                        Optional.ofNullable(products.get(ProductClass.SERVICES).get(number))));
    }
}
