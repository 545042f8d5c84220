package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.graphql.GraphqlRun.Entities;
import dev.caravan.graphql.GraphqlRun.Named;
import dev.caravan.graphql.GraphqlRun.Part;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage extract_entities: asks what the question names, with the query type in mind. */
public final class ExtractEntities {
    /** Key of the prompt. */
    public static final String KEY = "graphql_entity_extraction";

    private static final Map<String, Integer> LEVELS =
            Map.of("section", 1, "twoDigit", 2, "fourDigit", 4, "sixDigit", 6);
    private static final Set<Integer> LOOKBACKS = Set.of(3, 5, 10, 15);

    private static final String LEVEL_MEANING =
            """
      how finely products are told apart:
      - section: about 20 broad sectors
      - twoDigit: about 97 chapters
      - fourDigit: about 1,200 products; the usual one
      - sixDigit: about 5,000 products""";

    private static final String DIRECTION_MEANING =
            """
      which way goods flow, where the question says so:
      - export: out of the country
      - import: into it""";

    private static final String CLASS_MEANING =
            """
      product classification:
      - HS92: Harmonized System 1992, 1995-2024; the usual one
      - HS12: Harmonized System 2012, 2012-2024
      - HS22: Harmonized System 2022, 2022-2024
      - SITC: Standard International Trade Classification, 1962-2024, for long series""";

    private static final String GROUP_MEANING =
            """
      kind of group:
      - continent: Africa, Asia, Europe and so on
      - region, subregion: parts of continents
      - trade: trade blocs such as the EU or ASEAN
      - wdi_income_level: income groups of the World Bank
      - wdi_region: regions of the World Bank
      - political: political groupings
      - world: the whole world""";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("graphql_entity_extraction")
            .rootElement(JsonObjectSchema.builder()
                    .addStringProperty("country", "the country measured, as written")
                    .addStringProperty("country_code_guess", "its ISO 3166-1 alpha-3 code, such as KEN")
                    .addStringProperty("partner_country", "the country on the other side, as written")
                    .addStringProperty("partner_code_guess", "its ISO 3166-1 alpha-3 code")
                    .addStringProperty("group", "the group of countries, as written")
                    .addProperty(
                            "group_type",
                            choice(
                                    GROUP_MEANING,
                                    "continent",
                                    "region",
                                    "subregion",
                                    "trade",
                                    "wdi_income_level",
                                    "wdi_region",
                                    "political",
                                    "world"))
                    .addStringProperty("product", "the product or service, as written")
                    .addStringProperty(
                            "product_code_guess",
                            "goods: its HS or SITC code with leading zeros, such as 0901; services: the category exactly as listed")
                    .addStringProperty("group_code_guess", "its code, type:name, such as continent:Africa")
                    .addBooleanProperty("services", "whether the product is a category of services")
                    .addIntegerProperty("year", "the year, if one is named")
                    .addIntegerProperty("min_year", "first year of a range")
                    .addIntegerProperty("max_year", "last year of a range")
                    .addProperty("product_level", choice(LEVEL_MEANING, "section", "twoDigit", "fourDigit", "sixDigit"))
                    .addIntegerProperty("lookback_years", "with country_lookback: 3, 5, 10 or 15")
                    .addProperty("product_class", choice(CLASS_MEANING, "HS92", "HS12", "HS22", "SITC"))
                    .addProperty("direction", choice(DIRECTION_MEANING, "export", "import"))
                    .build())
            .build();

    private static final Pattern SERVICES =
            Pattern.compile("(?i)\\b(services?|touris\\w*|travel|transport|ict|financ\\w*|insurance|business)\\b");

    private final PromptFolder prompts;
    private final CatalogSource catalog;

    /** With the workspace's prompts and the API's catalog. */
    public ExtractEntities(PromptFolder prompts, CatalogSource catalog) {
        this.prompts = prompts;
        this.catalog = catalog;
    }

