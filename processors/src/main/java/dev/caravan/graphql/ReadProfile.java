package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Reads the answers of the Country Pages API: facts about one country, a row each. */
final class ReadProfile {
    private static final List<Column> COLUMNS = List.of(
            new Column("item", ""),
            new Column("value", ""),
            new Column("unit", ""),
            new Column("year", "year"),
            new Column("rank", "count"),
            new Column("ranked", "count"));

    /** The grades by count of new products and how the strategies are called on the site. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("APlus", "A+"),
            Map.entry("DMinus", "D-"),
            Map.entry("ParsimoniousIndustrial", "Parsimonious Industrial Policy Approach"),
            Map.entry("StrategicBets", "Strategic Bets Approach"),
            Map.entry("LightTouch", "Light Touch Approach"),
            Map.entry("TechFrontier", "Technological Frontier Approach"),
            Map.entry("Above", "above the regional average"),
            Map.entry("InLine", "in line with the regional average"),
            Map.entry("Below", "below the regional average"),
            Map.entry("TopDecile", "in the top decile"),
            Map.entry("TopQuartile", "in the top quartile"),
            Map.entry("TopHalf", "in the top half"),
            Map.entry("BottomHalf", "in the bottom half"));

    private static final Map<String, String> STRATEGIES = Map.of(
            "ParsimoniousIndustrial", "address bottlenecks to jump short distances into related products",
            "StrategicBets", "make strategic bets on complex products further away, as few lie close by",
            "LightTouch", "leverage existing success to enter more complex products",
            "TechFrontier", "develop products that are new to the world");

    private final List<List<Object>> rows = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private ReadProfile() {}

    private Findings findings() {
        return new Findings(new Table(COLUMNS, rows, rows.size()), remarks);
    }

    private void add(String item, Object value, String unit, Object year, Object rank, Object ranked) {
        if (value != null || rank != null) {
            rows.add(Arrays.asList(item, value, unit, year, rank, ranked));
        }
    }

    private void add(String item, JsonNode value, String unit) {
        add(item, cell(value), unit, null, null, null);
    }

    private void dated(String item, JsonNode node, String unit, JsonNode rank, JsonNode ranked) {
        Object place = cell(rank.isObject() ? rank.path("quantity") : rank);
        add(
                item,
                cell(node.isObject() ? node.path("quantity") : node),
                unit,
                cell(node.path("year")),
                place,
                place == null ? null : cell(ranked));
    }

    private void percent(String item, JsonNode value) {
        add(item, value.isNumber() ? (Object) (100 * value.asDouble()) : null, "percent", null, null, null);
    }

    private void word(String item, JsonNode value) {
        if (value.isTextual()) {
            add(item, words(value.asText()), "", null, null, null);
        }
    }

    private void change(String item, JsonNode value) {
        if (value.isNumber()) {
            int places = Math.abs(value.asInt());
            // the API counts upwards: a larger rank number is a worse place
            String way = value.asInt() == 0
                    ? "no change"
                    : places + (places == 1 ? " place " : " places ") + (value.asInt() > 0 ? "down" : "up");
            add(item, way, "", null, null, null);
        }
    }

    static Findings profile(JsonNode data) {
        JsonNode profile = data.path("countryProfile");
        JsonNode world = data.path("globalDatum");
        ReadProfile read = new ReadProfile();
        if (!profile.isObject()) {
            return read.findings();
        }
        read.word("diversification grade", profile.path("diversificationGrade"));
        read.word("strategic approach", profile.path("policyRecommendation"));
        read.add(
                "aim of the strategic approach",
                STRATEGIES.get(profile.path("policyRecommendation").asText()),
                "",
                null,
                null,
                null);
        read.word("income classification", profile.path("incomeClassification"));
        read.dated(
                "GDP per capita",
                profile.path("latestGdpPerCapita"),
                "USD",
                profile.path("latestGdpPerCapitaRank"),
                world.path("latestGdpRankTotal"));
        read.dated(
                "GDP per capita (PPP)",
                profile.path("latestGdpPerCapitaPpp"),
                "USD",
                profile.path("latestGdpPerCapitaPppRank"),
                world.path("latestGdpPppPerCapitaRankTotal"));
        read.dated(
                "GDP",
                profile.path("latestGdp"),
                "USD",
                profile.path("latestGdpRank"),
                world.path("latestGdpRankTotal"));
        read.dated("population", profile.path("latestPopulation"), "people", profile.path("none"), world.path("none"));
        read.dated(
                "exports",
                profile.path("exportValue"),
                "USD",
                profile.path("exportValueRank"),
                world.path("latestExporterRankTotal"));
        read.add("imports", profile.path("importValue"), "USD");
        read.dated("current account", profile.path("currentAccount"), "USD", profile.path("none"), world.path("none"));
        read.add("exports of natural resources", profile.path("exportValueNatResources"), "USD");
        read.add("net exports of natural resources", profile.path("netExportValueNatResources"), "USD");
        read.add("exports without oil", profile.path("exportValueNonOil"), "USD");
        read.dated(
                "Economic Complexity Index",
                profile.path("latestEci"),
                "index",
                profile.path("latestEciRank"),
                world.path("latestEciRankTotal"));
        JsonNode expected = profile.path("eciNatResourcesGdpControlled");
        if (expected.isNumber()) {
            read.add(
                    "complexity against what its income suggests",
                    expected.asDouble() > 0 ? "more complex than expected" : "less complex than expected",
                    "",
                    null,
                    null,
                    null);
        }
        read.dated(
                "Complexity Outlook Index",
                profile.path("latestCoi"),
                "index",
                profile.path("latestCoiRank"),
                world.path("latestCoiRankTotal"));
        read.word("complexity outlook", profile.path("coiClassification"));
        JsonNode growth = profile.path("growthProjection");
        read.add(
                "growth projection",
                growth.isNumber() ? (Object) (100 * growth.asDouble()) : null,
                "percent",
                null,
                cell(profile.path("growthProjectionRank")),
                null);
        read.word("growth projection class", profile.path("growthProjectionClassification"));
        read.word("growth projection against its income", profile.path("growthProjectionRelativeToIncome"));
        read.word("growth projection among countries", profile.path("growthProjectionPercentileClassification"));
        read.dated(
                "diversity",
                profile.path("diversity"),
                "count",
                profile.path("diversityRank"),
                world.path("latestDiversityRankTotal"));
        read.add("new product exports", profile.path("newProductExportValue"), "USD");
        read.add("new product exports per person", profile.path("newProductExportValuePerCapita"), "USD");
        read.word("new products for income growth", profile.path("newProductsIncomeGrowthComments"));
        read.word("number of new products", profile.path("newProductsComments"));
        read.word("growth suggested by new products", profile.path("newProductsComplexityStatusGrowthPrediction"));
        read.add(
                "main sector of market share",
                profile.path("marketShareMainSector").path("shortName"),
                "");
        read.word("direction of its market share", profile.path("marketShareMainSectorDirection"));
        if (profile.path("marketShareMainSectorPositiveGrowth").isBoolean()) {
            read.add(
                    "growth of that sector in the world",
                    profile.path("marketShareMainSectorPositiveGrowth").asBoolean() ? "growing" : "shrinking",
                    "",
                    null,
                    null,
                    null);
        }
        read.word("structural transformation", profile.path("structuralTransformationStep"));
        read.add(
                "sector of structural transformation",
                profile.path("structuralTransformationSector").path("shortName"),
                "");
        read.word("direction of structural transformation", profile.path("structuralTransformationDirection"));
        String peers = names(profile.path("comparisonLocations"));
        read.add("comparison countries", peers.isEmpty() ? null : peers, "", null, null, null);
        return read.findings();
    }

    static Findings lookback(JsonNode data, int years) {
        JsonNode back = data.path("countryLookback");
        ReadProfile read = new ReadProfile();
        if (!back.isObject()) {
            return read.findings();
        }
        read.percent("yearly export growth", back.path("exportValueConstGrowthCagr"));
        read.percent("yearly export growth without oil", back.path("exportValueGrowthNonOilConstCagr"));
        read.word("export growth pattern", back.path("exportValueGrowthClassification"));
        read.percent("yearly GDP per capita growth", back.path("gdpPerCapitaChangeConstantCagr"));
        read.word("GDP per capita growth against its region", back.path("gdpPcConstantCagrRegionalDifference"));
        read.percent("yearly GDP growth", back.path("gdpChangeConstantCagr"));
        read.percent("GDP growth in all", back.path("gdpGrowthConstant"));
        read.change("change of rank by economic complexity", back.path("eciRankChange"));
        read.add("change of economic complexity", back.path("eciChange"), "index");
        read.change("change of rank by diversity", back.path("diversityRankChange"));
        read.add("change of diversity", back.path("diversityChange"), "count");
        String products = names(back.path("largestContributingExportProduct"));
        read.add("products that added most to exports", products.isEmpty() ? null : products, "", null, null, null);
        read.remarks.add("Changes over the past " + years + " years, growth at constant prices.");
        return read.findings();
    }

    static Findings newProducts(JsonNode data, String country) {
        JsonNode fresh = data.path("newProductsCountry");
        ReadProfile read = new ReadProfile();
        if (!fresh.isObject()) {
            return read.findings();
        }
        read.add("new products", fresh.path("newProductCount"), "count");
        read.add("exports of new products", fresh.path("newProductExportValue"), "USD");
        read.add("exports of new products per person", fresh.path("newProductExportValuePerCapita"), "USD");
        for (JsonNode product : fresh.path("newProducts")) {
            read.add("new product " + product.path("code").asText(), product.path("shortName"), "");
        }
        for (JsonNode peer : data.path("newProductsComparisonCountries")) {
            read.add(
                    "new products of " + peer.path("location").path("shortName").asText(),
                    peer.path("newProductCount"),
                    "count");
        }
        read.remarks.add("New products are those " + country
                + " did not export with comparative advantage 15 years ago and does now.");
        return read.findings();
    }

    /** What a product is marked with. */
    static Findings traits(JsonNode product) {
        ReadProfile read = new ReadProfile();
        read.yes("natural resource", product.path("naturalResource"));
        read.yes("green product", product.path("greenProduct"));
        return read.findings();
    }

