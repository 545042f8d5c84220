package dev.caravan.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.evidence.Link;
import dev.caravan.graphql.AtlasLinks.CountryPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every address that the rules give. Overtime and market share carry the year first, a product link names its product only, and
 * the opportunity table has the level asked for: as the specification says.
 */
class AtlasLinksTest {
    private static final String SITE = "https://atlas.hks.harvard.edu";

    /** "query type | inputs | path label kind; path label kind". */
    private static Stream<Arguments> cases() {
        return """
        country_profile | country=404 Kenya | /countries/404 ; Kenya — Country Profile ; country_page
        country_profile | country=404 Kenya, aspect=exports | /countries/404/export-basket ; Kenya — Export Basket ; country_page
        country_profile | country=404 Kenya, aspect=complexity | /countries/404/export-complexity ; Kenya — Export Complexity ; country_page
        country_lookback | country=404 Kenya, to=2024 | /countries/404/growth-dynamics ; Kenya — Growth Dynamics ; country_page | /explore/overtime?year=2024&startYear=1995&endYear=2024&exporter=country-404 ; Kenya — Trade Over Time (1995–2024) ; explore_page
        country_lookback | country=404 Kenya | /countries/404/growth-dynamics ; Kenya — Growth Dynamics ; country_page | /explore/overtime?year=2024&startYear=1995&endYear=2024&exporter=country-404 ; Kenya — Trade Over Time (1995–2024) ; explore_page
        new_products | country=404 Kenya | /countries/404/new-products ; Kenya — New Products ; country_page
        country_year | country=404 Kenya, year=2020 | /countries/404 ; Kenya — Country Profile ; country_page
        country_year | country=404 Kenya | /countries/404 ; Kenya — Country Profile ; country_page
        treemap_products | country=404 Kenya, year=2024 | /explore/treemap?year=2024&exporter=country-404 ; Kenya — Export Basket (2024) ; explore_page | /countries/404/export-basket ; Kenya — Export Basket ; country_page
        treemap_products | country=792 Turkiye, year=2024 | /explore/treemap?year=2024&exporter=country-792 ; Turkiye — Export Basket (2024) ; explore_page | /countries/792/export-basket ; Turkiye — Export Basket ; country_page
        treemap_products | country=840 USA, year=2024, imports | /explore/treemap?year=2024&exporter=country-840&tradeDirection=imports ; USA — Import Basket (2024) ; explore_page
        treemap_products | country=231 Ethiopia, year=2024, imports | /explore/treemap?year=2024&exporter=country-231&tradeDirection=imports ; Ethiopia — Import Basket (2024) ; explore_page
        treemap_products | country=840 USA, year=2024, imports, product=911 Refined petroleum, class=HS92 | /explore/treemap?year=2024&exporter=country-840&tradeDirection=imports&product=product-HS92-911 ; USA — Import Basket (2024) ; explore_page
        treemap_products | country=840 USA, year=2024, imports, product=906 Refined petroleum, class=HS12 | /explore/treemap?year=2024&exporter=country-840&tradeDirection=imports&product=product-HS12-906 ; USA — Import Basket (2024) ; explore_page
        treemap_partners | country=404 Kenya, year=2024 | /explore/treemap?year=2024&exporter=country-404&view=markets ; Kenya — Trade Partners (2024) ; explore_page
        treemap_partners | country=392 Japan, year=2021 | /explore/treemap?year=2021&exporter=country-392&view=markets ; Japan — Trade Partners (2021) ; explore_page
        treemap_bilateral | country=404 Kenya, partner=840 USA, year=2024 | /explore/treemap?year=2024&exporter=country-404&importer=country-840 ; Kenya → USA (2024) ; explore_page
        treemap_bilateral | country=826 UK, partner=840 USA, year=2024 | /explore/treemap?year=2024&exporter=country-826&importer=country-840 ; UK → USA (2024) ; explore_page
        explore_bilateral | country=76 Brazil, partner=156 China, year=2023 | /explore/treemap?year=2023&exporter=country-76&importer=country-156 ; Brazil → China (2023) ; explore_page
        explore_bilateral | country=404 Kenya, partner=840 USA, year=2024 | /explore/treemap?year=2024&exporter=country-404&importer=country-840 ; Kenya → USA (2024) ; explore_page
        explore_bilateral | country=404 Kenya, partner=840 USA, year=2024, product=726 Coffee, class=HS92 | /explore/treemap?year=2024&exporter=country-404&importer=country-840&product=product-HS92-726 ; Kenya → USA (2024) ; explore_page
        explore_bilateral | country=76 Brazil, partner=156 China, year=2024, product=876 Iron ores, class=HS12 | /explore/treemap?year=2024&exporter=country-76&importer=country-156&product=product-HS12-876 ; Brazil → China (2024) ; explore_page
        product_info | product=726 Coffee, class=HS92, year=2024 | /explore/treemap?year=2024&product=product-HS92-726 ; Coffee — Global Trade (2024) ; explore_page
        product_info | product=725 Coffee, class=HS12, year=2024 | /explore/treemap?year=2024&product=product-HS12-725 ; Coffee — Global Trade (2024) ; explore_page
        product_info | product=727 Tea, class=HS22, year=2024 | /explore/treemap?year=2024&product=product-HS22-727 ; Tea — Global Trade (2024) ; explore_page
        product_info | product=726 Coffee, class=SITC, year=2024 | /explore/treemap?year=2024&product=product-SITC-726 ; Coffee — Global Trade (2024) ; explore_page
        product_info | product=100 Electronic integrated circuits, class=HS92, year=2024 | /explore/treemap?year=2024&product=product-HS92-100 ; Electronic integrated circuits — Global Trade (2024) ; explore_page
        product_info | year=2024 |
        explore_group | group=5 BRICS, year=2024 | /explore/treemap?year=2024&exporter=group-5 ; BRICS — Exports (2024) ; explore_page
        explore_group | year=2024 |
        explore_group | country=404 Kenya, group=5 BRICS, year=2024 | /explore/treemap?year=2024&exporter=country-404&importer=group-5 ; Kenya → BRICS (2024) ; explore_page
        explore_group | country=404 Kenya, group=5 BRICS, year=2024, groupExports | /explore/treemap?year=2024&exporter=group-5&importer=country-404 ; BRICS → Kenya (2024) ; explore_page
        overtime_products | country=404 Kenya, from=2000, to=2024 | /explore/overtime?year=2024&startYear=2000&endYear=2024&exporter=country-404 ; Kenya — Trade Over Time (2000–2024) ; explore_page | /explore/treemap?year=2024&exporter=country-404 ; Kenya — Export Basket (2024) ; explore_page
        overtime_products | country=404 Kenya, from=2000, to=2022 | /explore/overtime?year=2022&startYear=2000&endYear=2022&exporter=country-404 ; Kenya — Trade Over Time (2000–2022) ; explore_page | /explore/treemap?year=2022&exporter=country-404 ; Kenya — Export Basket (2022) ; explore_page
        overtime_products | country=404 Kenya | /explore/overtime?year=2024&startYear=1995&endYear=2024&exporter=country-404 ; Kenya — Trade Over Time (1995–2024) ; explore_page | /explore/treemap?year=2024&exporter=country-404 ; Kenya — Export Basket (2024) ; explore_page
        overtime_products | country=404 Kenya, to=2020 | /explore/overtime?year=2020&startYear=1995&endYear=2020&exporter=country-404 ; Kenya — Trade Over Time (1995–2020) ; explore_page | /explore/treemap?year=2020&exporter=country-404 ; Kenya — Export Basket (2020) ; explore_page
        overtime_partners | country=404 Kenya, from=1995, to=2024 | /explore/overtime?year=2024&startYear=1995&endYear=2024&exporter=country-404&view=markets ; Kenya — Partners Over Time (1995–2024) ; explore_page
        marketshare | country=404 Kenya, from=1995, to=2024 | /explore/marketshare?year=2024&startYear=1995&endYear=2024&exporter=country-404 ; Kenya — Global Market Share (1995–2024) ; explore_page
        product_space | country=404 Kenya, year=2024 | /explore/productspace?year=2024&exporter=country-404 ; Kenya — Product Space (2024) ; explore_page | /countries/404/export-complexity ; Kenya — Export Complexity ; country_page
        feasibility | country=404 Kenya, year=2024 | /explore/feasibility?year=2024&exporter=country-404 ; Kenya — Growth Opportunities (2024) ; explore_page | /explore/feasibility/table?year=2024&exporter=country-404&productLevel=4 ; Kenya — Growth Opportunities Table (2024) ; explore_page
        feasibility | country=840 USA, year=2024 | /explore/feasibility?year=2024&exporter=country-840 ; USA — Growth Opportunities (2024) ; explore_page | /explore/feasibility/table?year=2024&exporter=country-840&productLevel=4 ; USA — Growth Opportunities Table (2024) ; explore_page
        feasibility_table | country=404 Kenya, year=2024 | /explore/feasibility/table?year=2024&exporter=country-404&productLevel=4 ; Kenya — Growth Opportunities Table (2024) ; explore_page
        feasibility_table | country=404 Kenya, year=2024, level=2 | /explore/feasibility/table?year=2024&exporter=country-404&productLevel=2 ; Kenya — Growth Opportunities Table (2024) ; explore_page
        global_datum | |
        explore_data_availability | |
        reject | country=404 Kenya |
        """
                .lines()
                .map(line -> line.split("\\|", -1))
                .map(parts -> Arguments.of(
                        parts[0].strip(),
                        parts[1].strip(),
                        Arrays.stream(parts)
                                .skip(2)
                                .map(String::strip)
                                .filter(part -> !part.isEmpty())
                                .toList()));
    }

