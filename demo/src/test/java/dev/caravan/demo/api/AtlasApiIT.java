package dev.caravan.demo.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import graphql.language.FieldDefinition;
import graphql.language.InputValueDefinition;
import graphql.language.NonNullType;
import graphql.language.ObjectTypeDefinition;
import graphql.language.Type;
import graphql.language.TypeName;
import graphql.language.UnionTypeDefinition;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.TypeDefinitionRegistry;
import graphql.schema.idl.TypeUtil;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the service answers is what the demo database holds; expected values are asked of it by SQL written anew. */
class AtlasApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Offset<Double> CENT = within(0.01);
    private static final Offset<Double> NEAR = within(1e-9);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Each request comes a second after the one before, so that the limit is never met. */
    private static final AtomicLong CLOCK = new AtomicLong();

    private static Connection database;
    private static AtlasApi api;

    @BeforeAll
    static void start() throws Exception {
        SharedWorld world = SharedWorld.get();
        String url = world.jdbcUrl(DemoWorld.DATABASE);
        var login = world.readerCredentials();
        database = DriverManager.getConnection(url, login.user(), login.password());
        api = AtlasApi.start(url, login, 0, new Faults(), () -> CLOCK.addAndGet(1_000_000_000));
    }

    @AfterAll
    static void stop() throws SQLException {
        api.close();
        database.close();
    }

    private static JsonNode post(URI address, String query) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address)
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(Map.of("query", query))))
                .build();
        HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(query + " " + response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static JsonNode answered(URI address, String query) throws Exception {
        JsonNode document = post(address, "{" + query + "}");
        assertThat(document.has("errors"))
                .as(query + " " + document.path("errors"))
                .isFalse();
        return document.path("data").elements().next();
    }

    private static JsonNode explore(String query) throws Exception {
        return answered(api.explore(), query);
    }

    private static JsonNode pages(String query) throws Exception {
        return answered(api.countryPages(), query);
    }

    private static double number(String sql) throws SQLException {
        try (var statement = database.createStatement();
                var result = statement.executeQuery(sql)) {
            assertThat(result.next()).as(sql).isTrue();
            return result.getDouble(1);
        }
    }

    private static String text(String sql) throws SQLException {
        try (var statement = database.createStatement();
                var result = statement.executeQuery(sql)) {
            assertThat(result.next()).as(sql).isTrue();
            return result.getString(1);
        }
    }

    private static double sum(JsonNode rows, String field) {
        return StreamSupport.stream(rows.spliterator(), false)
                .mapToDouble(row -> row.path(field).asDouble())
                .sum();
    }

    private static Set<String> values(JsonNode rows, String field) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.path(field).asText())
                .collect(Collectors.toSet());
    }

    private static JsonNode with(JsonNode rows, String field, String value) {
        return StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.at(field).asText().equals(value))
                .findFirst()
                .orElseThrow(() -> new AssertionError(value + " is missing in " + rows));
    }

    // ---- Explore

    @Test
    void totalsOfACountryAreGoodsAndServicesWhateverTheClass() throws Exception {
        double both = number("SELECT export_value FROM hs12.country_year WHERE country_id = 404 AND year = 2023")
                + number(
                        "SELECT export_value FROM services_unilateral.country_year WHERE country_id = 404 AND year = 2023");
        JsonNode row = explore(
                        "countryYear(countryId: 404, productClass: HS12, yearMin: 2023, yearMax: 2023) {countryId year exportValue eci population gdppc}")
                .get(0);
        assertThat(row.path("countryId").asText()).isEqualTo("country-404");
        assertThat(row.path("exportValue").asDouble()).isCloseTo(both, CENT);
        assertThat(row.path("eci").asDouble())
                .isCloseTo(number("SELECT eci FROM hs12.country_year WHERE country_id = 404 AND year = 2023"), NEAR);
        assertThat(row.path("population").asLong())
                .isEqualTo(Math.round(
                        number("SELECT population FROM hs92.country_year WHERE country_id = 404 AND year = 2023")));
        assertThat(explore("countryYear(countryId: 404) {year}")).hasSize(30);
        assertThat(explore("countryYear(yearMin: 2024, yearMax: 2024) {year}").size())
                .isEqualTo((int) number("SELECT count(*) FROM hs92.country_year WHERE year = 2024"));
    }

    @Test
    void productsOfACountryAreGoodsUntilServicesAreAskedFor() throws Exception {
        String arguments = "countryId: 404, productLevel: 4, yearMin: 2024, yearMax: 2024";
        String fields =
                "{productId productLevel exportValue importValue exportRca distance cog normalizedPci globalMarketShare isNew}";
        JsonNode goods = explore("countryProductYear(" + arguments + ") " + fields);
        double expected = number("SELECT export_value FROM hs92.country_year WHERE country_id = 404 AND year = 2024");
        assertThat(sum(goods, "exportValue")).isCloseTo(expected, CENT);
        JsonNode coffee = with(goods, "/productId", "product-HS92-726");
        String row = " FROM hs92.country_product_year_4 WHERE country_id = 404 AND product_id = 726 AND year = 2024";
        assertThat(coffee.path("exportValue").asDouble()).isCloseTo(number("SELECT export_value" + row), CENT);
        assertThat(coffee.path("exportRca").asDouble()).isCloseTo(number("SELECT export_rca" + row), NEAR);
        assertThat(coffee.path("distance").asDouble()).isCloseTo(number("SELECT distance" + row), NEAR);
        assertThat(coffee.path("normalizedPci").asDouble()).isCloseTo(number("SELECT normalized_pci" + row), NEAR);
        JsonNode both = explore("countryProductYear(servicesClass: unilateral, " + arguments + ") " + fields);
        double services = number(
                "SELECT export_value FROM services_unilateral.country_year WHERE country_id = 404 AND year = 2024");
        assertThat(sum(both, "exportValue")).isCloseTo(expected + services, CENT);
        assertThat(both.size() - goods.size()).isBetween(1, 5);
    }

    @Test
    void productsOfTheWorldCarryComplexityAndGrowthInConstantPrices() throws Exception {
        JsonNode row = explore(
                        "productYear(productId: 726, productLevel: 4, yearMin: 2024, yearMax: 2024) {productId exportValue pci complexityEnum exportValueConstCagr5}")
                .get(0);
        String coffee = " FROM hs92.product_year_4 JOIN public.year USING (year) WHERE product_id = 726 AND year = ";
        assertThat(row.path("exportValue").asDouble()).isCloseTo(number("SELECT export_value" + coffee + 2024), CENT);
        assertThat(row.path("pci").asDouble()).isCloseTo(number("SELECT pci" + coffee + 2024), NEAR);
        assertThat(row.path("complexityEnum").asText()).isEqualTo(text("SELECT complexity_enum" + coffee + 2024));
        double change = number("SELECT export_value / deflator" + coffee + 2024)
                / number("SELECT export_value / deflator" + coffee + 2019);
        assertThat(row.path("exportValueConstCagr5").asDouble()).isCloseTo(Math.pow(change, 0.2) - 1, NEAR);
    }

    @Test
    void partnersOfACountryAreGoodsOnly() throws Exception {
        JsonNode rows = explore(
                "countryCountryYear(countryId: 404, servicesClass: unilateral, yearMin: 2024, yearMax: 2024) {countryId partnerCountryId exportValue importValue}");
        assertThat(sum(rows, "exportValue"))
                .isCloseTo(
                        number(
                                "SELECT sum(export_value) FROM hs92.country_country_year WHERE country_id = 404 AND year = 2024"),
                        CENT);
        JsonNode usa = explore(
                "countryCountryYear(countryId: 404, partnerCountryId: 840, productClass: SITC, yearMin: 2023, yearMax: 2023) {partnerCountryId importValue}");
        assertThat(usa).hasSize(1);
        assertThat(usa.get(0).path("partnerCountryId").asText()).isEqualTo("country-840");
        assertThat(usa.get(0).path("importValue").asDouble())
                .isCloseTo(
                        number(
                                "SELECT import_value FROM sitc.country_country_year WHERE country_id = 404 AND partner_id = 840 AND year = 2023"),
                        CENT);
    }

    @Test
    void tradeOfTwoCountriesIsToldByProduct() throws Exception {
        String table =
                " FROM hs92.country_country_product_year_4 WHERE country_id = 404 AND partner_id = 840 AND year = 2024";
        String arguments = "(countryId: 404, partnerCountryId: 840, productLevel: 4, yearMin: 2024, yearMax: 2024";
        JsonNode rows = explore("countryCountryProductYear" + arguments + ") {productId exportValue partnerLevel}");
        assertThat(rows.size())
                .isEqualTo((int) number("SELECT count(*)" + table))
                .isPositive();
        assertThat(sum(rows, "exportValue")).isCloseTo(number("SELECT sum(export_value)" + table), CENT);
        JsonNode some =
                explore("countryCountryProductYear" + arguments + ", productIds: [696, 726]) {productId exportValue}");
        assertThat(sum(some, "exportValue"))
                .isCloseTo(number("SELECT sum(export_value)" + table + " AND product_id IN (696, 726)"), CENT);
        JsonNode grouped = explore("countryCountryProductYearGrouped" + arguments
                + ", productIds: [696, 726]) {productIds data {exportValue}}");
        assertThat(sum(grouped.get(0).path("data"), "exportValue")).isEqualTo(sum(some, "exportValue"));
    }

    @Test
    void groupsAreTheSumOfTheirMembers() throws Exception {
        String members = "IN (SELECT country_id FROM classification.location_group_member WHERE group_id = 2)";
        JsonNode year = explore(
                        "groupYear(groupId: 2, groupType: continent, yearMin: 2024, yearMax: 2024) {groupId groupType exportValue population}")
                .get(0);
        assertThat(year.path("groupId").asText()).isEqualTo("group-2");
        assertThat(year.path("exportValue").asDouble())
                .isCloseTo(
                        number("SELECT sum(export_value) FROM hs92.country_year WHERE year = 2024 AND country_id "
                                + members),
                        CENT);
        JsonNode bought = explore(
                "countryGroupProductYear(partnerGroupId: 2, countryId: 404, productLevel: 2, yearMin: 2024, yearMax: 2024) {countryId partnerGroupId exportValue}");
        String pairs = "SELECT sum(%s) FROM hs92.country_country_product_year_2 WHERE year = 2024 AND %s = 404 AND %s "
                + members;
        assertThat(sum(bought, "exportValue"))
                .isCloseTo(number(pairs.formatted("export_value", "country_id", "partner_id")), CENT);
        assertThat(values(bought, "partnerGroupId")).containsOnly("group-2");
        JsonNode sold = explore(
                "groupCountryProductYear(groupId: 2, partnerCountryId: 404, productLevel: 2, yearMin: 2024, yearMax: 2024) {groupId partnerCountryId exportValue}");
        assertThat(sum(sold, "exportValue"))
                .isCloseTo(number(pairs.formatted("export_value", "partner_id", "country_id")), CENT);
        assertThat(values(sold, "partnerCountryId")).containsOnly("country-404");
    }

    @Test
    void groupOneIsTheWorldAndTurnsRoundAsExporter() throws Exception {
        String totals = " FROM hs92.country_year WHERE country_id = 404 AND year = 2024";
        JsonNode toWorld = explore(
                "countryGroupProductYear(partnerGroupId: 1, countryId: 404, productLevel: 1, yearMin: 2024, yearMax: 2024) {exportValue}");
        assertThat(sum(toWorld, "exportValue")).isCloseTo(number("SELECT export_value" + totals), CENT);
        JsonNode fromWorld = explore(
                "groupCountryProductYear(groupId: 1, partnerCountryId: 404, productLevel: 1, yearMin: 2024, yearMax: 2024) {exportValue importValue}");
        assertThat(sum(fromWorld, "exportValue")).isCloseTo(number("SELECT import_value" + totals), CENT);
        assertThat(sum(fromWorld, "importValue")).isCloseTo(number("SELECT export_value" + totals), CENT);
    }

    @Test
    void catalogsAreWholeAndCarryPrefixedIds() throws Exception {
        JsonNode countries = explore("locationCountry {countryId iso3Code nameShortEn incomelevelEnum inRankings}");
        assertThat(countries.size()).isEqualTo((int) number("SELECT count(*) FROM classification.location_country"));
        assertThat(with(countries, "/iso3Code", "KEN"))
                .hasToString(
                        "{\"countryId\":\"country-404\",\"iso3Code\":\"KEN\",\"nameShortEn\":\"Kenya\",\"incomelevelEnum\":\"lower_middle\",\"inRankings\":true}");
        JsonNode headings = explore(
                "productHs92(productLevel: 4) {productId code productType naturalResource parent {code} topParent {code}}");
        assertThat(headings.size())
                .isEqualTo((int) number("SELECT count(*) FROM classification.product_hs92 WHERE product_level = 4"));
        assertThat(with(headings, "/code", "0901"))
                .hasToString(
                        "{\"productId\":\"product-HS92-726\",\"code\":\"0901\",\"productType\":\"good\",\"naturalResource\":false,\"parent\":{\"code\":\"09\"},\"topParent\":{\"code\":\"1\"}}");
        JsonNode services =
                explore("productSitc(productLevel: 2, servicesClass: unilateral) {productId code productType}");
        assertThat(values(services, "code")).contains("travel", "ict", "33");
        for (String catalog : List.of("productHs12", "productHs22", "productSitc")) {
            assertThat(explore(catalog + "(productLevel: 4) {code}").size())
                    .isEqualTo((int) number("SELECT count(*) FROM classification.product_"
                            + catalog.substring(7).toLowerCase() + " WHERE product_level = 4"));
        }
        JsonNode continents = explore(
                "locationGroup(groupType: continent) {groupId groupName members parentId gdpMean exportValueCagr5}");
        JsonNode africa = with(continents, "/groupId", "group-2");
        assertThat(africa.path("members").toString()).contains("\"country-404\"");
        assertThat(africa.path("exportValueCagr5").asDouble())
                .isCloseTo(
                        number("SELECT export_value_cagr_5 FROM classification.location_group WHERE group_id = 2"),
                        NEAR);
    }

    @Test
    void coverageAndQualityOfTheDataAreTold() throws Exception {
        assertThat(explore("dataAvailability {productClassification yearMin yearMax}")
                        .toString())
                .contains(
                        "{\"productClassification\":\"HS22\",\"yearMin\":2022,\"yearMax\":2024}",
                        "{\"productClassification\":\"SITC\",\"yearMin\":1962,\"yearMax\":2024}");
        assertThat(explore("dataFlags(countryId: 404) {countryId avgExport3 inRankings}")
                        .get(0)
                        .path("avgExport3")
                        .asDouble())
                .isCloseTo(number("SELECT avg_export_3 FROM public.data_flags WHERE country_id = 404"), CENT);
        assertThat(explore("year(yearMin: 2024) {year deflator}").toString())
                .isEqualTo("[{\"year\":2024,\"deflator\":1.0}]");
        assertThat(explore("metadata {serverName ingestionCommit}")
                        .path("ingestionCommit")
                        .asText())
                .isEqualTo(text("SELECT vintage FROM public.data_source"));
        assertThat(explore("productProduct(productClass: HS92, productLevel: 4) {strength}"))
                .isEmpty();
        assertThat(explore("groupGroupProductYear(groupId: 1) {exportValue}")).isEmpty();
    }

    @Test
    void newProductsAreMarkedInTheLastYear() throws Exception {
        JsonNode rows = explore(
                "countryProductYear(countryId: 404, productLevel: 4, yearMin: 2024, yearMax: 2024) {productId isNew}");
        Set<String> marked = new HashSet<>();
        rows.forEach(row -> {
            if (row.path("isNew").asBoolean())
                marked.add(row.path("productId").asText().replace("HS92", "HS"));
        });
        assertThat(marked)
                .isEqualTo(values(
                        pages("newProductsCountry(location: \"location-404\", year: 2024) {newProducts {id}}")
                                .path("newProducts"),
                        "id"));
    }

    // ---- Country Pages

    @Test
    void theProfileIsMadeFromTheDatabase() throws Exception {
        JsonNode profile = pages(
                "countryProfile(location: \"location-404\") {location {id code} exportValue exportValueRank exportValueNatResources latestEci latestEciRank diversity"
                        + " latestGdpRank {quantity year} growthProjection diversificationGrade policyRecommendation comparisonLocations {id} marketShareMainSector {id}}");
        assertThat(profile.at("/location/code").asText()).isEqualTo("KEN");
        String year =
                " FROM hs12.country_year t JOIN classification.location_country c USING (country_id) WHERE year = 2024 AND in_rankings ";
        assertThat(profile.path("latestEci").asDouble())
                .isCloseTo(number("SELECT eci" + year + "AND country_id = 404"), NEAR);
        assertThat(profile.path("latestEciRank").asInt())
                .isEqualTo((int) number("SELECT rank FROM (SELECT country_id, rank() OVER (ORDER BY eci DESC)" + year
                        + ") r WHERE country_id = 404"));
        assertThat(profile.at("/latestGdpRank/quantity").asInt())
                .isEqualTo((int) number("SELECT rank FROM (SELECT country_id, rank() OVER (ORDER BY gdp DESC)" + year
                        + ") r WHERE country_id = 404"));
        assertThat(profile.path("exportValueNatResources").asDouble())
                .isCloseTo(
                        number(
                                "SELECT sum(export_value) FROM hs92.country_product_year_4 JOIN classification.product_hs92 USING (product_id)"
                                        + " WHERE natural_resource AND country_id = 404 AND year = 2024"),
                        CENT);
        assertThat(profile.path("diversity").asInt())
                .isEqualTo(
                        (int)
                                number(
                                        "SELECT count(*) FROM hs92.country_product_year_4 WHERE country_id = 404 AND year = 2024 AND export_rca >= 1"));
        assertThat(profile.path("growthProjection").asDouble())
                .isCloseTo(
                        number("SELECT growth_proj FROM hs92.country_year WHERE country_id = 404 AND year = 2024"),
                        NEAR);
        assertThat(profile.path("comparisonLocations")).hasSize(3);
        assertThat(profile.at("/marketShareMainSector/id").asText())
                .isEqualTo(
                        text(
                                "SELECT 'product-HS-' || product_id FROM hs92.country_product_year_1 WHERE country_id = 404 AND year = 2024 ORDER BY export_value DESC LIMIT 1"));
    }

    @Test
    void gradesFollowTheNumberOfNewProducts() throws Exception {
        Set<String> grades = new HashSet<>();
        for (JsonNode profile : pages("allCountryProfiles {location {id} diversificationGrade policyRecommendation}")) {
            String grade = profile.path("diversificationGrade").asText();
            if (grades.add(grade)) {
                String query =
                        "newProductsCountry(location: \"%s\", year: 2024) {newProductCount newProductExportValue newProductExportValuePerCapita}";
                int count = pages(query.formatted(profile.at("/location/id").asText()))
                        .path("newProductCount")
                        .asInt();
                assertThat(grade.equals("APlus") ? "A" : grade)
                        .isEqualTo(
                                count >= 30 ? "A" : count >= 13 ? "B" : count >= 6 ? "C" : count >= 3 ? "D" : "DMinus");
            }
        }
        assertThat(grades).contains("APlus", "A", "B", "C");
    }

    @Test
    void newProductsHaveGainedTheirAdvantage() throws Exception {
        JsonNode found = pages(
                "newProductsCountry(location: \"location-404\", year: 2024) {newProducts {id code} newProductExportValue newProductCount}");
        assertThat(found.path("newProducts"))
                .hasSize(found.path("newProductCount").asInt())
                .isNotEmpty();
        String rca =
                """
        SELECT (sum(v) FILTER (WHERE country_id = 404 AND product_id = %1$d) / sum(v) FILTER (WHERE country_id = 404))
          / (sum(v) FILTER (WHERE product_id = %1$d) / sum(v))
        FROM (SELECT country_id, product_id, export_value::float8 AS v FROM hs92.country_product_year_4 WHERE year BETWEEN %2$d AND %2$d + 2) t
        """;
        double value = 0;
        int checked = 0;
        for (JsonNode product : found.path("newProducts")) {
            int id = Integer.parseInt(product.path("id").asText().substring("product-HS-".length()));
            value += number(
                    "SELECT export_value FROM hs92.country_product_year_4 WHERE country_id = 404 AND year = 2024 AND product_id = "
                            + id);
            if (checked++ < 2) {
                assertThat(number(rca.formatted(id, 2009))).isLessThan(0.5);
                assertThat(number(rca.formatted(id, 2022))).isGreaterThanOrEqualTo(1);
            }
        }
        assertThat(found.path("newProductExportValue").asDouble()).isCloseTo(value, CENT);
        JsonNode peers = pages(
                "newProductsComparisonCountries(location: \"location-404\", year: 2024, quantity: 2) {location {id} newProductCount}");
        assertThat(peers).hasSize(2);
    }

    @Test
    void theLookBackComparesTwoYears() throws Exception {
        JsonNode back = pages(
                "countryLookback(id: \"location-404\", yearRange: TenYears, eciRankChangeYearRange: FifteenYears) {id eciRankChange eciChange diversityChange"
                        + " exportValueConstGrowthCagr gdpChangeConstantCagr gdpGrowthConstant largestContributingExportProduct {code}}");
        String year = " FROM hs92.country_year WHERE country_id = 404 AND year = ";
        assertThat(back.path("eciChange").asDouble())
                .isCloseTo(number("SELECT eci" + year + 2024) - number("SELECT eci" + year + 2014), NEAR);
        assertThat(back.path("diversityChange").asDouble())
                .isCloseTo(number("SELECT diversity" + year + 2024) - number("SELECT diversity" + year + 2014), NEAR);
        double growth = number("SELECT gdp_const" + year + 2024) / number("SELECT gdp_const" + year + 2014);
        assertThat(back.path("gdpChangeConstantCagr").asDouble()).isCloseTo(Math.pow(growth, 0.1) - 1, NEAR);
        assertThat(back.path("gdpGrowthConstant").asDouble()).isCloseTo(growth - 1, NEAR);
        String exports =
                "SELECT sum(v) / (SELECT deflator FROM public.year WHERE year = %1$d) FROM (SELECT export_value::float8 AS v FROM hs92.country_year"
                        + " WHERE country_id = 404 AND year = %1$d UNION ALL SELECT export_value FROM services_unilateral.country_year WHERE country_id = 404 AND year = %1$d) t";
        double exportGrowth = number(exports.formatted(2024)) / number(exports.formatted(2014));
        assertThat(back.path("exportValueConstGrowthCagr").asDouble()).isCloseTo(Math.pow(exportGrowth, 0.1) - 1, NEAR);
        String rank =
                "SELECT rank FROM (SELECT country_id, rank() OVER (ORDER BY eci DESC) FROM hs92.country_year JOIN classification.location_country USING (country_id)"
                        + " WHERE in_rankings AND eci IS NOT NULL AND year = %d) r WHERE country_id = 404";
        assertThat(back.path("eciRankChange").asDouble())
                .isEqualTo(number(rank.formatted(2024)) - number(rank.formatted(2009)));
        assertThat(back.path("largestContributingExportProduct")).hasSize(3);
    }

    @Test
    void theWorldIsTheSumOfAllCountries() throws Exception {
        JsonNode world =
                pages("globalDatum(yearRange: TenYears) {globalExportValue latestEciRankTotal gdpChangeConstCagr}");
        assertThat(world.path("globalExportValue").asDouble())
                .isCloseTo(
                        number(
                                "SELECT (SELECT sum(export_value) FROM hs92.country_year WHERE year = 2024)"
                                        + " + (SELECT sum(export_value) FROM services_unilateral.country_year WHERE year = 2024)"),
                        within(1e6)); // services of a country without goods do not count
        assertThat(world.path("latestEciRankTotal").asInt()).isEqualTo(145);
        double growth = number(
                "SELECT (SELECT sum(gdp_const) FROM hs92.country_year WHERE year = 2024) / (SELECT sum(gdp_const) FROM hs92.country_year WHERE year = 2014)");
        assertThat(world.path("gdpChangeConstCagr").asDouble()).isCloseTo(Math.pow(growth, 0.1) - 1, NEAR);
    }

    @Test
    void oneYearAndARangeOfYearsAgree() throws Exception {
        JsonNode one = pages(
                "countryYear(location: \"location-404\", year: 2020, eciProductClass: SITC) {exportValue eci eciRank}");
        assertThat(one.path("eci").asDouble())
                .isCloseTo(number("SELECT eci FROM sitc.country_year WHERE country_id = 404 AND year = 2020"), NEAR);
        JsonNode range = pages(
                "countryYearRange(location: \"location-404\", minYear: 2019, maxYear: 2021, eciProductClass: SITC) {exportValue {quantity year} eciRank {quantity year}}");
        assertThat(range.path("exportValue")).hasSize(3);
        assertThat(range.at("/exportValue/1/quantity")).isEqualTo(one.path("exportValue"));
        assertThat(range.at("/eciRank/1/quantity")).isEqualTo(one.path("eciRank"));
    }

    @Test
    void mapsAndListsOfProductsHoldTheWholeBasket() throws Exception {
        double goods = number("SELECT export_value FROM hs92.country_year WHERE country_id = 404 AND year = 2024");
        double services = number(
                "SELECT export_value FROM services_unilateral.country_year WHERE country_id = 404 AND year = 2024");
        JsonNode tree = pages(
                "treeMap(facet: CPY_C, location: \"location-404\", year: 2024) {... on TreeMapProduct {product {id code} exportValue}}");
        assertThat(sum(tree, "exportValue")).isCloseTo(goods + services, CENT);
        JsonNode list = pages(
                "allCountryProductYear(location: \"location-404\", year: 2024, productClass: HS) {product {code} exportValue normalizedPciDecileClassification}");
        assertThat(sum(list, "exportValue")).isCloseTo(goods, CENT);
        assertThat(values(list, "normalizedPciDecileClassification")).contains("Top", "Last");
        JsonNode partners = pages(
                "treeMap(facet: CCY_C, location: \"location-404\", year: 2024) {... on TreeMapLocation {location {id} exportValue}}");
        assertThat(sum(partners, "exportValue"))
                .isCloseTo(
                        number(
                                "SELECT sum(export_value) FROM hs92.country_country_year WHERE country_id = 404 AND year = 2024"),
                        CENT);
        JsonNode product =
                pages("productYear(product: \"product-HS-726\", year: 2024) {product {code} pci globalExportValue}");
        assertThat(product.path("globalExportValue").asDouble())
                .isCloseTo(
                        number("SELECT export_value FROM hs92.product_year_4 WHERE product_id = 726 AND year = 2024"),
                        CENT);
        JsonNode back = pages(
                "countryProductLookback(location: \"location-404\", yearRange: FiveYears, productLevel: fourDigit) {product {id} exportValueConstGrowth}");
        String coffee =
                "SELECT export_value / deflator FROM hs92.country_product_year_4 JOIN public.year USING (year) WHERE country_id = 404 AND product_id = 726 AND year = ";
        assertThat(with(back, "/product/id", "product-HS-726")
                        .path("exportValueConstGrowth")
                        .asDouble())
                .isCloseTo(number(coffee + 2024) / number(coffee + 2019) - 1, NEAR);
    }

    @Test
    void countriesWithoutPagesAndBareIdsAreErrors() throws Exception {
        assertThat(post(api.countryPages(), "{countryProfile(location: \"location-438\") {exportValue}}")
                        .at("/errors/0/message")
                        .asText())
                .isEqualTo("Not a supported country.");
        assertThat(post(api.countryPages(), "{countryProfile(location: \"location-10\") {exportValue}}")
                        .at("/errors/0/message")
                        .asText())
                .isEqualTo("Not a supported country.");
        assertThat(post(api.countryPages(), "{countryProfile(location: \"404\") {exportValue}}")
                        .at("/errors/0/message")
                        .asText())
                .contains("location-404");
        JsonNode partial = post(
                api.countryPages(),
                "{location(id: \"location-404\") {code} countryProfile(location: \"location-438\") {exportValue}}");
        assertThat(partial.at("/data/location/code").asText()).isEqualTo("KEN");
        assertThat(partial.path("errors")).hasSize(1);
    }

    // ---- both

    @Test
    void everyFieldOfEveryQueryCanBeRead() throws Exception {
        Set<String> failing = Set.of("manyCountryProductYear", "allProductYearRange");
        for (URI address : List.of(api.explore(), api.countryPages())) {
            TypeDefinitionRegistry schema =
                    schema(address.equals(api.explore()) ? "explore.graphqls" : "country-pages.graphqls");
            for (FieldDefinition query :
                    schema.getTypeOrNull("Query", ObjectTypeDefinition.class).getFieldDefinitions()) {
                if (!failing.contains(query.getName())) {
                    JsonNode document = post(
                            address,
                            "{" + query.getName() + arguments(query) + selection(schema, query.getType(), 2) + "}");
                    assertThat(document.has("errors"))
                            .as(query.getName() + " " + document.path("errors"))
                            .isFalse();
                }
            }
        }
    }

    private static TypeDefinitionRegistry schema(String resource) throws IOException {
        try (var in = new InputStreamReader(AtlasApi.class.getResourceAsStream(resource), StandardCharsets.UTF_8)) {
            return new SchemaParser().parse(in);
        }
    }

    /** What is required, and what keeps the answer small. */
    private static String arguments(FieldDefinition query) {
        boolean pages = query.getInputValueDefinitions().stream()
                .anyMatch(argument -> argument.getName().matches("location|eciProductClass|product|facet|id"));
        String product = query.getName().startsWith("product") ? "\"product-HS-726\"" : "\"location-404\"";
        Map<String, String> known = Map.ofEntries(
                Map.entry("countryId", "404"),
                Map.entry("partnerGroupId", "2"),
                Map.entry("groupId", "2"),
                Map.entry("productLevel", pages ? "section" : "2"),
                Map.entry("yearMin", "2023"),
                Map.entry("yearMax", "2024"),
                Map.entry("year", "2024"),
                Map.entry("minYear", "2022"),
                Map.entry("maxYear", "2024"),
                Map.entry("location", "\"location-404\""),
                Map.entry("id", query.getName().equals("group") ? "\"group-2\"" : product),
                Map.entry("product", "\"product-HS-726\""),
                Map.entry("facet", "CPY_C"),
                Map.entry("sourceCode", "\"0901\""),
                Map.entry("targetCode", "\"0901\""),
                Map.entry("sourceClassification", "HS1992"),
                Map.entry("targetClassification", "HS2012"));
        String arguments = query.getInputValueDefinitions().stream()
                .filter(argument -> argument.getType() instanceof NonNullType
                        || Set.of("countryId", "yearMin", "yearMax", "location").contains(argument.getName()))
                .map(argument -> argument.getName() + ": " + value(argument, known, query.getName()))
                .collect(Collectors.joining(", "));
        return arguments.isEmpty() ? "" : "(" + arguments + ")";
    }

    private static String value(InputValueDefinition argument, Map<String, String> known, String query) {
        if (TypeUtil.unwrapAll(argument.getType()).getName().equals("ProductClass")) {
            return Set.of("productProduct", "countryYearThresholds").contains(query) ? "HS92" : "HS";
        }
        return TypeUtil.unwrapAll(argument.getType()).getName().equals("ProductLevel")
                ? "section"
                : known.get(argument.getName());
    }

    private static String selection(TypeDefinitionRegistry schema, Type<?> type, int depth) {
        TypeName name = TypeUtil.unwrapAll(type);
        if (schema.getTypeOrNull(name.getName(), UnionTypeDefinition.class) != null) {
            return " {__typename ... on TreeMapProduct " + selection(schema, new TypeName("TreeMapProduct"), depth)
                    + "}";
        }
        ObjectTypeDefinition object = schema.getTypeOrNull(name.getName(), ObjectTypeDefinition.class);
        if (object == null) {
            return "";
        }
        String fields = object.getFieldDefinitions().stream()
                .filter(field -> depth > 0
                        || schema.getTypeOrNull(
                                        TypeUtil.unwrapAll(field.getType()).getName(), ObjectTypeDefinition.class)
                                == null)
                .map(field -> field.getName() + selection(schema, field.getType(), depth - 1))
                .collect(Collectors.joining(" "));
        return " {" + fields + "}";
    }
}
