package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalog that the Atlas API itself gives: read at first use, kept for a day. When it cannot be read again the last
 * good copy serves on, and {@link #staleness()} says so.
 */
public final class ApiCatalog implements CatalogSource {

    /** Sends a query document to the Explore API. */
    @FunctionalInterface
    public interface Calls {
        /**
         * The member {@code data} of the answer.
         *
         * @throws Unavailable when there is none, with the reason
         */
        JsonNode ask(String document);
    }

    private static final Logger LOG = LoggerFactory.getLogger(ApiCatalog.class);
    private static final Duration KEPT = Duration.ofHours(24);
    private static final Duration AGAIN = Duration.ofMinutes(1);
    private static final List<Integer> LEVELS = List.of(1, 2, 4);

    private final Calls calls;
    private final QueryTemplates templates;
    private final Aliases aliases;
    private final Clock clock;
    private Catalog catalog;
    private Instant readAt = Instant.MIN;
    private Instant due = Instant.MIN;
    private boolean stale;

    /** Asks the API; other names come from the workspace. */
    public ApiCatalog(Calls calls, QueryTemplates templates, Aliases aliases, Clock clock) {
        this.calls = calls;
        this.templates = templates;
        this.aliases = aliases;
        this.clock = clock;
    }

    @Override
    public synchronized Catalog get() {
        if (catalog != null && clock.instant().isBefore(due)) {
            return catalog;
        }
        try {
            catalog = read();
            readAt = clock.instant();
            due = readAt.plus(KEPT);
            stale = false;
        } catch (Unavailable e) {
            if (catalog == null) {
                throw e;
            }
            LOG.warn("the catalog of the Atlas API cannot be read, the last good copy serves on: {}", e.getMessage());
            stale = true;
            due = clock.instant().plus(AGAIN);
        }
        return catalog;
    }

    /** What has to be said of the catalog's age: nothing while it is fresh. */
    public synchronized Optional<String> staleness() {
        return stale
                ? Optional.of("The catalog of names could not be read again; that of "
                        + readAt.toString().substring(0, 10) + " was used.")
                : Optional.empty();
    }

    private Catalog read() {
        JsonNode places = calls.ask(templates.get("catalog_places"));
        JsonNode goods = calls.ask(templates.get("catalog_products"));
        List<Entity.Country> countries = new ArrayList<>();
        for (JsonNode row : places.path("locationCountry")) {
            IdFormats.number(row.path("countryId").asText())
                    .ifPresent(id -> countries.add(new Entity.Country(
                            id,
                            row.path("iso3Code").asText(),
                            row.path("nameShortEn").asText(),
                            row.path("thePrefix").asBoolean(),
                            row.path("formerCountry").asBoolean())));
        }
        List<Entity.Group> groups = new ArrayList<>();
        Map<Integer, Set<Integer>> members = new HashMap<>();
        for (JsonNode row : places.path("locationGroup")) {
            IdFormats.number(row.path("groupId").asText()).ifPresent(id -> {
                groups.add(new Entity.Group(
                        id,
                        row.path("groupType").asText(),
                        row.path("groupName").asText()));
                Set<Integer> countriesIn = new HashSet<>();
                row.path("members")
                        .forEach(member -> IdFormats.number(member.asText()).ifPresent(countriesIn::add));
                members.put(id, countriesIn);
            });
        }
        List<Entity.Product> products = new ArrayList<>();
        add(products, ProductClass.HS92, goods.path("hs92"));
        add(products, ProductClass.HS12, goods.path("hs12"));
        add(products, ProductClass.HS22, goods.path("hs22"));
        add(products, ProductClass.SITC, goods.path("sitc"));
        add(products, ProductClass.SERVICES, goods.path("services"));
        if (countries.isEmpty() || products.isEmpty()) {
            throw new Unavailable("the API gave an empty catalog", null);
        }
        return new Catalog(countries, groups, members, products, aliases);
    }

    /** Services come mixed with goods where they are asked for. */
    private static void add(List<Entity.Product> products, ProductClass productClass, JsonNode rows) {
        for (JsonNode row : rows) {
            String code = row.path("code").asText();
            boolean service = row.path("productType").asText().equals("service");
            boolean wanted = LEVELS.contains(row.path("productLevel").asInt())
                    && service == (productClass == ProductClass.SERVICES);
            if (wanted) {
                IdFormats.number(row.path("productId").asText())
                        .ifPresent(id -> products.add(new Entity.Product(
                                id,
                                productClass,
                                row.path("productLevel").asInt(),
                                code,
                                row.path("nameShortEn").asText())));
            }
        }
    }
}
