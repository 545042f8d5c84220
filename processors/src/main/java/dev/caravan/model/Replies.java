package dev.caravan.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the structured replies of models. */
public final class Replies {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern THOUGHTS =
            Pattern.compile("\\A\\s*<(think|thinking|thought)>.*?(?:</\\1>|\\z)", Pattern.DOTALL);

    private Replies() {}

    /** A reply that is not what was asked for; the message says what is wrong with it. */
    public static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        /** With a reason in words. */
        public Unreadable(String message) {
            super(message);
        }
    }

    /**
     * The JSON object of a reply; text and fences around it are forgiven.
     *
     * @throws Unreadable when there is none
     */
    public static JsonNode object(String reply) throws Unreadable {
        if (reply == null || reply.isBlank()) {
            throw new Unreadable("the model gave no reply");
        }
        int start = reply.indexOf('{');
        int end = reply.lastIndexOf('}');
        if (start < 0 || end < start) {
            throw new Unreadable("the reply holds no JSON object");
        }
        try {
            return JSON.readTree(reply.substring(start, end + 1));
        } catch (JsonProcessingException e) {
            throw new Unreadable("the reply is no valid JSON: " + e.getOriginalMessage());
        }
    }

    /**
     * A reply without the thoughts that some models write in front of it, between marks. Thoughts without an end leave nothing:
     * the model did not come to its answer.
     */
    static String withoutThoughts(String reply) {
        Matcher thoughts = THOUGHTS.matcher(reply);
        return thoughts.find() ? reply.substring(thoughts.end()).stripLeading() : reply;
    }

    /** The texts of an array field; none when it is missing. */
    public static List<String> texts(JsonNode object, String field) {
        List<String> texts = new ArrayList<>();
        object.path(field).forEach(item -> texts.add(item.asText()));
        return texts;
    }

    /** Writes a reply. */
    public static String write(Object reply) {
        try {
            return JSON.writeValueAsString(reply);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
