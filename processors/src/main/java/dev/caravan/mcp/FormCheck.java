package dev.caravan.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Holds the arguments and results of tools against their schemas. The library's own does the same with a version of the validator
 * that is not the one of the replies of models.
 */
public final class FormCheck implements JsonSchemaValidator {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonSchemaFactory schemas = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object value) {
        String wrong = schemas
                .getSchema(JSON.<com.fasterxml.jackson.databind.JsonNode>valueToTree(schema))
                .validate(JSON.valueToTree(value))
                .stream()
                .map(ValidationMessage::getMessage)
                .sorted()
                .limit(3)
                .collect(Collectors.joining("; "));
        return wrong.isEmpty()
                ? ValidationResponse.asValid(JSON.valueToTree(value).toString())
                : ValidationResponse.asInvalid(wrong);
    }
}
