package dev.caravan.demo.api;

import dev.caravan.demo.api.Classifications.Country;
import dev.caravan.demo.api.Classifications.Group;
import dev.caravan.demo.api.Classifications.Item;
import dev.caravan.warehouse.TradeClass;
import graphql.Scalars;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The answers of the Explore API. Arguments are bare numbers, answers carry prefixed ids ({@code country-404}, {@code
 * product-HS92-726}, {@code group-2}); values are current USD. Nothing is sorted for the client's question or cut.
 */
final class ExploreQueries {
    private static final int WORLD = 1;
    private static final String SERVICES = TradeClass.SERVICES_UNILATERAL.schema();

    private static final GraphQLScalarType DATE_TIME = GraphQLScalarType.newScalar()
            .name("DateTime")
            .coercing(Scalars.GraphQLString.getCoercing())
            .build();

    private final Database database;
    private final Classifications classifications;
    private final NewProducts newProducts;
    private final Map<TradeClass, Map<Integer, Map<String, Object>>> shownProducts = new ConcurrentHashMap<>();

    ExploreQueries(Database database, Classifications classifications, NewProducts newProducts) {
        this.database = database;
        this.classifications = classifications;
        this.newProducts = newProducts;
    }

    /** The schema with its answers. */
    SchemaAnswers answers() {
        Map<String, DataFetcher<?>> queries = new HashMap<>();
        queries.put("countryProductYear", this::countryProductYear);
        queries.put("countryYear", this::countryYear);
        queries.put("productYear", this::productYear);
        queries.put("countryCountryYear", this::countryCountryYear);
        queries.put("countryCountryProductYear", this::countryCountryProductYear);
        queries.put("countryCountryProductYearGrouped", this::countryCountryProductYearGrouped);
        queries.put("groupYear", this::groupYear);
        queries.put("countryGroupProductYear", this::countryGroupProductYear);
        queries.put("groupCountryProductYear", this::groupCountryProductYear);
        queries.put("locationCountry", env -> classifications.countries().values().stream()
                .map(ExploreQueries::country)
                .toList());
        queries.put("locationGroup", this::locationGroup);
        queries.put("productHs92", env -> products(TradeClass.HS92, env));
        queries.put("productHs12", env -> products(TradeClass.HS12, env));
        queries.put("productHs22", env -> products(TradeClass.HS22, env));
        queries.put("productSitc", env -> products(TradeClass.SITC, env));
        queries.put("year", this::year);
        queries.put("dataFlags", this::dataFlags);
        queries.put("dataAvailability", env -> dataAvailability());
        queries.put("metadata", env -> metadata());
        // empty in the public service, or nothing that a generated world could tell
        Stream.of(
                        "groupGroupProductYear",
                        "productProduct",
                        "conversionPath",
                        "conversionSources",
                        "conversionWeights",
                        "countryYearThresholds",
                        "downloadsTable",
                        "banner")
                .forEach(name -> queries.put(name, env -> List.of()));
        return new SchemaAnswers("explore.graphqls", queries, wiring -> wiring.scalar(DATE_TIME));
    }

    private List<Map<String, Object>> countryProductYear(DataFetchingEnvironment env) {
        TradeClass goods = goods(env);
        int level = level(goods, env);
        Integer country = env.getArgument("countryId");
        Integer product = env.getArgument("productId");
        if (country == null && product == null && level > 2) {
            throw new QueryProblem("countryId or productId is required at this productLevel.");
        }
        Filter filter = new Filter().equal("t.country_id", country).equal("t.product_id", product);
        years(filter, env);
        String sql =
                """
        SELECT t.*, 'country-' || t.country_id AS country_id, '%s' || t.product_id AS product_id
        FROM %s.country_product_year_%d t %s ORDER BY t.year, t.country_id, t.product_id
        """;
        List<Map<String, Object>> rows = withServices(sql, goods, level, filter, env);
        if (goods == TradeClass.HS92 && level == 4 && env.getSelectionSet().contains("isNew")) {
            rows.forEach(this::markNew);
        }
        return rows;
    }

    /** Tells the last year's new products; earlier ones are not worked out. */
    private void markNew(Map<String, Object> row) {
        int year = (Integer) row.get("year");
        if (year == TradeClass.HS92.lastYear()) {
            int country = Integer.parseInt(((String) row.get("countryId")).substring("country-".length()));
            String product = (String) row.get("productId");
            String prefix = productPrefix(TradeClass.HS92);
            row.put(
                    "isNew",
                    newProducts.of(country, year).stream().anyMatch(found -> product.equals(prefix + found.product())));
        }
    }

