package dev.caravan.graphql;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.evidence.Link;
import dev.caravan.evidence.Link.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The pages of the Atlas site that show what a query answers. Pure functions of the resolved question. */
public final class AtlasLinks {
    private static final String SITE = "https://atlas.hks.harvard.edu";
    private static final int TABLE_LEVEL = 4;

    /**
     * Countries of the highest complexity, which have no growth-opportunities and product-table page: Austria, Canada,
     * China, Czechia, Finland, France, Germany, Italy, Japan, South Korea, Netherlands, Singapore, Sweden, Switzerland,
     * United Kingdom, USA. The site decides by the current data, so the list can grow old.
     */
    private static final Set<Integer> FRONTIER =
            Set.of(40, 124, 156, 203, 246, 250, 276, 380, 392, 410, 528, 702, 752, 756, 826, 840);

    /** Subpages of a country. */
    public enum CountryPage {
        /** The front page. */
        PROFILE("", "Country Profile"),
        /** What it exports. */
        EXPORT_BASKET("/export-basket", "Export Basket"),
        /** How complex that is. */
        EXPORT_COMPLEXITY("/export-complexity", "Export Complexity"),
        /** How it has grown. */
        GROWTH_DYNAMICS("/growth-dynamics", "Growth Dynamics"),
        /** What is new. */
        NEW_PRODUCTS("/new-products", "New Products"),
        /** What could come next; not for frontier countries. */
        GROWTH_OPPORTUNITIES("/growth-opportunities", "Growth Opportunities"),
        /** The same as a table; not for frontier countries. */
        PRODUCT_TABLE("/product-table", "Product Table");

        private final String path;
        private final String label;

        CountryPage(String path, String label) {
            this.path = path;
            this.label = label;
        }
    }

    private AtlasLinks() {}

    /** Whether a country has no growth-opportunities and product-table page. */
    public static boolean isFrontier(int countryId) {
        return FRONTIER.contains(countryId);
    }

    /**
     * The links of a query, the main one first; none where the site has no such page or the question lacks what the page
     * needs.
     *
     * @param notes what was assumed when the question was resolved
     */
    public static List<Link> of(Resolution asked, List<String> notes) {
        List<Link> links = new ArrayList<>();
        switch (asked.queryType()) {
            case COUNTRY_PROFILE -> page(asked, profilePage(asked), notes).ifPresent(links::add);
            case COUNTRY_YEAR -> page(asked, CountryPage.PROFILE, notes).ifPresent(links::add);
            case COUNTRY_LOOKBACK -> {
                page(asked, CountryPage.GROWTH_DYNAMICS, notes).ifPresent(links::add);
                overtime(asked, notes).ifPresent(links::add);
            }
            case NEW_PRODUCTS -> page(asked, CountryPage.NEW_PRODUCTS, notes).ifPresent(links::add);
            case TREEMAP_PRODUCTS -> {
                treemap(asked, notes).ifPresent(links::add);
                if (!asked.imports()) {
                    page(asked, CountryPage.EXPORT_BASKET, notes).ifPresent(links::add);
                }
            }
            case TREEMAP_PARTNERS -> partners(asked, notes).ifPresent(links::add);
            case TREEMAP_BILATERAL, EXPLORE_BILATERAL -> bilateral(asked, notes).ifPresent(links::add);
            case PRODUCT_INFO -> product(asked, notes).ifPresent(links::add);
            case EXPLORE_GROUP -> group(asked, notes).ifPresent(links::add);
            case OVERTIME_PRODUCTS -> {
                overtime(asked, notes).ifPresent(links::add);
                treemap(asked, notes).ifPresent(links::add);
            }
            case OVERTIME_PARTNERS -> overtimePartners(asked, notes).ifPresent(links::add);
            case MARKETSHARE -> marketShare(asked, notes).ifPresent(links::add);
            case PRODUCT_SPACE -> {
                explore(asked, "productspace", "Product Space", notes).ifPresent(links::add);
                page(asked, CountryPage.EXPORT_COMPLEXITY, notes).ifPresent(links::add);
            }
            case FEASIBILITY -> {
                explore(asked, "feasibility", "Growth Opportunities", notes).ifPresent(links::add);
                opportunityTable(asked, notes).ifPresent(links::add);
            }
            case FEASIBILITY_TABLE -> opportunityTable(asked, notes).ifPresent(links::add);
            case GLOBAL_DATUM, EXPLORE_DATA_AVAILABILITY, REJECT -> {}
        }
        return List.copyOf(links);
    }

