package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.sql.SqlRun;
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

/** Stage sql_generator: has a model write the statement from the chosen tables, minding why the last one was not accepted. */
public final class WriteSql {
    /** Key of the prompt. */
    public static final String KEY = "sql_generator";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("sql_generator")
            .rootElement(JsonObjectSchema.builder()
                    .addStringProperty("sql", "the statement; empty where the tables cannot answer the question")
                    .addProperty(
                            "assumptions",
                            JsonArraySchema.builder()
                                    .description("one sentence for everything decided that the question does not say")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .addStringProperty("unanswerable", "without a statement: why")
                    .build())
            .build();

    private final Domains domains;

    /** With the workspaces. */
    public WriteSql(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        Domain domain = domains.of(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put("Database", domain.workspace().engine().title());
        inputs.put("Functions", String.join(", ", domain.model().functions()));
        domain.model().schema().ifPresent(schema -> {
            schema.today().ifPresent(today -> inputs.put("Today", today.toString()));
            inputs.put(
                    "Tables",
                    run.tables().keySet().stream()
                            .map(table -> table + ": " + domain.tables().describe(table))
                            .collect(Collectors.joining("\n")));
        });
        inputs.put("Context", run.call().context());
        inputs.put(
                "Available schema",
                run.tables().entrySet().stream()
                        .map(t -> t.getKey() + "(" + String.join(", ", t.getValue()) + ")")
                        .collect(Collectors.joining("\n")));
        inputs.put(
                "Metrics",
                domain.model().metrics().values().stream()
                        .map(m -> m.label() + " [" + m.unit() + "]: "
                                + m.sum().or(m::column).orElse(""))
                        .collect(Collectors.joining("\n")));
        if (!run.rejection().isEmpty()) {
            inputs.put("Statement that was not accepted", run.sql());
            inputs.put("Reason", run.rejection());
        }
        return domain.prompts().messages(KEY, inputs, Map.of("run", run, "domain", domain));
    }

    /** Takes the reply: a statement with its assumptions, or the reason why there is none, such as the failure of the model. */
    public SqlRun accept(
            @Body SqlRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (reply == null) {
            return run.withFailure(Status.UNAVAILABLE, ModelFailure.told(failure));
        }
        try {
            JsonNode object = Replies.object(reply);
            String reason = object.path("unanswerable").asText("");
            String sql = object.path("sql").asText("").strip();
            if (sql.isEmpty() && !reason.isEmpty()) {
                return run.withFailure(Status.REJECTED, reason);
            }
            return run.withSql(sql.replaceAll(";\\s*$", "")).withNotes(Replies.texts(object, "assumptions"));
        } catch (Replies.Unreadable e) {
            return run.withFailure(Status.UNAVAILABLE, "The language model wrote no SQL: " + e.getMessage() + ".");
        }
    }

    /** A statement that the database would not run goes back to be written anew. */
    public SqlRun sendBack(@Body SqlRun run) {
        return run.withExecutionError();
    }
}