    /** The rows of goods, then those of services where the client asks for them. */
    private List<Map<String, Object>> withServices(
            String sql, TradeClass goods, int level, Filter filter, DataFetchingEnvironment env) {
        String prefix = productPrefix(goods);
        List<Map<String, Object>> rows =
                database.rows(sql.formatted(prefix, goods.schema(), level, filter.where()), filter.arguments());
        if (env.getArgument("servicesClass") != null) {
            rows = new ArrayList<>(rows);
            rows.addAll(database.rows(sql.formatted(prefix, SERVICES, level, filter.where()), filter.arguments()));
        }
        return rows;
    }

    /** Totals are goods and services whatever class is asked for; the class decides about ECI and COI. */
    private List<Map<String, Object>> countryYear(DataFetchingEnvironment env) {
        Filter filter = new Filter().equal("t.country_id", env.getArgument("countryId"));
        years(filter, env);
        return database.rows(
                """
        SELECT t.*, 'country-' || t.country_id AS country_id, round(t.population)::bigint AS population,
          round(t.gdppc)::bigint AS gdppc, round(t.gdppc_ppp)::bigint AS gdppc_ppp,
          t.export_value + coalesce(s.export_value, 0) AS export_value,
          t.import_value + coalesce(s.import_value, 0) AS import_value
        FROM %s.country_year t LEFT JOIN %s.country_year s ON s.country_id = t.country_id AND s.year = t.year
        %s ORDER BY t.country_id, t.year
        """
                        .formatted(goods(env).schema(), SERVICES, filter.where()),
                filter.arguments());
    }

    private List<Map<String, Object>> productYear(DataFetchingEnvironment env) {
        TradeClass goods = goods(env);
        Filter filter = new Filter().equal("t.product_id", env.getArgument("productId"));
        years(filter, env);
        // constant prices: a value over the deflator of its year
        String sql =
                """
        SELECT t.*, '%1$s' || t.product_id AS product_id,
          x.rate - 1 AS export_value_const_growth_5, power(x.rate, 0.2) - 1 AS export_value_const_cagr_5,
          m.rate - 1 AS import_value_const_growth_5, power(m.rate, 0.2) - 1 AS import_value_const_cagr_5
        FROM %2$s.product_year_%3$d t
        LEFT JOIN %2$s.product_year_%3$d b ON b.product_id = t.product_id AND b.year = t.year - 5
        LEFT JOIN public.year d ON d.year = t.year
        LEFT JOIN public.year e ON e.year = b.year
        CROSS JOIN LATERAL (SELECT t.export_value / d.deflator / nullif(b.export_value / e.deflator, 0) AS rate) x
        CROSS JOIN LATERAL (SELECT t.import_value / d.deflator / nullif(b.import_value / e.deflator, 0) AS rate) m
        %4$s ORDER BY t.product_id, t.year
        """;
        return withServices(sql, goods, level(goods, env), filter, env);
    }

    /** Goods only: nobody publishes services by partner. */
    private List<Map<String, Object>> countryCountryYear(DataFetchingEnvironment env) {
        Filter filter = pair(env);
        return database.rows(
                """
        SELECT 'country-' || t.country_id AS country_id, 'country-' || t.partner_id AS partner_country_id, t.year,
          t.export_value, t.import_value
        FROM %s.country_country_year t %s ORDER BY t.country_id, t.partner_id, t.year
        """
                        .formatted(goods(env).schema(), filter.where()),
                filter.arguments());
    }

    private List<Map<String, Object>> countryCountryProductYear(DataFetchingEnvironment env) {
        TradeClass goods = goods(env);
        Filter filter = pair(env)
                .equal("t.product_id", env.getArgument("productId"))
                .in("t.product_id", env.<List<Integer>>getArgument("productIds"));
        return database.rows(
                """
        SELECT t.*, 'country-' || t.country_id AS country_id, 'country-' || t.partner_id AS partner_country_id,
          '%s' || t.product_id AS product_id
        FROM %s.country_country_product_year_%d t %s ORDER BY t.country_id, t.partner_id, t.year, t.product_id
        """
                        .formatted(productPrefix(goods), goods.schema(), level(goods, env), filter.where()),
                filter.arguments());
    }