    private static Resolution asked(String type, String inputs) {
        Map<String, String> given = new HashMap<>();
        for (String input : inputs.split(",")) {
            String[] pair = input.strip().split("=", 2);
            given.put(pair[0], pair.length > 1 ? pair[1] : "true");
        }
        ProductClass productClass = ProductClass.of(
                        given.getOrDefault("class", "hs92").toLowerCase(Locale.ROOT))
                .orElseThrow();
        int to = Integer.parseInt(given.getOrDefault("to", given.getOrDefault("year", "2024")));
        return new Resolution(
                QueryType.of(type).orElseThrow(),
                given.getOrDefault("aspect", ""),
                country(given.get("country")),
                country(given.get("partner")),
                Optional.ofNullable(given.get("product"))
                        .map(text -> new Entity.Product(number(text), productClass, 4, "0000", name(text))),
                Optional.ofNullable(given.get("group"))
                        .map(text -> new Entity.Group(number(text), "trade", name(text))),
                given.containsKey("groupExports"),
                productClass,
                Integer.parseInt(given.getOrDefault("level", "4")),
                Integer.parseInt(given.getOrDefault("year", "2024")),
                Integer.parseInt(given.getOrDefault("from", "1995")),
                to,
                5,
                given.containsKey("imports"));
    }

