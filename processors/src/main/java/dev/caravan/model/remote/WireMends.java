package dev.caravan.model.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/** Mends what LangChain4j's modules write other than the providers read it. */
final class WireMends {
    private static final ObjectMapper JSON = new ObjectMapper();
    // what is mended has one of these marks; to parse and write a body that has none would be a tenth of a call's work
    private static final Pattern PARTS_OR_OBJECT = Pattern.compile("\"(?:content|arguments)\"\\s*:\\s*[\\[{]");

    private WireMends() {}

    /**
     * The body of a request as the provider wants it; one that is no JSON object stays as it is.
     *
     * @param form whether a form of the reply is in it; to look for one in every body would be a thirtieth of a call's work
     */
    static String request(RemoteKind kind, boolean form, String body) {
        boolean asItIs =
                switch (kind) {
                    case GEMINI -> false;
                    case OPENAI, COMPATIBLE, ANTHROPIC -> !form;
                    case OLLAMA -> true;
                };
        if (asItIs) {
            return body;
        }
        try {
            if (JSON.readTree(body) instanceof ObjectNode request) {
                switch (kind) {
                    case GEMINI -> oneContentForEachTurn(request);
                    case OPENAI, COMPATIBLE -> nullAmongChoices(request.at("/response_format/json_schema/schema"));
                    case ANTHROPIC -> formInItsPlace(request);
                    case OLLAMA -> {}
                }
                return JSON.writeValueAsString(request);
            }
            return body;
        } catch (JsonProcessingException e) {
            return body;
        }
    }

    /** The body of an answer as LangChain4j reads it; one that is no JSON object stays as it is. */
    static String answer(RemoteKind kind, String body) {
        boolean asItIs =
                switch (kind) {
                    case OPENAI, COMPATIBLE -> !PARTS_OR_OBJECT.matcher(body).find();
                    case GEMINI -> false;
                    case ANTHROPIC, OLLAMA -> true;
                };
        if (asItIs) {
            return body;
        }
        try {
            if (JSON.readTree(body) instanceof ObjectNode answer) {
                switch (kind) {
                    case OPENAI, COMPATIBLE -> answer.path("choices")
                            .forEach(choice -> oneTextAndWrittenArguments(choice.path("message")));
                    case GEMINI -> candidateWithParts(answer);
                    case ANTHROPIC, OLLAMA -> {}
                }
                return JSON.writeValueAsString(answer);
            }
            return body;
        } catch (JsonProcessingException e) {
            return body;
        }
    }

    /** Some servers give a call's arguments as an object where a text is due, some a text in parts. */
    private static void oneTextAndWrittenArguments(JsonNode message) {
        for (JsonNode call : message.path("tool_calls")) {
            if (call.path("function") instanceof ObjectNode function
                    && function.path("arguments").isObject()) {
                function.put("arguments", function.get("arguments").toString());
            }
        }
        if (message instanceof ObjectNode whole && message.path("content").isArray()) {
            StringBuilder text = new StringBuilder();
            message.get("content").forEach(part -> text.append(part.path("text").asText("")));
            whole.put("content", text.toString());
        }
    }

    /** Gemini says of a question that its filter stops only that it was stopped, and leaves the content of an empty answer out. */
    private static void candidateWithParts(ObjectNode answer) {
        if (answer.path("candidates").isEmpty()
                && answer.at("/promptFeedback/blockReason").isTextual()) {
            answer.putArray("candidates").addObject().put("finishReason", "SAFETY");
        }
        for (JsonNode candidate : answer.path("candidates")) {
            if (candidate instanceof ObjectNode given
                    && !given.at("/content/parts").isArray()) {
                given.putObject("content").put("role", "model").putArray("parts");
            }
        }
    }

    /**
     * Gemini answers with status 400 unless the results of calls made together come together; LangChain4j makes a content of
     * each.
     */
    private static void oneContentForEachTurn(ObjectNode request) {
        ArrayNode merged = JSON.createArrayNode();
        for (JsonNode content : request.path("contents")) {
            JsonNode last = merged.isEmpty() ? JSON.missingNode() : merged.get(merged.size() - 1);
            boolean sameTurn = last.path("role").equals(content.path("role"));
            if (sameTurn
                    && last.path("parts") instanceof ArrayNode parts
                    && content.path("parts") instanceof ArrayNode more) {
                parts.addAll(more);
            } else {
                merged.add(content);
            }
        }
        if (!merged.isEmpty()) {
            request.set("contents", merged);
        }
    }

    /** Anthropic moved the form of a reply to another field; the old one is to go, and needs a header of its own. */
    private static void formInItsPlace(ObjectNode request) {
        JsonNode form = request.remove("output_format");
        if (form != null && !form.isNull()) {
            request.putObject("output_config").set("format", form);
        }
    }

    /**
     * A strict schema has every field, those that may be left out with the type null beside their own. LangChain4j does not put
     * null among the values of a choice, and a model kept to the schema would have to choose one.
     */
    private static void nullAmongChoices(JsonNode schema) {
        schema.elements().forEachRemaining(WireMends::nullAmongChoices);
        boolean mayBeNull = false;
        for (JsonNode type : schema.path("type")) {
            mayBeNull |= type.asText().equals("null");
        }
        if (mayBeNull && schema.path("enum") instanceof ArrayNode values) {
            values.addNull();
        }
    }
}
