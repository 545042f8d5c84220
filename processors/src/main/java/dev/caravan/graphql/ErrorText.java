package dev.caravan.graphql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What the body of a failed call says, in a line. */
final class ErrorText {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST = 200;

    private ErrorText() {}

    /** The first message of a GraphQL error; nothing of a page of HTML, which says nothing to an agent. */
    static String of(String body) {
        if (body == null || !body.stripLeading().startsWith("{")) {
            return "";
        }
        try {
            JsonNode object = JSON.readTree(body);
            String message = object.path("errors")
                    .path(0)
                    .path("message")
                    .asText(object.path("message").asText(""));
            return message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message;
        } catch (JsonProcessingException e) {
            return "";
        }
    }
}
