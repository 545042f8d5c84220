package dev.caravan.demo.api;

import static dev.caravan.demo.api.CountryProfiles.YEAR;
import static dev.caravan.demo.api.CountryProfiles.orNull;

import dev.caravan.demo.api.Classifications.Country;
import dev.caravan.demo.api.NewProducts.New;
import dev.caravan.warehouse.TradeClass;
import graphql.GraphQLContext;
import graphql.Scalars;
import graphql.execution.CoercedVariables;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import graphql.schema.idl.RuntimeWiring;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The answers of the Country Pages API: ids are prefixed in arguments and answers ({@code location-404}, {@code
 * product-HS-726}); class HS is HS 1992; a country without pages is an error, and so are the two queries that always
 * fail in public.
 */
final class CountryPagesQueries {
    private static final String NO_PRODUCT = "'NoneType' object is not iterable";
    private static final String NO_LEVEL = "missing 1 required argument: 'product_level'";
    private static final List<String> DECILES =
            List.of("Last", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Top");

    private final Database database;
    private final Classifications classifications;
    private final PageObjects objects;
    private final NewProducts newProducts;
    private final Map<TradeClass, CountryYears> years = new EnumMap<>(TradeClass.class);
    private CountryProfiles profiles;

    CountryPagesQueries(Database database, Classifications classifications, NewProducts newProducts) {
        this.database = database;
        this.classifications = classifications;
        this.objects = new PageObjects(classifications);
        this.newProducts = newProducts;
    }

    /** The schema with its answers. */
    SchemaAnswers answers() {
        Map<String, DataFetcher<?>> queries = new HashMap<>();
        queries.put(
                "countryProfile", env -> profiles().of(location(env), env.getArgument("comparisonLocationsQuantity")));
        queries.put("allCountryProfiles", env -> pages().map(this::shortProfile).toList());
        queries.put("countryYear", env -> countryYear(location(env), env));
        queries.put("allCountryYear", env -> pages().map(country -> countryYear(country, env))
                .toList());
        queries.put("countryYearRange", env -> countryYearRange(location(env), env));
        queries.put("allCountryYearRange", env -> pages().map(country -> countryYearRange(country, env))
                .toList());
        queries.put("countryLookback", env -> lookbacks().of(objects.country(env.getArgument("id")), env));
        queries.put("globalDatum", env -> lookbacks().world(env, years(TradeClass.HS12)));
        queries.put("treeMap", this::treeMap);
        queries.put("allCountryProductYear", this::allCountryProductYear);
        queries.put("manyCountryProductYear", env -> fail(NO_PRODUCT));
        queries.put("allProductYearRange", env -> fail(NO_LEVEL));
        queries.put("product", this::product);
        queries.put("allProducts", this::allProducts);
        queries.put("productYear", this::productYear);
        queries.put("allProductYear", this::allProductYear);
        queries.put("productYearRange", this::productYearRange);
        queries.put("productSpace", this::productSpace);
        queries.put("newProductsCountry", env -> newProducts(location(env), env.getArgument("year")));
        queries.put("newProductsComparisonCountries", this::newProductsComparisonCountries);
        queries.put("countryProductLookback", this::countryProductLookback);
        queries.put("location", env -> objects.location(objects.anyCountry(env.getArgument("id"))));
        queries.put("allLocations", this::allLocations);
        queries.put("group", env -> objects.group(objects.group(env.<String>getArgument("id"))));
        queries.put("allGroups", this::allGroups);
        return new SchemaAnswers("country-pages.graphqls", queries, CountryPagesQueries::wire);
    }

    private static RuntimeWiring.Builder wire(RuntimeWiring.Builder wiring) {
        return wiring.scalar(GraphQLScalarType.newScalar()
                        .name("Int")
                        .coercing(new WholeNumber())
                        .build())
                .type(
                        "TreeMapDatum",
                        type -> type.typeResolver(env -> {
                            boolean product = ((Map<?, ?>) env.getObject()).containsKey("product");
                            return env.getSchema().getObjectType(product ? "TreeMapProduct" : "TreeMapLocation");
                        }));
    }

    /** Int of any size in answers: the schema calls export values Int that pass its 32 bits. */
    private static final class WholeNumber implements Coercing<Number, Number> {
        private static final Coercing<?, ?> INT = Scalars.GraphQLInt.getCoercing();

        @Override
        public Number serialize(Object value, GraphQLContext context, Locale locale) {
            return ((Number) value).longValue();
        }

        @Override
        public Number parseValue(Object input, GraphQLContext context, Locale locale) {
            return (Number) INT.parseValue(input, context, locale);
        }

        @Override
        public Number parseLiteral(Value<?> input, CoercedVariables variables, GraphQLContext context, Locale locale) {
            return (Number) INT.parseLiteral(input, variables, context, locale);
        }
    }

    private static Object fail(String message) {
        throw new QueryProblem(message);
    }

    private Country location(DataFetchingEnvironment env) {
        return objects.country(env.getArgument("location"));
    }

    private Stream<Country> pages() {
        return classifications.countries().values().stream().filter(Country::inPages);
    }

    private synchronized CountryYears years(TradeClass trade) {
        return years.computeIfAbsent(trade, goods -> new CountryYears(database, classifications, goods));
    }

    private synchronized CountryProfiles profiles() {
        if (profiles == null) {
            profiles = new CountryProfiles(
                    database, classifications, objects, newProducts, years(TradeClass.HS92), years(TradeClass.HS12));
        }
        return profiles;
    }

    /** Reads what every answer needs and the first one would wait for. */
    void prepare() {
        profiles();
        newProducts.all(YEAR);
    }

    private CountryLookbacks lookbacks() {
        return new CountryLookbacks(
                database, classifications, objects, years(TradeClass.HS92), () -> years(TradeClass.SITC));
    }

    private Map<String, Object> shortProfile(Country country) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("location", objects.location(country));
        fields.put("diversificationGrade", profiles().grade(country.id()));
        fields.put("eciNatResourcesGdpControlled", profiles().controlledEci(country.id()));
        fields.put("policyRecommendation", profiles().recommendation(country.id()));
        return fields;
    }

