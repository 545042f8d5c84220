package dev.caravan.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.evidence.OpenEvidence;
import dev.caravan.turn.Form;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Ends a tool that is a route alone: what the route has found, as JSON or as maps and lists, becomes the result of the call. */
public final class GiveResult {
    private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

    private final ObjectMapper mapper;

    /** With a reader of JSON. */
    public GiveResult(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Evidence of a kind of the route's own; its rows, where it has some, are what the model reads.
     *
     * @param kind small letters, digits and hyphens
     * @param found a JSON object, see {@link OpenEvidence}, or a list of rows
     * @throws IllegalArgumentException when it is neither
     */
    public ToolResult found(String kind, @Body Object found, @Variable("call") ToolCall call) {
        JsonNode json = json(found);
        JsonNode members = json.isArray() ? mapper.createObjectNode().set("rows", json) : json;
        if (!members.isObject()) {
            throw new IllegalArgumentException(
                    "evidence of the kind " + kind + " must be a JSON object or a list of rows");
        }
        OpenEvidence evidence = new OpenEvidence(kind, mapper.convertValue(members, MEMBERS));
        boolean nothing =
                evidence.rows().filter(table -> table.rows().isEmpty()).isPresent();
        return new ToolResult(call, nothing ? Status.NO_ROWS : Status.OK, evidence.text(), Optional.of(evidence));
    }

    /** Words for the model, without evidence. */
    public ToolResult said(@Body String text, @Variable("call") ToolCall call) {
        return ToolResult.of(call, Status.OK, text);
    }

    /** Why the tool cannot answer this, in words for the model. */
    public ToolResult rejected(@Body String reason, @Variable("call") ToolCall call) {
        return ToolResult.of(call, Status.REJECTED, reason);
    }

    /**
     * The wish to ask the person; the turn waits, and the reply becomes the result of the call.
     *
     * @param text what the person reads above the form, Markdown
     * @param form JSON of a {@link Form}
     * @throws IllegalArgumentException naming what is wrong with the form
     */
    public ToolResult ask(String text, @Body Object form, @Variable("call") ToolCall call) {
        try {
            return ToolResult.waiting(call, text, mapper.treeToValue(json(form), Form.class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("this is no form: " + e.getOriginalMessage(), e);
        }
    }

    private JsonNode json(Object given) {
        Object text = given instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : given;
        if (!(text instanceof String json)) {
            return mapper.valueToTree(text);
        }
        try {
            return mapper.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a tool's result is no JSON: " + e.getOriginalMessage(), e);
        }
    }
}
