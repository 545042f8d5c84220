package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Entity;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the answer of an API into rows with names, sorted, the most relevant first. */
final class ReadAnswer {
    private static final Pattern MEMBERS =
            Pattern.compile("(?i)\\b(members?|belongs?|which countries|what countries|countries (are )?in|part of)\\b");
    private static final Pattern GROWTH = Pattern.compile("(?i)\\b(growth|grow(s|n|ing)?|grew|cagr|how fast)\\b");
    private static final int PARTNERS = 10;

    // weights of distance, complexity and gain in the Explore chart of opportunities
    private static final double NEAR = 0.50;
    private static final double COMPLEX = 0.15;
    private static final double GAIN = 0.35;

    private static final Column PRODUCT = new Column("product", "");
    private static final Column CODE = new Column("product_code", "code");
    private static final Column YEAR = new Column("year", "year");
    private static final Column EXPORTS = new Column("exports", "USD");
    private static final Column IMPORTS = new Column("imports", "USD");
    private static final Column SHARE = new Column("share", "percent");

    private final Resolution asked;
    private final AtlasNames names;
    private final String question;

    ReadAnswer(Resolution asked, AtlasNames names, String question) {
        this.asked = asked;
        this.names = names;
        this.question = question;
    }

    Findings read(JsonNode data) {
        return switch (asked.queryType()) {
            case COUNTRY_PROFILE -> ReadProfile.profile(data);
            case COUNTRY_LOOKBACK -> ReadProfile.lookback(data, asked.lookback());
            case NEW_PRODUCTS -> ReadProfile.newProducts(
                    data, asked.country().map(Entity.Country::name).orElse("the country"));
            case GLOBAL_DATUM -> ReadProfile.world(data);
            case TREEMAP_PRODUCTS -> basket(data);
            case TREEMAP_PARTNERS -> partners(data);
            case TREEMAP_BILATERAL -> flows(data.path("countryCountryProductYear"), false);
            case EXPLORE_BILATERAL -> asked.product().isPresent()
                    ? flows(data.path("countryCountryProductYear"), true)
                    : balance(data.path("countryCountryYear"));
            case OVERTIME_PRODUCTS -> productsOverTime(data);
            case OVERTIME_PARTNERS -> partnersOverTime(data);
            case MARKETSHARE -> marketShare(data);
            case PRODUCT_SPACE -> productSpace(data);
            case FEASIBILITY, FEASIBILITY_TABLE -> opportunities(data);
            case COUNTRY_YEAR -> countryYears(data);
            case PRODUCT_INFO -> BuildQuery.isAboutTraits(question) && data.has("productHs92")
                    ? traits(data)
                    : productYears(data);
            case EXPLORE_GROUP -> group(data);
            case EXPLORE_DATA_AVAILABILITY -> availability(data);
            case REJECT -> throw new IllegalArgumentException("nothing was asked");
        };
    }