    /** One element with all products that were asked for. */
    private List<Map<String, Object>> countryCountryProductYearGrouped(DataFetchingEnvironment env) {
        List<Map<String, Object>> rows = countryCountryProductYear(env);
        List<Object> products =
                rows.stream().map(row -> row.get("productId")).distinct().toList();
        return List.of(Map.of("productIds", products, "data", rows));
    }

    /** Goods only. */
    private List<Map<String, Object>> groupYear(DataFetchingEnvironment env) {
        Filter filter = new Filter()
                .equal("m.group_id", env.getArgument("groupId"))
                .equal("m.group_type::text", env.getArgument("groupType"));
        years(filter, env);
        return database.rows(
                """
        SELECT 'group-' || m.group_id AS group_id, m.group_type, t.year, sum(t.population) AS population, sum(t.gdp) AS gdp,
          sum(t.gdp_ppp) AS gdp_ppp, sum(t.export_value) AS export_value, sum(t.import_value) AS import_value
        FROM %s.country_year t JOIN classification.location_group_member m USING (country_id)
        %s GROUP BY m.group_id, m.group_type, t.year ORDER BY m.group_id, t.year
        """
                        .formatted(goods(env).schema(), filter.where()),
                filter.arguments());
    }

    private List<Map<String, Object>> countryGroupProductYear(DataFetchingEnvironment env) {
        int group = env.<Integer>getArgument("partnerGroupId");
        TradeClass goods = goods(env);
        Filter filter = new Filter().equal("t.country_id", env.getArgument("countryId"));
        filter.equal("t.product_id", env.getArgument("productId"));
        years(filter, env);
        String ends = "'country-' || t.country_id AS country_id, 'group-%d' AS partner_group_id".formatted(group);
        if (group == WORLD) {
            return withWorld(env, goods, ends, "t.export_value, t.import_value", filter);
        }
        return withGroup(env, goods, ends, "t.country_id", "t.partner_id", filter.equal("m.group_id", group));
    }

    private List<Map<String, Object>> groupCountryProductYear(DataFetchingEnvironment env) {
        int group = env.<Integer>getArgument("groupId");
        TradeClass goods = goods(env);
        Integer partner = env.getArgument("partnerCountryId");
        Filter filter = new Filter().equal(group == WORLD ? "t.country_id" : "t.partner_id", partner);
        filter.equal("t.product_id", env.getArgument("productId"));
        years(filter, env);
        String ends = "'group-%d' AS group_id, 'country-' || %s AS partner_country_id";
        if (group == WORLD) {
            // what the country imports from the world is what the world exports to it
            String flipped = "t.import_value AS export_value, t.export_value AS import_value";
            return withWorld(env, goods, ends.formatted(group, "t.country_id"), flipped, filter);
        }
        return withGroup(
                env,
                goods,
                ends.formatted(group, "t.partner_id"),
                "t.partner_id",
                "t.country_id",
                filter.equal("m.group_id", group));
    }

    private List<Map<String, Object>> withWorld(
            DataFetchingEnvironment env, TradeClass goods, String ends, String values, Filter filter) {
        return database.rows(
                """
        SELECT %s, '%s' || t.product_id AS product_id, t.product_level, t.year, %s
        FROM %s.country_product_year_%d t %s ORDER BY t.year, t.product_id
        """
                        .formatted(
                                ends, productPrefix(goods), values, goods.schema(), level(goods, env), filter.where()),
                filter.arguments());
    }

    private List<Map<String, Object>> withGroup(
            DataFetchingEnvironment env, TradeClass goods, String ends, String country, String member, Filter filter) {
        return database.rows(
                """
        SELECT %s, '%s' || t.product_id AS product_id, t.product_level, t.year,
          sum(t.export_value) AS export_value, sum(t.import_value) AS import_value
        FROM %s.country_country_product_year_%d t JOIN classification.location_group_member m ON m.country_id = %s
        %s GROUP BY %s, t.product_id, t.product_level, t.year ORDER BY t.year, t.product_id
        """
                        .formatted(
                                ends,
                                productPrefix(goods),
                                goods.schema(),
                                level(goods, env),
                                member,
                                filter.where(),
                                country),
                filter.arguments());
    }

    private List<Map<String, Object>> locationGroup(DataFetchingEnvironment env) {
        String type = env.getArgument("groupType");
        return classifications.groups().stream()
                .filter(group -> type == null || group.type().equals(type))
                .map(ExploreQueries::group)
                .toList();
    }