    private static CountryPage profilePage(Resolution asked) {
        return switch (asked.aspect()) {
            case "exports" -> CountryPage.EXPORT_BASKET;
            case "complexity" -> CountryPage.EXPORT_COMPLEXITY;
            default -> CountryPage.PROFILE;
        };
    }

    /** The path of a page of a country; for frontier countries the opportunity pages are those of Explore. */
    public static String countryPath(int countryId, CountryPage page, int year) {
        if (isFrontier(countryId) && page == CountryPage.GROWTH_OPPORTUNITIES) {
            return explorePath("feasibility", yearAndExporter(year, countryId));
        }
        if (isFrontier(countryId) && page == CountryPage.PRODUCT_TABLE) {
            return tablePath(countryId, year, TABLE_LEVEL);
        }
        return "/countries/" + countryId + page.path;
    }

    /** A link to a page of a country, or for a frontier country to what takes its place. */
    public static Link countryPage(Entity.Country country, CountryPage page, int year, List<String> notes) {
        String path = countryPath(country.id(), page, year);
        boolean replaced = path.startsWith("/explore");
        String label = replaced
                ? (page == CountryPage.PRODUCT_TABLE ? "Growth Opportunities Table" : page.label) + " (" + year + ")"
                : page.label;
        return new Link(
                SITE + path, country.name() + " — " + label, replaced ? Kind.EXPLORE_PAGE : Kind.COUNTRY_PAGE, notes);
    }

    private static Optional<Link> page(Resolution asked, CountryPage page, List<String> notes) {
        return asked.country().map(country -> countryPage(country, page, asked.year(), notes));
    }

    private static Map<String, Object> yearAndExporter(int year, int countryId) {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("year", year);
        query.put("exporter", "country-" + countryId);
        return query;
    }

    private static Map<String, Object> span(Resolution asked, int countryId) {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("year", asked.toYear());
        query.put("startYear", asked.fromYear());
        query.put("endYear", asked.toYear());
        query.put("exporter", "country-" + countryId);
        return query;
    }

    private static String tablePath(int countryId, int year, int level) {
        Map<String, Object> query = yearAndExporter(year, countryId);
        query.put("productLevel", level);
        return explorePath("feasibility/table", query);
    }

