package dev.caravan.waiting;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.Message;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Form;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Variable;

/**
 * Finds out which waiting turn a message replies to. A reply in fields goes to the turn it names, or to the one that asked last,
 * and is refused where it does not fit. A message in plain words is a reply where the turn that asked last asks one question that
 * the words answer, gives that turn up where they say to stop, and is a question of its own otherwise: what waits goes on waiting.
 */
public final class TakeReply {
    private final ObjectMapper mapper;

    /** A reader of what {@link KeepState} writes. */
    public TakeReply(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * The turn to go on with; null for a question of its own.
     *
     * @param waiting rows of turn_id, form and asked of the turns that wait in the conversation, the latest first
     * @throws BadRequest 409 when nothing waits for the reply, 400 naming the field that is wrong
     */
    public Resumption match(
            @Variable("message") Message message, @Variable("waiting") List<Map<String, Object>> waiting) {
        Optional<Map<String, Object>> found = waiting.stream()
                .filter(row ->
                        message.turnId().isEmpty() || message.turnId().get().equals(row.get("turn_id")))
                .findFirst();
        if (message.isReply()) {
            return replied(message.reply().get(), found.orElseThrow(TakeReply::nothingWaits));
        }
        return found.flatMap(row -> said(message.turn().question(), row)).orElse(null);
    }

    /** The wish to give up a waiting turn. */
    public Resumption stop(String turnId) {
        return Resumption.stopping(turnId);
    }

    /** The refusal of a reply that nobody waits for. */
    static BadRequest nothingWaits() {
        return new BadRequest(
                409,
                "reply",
                "no turn of this conversation waits for this reply: it was replied to already, given up, or is over");
    }

    private Resumption replied(JsonNode reply, Map<String, Object> row) {
        String turnId = String.valueOf(row.get("turn_id"));
        if (reply.isTextual()) {
            return Resumption.stopping(turnId);
        }
        Optional<Form> form = form(row);
        // work that was cut off goes on where it stood, whatever was asked before
        Map<String, Object> values = form.isEmpty() ? Map.of() : form.get().accept(reply);
        return resumption(row, form.orElse(Form.GO_ON), values);
    }

    private Optional<Resumption> said(String text, Map<String, Object> row) {
        if (Message.isStop(text)) {
            return Optional.of(Resumption.stopping(String.valueOf(row.get("turn_id"))));
        }
        return form(row).flatMap(form -> form.accept(text).map(values -> resumption(row, form, values)));
    }

    private static Resumption resumption(Map<String, Object> row, Form form, Map<String, Object> values) {
        return new Resumption(
                String.valueOf(row.get("turn_id")),
                ((Number) row.get("asked")).intValue(),
                values,
                form.told(values),
                false);
    }

    private Optional<Form> form(Map<String, Object> row) {
        try {
            return row.get("form") == null
                    ? Optional.empty()
                    : Optional.of(mapper.readValue(String.valueOf(row.get("form")), Form.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the form of turn " + row.get("turn_id") + " cannot be read", e);
        }
    }
}
