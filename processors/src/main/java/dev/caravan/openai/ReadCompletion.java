package dev.caravan.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.edge.Message;
import dev.caravan.edge.ReadQuestion;
import dev.caravan.edge.RequestBody;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn.PastTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;

/**
 * Turns the body of {@code POST /v1/chat/completions} into a {@link Completion}. The model is a workspace, the last message the
 * question. Settings of a sampler mean nothing here and are passed over; what would change the answer and is not to be had is refused.
 */
public final class ReadCompletion {
    /** The request header that names the conversation to go on with. */
    public static final String THREAD = "X-Caravan-Thread";

    private static final String EXAMPLE =
            "{\"model\": \"…\", \"messages\": [{\"role\": \"user\", \"content\": \"…\"}]}";
    private static final Set<String> SETTING = Set.of("system", "developer");

    private final ObjectMapper mapper;
    private final ReadQuestion questions;

    /** A reader that has the questions read by {@code questions}. */
    public ReadCompletion(ObjectMapper mapper, ReadQuestion questions) {
        this.mapper = mapper;
        this.questions = questions;
    }

    /**
     * Reads a request.
     *
     * @param body JSON in UTF-8
     * @param thread the conversation to go on with; may be null
     * @param url the address that the client asked; may be null
     * @throws BadRequest naming the field that is wrong
     */
    public Completion read(
            @Body byte[] body, @Header(THREAD) String thread, @ExchangeProperty(Exchange.HTTP_URL) String url) {
        ObjectNode request = RequestBody.object(mapper, body, EXAMPLE);
        if (request.path("n").asInt(1) != 1) {
            throw new BadRequest("n", "one answer is given to a question; leave n out");
        }
        if (!"text".equals(request.path("response_format").path("type").asText("text"))) {
            throw new BadRequest(
                    "response_format", "answers are text; their figures are at the addresses of the annotations");
        }
        List<PastTurn> earlier = new ArrayList<>();
        ObjectNode question = mapper.createObjectNode().put("question", lastOf(messages(request), earlier));
        question.put("workspace", model(request));
        Optional.ofNullable(thread).filter(id -> !id.isBlank()).ifPresent(id -> question.put("thread_id", id.strip()));
        // choices of the workspace: texts by name, which is what this member holds in OpenAI's interface
        if (request.path("metadata").isObject() && !request.path("metadata").isEmpty()) {
            question.set("choices", request.get("metadata"));
        }
        return new Completion(
                message(question),
                earlier,
                request.path("stream").asBoolean(),
                request.path("stream_options").path("include_usage").asBoolean(),
                address(url));
    }

    private Message message(ObjectNode question) {
        try {
            return questions.readFields(question);
        } catch (BadRequest bad) {
            String field =
                    switch (bad.field()) {
                        case "question" -> "messages";
                        case "workspace" -> "model";
                        case "thread_id" -> THREAD;
                        default -> bad.field().replaceFirst("^choices", "metadata");
                    };
            BadRequest named =
                    new BadRequest(field.equals("model") ? 404 : bad.status(), field, told(bad.getMessage(), field));
            named.initCause(bad);
            throw named;
        }
    }

    private static String told(String detail, String field) {
        return field.equals("model") ? detail.replaceFirst("there is no workspace", "there is no model") : detail;
    }

    private static String model(ObjectNode request) {
        return RequestBody.text(request, "", "model")
                .filter(name -> !name.isBlank())
                .orElseThrow(() -> new BadRequest("model", "the model is missing; /v1/models lists them"));
    }

    private static JsonNode messages(ObjectNode request) {
        JsonNode messages = request.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw new BadRequest("messages", "messages must be a list like " + EXAMPLE);
        }
        return messages;
    }

    /** The question of the last message; the others give pairs of a question and its answer. */
    private static String lastOf(JsonNode messages, List<PastTurn> earlier) {
        Optional<String> asked = Optional.empty();
        int number = 0;
        for (JsonNode message : messages) {
            String field = "messages[" + number + "]";
            String role = message.path("role").asText();
            if (role.equals("user")) {
                asked = Optional.of(content(message, field));
            } else if (role.equals("assistant")) {
                String answer = content(message, field);
                asked.ifPresent(question -> earlier.add(new PastTurn(question, question, answer)));
                asked = Optional.empty();
            } else if (!SETTING.contains(role)) {
                throw new BadRequest(
                        field + ".role",
                        "the role '" + RequestBody.shortened(role) + "' is none of user, assistant, system, developer");
            }
            number++;
        }
        return asked.orElseThrow(() -> new BadRequest("messages", "the last message must be the user's question"));
    }

    private static String content(JsonNode message, String field) {
        JsonNode content = message.path("content");
        if (!content.isArray()) {
            return content.asText("");
        }
        List<String> parts = new ArrayList<>();
        for (JsonNode part : content) {
            if (!part.path("type").asText().equals("text")) {
                throw new BadRequest(field + ".content", "parts of a message are read where their type is text");
            }
            parts.add(part.path("text").asText());
        }
        return String.join("\n", parts);
    }

    private static String address(String url) {
        int path = url == null ? -1 : url.indexOf("/v1/");
        return path < 0 ? "" : url.substring(0, path);
    }
}
