package dev.caravan.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.List;
import java.util.function.BiFunction;

/** The reply to what a question means: a query as a form, or a statement where no form can say it, with what was decided on the way. */
public final class QueryReply {
    private QueryReply() {}

    /** The reply as all models know it, whatever the query is made of. */
    public static JsonSchema any(String name) {
        return JsonSchema.builder()
                .name(name)
                .rootElement(JsonObjectSchema.builder()
                        .addProperty(
                                "query",
                                JsonObjectSchema.builder()
                                        .description("the question as a form")
                                        .build())
                        .addStringProperty("sql", "the statement; empty where the tables cannot answer the question")
                        .addProperty(
                                "assumptions",
                                JsonArraySchema.builder()
                                        .description(
                                                "one sentence for everything decided that the question does not say")
                                        .items(new JsonStringSchema())
                                        .build())
                        .addStringProperty("unanswerable", "without a statement: why")
                        .addStringProperty("ask", "without a statement: what only the person can decide, as a question")
                        .build())
                .build();
    }

    /**
     * The reply with a query that can name nothing but what there is.
     *
     * @param query its form
     * @param unanswerable when a model may give up
     */
    public static JsonSchema of(String name, JsonSchemaElement query, String unanswerable) {
        return JsonSchema.builder()
                .name(name)
                .rootElement(JsonObjectSchema.builder()
                        .addProperty("query", query)
                        .addProperty("assumptions", array(new JsonStringSchema()))
                        .addStringProperty("unanswerable", unanswerable)
                        .addStringProperty("sql", "only where no query can say it: one SELECT")
                        .build())
                .build();
    }

    /** A list in a form. */
    public static JsonSchemaElement array(JsonSchemaElement items) {
        return JsonArraySchema.builder().items(items).build();
    }

    /** One of several words in a form; a text where the tables in question have none to choose from. */
    public static JsonSchemaElement one(List<String> values) {
        return values.isEmpty()
                ? new JsonStringSchema()
                : JsonEnumSchema.builder().enumValues(values).build();
    }

    /**
     * Takes a reply.
     *
     * @param compiled puts the statement of a query into the run, or what is wrong with it
     * @return with a statement and its assumptions, with a question back to the person, or with the reason why there is none
     */
    public static SqlRun take(SqlRun run, String reply, BiFunction<SqlRun, JsonNode, SqlRun> compiled)
            throws Replies.Unreadable {
        JsonNode object = Replies.object(reply);
        String reason = object.path("unanswerable").asText("");
        String ask = object.path("ask").asText("");
        String sql = object.path("sql").asText("").strip();
        JsonNode query = object.path("query");
        if (query.isEmpty() && sql.isEmpty() && !ask.isEmpty()) {
            return run.withFailure(Status.UNRESOLVED, ask);
        }
        if (query.isEmpty() && sql.isEmpty() && !reason.isEmpty()) {
            return run.withFailure(Status.REJECTED, reason);
        }
        SqlRun written = query.isEmpty() ? run.withSql(sql.replaceAll(";\\s*$", "")) : compiled.apply(run, query);
        return written.withNotes(Replies.texts(object, "assumptions"));
    }
}
