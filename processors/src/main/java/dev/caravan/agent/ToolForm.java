package dev.caravan.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.workspace.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * A tool in the form that providers are told. What this form cannot say, such as bounds of
 * numbers, is left to the check of the call.
 */
public final class ToolForm {
    private ToolForm() {}

    /** The form of a tool. */
    public static ToolSpecification of(Tool tool) {
        return ToolSpecification.builder()
                .name(tool.name())
                .description(tool.description())
                .parameters(object(tool.arguments()))
                .build();
    }

    private static JsonObjectSchema object(JsonNode schema) {
        JsonObjectSchema.Builder object = JsonObjectSchema.builder().description(description(schema));
        schema.path("properties")
                .properties()
                .forEach(property -> object.addProperty(property.getKey(), element(property.getValue())));
        return object.required(texts(schema.path("required"))).build();
    }

    private static JsonSchemaElement element(JsonNode schema) {
        String description = description(schema);
        if (schema.has("enum")) {
            return JsonEnumSchema.builder()
                    .enumValues(texts(schema.path("enum")))
                    .description(description)
                    .build();
        }
        return switch (schema.path("type").asText("string")) {
            case "object" -> object(schema);
            case "array" -> JsonArraySchema.builder()
                    .items(element(schema.path("items")))
                    .description(description)
                    .build();
            case "integer" -> JsonIntegerSchema.builder()
                    .description(description)
                    .build();
            case "number" -> JsonNumberSchema.builder().description(description).build();
            case "boolean" -> JsonBooleanSchema.builder()
                    .description(description)
                    .build();
            default -> JsonStringSchema.builder().description(description).build();
        };
    }

    private static String description(JsonNode schema) {
        return schema.path("description").textValue();
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