    private static JsonEnumSchema choice(String meaning, String... values) {
        return JsonEnumSchema.builder().description(meaning).enumValues(values).build();
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body GraphqlRun run) {
        QueryType type = run.classification().orElseThrow().queryType();
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put("Context", run.call().context());
        inputs.put("Query type", type.code() + ": " + type.meaning() + "\n" + relevant(type));
        inputs.put("Fixed by the person", fixed(run.overrides()));
        if (SERVICES.matcher(run.call().question()).find()) {
            inputs.put("Service categories", services());
        }
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    /** Without a catalog the question is read without the list; resolve_ids says that it is missing. */
    private String services() {
        try {
            return catalog.get().products(ProductClass.SERVICES).stream()
                    .map(Entity::name)
                    .distinct()
                    .collect(Collectors.joining("\n"));
        } catch (CatalogSource.Unavailable e) {
            return "";
        }
    }

    private static String relevant(QueryType type) {
        return switch (type) {
            case COUNTRY_LOOKBACK -> "Relevant: country, lookback_years. A number of years other than 3, 5, 10, 15 is a range.";
            case EXPLORE_GROUP -> "Relevant: group, group_type, years; country where the group trades with one.";
            case TREEMAP_BILATERAL,
                    EXPLORE_BILATERAL -> "Relevant: country, partner_country, product, year, direction.";
            case PRODUCT_INFO -> "Relevant: product, product_class, product_level, years.";
            case OVERTIME_PRODUCTS,
                    OVERTIME_PARTNERS,
                    MARKETSHARE -> "Relevant: country, product, min_year, max_year, direction.";
            case GLOBAL_DATUM, EXPLORE_DATA_AVAILABILITY -> "Relevant: product_class.";
            case COUNTRY_PROFILE, NEW_PRODUCTS -> "Relevant: country.";
            case REJECT,
                    TREEMAP_PRODUCTS,
                    TREEMAP_PARTNERS,
                    PRODUCT_SPACE,
                    FEASIBILITY,
                    FEASIBILITY_TABLE,
                    COUNTRY_YEAR -> "Relevant: country, product, year, product_class, product_level, direction.";
        };
    }

    private static String fixed(Overrides overrides) {
        StringBuilder fixed = new StringBuilder();
        overrides.schema().ifPresent(schema -> fixed.append("product_class: ")
                .append(schema)
                .append('\n'));
        overrides.direction().ifPresent(direction -> fixed.append("direction: ")
                .append(direction)
                .append('\n'));
        overrides.scope().ifPresent(scope -> fixed.append("goods or services: ").append(scope));
        return fixed.toString();
    }

    /** Takes the reply; an unreadable one ends the run. */
    public GraphqlRun accept(@Body GraphqlRun run, @Variable("reply") String reply) {
        try {
            JsonNode object = Replies.object(reply);
            Map<Part, Named> names = new EnumMap<>(Part.class);
            name(object, "country", "country_code_guess").ifPresent(named -> names.put(Part.COUNTRY, named));
            name(object, "partner_country", "partner_code_guess").ifPresent(named -> names.put(Part.PARTNER, named));
            name(object, "product", "product_code_guess").ifPresent(named -> names.put(Part.PRODUCT, named));
            name(object, "group", "group_code_guess").ifPresent(named -> names.put(Part.GROUP, named));
            Overrides fixed = run.overrides();
            return run.withEntities(new Entities(
                    object.path("reasoning").asText(""),
                    names,
                    number(object, "year"),
                    number(object, "min_year"),
                    number(object, "max_year"),
                    Optional.ofNullable(LEVELS.get(object.path("product_level").asText(""))),
                    number(object, "lookback_years").filter(LOOKBACKS::contains),
                    fixed.schema()
                            .flatMap(ProductClass::of)
                            .or(() ->
                                    ProductClass.of(object.path("product_class").asText("")))
                            .filter(productClass -> productClass != ProductClass.SERVICES),
                    object.path("group_type").asText(""),
                    fixed.direction()
                            .orElse(object.path("direction").asText(""))
                            .equals("import"),
                    fixed.scope().orElse("").equals("services")
                            || object.path("services").asBoolean(false)));
        } catch (Replies.Unreadable e) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "Entity extraction failed: " + e.getMessage() + ". Please use the query_tool (SQL) instead.");
        }
    }

    private static Optional<Named> name(JsonNode object, String text, String guess) {
        String written = object.path(text).asText("").strip();
        return written.isEmpty() || object.path(text).isNull()
                ? Optional.empty()
                : Optional.of(new Named(
                        written,
                        object.path(guess).isNull()
                                ? ""
                                : object.path(guess).asText("").strip()));
    }

    private static Optional<Integer> number(JsonNode object, String field) {
        return object.path(field).canConvertToInt() && object.path(field).isNumber()
                ? Optional.of(object.path(field).asInt())
                : Optional.empty();
    }
}