    private Map<String, Object> countryYear(Country country, DataFetchingEnvironment env) {
        int year = env.<Integer>getArgument("year");
        Map<String, Object> fields = new HashMap<>();
        fields.put("location", objects.location(country));
        figures(env).forEach((name, figure) -> fields.put(name, figure.in(country.id(), year)));
        return fields;
    }

    /** The same figures, each as a list of quantities with years. */
    private Map<String, Object> countryYearRange(Country country, DataFetchingEnvironment env) {
        int least = Math.max(TradeClass.SITC.firstYear(), env.<Integer>getArgument("minYear"));
        int most = Math.min(YEAR, env.<Integer>getArgument("maxYear"));
        Map<String, Object> fields = new HashMap<>();
        fields.put("location", objects.location(country));
        figures(env).forEach((name, figure) -> {
            List<Map<String, Object>> values = new ArrayList<>();
            for (int year = least; year <= most; year++) {
                Number quantity = figure.in(country.id(), year);
                if (quantity != null) {
                    values.add(Map.of("quantity", quantity, "year", year));
                }
            }
            fields.put(name, values);
        });
        return fields;
    }

    @FunctionalInterface
    private interface Reading {
        /** Null where there is none. */
        Number in(int country, int year);
    }

    private Map<String, Reading> figures(DataFetchingEnvironment env) {
        CountryYears totals = years(TradeClass.HS92);
        CountryYears eci = years(PageObjects.trade(env.getArgument("eciProductClass")));
        CountryYears coi = years(PageObjects.trade(env.getArgument("coiProductClass")));
        return Map.ofEntries(
                Map.entry("population", whole(totals, Figure.POPULATION)),
                Map.entry("exportValue", real(totals, Figure.EXPORTS)),
                Map.entry("importValue", real(totals, Figure.IMPORTS)),
                Map.entry("exportValueRank", rank(totals, Figure.EXPORTS)),
                Map.entry("gdp", real(totals, Figure.GDP)),
                Map.entry("gdpRank", rank(totals, Figure.GDP)),
                Map.entry("gdpPpp", real(totals, Figure.GDP_PPP)),
                Map.entry("gdpPerCapita", whole(totals, Figure.GDP_PER_CAPITA)),
                Map.entry("gdpPerCapitaPpp", whole(totals, Figure.GDP_PER_CAPITA_PPP)),
                Map.entry("eci", real(eci, Figure.ECI)),
                Map.entry("eciRank", rank(eci, Figure.ECI)),
                Map.entry("coi", real(coi, Figure.COI)),
                Map.entry("coiRank", rank(coi, Figure.COI)));
    }

