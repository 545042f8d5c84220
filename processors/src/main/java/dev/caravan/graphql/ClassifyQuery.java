package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.graphql.GraphqlRun.Classification;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage classify_query: asks which query type answers the question, or whether none does. */
public final class ClassifyQuery {
    /** Key of the prompt. */
    public static final String KEY = "graphql_classification";

    private static final String API_MEANING =
            """
      the API that has it; may be left out:
      - explore: trade flows, time series, relatedness
      - country_pages: derived country profiles, such as grades, growth dynamics, new products""";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("graphql_query_classification")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "query_type",
                            JsonEnumSchema.builder()
                                    .enumValues(Arrays.stream(QueryType.values())
                                            .map(QueryType::code)
                                            .toList())
                                    .description("the query type that answers the question:\n" + QueryType.explained())
                                    .build())
                    .addStringProperty("rejection_reason", "with reject: why the APIs cannot answer the question")
                    .addProperty(
                            "api_target",
                            JsonEnumSchema.builder()
                                    .enumValues(Arrays.stream(Api.values())
                                            .map(Api::code)
                                            .toList())
                                    .description(API_MEANING)
                                    .build())
                    .required("query_type")
                    .build())
            .build();

    private final PromptFolder prompts;

    /** With the workspace's prompts. */
    public ClassifyQuery(PromptFolder prompts) {
        this.prompts = prompts;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body GraphqlRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put("Context", run.call().context());
        inputs.put("Query types", QueryType.explained());
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    /** Takes the reply. The API of the reply is not read: the type fixes it. */
    public GraphqlRun accept(@Body GraphqlRun run, @Variable("reply") String reply) {
        if (!run.isAlive()) {
            return run;
        }
        try {
            JsonNode object = Replies.object(reply);
            String code = object.path("query_type").asText("");
            Optional<QueryType> type = QueryType.of(code);
            if (type.isEmpty()) {
                return failed(run, "\"" + code + "\" is no query type");
            }
            return run.withClassification(new Classification(
                    object.path("reasoning").asText(""),
                    type.get(),
                    object.path("rejection_reason").asText("It fits none of the query types.")));
        } catch (Replies.Unreadable e) {
            return failed(run, e.getMessage());
        }
    }

    private static GraphqlRun failed(GraphqlRun run, String reason) {
        return run.withFailure(
                Status.UNAVAILABLE, "Classification failed: " + reason + ". Please use the query_tool (SQL) instead.");
    }
}
