package dev.caravan.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Looks at a reply: one that is no object of its prompt's form goes back to the same provider once, with what is wrong with
 * it. A second one is taken as it is; the stage that asked knows what an unreadable reply means.
 */
public final class ReplyCheck {
    private static final int REPAIRS = 1;
    private static final int FORMS = 200;
    private static final String CUT =
            " …\n\n(The answer ends here because it reached the longest reply that is asked for.)";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonSchemaFactory schemas = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    // forms may depend on the question, so not all of them can be kept
    private final Cache<JsonSchema, com.networknt.schema.JsonSchema> compiled =
            Caffeine.newBuilder().maximumSize(FORMS).build();

    /** Takes the reply, or puts the call anew. */
    public ModelCall check(ModelCall call) {
        if (call.reply().isEmpty() || call.reply().get().settled()) {
            return call;
        }
        ModelCall.Reply reply = call.reply().get();
        AiMessage message = reply.response().aiMessage();
        Optional<JsonSchema> form = call.form();
        boolean cut = reply.response().finishReason() == FinishReason.LENGTH;
        if (message.hasToolExecutionRequests()) {
            return call.withSettled(reply);
        }
        if (form.isEmpty()) {
            return call.withSettled(cut ? said(reply, message.text() + CUT) : reply);
        }
        try {
            JsonNode object = withoutNulls(Replies.object(message.text()));
            Optional<String> objection = objection(form.get(), object);
            if (objection.isEmpty()) {
                return call.withSettled(said(reply, object.toString()));
            }
            throw new Replies.Unreadable(objection.get());
        } catch (Replies.Unreadable e) {
            String objection =
                    cut ? "it reached its greatest length before it was complete, so be brief" : e.getMessage();
            return call.repairs() < REPAIRS
                    ? call.withRepair(repair(call, message, objection))
                    : call.withSettled(reply);
        }
    }

    private static ModelCall.Reply said(ModelCall.Reply reply, String text) {
        return new ModelCall.Reply(
                reply.response().toBuilder().aiMessage(AiMessage.from(text)).build(),
                reply.provider(),
                reply.model(),
                true,
                reply.cached());
    }

    private static List<ChatMessage> repair(ModelCall call, AiMessage message, String objection) {
        List<ChatMessage> messages = new ArrayList<>(call.request().messages());
        // providers refuse a message without content
        if (message.text() != null && !message.text().isBlank()) {
            messages.add(AiMessage.from(message.text()));
        }
        messages.add(UserMessage.from(
                "That reply cannot be used: " + objection + ". Reply again, with the JSON object and nothing else."));
        return messages;
    }

    /** Providers that insist on every field give null for those that have no value. */
    private static JsonNode withoutNulls(JsonNode node) {
        Iterator<JsonNode> children = node.elements();
        while (children.hasNext()) {
            JsonNode child = children.next();
            if (child.isNull() && node.isObject()) {
                children.remove();
            } else {
                withoutNulls(child);
            }
        }
        return node;
    }

    /** What is wrong with an object; empty when it has the form. */
    Optional<String> objection(JsonSchema form, JsonNode object) {
        List<String> wrong = compiled.get(form, this::compile).validate(object).stream()
                .map(ValidationMessage::getMessage)
                .sorted()
                .limit(3)
                .toList();
        return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong.stream().collect(Collectors.joining("; ")));
    }

    private com.networknt.schema.JsonSchema compile(JsonSchema form) {
        return schemas.getSchema(JSON.valueToTree(JsonSchemaElementUtils.toMap(form.rootElement())));
    }
}