    private static Map<String, Object> country(Country country) {
        Map<String, Object> fields = new HashMap<>(country.columns());
        fields.put("countryId", "country-" + country.id());
        return fields;
    }

    private static Map<String, Object> group(Group group) {
        Map<String, Object> fields = new HashMap<>(group.columns());
        fields.put("groupId", "group-" + group.id());
        fields.put(
                "members",
                group.members().stream().map(member -> "country-" + member).toList());
        fields.computeIfPresent("parentId", (name, id) -> "group-" + id);
        return fields;
    }

    private List<Map<String, Object>> products(TradeClass goods, DataFetchingEnvironment env) {
        Integer level = env.getArgument("productLevel");
        boolean services = env.getArgument("servicesClass") != null;
        Map<Integer, Map<String, Object>> fields = shownProducts.computeIfAbsent(goods, this::shown);
        return classifications.products(goods).values().stream()
                .filter(item -> (level == null || item.level() == level) && (services || !item.service()))
                .map(item -> fields.get(item.id()))
                .toList();
    }

    /** By number, each with its parents. */
    private Map<Integer, Map<String, Object>> shown(TradeClass goods) {
        Map<Integer, Item> all = classifications.products(goods);
        Map<Integer, Map<String, Object>> fields = new HashMap<>();
        all.values().forEach(item -> fields.put(item.id(), product(goods, item)));
        all.values().forEach(item -> {
            fields.get(item.id()).put("parent", fields.get(item.parent()));
            fields.get(item.id()).put("topParent", fields.get(item.top()));
        });
        return fields;
    }

    private static Map<String, Object> product(TradeClass goods, Item item) {
        Map<String, Object> fields = new HashMap<>(item.columns());
        fields.put("productId", productPrefix(goods) + item.id());
        fields.put("productType", item.service() ? "service" : "good");
        return fields;
    }

    private List<Map<String, Object>> year(DataFetchingEnvironment env) {
        Filter filter = new Filter().years("year", env.getArgument("yearMin"), env.getArgument("yearMax"));
        return database.rows(
                "SELECT year, deflator FROM public.year %s ORDER BY year".formatted(filter.where()),
                filter.arguments());
    }

    private List<Map<String, Object>> dataFlags(DataFetchingEnvironment env) {
        Filter filter = new Filter().equal("country_id", env.getArgument("countryId"));
        return database.rows(
                "SELECT *, avg_export_3 AS avg_export3, 'country-' || country_id AS country_id FROM public.data_flags %s"
                        .formatted(filter.where()),
                filter.arguments());
    }

    private List<Map<String, Object>> dataAvailability() {
        return Stream.of(TradeClass.values())
                .filter(TradeClass::goods)
                .map(goods -> database.row(
                                "SELECT '%s' AS product_classification, min(year) AS year_min, max(year) AS year_max FROM %s"
                                        .formatted(goods.name(), goods.table("country_year")))
                        .orElseThrow())
                .toList();
    }

    private Map<String, Object> metadata() {
        Object vintage = database.row("SELECT vintage FROM public.data_source")
                .orElseThrow()
                .get("vintage");
        return Map.of("serverName", "caravan-demo", "ingestionCommit", vintage);
    }

    private static Filter pair(DataFetchingEnvironment env) {
        Integer country = env.getArgument("countryId");
        Integer partner = env.getArgument("partnerCountryId");
        if (country == null && partner == null) {
            throw new QueryProblem("countryId or partnerCountryId is required.");
        }
        Filter filter = new Filter().equal("t.country_id", country).equal("t.partner_id", partner);
        years(filter, env);
        return filter;
    }

    private static void years(Filter filter, DataFetchingEnvironment env) {
        filter.years("t.year", env.getArgument("yearMin"), env.getArgument("yearMax"));
    }

    private static TradeClass goods(DataFetchingEnvironment env) {
        return TradeClass.valueOf(env.getArgumentOrDefault("productClass", TradeClass.HS92.name()));
    }

    private static int level(TradeClass goods, DataFetchingEnvironment env) {
        int level = env.getArgumentOrDefault("productLevel", 4);
        if (!goods.levels().contains(level)) {
            throw new QueryProblem("productLevel %d does not exist in %s.".formatted(level, goods));
        }
        return level;
    }

    private static String productPrefix(TradeClass goods) {
        return "product-" + goods + "-";
    }
}