    private static Reading real(CountryYears years, Figure figure) {
        return (country, year) -> orNull(years.value(country, year, figure));
    }

    private static Reading whole(CountryYears years, Figure figure) {
        return (country, year) -> {
            double value = years.value(country, year, figure);
            return Double.isNaN(value) ? null : Math.round(value);
        };
    }

    private static Reading rank(CountryYears years, Figure figure) {
        return (country, year) -> {
            int rank = years.rank(country, year, figure);
            return rank == 0 ? null : rank;
        };
    }

    private List<Map<String, Object>> treeMap(DataFetchingEnvironment env) {
        int year = env.getArgumentOrDefault("year", YEAR);
        TradeClass goods = PageObjects.trade(env.getArgument("productClass"));
        String facet = env.getArgument("facet");
        if (!facet.equals("CPY_P") && env.getArgument("location") == null) {
            throw new QueryProblem("location is required for %s.".formatted(facet));
        }
        return switch (facet) {
            case "CPY_C" -> treeMapProducts(location(env).id(), goods, level(env), year);
            case "CCY_C" -> treeMapPartners(location(env).id(), goods, year);
                // its rows name no country, so that nothing can be told apart
            default -> List.of();
        };
    }

    private List<Map<String, Object>> treeMapProducts(int country, TradeClass goods, int level, int year) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (TradeClass part : List.of(goods, TradeClass.SERVICES_UNILATERAL)) {
            database.rows(
                            """
              SELECT t.*, t.export_rca AS rca, t.cog AS opportunity_gain, t.normalized_cog AS normalized_opportunity_gain, p.pci
              FROM %1$s.country_product_year_%2$d t
              LEFT JOIN %1$s.product_year_%2$d p ON p.product_id = t.product_id AND p.year = t.year
              WHERE t.country_id = ? AND t.year = ? ORDER BY t.export_value DESC
              """
                                    .formatted(part.schema(), level),
                            country,
                            year)
                    .forEach(row -> rows.add(withProduct(goods, row)));
        }
        return rows;
    }

    private List<Map<String, Object>> treeMapPartners(int country, TradeClass goods, int year) {
        List<Map<String, Object>> rows = database.rows(
                "SELECT partner_id, year, export_value, import_value FROM %s.country_country_year WHERE country_id = ? AND year = ?"
                        .formatted(goods.schema()),
                country,
                year);
        rows.forEach(row -> row.put("location", objects.location((Integer) row.get("partnerId"))));
        return rows;
    }

    private Map<String, Object> withProduct(TradeClass goods, Map<String, Object> row) {
        row.put("product", objects.product(goods, (Integer) row.get("productId")));
        return row;
    }

    private List<Map<String, Object>> allCountryProductYear(DataFetchingEnvironment env) {
        TradeClass goods = PageObjects.trade(env.getArgument("productClass"));
        int country = location(env).id();
        List<Map<String, Object>> rows = database.rows(
                """
            SELECT product_id, export_value, import_value,
              CASE WHEN normalized_cog IS NOT NULL THEN ntile(10) OVER (PARTITION BY normalized_cog IS NULL ORDER BY normalized_cog) END AS gain,
              CASE WHEN normalized_distance IS NOT NULL
                THEN ntile(10) OVER (PARTITION BY normalized_distance IS NULL ORDER BY normalized_distance) END AS nearness,
              CASE WHEN normalized_pci IS NOT NULL THEN ntile(10) OVER (PARTITION BY normalized_pci IS NULL ORDER BY normalized_pci) END AS pci
            FROM %s.country_product_year_%d WHERE country_id = ? AND year = ? ORDER BY product_id
            """
                        .formatted(goods.schema(), level(env)),
                country,
                env.getArgument("year"));
        for (Map<String, Object> row : rows) {
            withProduct(goods, row);
            row.put("id", "location-%d-%s".formatted(country, ((Map<?, ?>) row.get("product")).get("id")));
            row.put("normalizedOpportunityGainDecileClassification", decile(row.get("gain")));
            row.put("normalizedDistanceDecileClassification", decile(row.get("nearness")));
            row.put("normalizedPciDecileClassification", decile(row.get("pci")));
        }
        return rows;
    }

    private static String decile(Object tenth) {
        return tenth == null ? null : DECILES.get((Integer) tenth - 1);
    }

    private Map<String, Object> product(DataFetchingEnvironment env) {
        PageObjects.ProductId id = objects.product(env.getArgument("id"));
        return objects.product(id.trade(), id.item().id());
    }

    private List<Map<String, Object>> allProducts(DataFetchingEnvironment env) {
        TradeClass goods = PageObjects.trade(env.getArgument("productClass"));
        String level = env.getArgument("productLevel");
        return classifications.products(goods).values().stream()
                .filter(item -> !item.service() && (level == null || item.level() == PageObjects.level(level)))
                .map(item -> objects.product(goods, item.id()))
                .toList();
    }

    private static final String PRODUCT_YEAR =
            """
      SELECT t.product_id, t.year, t.pci, t.export_value AS global_export_value, t.complexity_enum AS complexity_level,
        t.export_value / d.deflator / nullif(b.export_value / e.deflator, 0) - 1 AS global_export_value_change_five_years
      FROM %1$s.product_year_%2$d t
      LEFT JOIN %1$s.product_year_%2$d b ON b.product_id = t.product_id AND b.year = t.year - 5
      LEFT JOIN public.year d ON d.year = t.year
      LEFT JOIN public.year e ON e.year = b.year
      WHERE t.year BETWEEN ? AND ? AND (?::int IS NULL OR t.product_id = ?::int) ORDER BY t.product_id, t.year
      """;

    private List<Map<String, Object>> productYears(PageObjects.ProductId product, int least, int most) {
        TradeClass part = product.item().service() ? TradeClass.SERVICES_UNILATERAL : product.trade();
        int id = product.item().id();
        List<Map<String, Object>> rows = database.rows(
                PRODUCT_YEAR.formatted(part.schema(), product.item().level()), least, most, id, id);
        rows.forEach(row -> withProduct(product.trade(), row));
        return rows;
    }

    private Map<String, Object> productYear(DataFetchingEnvironment env) {
        int year = env.<Integer>getArgument("year");
        return productYears(objects.product(env.getArgument("product")), year, year).stream()
                .findFirst()
                .orElse(null);
    }

    private List<Map<String, Object>> allProductYear(DataFetchingEnvironment env) {
        TradeClass goods = PageObjects.trade(env.getArgument("productClass"));
        List<Object> arguments = new ArrayList<>(List.of(env.getArgument("year"), env.getArgument("year")));
        arguments.add(null);
        arguments.add(null);
        List<Map<String, Object>> rows = database.rows(PRODUCT_YEAR.formatted(goods.schema(), level(env)), arguments);
        rows.forEach(row -> withProduct(goods, row));
        return rows;
    }

    private Map<String, Object> productYearRange(DataFetchingEnvironment env) {
        PageObjects.ProductId id = objects.product(env.getArgument("product"));
        List<Map<String, Object>> rows =
                productYears(id, env.<Integer>getArgument("minYear"), env.<Integer>getArgument("maxYear"));
        return Map.of(
                "product",
                objects.product(id.trade(), id.item().id()),
                "pci",
                series(rows, "pci"),
                "globalExportValue",
                series(rows, "globalExportValue"));
    }

    private static List<Map<String, Object>> series(List<Map<String, Object>> rows, String figure) {
        return rows.stream()
                .filter(row -> row.get(figure) != null)
                .map(row -> Map.of("quantity", row.get(figure), "year", row.get("year")))
                .toList();
    }

    /** The goods of the product space with the country's part; the demo world has links but no positions on a plane. */
    private List<Map<String, Object>> productSpace(DataFetchingEnvironment env) {
        TradeClass goods = PageObjects.trade(env.getArgument("productClass"));
        Map<Integer, List<Map<String, Object>>> links = new HashMap<>();
        database.rows(
                        """
            SELECT product_id, target_id FROM (
              SELECT *, row_number() OVER (PARTITION BY product_id ORDER BY strength DESC, target_id) AS place
              FROM %s.product_product_4 WHERE product_id <> target_id) ranked
            WHERE place <= 5
            """
                                .formatted(goods.schema()))
                .forEach(row -> links.computeIfAbsent((Integer) row.get("productId"), id -> new ArrayList<>())
                        .add(objects.product(goods, (Integer) row.get("targetId"))));
        List<Map<String, Object>> rows = database.rows(
                "SELECT product_id, export_value, import_value, export_rca AS rca FROM %s.country_product_year_4 WHERE country_id = ? AND year = ?"
                        .formatted(goods.schema()),
                location(env).id(),
                env.getArgument("year"));
        for (Map<String, Object> row : rows) {
            withProduct(goods, row).put("connections", links.getOrDefault((Integer) row.get("productId"), List.of()));
        }
        return rows;
    }

    private Map<String, Object> newProducts(Country country, int year) {
        List<New> added = newProducts.of(country.id(), year);
        long value = added.stream().mapToLong(New::exports).sum();
        double people = years(TradeClass.HS92).value(country.id(), year, Figure.POPULATION);
        Map<String, Object> fields = new HashMap<>();
        fields.put("location", objects.location(country));
        fields.put(
                "newProducts",
                added.stream()
                        .map(product -> objects.product(TradeClass.HS92, product.product()))
                        .toList());
        fields.put("newProductExportValue", value);
        fields.put("newProductExportValuePerCapita", Double.isNaN(people) ? null : Math.round(value / people));
        fields.put("newProductCount", added.size());
        return fields;
    }

    private List<Map<String, Object>> newProductsComparisonCountries(DataFetchingEnvironment env) {
        return profiles().peers(location(env).id(), env.getArgumentOrDefault("quantity", 3)).stream()
                .map(peer -> newProducts(classifications.countries().get(peer), env.getArgument("year")))
                .toList();
    }

    private List<Map<String, Object>> countryProductLookback(DataFetchingEnvironment env) {
        int back = CountryLookbacks.years(env);
        List<Map<String, Object>> rows = database.rows(
                """
            SELECT product_id, rate - 1 AS export_value_const_growth, power(rate, 1.0 / ?) - 1 AS export_value_const_cagr
            FROM (
              SELECT t.product_id, t.export_value / d.deflator / nullif(b.export_value / e.deflator, 0) AS rate
              FROM hs92.country_product_year_%1$d t
              JOIN hs92.country_product_year_%1$d b ON b.country_id = t.country_id AND b.product_id = t.product_id AND b.year = ?
              JOIN public.year d ON d.year = t.year
              JOIN public.year e ON e.year = b.year
              WHERE t.country_id = ? AND t.year = ?) compared
            WHERE rate IS NOT NULL ORDER BY product_id
            """
                        .formatted(level(env)),
                back,
                YEAR - back,
                location(env).id(),
                YEAR);
        rows.forEach(row -> withProduct(TradeClass.HS92, row));
        return rows;
    }

    private List<Map<String, Object>> allLocations(DataFetchingEnvironment env) {
        if ("region".equals(env.getArgument("level"))) {
            return List.of();
        }
        return classifications.countries().values().stream()
                .map(objects::location)
                .toList();
    }

    private List<Map<String, Object>> allGroups(DataFetchingEnvironment env) {
        String type = env.getArgument("groupType");
        return classifications.groups().stream()
                .filter(group -> type == null || group.type().equals(type))
                .map(objects::group)
                .toList();
    }

    private static int level(DataFetchingEnvironment env) {
        return PageObjects.level(env.getArgumentOrDefault("productLevel", "fourDigit"));
    }
}
