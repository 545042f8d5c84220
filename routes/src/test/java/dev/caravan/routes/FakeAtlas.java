package dev.caravan.routes;

import dev.caravan.graphql.AskApi;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.camel.Exchange;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.json.JsonObject;

/** Stands in for the endpoints of the Atlas APIs: a catalog of a few names, and one scripted answer after the other. */
public final class FakeAtlas {
    private static final String PLACES =
            """
      {"data": {"locationCountry": [
        {"countryId": "country-404", "iso3Code": "KEN", "nameShortEn": "Kenya"},
        {"countryId": "country-840", "iso3Code": "USA", "nameShortEn": "USA", "thePrefix": true},
        {"countryId": "country-792", "iso3Code": "TUR", "nameShortEn": "Turkiye"}],
       "locationGroup": [{"groupId": "group-947", "groupName": "Sub-Saharan Africa", "groupType": "subregion", "members": ["country-404"]}]}}""";
    private static final String PRODUCTS =
            """
      {"data": {"hs92": [{"productId": "product-HS92-726", "productLevel": 4, "productType": "good", "code": "0901", "nameShortEn": "Coffee"},
                         {"productId": "product-HS92-1745", "productLevel": 4, "productType": "good", "code": "8542", "nameShortEn": "Integrated circuits"},
                         {"productId": "product-HS92-900", "productLevel": 4, "productType": "good", "code": "2005", "nameShortEn": "Potato chips"}],
                "hs12": [{"productId": "product-HS12-725", "productLevel": 4, "productType": "good", "code": "0901", "nameShortEn": "Coffee"}],
                "hs22": [], "sitc": [],
                "services": [{"productId": "product-HS92-401", "productLevel": 4, "productType": "service", "code": "travel", "nameShortEn": "Travel & tourism"}]}}""";

    final List<String> documents = new ArrayList<>();
    final List<Map<String, Object>> variables = new ArrayList<>();
    final List<Map<String, Object>> headers = new ArrayList<>();
    int catalogCalls;
    private final Deque<Callable<String>> script = new ArrayDeque<>();
    private Callable<String> catalog = () -> null;

    FakeAtlas answers(String json) {
        return then(() -> json);
    }

    FakeAtlas fails(Exception failure) {
        return then(() -> {
            throw failure;
        });
    }

    FakeAtlas then(Callable<String> answer) {
        script.add(answer);
        return this;
    }

    FakeAtlas failsForCatalogs(Exception failure) {
        catalog = () -> {
            throw failure;
        };
        return this;
    }

    static HttpOperationFailedException status(int code, String body) {
        return new HttpOperationFailedException("http://atlas", code, "status", null, Map.of(), body);
    }

    /** Called by the route. */
    public String ask(Exchange exchange) throws Exception {
        String document = exchange.getMessage().getBody(String.class);
        if (document.contains("query Catalog")) {
            catalogCalls++;
            String failed = catalog.call();
            return failed != null ? failed : document.contains("CatalogPlaces") ? PLACES : PRODUCTS;
        }
        documents.add(document);
        variables.add(new LinkedHashMap<>(exchange.getMessage().getHeader(AskApi.VARIABLES, JsonObject.class)));
        headers.add(new LinkedHashMap<>(exchange.getMessage().getHeaders()));
        return (script.size() > 1 ? script.poll() : script.peek()).call();
    }

    /** The headers of the last call that would go to the server. */
    TreeSet<String> sentHeaders() {
        TreeSet<String> names = new TreeSet<>(headers.get(headers.size() - 1).keySet());
        names.removeIf(name -> name.startsWith("Camel"));
        return names;
    }
}
