package dev.caravan.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.sql.SqlRun.Extraction;
import dev.caravan.sql.SqlRun.Name;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stage extract_products: asks which classification, places and products a question names. Sees the
 * question only, never the context, which may name things as guidance that are not asked for.
 */
public final class ExtractionPrompt {
    /** Key of the prompt. */
    public static final String KEY = "product_extraction";

    private static final String CLASS_MEANING =
            """
      product classification:
      - hs92: Harmonized System 1992, 1995 on; the usual one
      - hs12: Harmonized System 2012, 2012 on
      - hs22: Harmonized System 2022, 2022 on
      - sitc: Standard International Trade Classification, 1962 on""";

    private static final String KIND_MEANING =
            """
      what the name stands for:
      - place: a country or a group of countries
      - product: a good or a group of goods
      - service: a category of services""";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("product_extraction")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "classification",
                            JsonEnumSchema.builder()
                                    .description(CLASS_MEANING)
                                    .enumValues("hs92", "hs12", "hs22", "sitc")
                                    .build())
                    .addProperty(
                            "names",
                            JsonArraySchema.builder()
                                    .description("everything the question names")
                                    .items(JsonObjectSchema.builder()
                                            .addStringProperty("text", "as written in the question")
                                            .addProperty(
                                                    "kind",
                                                    JsonEnumSchema.builder()
                                                            .description(KIND_MEANING)
                                                            .enumValues("place", "product", "service")
                                                            .build())
                                            .addProperty(
                                                    "codes",
                                                    JsonArraySchema.builder()
                                                            .description(
                                                                    "the likeliest codes, best first; none where unsure")
                                                            .items(JsonStringSchema.builder()
                                                                    .build())
                                                            .build())
                                            .required("text", "kind")
                                            .build())
                                    .build())
                    .addBooleanProperty("services", "whether the question asks for trade in services")
                    .required("names")
                    .build())
            .build();

    private static final Pattern SERVICES = Pattern.compile(
            "(?i)\\b(services?|touris\\w*|travel|transport|ict|financ\\w*|insurance|business services)\\b");

    private final PromptFolder prompts;
    private final CatalogSource catalog;

    /** With the workspace's prompts and its catalog. */
    public ExtractionPrompt(PromptFolder prompts, CatalogSource catalog) {
        this.prompts = prompts;
        this.catalog = catalog;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        String question = run.call().question();
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", question);
        inputs.put("Fixed by the person", fixed(run));
        if (SERVICES.matcher(question).find()) {
            inputs.put("Service categories", serviceCategories());
        }
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    private String serviceCategories() {
        try {
            return catalog.get().products(ProductClass.SERVICES).stream()
                    .map(Entity::name)
                    .distinct()
                    .collect(Collectors.joining("\n"));
        } catch (CatalogSource.Unavailable e) {
            // the next stage needs the catalog and says that it is missing
            return "";
        }
    }

    static String fixed(SqlRun run) {
        List<String> fixed = new ArrayList<>();
        run.overrides().schema().ifPresent(schema -> fixed.add("classification: " + schema));
        run.overrides().direction().ifPresent(direction -> fixed.add("direction: " + direction));
        run.overrides().scope().ifPresent(scope -> fixed.add("goods or services: " + scope));
        return String.join("\n", fixed);
    }

    /** Takes the reply; an unreadable one ends the run. */
    public SqlRun accept(@Body SqlRun run, @Variable("reply") String reply) {
        try {
            JsonNode object = Replies.object(reply);
            List<Name> names = new ArrayList<>();
            for (JsonNode name : object.path("names")) {
                String kind = name.path("kind").asText("").toLowerCase(Locale.ROOT);
                if (List.of("place", "product", "service").contains(kind)
                        && !name.path("text").asText("").isBlank()) {
                    names.add(new Name(name.path("text").asText(), kind, Replies.texts(name, "codes")));
                }
            }
            ProductClass productClass = run.overrides()
                    .schema()
                    .flatMap(ProductClass::of)
                    .or(() -> ProductClass.of(object.path("classification").asText("")))
                    .orElse(ProductClass.HS92);
            boolean services = run.overrides()
                    .scope()
                    .map("services"::equals)
                    .orElse(object.path("services").asBoolean(false));
            return run.withExtraction(new Extraction(productClass, names, services));
        } catch (Replies.Unreadable e) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "The names in the question could not be extracted: " + e.getMessage()
                            + ". Try again, or tell the person that the language model is not available.");
        }
    }
}
