package dev.caravan.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Entity;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/**
 * Stage generate_sql: has a model write the statement. It is the one stage that sees the context the
 * agent passed along, and the reason why its last statement was not accepted.
 */
public final class GenerateSql {
    /** Key of the prompt. */
    public static final String KEY = "sql_generation";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("sql_generation")
            .rootElement(JsonObjectSchema.builder()
                    .addStringProperty("sql", "the statement; empty where the tables cannot answer the question")
                    .addProperty(
                            "assumptions",
                            JsonArraySchema.builder()
                                    .description("one sentence for everything decided that the question does not say")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .addStringProperty("unanswerable", "without a statement: why")
                    .required("sql")
                    .build())
            .build();

    private final PromptFolder prompts;
    private final SemanticModel model;

    /** With the workspace's prompts and semantic model. */
    public GenerateSql(PromptFolder prompts, SemanticModel model) {
        this.prompts = prompts;
        this.model = model;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put("Context", run.call().context());
        inputs.put("Fixed by the person", ExtractionPrompt.fixed(run));
        inputs.put(
                "Resolved names",
                run.resolved().stream()
                        .map(r -> "\"" + r.text() + "\": " + described(r.entity()))
                        .collect(Collectors.joining("\n")));
        inputs.put(
                "Tables",
                run.tables().entrySet().stream()
                        .map(entry -> entry.getKey() + "(" + String.join(", ", entry.getValue()) + ")")
                        .collect(Collectors.joining("\n")));
        inputs.put(
                "Metrics",
                model.metrics().values().stream()
                        .map(m -> m.label() + " [" + m.unit() + "]: "
                                + m.sum().or(m::column).orElse("")
                                + m.note().map(note -> ". " + note).orElse(""))
                        .collect(Collectors.joining("\n")));
        inputs.put(
                "Years",
                model.classes().entrySet().stream()
                        .map(c -> c.getKey() + ": " + c.getValue().from() + " to "
                                + c.getValue().to())
                        .collect(Collectors.joining("\n")));
        if (!run.rejection().isEmpty()) {
            inputs.put("Statement that was not accepted", run.sql());
            inputs.put("Reason", run.rejection());
        }
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    private static String described(Entity entity) {
        return switch (entity.kind()) {
            case "country" -> "country with iso3_code '" + entity.code() + "' (" + entity.name() + ")";
            case "group" -> {
                Entity.Group group = (Entity.Group) entity;
                yield "group with group_type '" + group.type() + "' and group_name '" + group.name() + "'";
            }
            default -> {
                Entity.Product product = (Entity.Product) entity;
                yield product.productClass().schema() + " code '" + product.code() + "' of level " + product.level()
                        + " (" + product.name() + ")";
            }
        };
    }

    /** Takes the reply: a statement with its assumptions, or the reason why there is none. */
    public SqlRun accept(
            @Body SqlRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        try {
            JsonNode object = Replies.object(reply);
            String reason = object.path("unanswerable").asText("");
            String sql = object.path("sql").asText("").strip();
            if (sql.isEmpty() && !reason.isEmpty()) {
                return run.withFailure(Status.REJECTED, reason);
            }
            return run.withSql(sql.replaceAll(";\\s*$", "")).withNotes(Replies.texts(object, "assumptions"));
        } catch (Replies.Unreadable e) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "No SQL could be written: "
                            + (reply == null
                                    ? "the language model is not available. " + ModelFailure.told(failure)
                                    : e.getMessage() + ". Try again, or ask for less at once."));
        }
    }
}
