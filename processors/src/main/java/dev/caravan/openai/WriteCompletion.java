package dev.caravan.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.DescribeTurn;
import dev.caravan.edge.EventStream;
import dev.caravan.edge.Problem;
import dev.caravan.edge.StreamTurn;
import dev.caravan.text.Json;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;

/**
 * Answers a {@link Completion}: whole, or as chunks. Steps go as pieces of {@code reasoning_content}, which clients that know
 * it show as thoughts; the answer goes as content once it is checked, with its evidence behind it.
 */
public final class WriteCompletion {
    private static final String STARTED = "caravan.completion-started";

    private final DescribeTurn describe;
    private final StreamTurn turns;
    private final ObjectMapper mapper;

    /** A writer of what {@code describe} describes. */
    public WriteCompletion(DescribeTurn describe, StreamTurn turns, ObjectMapper mapper) {
        this.describe = describe;
        this.turns = turns;
        this.mapper = mapper;
    }

    /** Begins the chunks: the role, then each step of the turn as it begins. */
    public void open(Exchange exchange, @Body Turn turn, @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        exchange.setProperty(STARTED, true);
        turns.follow(exchange, turn, event -> tell(turn, event, stream));
        chunk(stream, turn, Map.of("role", "assistant", "content", ""));
        stream.onClose(() -> turns.left(turn.id()));
    }

    private void tell(Turn turn, TurnEvent event, EventStream stream) {
        if (event.type().equals("node_start") && event.data().get(Steps.LABEL) instanceof String label) {
            chunk(stream, turn, Map.of("reasoning_content", label + "\n"));
        }
    }

    /** The answer as the last chunks. */
    public void done(
            @Body Turn turn,
            @Variable("completion") Completion completion,
            @ExchangeProperty(EventStream.PROPERTY) EventStream stream,
            @ExchangeProperty(Steps.PROPERTY) List<Map<String, Object>> steps,
            @ExchangeProperty(TurnNotes.PROPERTY) List<String> notes) {
        JsonNode document = document(turn, steps, notes);
        AnswerMarkdown answer = AnswerMarkdown.of(document, completion.address());
        Map<String, Object> delta = new LinkedHashMap<>();
        delta.put("content", answer.text());
        delta.put("annotations", answer.annotations());
        chunk(stream, turn, delta);
        Map<String, Object> last = head(turn, "chat.completion.chunk");
        last.put("choices", List.of(choice("delta", Map.of(), "stop")));
        last.put("caravan", own(document));
        stream.send("", Json.write(mapper, last));
        if (completion.usage()) {
            Map<String, Object> usage = head(turn, "chat.completion.chunk");
            usage.put("choices", List.of());
            usage.put("usage", usage(document));
            stream.send("", Json.write(mapper, usage));
        }
        stream.send("", "[DONE]");
    }

    /** The whole answer. */
    public String write(
            @Body Turn turn,
            @Variable("completion") Completion completion,
            @ExchangeProperty(Steps.PROPERTY) List<Map<String, Object>> steps,
            @ExchangeProperty(TurnNotes.PROPERTY) List<String> notes) {
        JsonNode document = document(turn, steps, notes);
        AnswerMarkdown answer = AnswerMarkdown.of(document, completion.address());
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("role", "assistant");
        message.put("content", answer.text());
        message.put("refusal", null);
        message.put("annotations", answer.annotations());
        Map<String, Object> all = head(turn, "chat.completion");
        all.put("choices", List.of(choice("message", message, "stop")));
        all.put("usage", usage(document));
        all.put("caravan", own(document));
        return Json.write(mapper, all);
    }

    /** What went wrong, as OpenAI's clients read it: a chunk where there were some already, else a document with a status. */
    public void fail(Exchange exchange) {
        Problem problem = Problem.of(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("message", problem.detail());
        error.put("type", problem.status() < 500 ? "invalid_request_error" : "server_error");
        error.put("param", problem.field().orElse(null));
        error.put(
                "code",
                problem.status() == 404
                                && problem.field().filter("model"::equals).isPresent()
                        ? "model_not_found"
                        : problem.title().toLowerCase(Locale.ROOT).replace(' ', '_'));
        String json = Json.write(mapper, Map.of("error", error));
        if (exchange.getProperty(STARTED, false, Boolean.class)) {
            exchange.getProperty(EventStream.PROPERTY, EventStream.class).send("", json);
            return;
        }
        Message reply = exchange.getMessage();
        reply.removeHeaders("*");
        reply.setHeader(Exchange.HTTP_RESPONSE_CODE, problem.status());
        reply.setHeader("Content-Type", "application/json");
        reply.setBody(json);
    }

    private JsonNode document(Turn turn, List<Map<String, Object>> steps, List<String> notes) {
        return mapper.valueToTree(describe.describe(turn, steps, notes).withoutCalls());
    }

    private void chunk(EventStream stream, Turn turn, Map<String, Object> delta) {
        Map<String, Object> chunk = head(turn, "chat.completion.chunk");
        chunk.put("choices", List.of(choice("delta", delta, null)));
        stream.send("", Json.write(mapper, chunk));
    }

    private static Map<String, Object> choice(String member, Map<String, Object> content, String finish) {
        Map<String, Object> choice = new LinkedHashMap<>();
        choice.put("index", 0);
        choice.put(member, content);
        choice.put("logprobs", null);
        choice.put("finish_reason", finish);
        return choice;
    }

    private static Map<String, Object> head(Turn turn, String object) {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("id", "chatcmpl-" + turn.id());
        head.put("object", object);
        head.put("created", turn.startedAt().getEpochSecond());
        head.put("model", turn.workspace());
        return head;
    }

    private static Map<String, Object> usage(JsonNode document) {
        long in = document.path("usage").path("input_tokens").asLong();
        long out = document.path("usage").path("output_tokens").asLong();
        return Map.of("prompt_tokens", in, "completion_tokens", out, "total_tokens", in + out);
    }

    private static Map<String, Object> own(JsonNode document) {
        Map<String, Object> own = new LinkedHashMap<>();
        for (String member : List.of("thread_id", "turn_id", "outcome", "options", "suggestions", "form")) {
            if (document.has(member)) {
                own.put(member, document.get(member));
            }
        }
        return own;
    }
}