    private static String explorePath(String chart, Map<String, Object> query) {
        return "/explore/" + chart + "?"
                + query.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining("&"));
    }

    private static Link exploreLink(String chart, Map<String, Object> query, String label, List<String> notes) {
        return new Link(SITE + explorePath(chart, query), label, Kind.EXPLORE_PAGE, notes);
    }

    private static Optional<Link> explore(Resolution asked, String chart, String label, List<String> notes) {
        return asked.country()
                .map(country -> exploreLink(
                        chart,
                        yearAndExporter(asked.year(), country.id()),
                        country.name() + " — " + label + " (" + asked.year() + ")",
                        notes));
    }

    private static Optional<Link> opportunityTable(Resolution asked, List<String> notes) {
        return asked.country()
                .map(country -> new Link(
                        // the page lists chapters or headings, never sections
                        SITE + tablePath(country.id(), asked.year(), Math.max(2, asked.level())),
                        country.name() + " — Growth Opportunities Table (" + asked.year() + ")",
                        Kind.EXPLORE_PAGE,
                        notes));
    }

    private static Optional<Link> treemap(Resolution asked, List<String> notes) {
        return asked.country().map(country -> {
            Map<String, Object> query = yearAndExporter(asked.toYear(), country.id());
            direct(query, asked);
            choose(query, asked);
            String label = asked.imports() ? "Import Basket" : "Export Basket";
            return exploreLink("treemap", query, country.name() + " — " + label + " (" + asked.toYear() + ")", notes);
        });
    }

    private static Optional<Link> partners(Resolution asked, List<String> notes) {
        return asked.country().map(country -> {
            Map<String, Object> query = yearAndExporter(asked.year(), country.id());
            query.put("view", "markets");
            direct(query, asked);
            return exploreLink("treemap", query, country.name() + " — Trade Partners (" + asked.year() + ")", notes);
        });
    }

    private static Optional<Link> bilateral(Resolution asked, List<String> notes) {
        if (asked.country().isEmpty() || asked.partner().isEmpty()) {
            return Optional.empty();
        }
        Entity.Country from = asked.country().get();
        Entity.Country to = asked.partner().get();
        Map<String, Object> query = yearAndExporter(asked.year(), from.id());
        query.put("importer", "country-" + to.id());
        direct(query, asked);
        choose(query, asked);
        String arrow = asked.imports() ? " ← " : " → ";
        return Optional.of(
                exploreLink("treemap", query, from.name() + arrow + to.name() + " (" + asked.year() + ")", notes));
    }

    private static Optional<Link> product(Resolution asked, List<String> notes) {
        return asked.product().map(product -> {
            Map<String, Object> query = new LinkedHashMap<>();
            query.put("year", asked.year());
            query.put("product", productId(product, asked.productClass()));
            return exploreLink("treemap", query, product.name() + " — Global Trade (" + asked.year() + ")", notes);
        });
    }

    private static Optional<Link> group(Resolution asked, List<String> notes) {
        return asked.group().map(group -> {
            Map<String, Object> query = new LinkedHashMap<>();
            query.put("year", asked.year());
            if (asked.country().isEmpty()) {
                query.put("exporter", "group-" + group.id());
                direct(query, asked);
                return exploreLink(
                        "treemap",
                        query,
                        group.name() + " — " + (asked.imports() ? "Imports" : "Exports") + " (" + asked.year() + ")",
                        notes);
            }
            Entity.Country country = asked.country().get();
            String exporter = asked.groupExports() ? group.name() : country.name();
            String importer = asked.groupExports() ? country.name() : group.name();
            query.put("exporter", asked.groupExports() ? "group-" + group.id() : "country-" + country.id());
            query.put("importer", asked.groupExports() ? "country-" + country.id() : "group-" + group.id());
            return exploreLink("treemap", query, exporter + " → " + importer + " (" + asked.year() + ")", notes);
        });
    }

    private static Optional<Link> overtime(Resolution asked, List<String> notes) {
        return asked.country().map(country -> {
            Map<String, Object> query = span(asked, country.id());
            direct(query, asked);
            choose(query, asked);
            return exploreLink("overtime", query, country.name() + " — Trade Over Time" + years(asked), notes);
        });
    }

    private static Optional<Link> overtimePartners(Resolution asked, List<String> notes) {
        return asked.country().map(country -> {
            Map<String, Object> query = span(asked, country.id());
            query.put("view", "markets");
            direct(query, asked);
            return exploreLink("overtime", query, country.name() + " — Partners Over Time" + years(asked), notes);
        });
    }

    private static Optional<Link> marketShare(Resolution asked, List<String> notes) {
        return asked.country().map(country -> {
            Map<String, Object> query = span(asked, country.id());
            choose(query, asked);
            return exploreLink("marketshare", query, country.name() + " — Global Market Share" + years(asked), notes);
        });
    }

    private static String years(Resolution asked) {
        return " (" + asked.fromYear() + "–" + asked.toYear() + ")";
    }

    private static void direct(Map<String, Object> query, Resolution asked) {
        if (asked.imports()) {
            query.put("tradeDirection", "imports");
        }
    }

    private static void choose(Map<String, Object> query, Resolution asked) {
        asked.product().ifPresent(product -> query.put("product", productId(product, asked.productClass())));
    }

    /** The id of a product in an address; a service has the same id in every goods class. */
    public static String productId(Entity.Product product, ProductClass productClass) {
        ProductClass own = product.productClass() == ProductClass.SERVICES ? productClass : product.productClass();
        return "product-" + IdFormats.productClass(Api.EXPLORE, own) + "-" + product.id();
    }
}