    private static Stream<JsonNode> rows(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static Findings of(List<Column> columns, List<List<Object>> rows, String... remarks) {
        return new Findings(new Table(columns, rows, rows.size()), List.of(remarks));
    }

    private String direction() {
        return asked.imports() ? "importValue" : "exportValue";
    }

    private Column measured() {
        return asked.imports() ? IMPORTS : EXPORTS;
    }

    private static Object percent(double part, double whole) {
        return whole == 0 ? null : (Object) (100 * part / whole);
    }

    private String product(JsonNode row) {
        return names.product(asked.productClass(), row.path("productId"))
                .map(Entity.Product::name)
                .orElse(row.path("productId").asText());
    }

    private String code(JsonNode row) {
        return names.product(asked.productClass(), row.path("productId"))
                .map(Entity.Product::code)
                .orElse("");
    }

    private static Comparator<JsonNode> largest(String field) {
        ToDoubleFunction<JsonNode> value = row -> row.path(field).asDouble();
        return Comparator.comparingDouble(value).reversed();
    }

    private static Object cell(JsonNode row, String field) {
        return ReadProfile.cell(row.path(field));
    }

    private static Object percentCell(JsonNode row, String field) {
        JsonNode value = row.path(field);
        return value.isNumber() ? (Object) (100 * value.asDouble()) : null;
    }

    private Findings basket(JsonNode data) {
        double total = rows(data.path("countryYear"))
                .mapToDouble(row -> row.path(direction()).asDouble())
                .sum();
        List<List<Object>> rows = rows(data.path("countryProductYear"))
                .filter(row ->
                        row.path(direction()).asDouble() > 0 || asked.product().isPresent())
                .sorted(largest(direction()))
                .map(row -> asked.imports()
                        ? Arrays.asList(
                                (Object) product(row),
                                code(row),
                                cell(row, "importValue"),
                                percent(row.path("importValue").asDouble(), total))
                        : Arrays.asList(
                                (Object) product(row),
                                code(row),
                                cell(row, "exportValue"),
                                percent(row.path("exportValue").asDouble(), total),
                                percentCell(row, "globalMarketShare"),
                                cell(row, "exportRca")))
                .toList();
        List<Column> columns = asked.imports()
                ? List.of(PRODUCT, CODE, IMPORTS, SHARE)
                : List.of(
                        PRODUCT,
                        CODE,
                        EXPORTS,
                        SHARE,
                        new Column("market_share", "percent"),
                        new Column("rca", "index"));
        String all = asked.imports() ? "imports" : "exports";
        return total == 0
                ? of(columns, rows)
                : of(
                        columns,
                        rows,
                        String.format(
                                java.util.Locale.ROOT,
                                "Total %s of goods and services: %,.0f USD; shares are of this total.",
                                all,
                                total));
    }

    private Findings partners(JsonNode data) {
        double total = rows(data.path("countryCountryYear"))
                .mapToDouble(row -> row.path(direction()).asDouble())
                .sum();
        List<List<Object>> rows = rows(data.path("countryCountryYear"))
                .filter(row -> row.path(direction()).asDouble() > 0)
                .sorted(largest(direction()))
                .map(row -> Arrays.asList(
                        (Object) names.country(row.path("partnerCountryId")),
                        cell(row, direction()),
                        percent(row.path(direction()).asDouble(), total)))
                .toList();
        return of(List.of(new Column("partner", ""), measured(), SHARE), rows, "Trade with partners is goods only.");
    }

    private Findings flows(JsonNode list, boolean both) {
        List<List<Object>> rows = rows(list)
                .filter(row -> both || row.path(direction()).asDouble() > 0)
                .sorted(Comparator.comparing((JsonNode row) -> row.path("year").asInt())
                        .thenComparing(largest(direction())))
                .map(row -> both
                        ? Arrays.asList(
                                (Object) product(row),
                                code(row),
                                cell(row, "year"),
                                cell(row, "exportValue"),
                                cell(row, "importValue"))
                        : Arrays.asList((Object) product(row), code(row), cell(row, direction())))
                .toList();
        return both
                ? of(List.of(PRODUCT, CODE, YEAR, EXPORTS, IMPORTS), rows, "Trade between two countries is goods only.")
                : of(List.of(PRODUCT, CODE, measured()), rows, "Trade between two countries is goods only.");
    }

    private Findings balance(JsonNode list) {
        List<List<Object>> rows = rows(list)
                .sorted(Comparator.comparingInt(row -> row.path("year").asInt()))
                .map(row ->
                        Arrays.asList(cell(row, "year"), cell(row, "exportValue"), cell(row, "importValue"), (Object)
                                (row.path("exportValue").asDouble()
                                        - row.path("importValue").asDouble())))
                .toList();
        return of(
                List.of(YEAR, EXPORTS, IMPORTS, new Column("trade_balance", "USD")),
                rows,
                "Trade between two countries is goods only.");
    }

    private Findings productsOverTime(JsonNode data) {
        List<List<Object>> rows = new ArrayList<>();
        Map<Integer, Double> totals = new HashMap<>();
        rows(data.path("countryYear"))
                .forEach(row -> totals.put(
                        row.path("year").asInt(), row.path(direction()).asDouble()));
        if (asked.product().isEmpty()) {
            rows(data.path("countryYear"))
                    .sorted(Comparator.comparingInt(row -> row.path("year").asInt()))
                    .forEach(row -> rows.add(Arrays.asList(
                            "All goods and services", "", cell(row, "year"), cell(row, direction()), 100.0)));
        }
        Map<String, Double> weight = new HashMap<>();
        rows(data.path("countryProductYear"))
                .forEach(row -> weight.merge(
                        row.path("productId").asText(), row.path(direction()).asDouble(), Math::max));
        rows(data.path("countryProductYear"))
                .sorted(Comparator.comparingDouble((JsonNode row) ->
                                weight.get(row.path("productId").asText()))
                        .reversed()
                        .thenComparing(row -> row.path("productId").asText())
                        .thenComparing(row -> row.path("year").asInt()))
                .forEach(row -> rows.add(Arrays.asList(
                        product(row),
                        code(row),
                        cell(row, "year"),
                        cell(row, direction()),
                        percent(
                                row.path(direction()).asDouble(),
                                totals.getOrDefault(row.path("year").asInt(), 0.0)))));
        return of(List.of(PRODUCT, CODE, YEAR, measured(), SHARE), rows);
    }

    private Findings partnersOverTime(JsonNode data) {
        JsonNode list = data.path("countryCountryYear");
        Map<String, Double> weight = new HashMap<>();
        rows(list)
                .forEach(row -> weight.merge(
                        row.path("partnerCountryId").asText(),
                        row.path(direction()).asDouble(),
                        Double::sum));
        Set<String> main = weight.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(PARTNERS)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<List<Object>> rows = rows(list)
                .filter(row -> main.contains(row.path("partnerCountryId").asText()))
                .sorted(Comparator.comparingDouble((JsonNode row) ->
                                weight.get(row.path("partnerCountryId").asText()))
                        .reversed()
                        .thenComparing(row -> row.path("year").asInt()))
                .map(row -> Arrays.asList(
                        (Object) names.country(row.path("partnerCountryId")),
                        cell(row, "year"),
                        cell(row, direction())))
                .toList();
        return of(
                List.of(new Column("partner", ""), YEAR, measured()),
                rows,
                "The " + PARTNERS + " partners with most trade in these years; goods only.");
    }

    private Findings marketShare(JsonNode data) {
        Map<String, Double> world = new HashMap<>();
        rows(data.path("productYear"))
                .forEach(row -> world.put(
                        row.path("productId").asText() + row.path("year").asText(),
                        row.path("exportValue").asDouble()));
        List<List<Object>> rows = rows(data.path("countryProductYear"))
                .sorted(Comparator.comparing(
                                (JsonNode row) -> row.path("productId").asText())
                        .thenComparing(row -> row.path("year").asInt()))
                .map(row -> {
                    double all = world.getOrDefault(
                            row.path("productId").asText() + row.path("year").asText(), 0.0);
                    return Arrays.asList(
                            (Object) product(row),
                            code(row),
                            cell(row, "year"),
                            cell(row, "exportValue"),
                            all,
                            percent(row.path("exportValue").asDouble(), all));
                })
                .toList();
        return of(
                List.of(
                        PRODUCT,
                        CODE,
                        YEAR,
                        EXPORTS,
                        new Column("world_exports", "USD"),
                        new Column("market_share", "percent")),
                rows);
    }

    private Findings productSpace(JsonNode data) {
        List<JsonNode> present = rows(data.path("countryProductYear"))
                .filter(row ->
                        asked.product().isPresent() || row.path("exportRca").asDouble() >= 1)
                .sorted(largest("exportRca"))
                .toList();
        List<List<Object>> rows = present.stream()
                .map(row -> Arrays.asList(
                        (Object) product(row),
                        code(row),
                        cell(row, "exportRca"),
                        cell(row, "distance"),
                        cell(row, "cog"),
                        cell(row, "exportValue")))
                .toList();
        List<Column> columns = List.of(
                PRODUCT,
                CODE,
                new Column("rca", "index"),
                new Column("distance", "index"),
                new Column("cog", "index"),
                EXPORTS);
        JsonNode year = data.path("countryYear").path(0);
        String about = String.format(
                java.util.Locale.ROOT,
                "Products with a comparative advantage (RCA of 1 or more): %d; Economic Complexity Index %.2f, Complexity Outlook Index %.2f.",
                present.size(),
                year.path("eci").asDouble(Double.NaN),
                year.path("coi").asDouble(Double.NaN));
        return asked.product().isPresent() ? of(columns, rows) : of(columns, rows, about);
    }

    private record Opportunity(JsonNode row, double pci, double worldExports, Object growth, double score) {}

    private Findings opportunities(JsonNode data) {
        Map<String, JsonNode> world = new HashMap<>();
        rows(data.path("productYear"))
                .forEach(row -> world.put(row.path("productId").asText(), row));
        List<JsonNode> open = rows(data.path("countryProductYear"))
                .filter(row -> asked.product().isPresent()
                        || row.path("exportRca").asDouble() < 1
                                && row.path("distance").isNumber()
                                && row.path("cog").isNumber()
                                && world.containsKey(row.path("productId").asText())
                                && world.get(row.path("productId").asText())
                                        .path("pci")
                                        .isNumber())
                .toList();
        Scale distance = Scale.of(open.stream().map(row -> row.path("distance")));
        Scale gain = Scale.of(open.stream().map(row -> row.path("cog")));
        Scale pci = Scale.of(open.stream()
                .map(row ->
                        world.getOrDefault(row.path("productId").asText(), row).path("pci")));
        Comparator<Opportunity> order = asked.queryType() == QueryType.FEASIBILITY_TABLE
                        || question.toLowerCase(java.util.Locale.ROOT).contains("gain")
                ? Comparator.comparingDouble(
                                (Opportunity o) -> o.row().path("cog").asDouble())
                        .reversed()
                : Comparator.comparingDouble(Opportunity::score).reversed();
        List<List<Object>> rows = open.stream()
                .map(row -> {
                    JsonNode there = world.getOrDefault(row.path("productId").asText(), row.path("none"));
                    double score = NEAR * (1 - distance.at(row.path("distance")))
                            + COMPLEX * pci.at(there.path("pci"))
                            + GAIN * gain.at(row.path("cog"));
                    return new Opportunity(
                            row,
                            there.path("pci").asDouble(Double.NaN),
                            there.path("exportValue").asDouble(),
                            percentCell(there, "exportValueConstCagr5"),
                            score);
                })
                .sorted(order)
                .map(o -> Arrays.asList(
                        (Object) product(o.row()),
                        code(o.row()),
                        cell(o.row(), "cog"),
                        cell(o.row(), "distance"),
                        Double.isNaN(o.pci()) ? null : (Object) o.pci(),
                        cell(o.row(), "exportRca"),
                        o.worldExports(),
                        o.growth()))
                .toList();
        List<Column> columns = List.of(
                PRODUCT,
                CODE,
                new Column("cog", "index"),
                new Column("distance", "index"),
                new Column("pci", "index"),
                new Column("rca", "index"),
                new Column("world_exports", "USD"),
                new Column("world_growth", "percent"));
        return asked.product().isPresent()
                ? of(columns, rows, "cog is the complexity outlook gain; distance runs from 0 (near) to 1.")
                : of(
                        columns,
                        rows,
                        "Products without a comparative advantage yet, "
                                + (asked.queryType() == QueryType.FEASIBILITY_TABLE
                                        ? "by complexity outlook gain (cog)."
                                        : "by nearness (50%), complexity (15%) and complexity outlook gain (35%)."));
    }

    /** Values between the smallest and the largest as 0 to 1. */
    private record Scale(double low, double high) {
        static Scale of(Stream<JsonNode> values) {
            double[] numbers = values.filter(JsonNode::isNumber)
                    .mapToDouble(JsonNode::asDouble)
                    .toArray();
            OptionalDouble low = Arrays.stream(numbers).min();
            return new Scale(low.orElse(0), Arrays.stream(numbers).max().orElse(0));
        }

        double at(JsonNode value) {
            return high == low || !value.isNumber() ? 0.5 : (value.asDouble() - low) / (high - low);
        }
    }

    private Findings countryYears(JsonNode data) {
        List<List<Object>> rows = rows(data.path("countryYear"))
                .sorted(Comparator.comparingInt(row -> row.path("year").asInt()))
                .map(row -> Arrays.asList(
                        cell(row, "year"),
                        cell(row, "exportValue"),
                        cell(row, "importValue"),
                        cell(row, "gdp"),
                        cell(row, "gdppc"),
                        cell(row, "gdppcPpp"),
                        cell(row, "population"),
                        cell(row, "currentAccount"),
                        cell(row, "eci"),
                        cell(row, "coi"),
                        percentCell(row, "growthProj")))
                .toList();
        return of(
                List.of(
                        YEAR,
                        EXPORTS,
                        IMPORTS,
                        new Column("gdp", "USD"),
                        new Column("gdp_per_capita", "USD"),
                        new Column("gdp_per_capita_ppp", "USD"),
                        new Column("population", "people"),
                        new Column("current_account", "USD"),
                        new Column("eci", "index"),
                        new Column("coi", "index"),
                        new Column("growth_projection", "percent")),
                rows,
                "Exports and imports are goods and services together. ECI and COI of different years are not comparable.");
    }

    private Findings productYears(JsonNode data) {
        List<List<Object>> rows = rows(data.path("productYear"))
                .sorted(Comparator.comparing((JsonNode row) -> row.path("year").asInt())
                        .thenComparing(largest("exportValue")))
                .map(row -> Arrays.asList(
                        (Object) product(row),
                        code(row),
                        cell(row, "year"),
                        cell(row, "exportValue"),
                        percentCell(row, "exportValueConstCagr5"),
                        cell(row, "pci"),
                        cell(row, "complexityEnum")))
                .toList();
        return of(
                List.of(
                        PRODUCT,
                        CODE,
                        YEAR,
                        new Column("world_exports", "USD"),
                        new Column("yearly_growth_5_years", "percent"),
                        new Column("pci", "index"),
                        new Column("complexity", "")),
                rows,
                "PCI is not given for services and natural resources, and PCI of different years is not comparable.");
    }

    private Findings traits(JsonNode data) {
        int id = asked.product().map(Entity.Product::id).orElse(-1);
        return rows(data.path("productHs92"))
                .filter(row -> IdFormats.number(row.path("productId").asText()).orElse(-2) == id)
                .findFirst()
                .map(ReadProfile::traits)
                .orElseGet(() -> of(List.of(PRODUCT), List.of()));
    }

    private Findings group(JsonNode data) {
        if (asked.country().isPresent()) {
            JsonNode list = data.has("groupCountryProductYear")
                    ? data.path("groupCountryProductYear")
                    : data.path("countryGroupProductYear");
            // seen from the exporter, so that its exports are what the country buys
            return withGroup(list);
        }
        int id = asked.group().map(Entity.Group::id).orElse(-1);
        Optional<JsonNode> group = rows(data.path("locationGroup"))
                .filter(row -> IdFormats.number(row.path("groupId").asText()).orElse(-2) == id)
                .findFirst();
        if (MEMBERS.matcher(question).find() && group.isPresent()) {
            List<List<Object>> members = rows(group.get().path("members"))
                    .map(names::country)
                    .sorted()
                    .map(name -> List.<Object>of(name))
                    .toList();
            return of(List.of(new Column("country", "")), members, "Members of the group: " + members.size() + ".");
        }
        List<JsonNode> years = rows(data.path("groupYear"))
                .filter(row -> IdFormats.number(row.path("groupId").asText()).orElse(-2) == id)
                .sorted(Comparator.comparingInt(row -> row.path("year").asInt()))
                .toList();
        if (GROWTH.matcher(question).find() && group.isPresent() && years.size() <= 1) {
            return ReadProfile.group(group.get(), years);
        }
        List<List<Object>> rows = years.stream()
                .map(row -> Arrays.asList(
                        cell(row, "year"),
                        cell(row, "exportValue"),
                        cell(row, "importValue"),
                        cell(row, "gdp"),
                        cell(row, "population")))
                .toList();
        return of(
                List.of(YEAR, EXPORTS, IMPORTS, new Column("gdp", "USD"), new Column("population", "people")),
                rows,
                "Trade of groups is goods only, that between members included.");
    }

    private Findings withGroup(JsonNode list) {
        double total = rows(list)
                .mapToDouble(row -> row.path("exportValue").asDouble())
                .sum();
        List<List<Object>> rows = rows(list)
                .filter(row -> row.path("exportValue").asDouble() > 0)
                .sorted(Comparator.comparing((JsonNode row) -> row.path("year").asInt())
                        .thenComparing(largest("exportValue")))
                .map(row ->
                        Arrays.asList((Object) product(row), code(row), cell(row, "year"), cell(row, "exportValue")))
                .toList();
        return of(
                List.of(PRODUCT, CODE, YEAR, EXPORTS),
                rows,
                String.format(java.util.Locale.ROOT, "Total of these products: %,.0f USD, goods only.", total));
    }

    private static Findings availability(JsonNode data) {
        List<List<Object>> rows = rows(data.path("dataAvailability"))
                .map(row ->
                        Arrays.asList(cell(row, "productClassification"), cell(row, "yearMin"), cell(row, "yearMax")))
                .toList();
        return of(
                List.of(
                        new Column("classification", ""),
                        new Column("first_year", "year"),
                        new Column("last_year", "year")),
                rows);
    }
}
