package dev.caravan.edge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.text.NearestName;
import dev.caravan.turn.BadRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The JSON object that a client sent, read so that whatever is wrong with it is named. */
public final class RequestBody {
    private RequestBody() {}

    /**
     * The object of a body.
     *
     * @param body JSON in UTF-8
     * @param example what such a body looks like
     * @param known the fields it may have
     * @throws BadRequest for field {@code body}, or for the field that is unknown
     */
    public static ObjectNode read(ObjectMapper mapper, byte[] body, String example, List<String> known) {
        ObjectNode object = object(mapper, body, example);
        checkNames("", object, known);
        return object;
    }

    /**
     * The object of a body, which may have any fields.
     *
     * @param body JSON in UTF-8
     * @param example what such a body looks like
     * @throws BadRequest for field {@code body}
     */
    public static ObjectNode object(ObjectMapper mapper, byte[] body, String example) {
        return object(mapper, decode(body, example), example);
    }

    private static String decode(byte[] body, String example) {
        if (body == null || body.length == 0) {
            throw new BadRequest("body", "the body is empty; send " + example);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new BadRequest("body", "the body is not UTF-8");
        }
    }

    private static ObjectNode object(ObjectMapper mapper, String text, String example) {
        JsonNode node;
        try {
            node = mapper.readTree(text);
        } catch (JsonEOFException e) {
            throw new BadRequest("body", "the body ends in the middle of the JSON");
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null
                    ? ""
                    : " (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ")";
            throw new BadRequest("body", "the body is not JSON: " + e.getOriginalMessage() + place);
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new BadRequest("body", "the body must be a JSON object like " + example);
    }

    /** Refuses a field that is not known, with the one that may have been meant. */
    static void checkNames(String prefix, ObjectNode object, List<String> known) {
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw new BadRequest(
                        prefix + shortened(name),
                        "unknown field " + prefix + shortened(name) + "; " + hint(name, known));
            }
        });
    }

    /** Which name may have been meant, or which there are. */
    static String hint(String name, List<String> known) {
        return NearestName.of(name, known)
                .map(near -> "did you mean " + near + "?")
                .orElse(known.isEmpty() ? "there are none" : "known are " + String.join(", ", known));
    }

    /** The text of a field; empty where it is missing or null. */
    public static Optional<String> text(ObjectNode object, String prefix, String name) {
        JsonNode node = object.get(name);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isTextual()) {
            throw new BadRequest(prefix + name, prefix + name + " must be a text");
        }
        return Optional.of(node.textValue());
    }

    /** Enough of a foreign text to recognise it in a message. */
    public static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