    private void yes(String item, JsonNode value) {
        if (value.isBoolean()) {
            add(item, value.asBoolean() ? "yes" : "no", "", null, null, null);
        }
    }

    /** Growth and size of a group of countries. */
    static Findings group(JsonNode group, List<JsonNode> years) {
        ReadProfile read = new ReadProfile();
        for (int span : new int[] {3, 5, 10, 15}) {
            read.percent("yearly export growth over " + span + " years", group.path("exportValueCagr" + span));
        }
        read.percent("yearly GDP growth over 5 years", group.path("gdpConstCagr5"));
        read.percent("yearly GDP per capita growth over 5 years", group.path("gdppcConstCagr5"));
        for (JsonNode year : years) {
            read.add("exports", cell(year.path("exportValue")), "USD", cell(year.path("year")), null, null);
            read.add("GDP", cell(year.path("gdp")), "USD", cell(year.path("year")), null, null);
        }
        read.add("members", (long) group.path("members").size(), "count", null, null, null);
        read.remarks.add("Trade of groups is goods only, that between members included.");
        return read.findings();
    }

    static Findings world(JsonNode data) {
        JsonNode world = data.path("globalDatum");
        ReadProfile read = new ReadProfile();
        if (!world.isObject()) {
            return read.findings();
        }
        read.add("world exports", world.path("globalExportValue"), "USD");
        read.percent("yearly growth of world exports", world.path("exportValueConstChangeCagr"));
        read.percent("yearly growth of world exports without oil", world.path("exportValueNonOilConstChangeCagr"));
        read.percent("yearly growth of world GDP", world.path("gdpChangeConstCagr"));
        read.add("countries ranked by economic complexity", world.path("latestEciRankTotal"), "count");
        read.add("countries ranked by complexity outlook", world.path("latestCoiRankTotal"), "count");
        read.add("countries ranked by exports", world.path("latestExporterRankTotal"), "count");
        read.add("countries ranked by GDP", world.path("latestGdpRankTotal"), "count");
        read.add("countries ranked by GDP per capita (PPP)", world.path("latestGdpPppPerCapitaRankTotal"), "count");
        read.add("countries ranked by diversity", world.path("latestDiversityRankTotal"), "count");
        return read.findings();
    }

    private static String names(JsonNode things) {
        return StreamSupport.stream(things.spliterator(), false)
                .map(thing -> thing.path("shortName").asText(""))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** "UpperMiddle" as "upper middle". */
    private static String words(String value) {
        return WORDS.getOrDefault(
                value,
                value.length() == 1
                        ? value
                        : value.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT));
    }

    /** A cell of a table; null for what is missing. */
    static Object cell(JsonNode value) {
        if (value.isIntegralNumber()) {
            return value.asLong();
        }
        if (value.isNumber()) {
            return value.asDouble();
        }
        if (value.isBoolean()) {
            return value.asBoolean();
        }
        return value.isTextual() ? value.asText() : null;
    }
}