    private static Optional<Entity.Country> country(String text) {
        return Optional.ofNullable(text).map(t -> new Entity.Country(number(t), "XXX", name(t), false, false));
    }

    private static int number(String text) {
        return Integer.parseInt(text.substring(0, text.indexOf(' ')));
    }

    private static String name(String text) {
        return text.substring(text.indexOf(' ') + 1);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void leadsToThePagesThatShowTheSame(String type, String inputs, List<String> expected) {
        List<String> found = new ArrayList<>();
        for (Link link : AtlasLinks.of(asked(type, inputs), List.of())) {
            assertThat(link.url()).startsWith(SITE + "/");
            found.add(link.url().substring(SITE.length()) + " ; " + link.label() + " ; "
                    + link.kind().code());
        }
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "404, PROFILE, /countries/404",
        "404, GROWTH_DYNAMICS, /countries/404/growth-dynamics",
        "840, PROFILE, /countries/840",
        "76, PROFILE, /countries/76",
        "276, PROFILE, /countries/276",
        "826, EXPORT_BASKET, /countries/826/export-basket",
        "404, GROWTH_OPPORTUNITIES, /countries/404/growth-opportunities",
        "404, PRODUCT_TABLE, /countries/404/product-table",
        "356, GROWTH_OPPORTUNITIES, /countries/356/growth-opportunities",
        "356, PRODUCT_TABLE, /countries/356/product-table",
        "840, GROWTH_OPPORTUNITIES, /explore/feasibility?year=2024&exporter=country-840",
        "276, PRODUCT_TABLE, /explore/feasibility/table?year=2024&exporter=country-276&productLevel=4",
        "392, PRODUCT_TABLE, /explore/feasibility/table?year=2024&exporter=country-392&productLevel=4"
    })
    void knowsThePagesOfACountryAndWhatTakesTheirPlaceForFrontierCountries(int id, CountryPage page, String path) {
        assertThat(AtlasLinks.countryPath(id, page, 2024)).isEqualTo(path);
    }

    @Test
    void keepsTheYearAskedForWhereAFrontierPageIsReplaced() {
        Link link = AtlasLinks.countryPage(
                new Entity.Country(840, "USA", "USA", true, false), CountryPage.GROWTH_OPPORTUNITIES, 2020, List.of());
        assertThat(link.url()).isEqualTo(SITE + "/explore/feasibility?year=2020&exporter=country-840");
        assertThat(link.label()).isEqualTo("USA — Growth Opportunities (2020)");
        assertThat(link.kind()).isEqualTo(Link.Kind.EXPLORE_PAGE);
    }

    @ParameterizedTest
    @CsvSource({
        "40,true",
        "124,true",
        "156,true",
        "203,true",
        "246,true",
        "250,true",
        "276,true",
        "380,true",
        "392,true",
        "410,true",
        "528,true",
        "702,true",
        "752,true",
        "756,true",
        "826,true",
        "840,true",
        "404,false",
        "76,false",
        "231,false",
        "356,false"
    })
    void knowsTheSixteenFrontierCountries(int id, boolean frontier) {
        assertThat(AtlasLinks.isFrontier(id)).isEqualTo(frontier);
    }

    @Test
    void carriesTheNotesOfTheResolutionOnEveryLink() {
        List<String> notes = List.of("The year is not given; 2024, the latest, was taken.");
        assertThat(AtlasLinks.of(asked("treemap_products", "country=404 Kenya"), notes))
                .hasSize(2)
                .allSatisfy(link -> assertThat(link.resolutionNotes()).isEqualTo(notes));
    }

    @Test
    void givesAServiceTheIdItHasInEveryGoodsClass() {
        Entity.Product travel = new Entity.Product(401, ProductClass.SERVICES, 4, "travel", "Travel & tourism");
        assertThat(AtlasLinks.productId(travel, ProductClass.HS12)).isEqualTo("product-HS12-401");
    }

    @Test
    void everyTypeThatNeedsACountryHasNoLinkWithoutOne() {
        for (QueryType type : QueryType.values()) {
            Resolution asked = asked(type.code(), "year=2024");
            assertThat(AtlasLinks.of(asked, List.of())).as(type.code()).isEmpty();
        }
    }
}
