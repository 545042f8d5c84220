package dev.caravan.analyst;

import dev.caravan.model.Replies;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage query_rewriter: says in full what the question leaves to the conversation. */
public final class RewriteQuery {
    /** Key of the prompt. */
    public static final String KEY = "query_rewriter";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("query_rewriter")
            .rootElement(JsonObjectSchema.builder()
                    .addStringProperty("query", "the question, complete in itself")
                    .required("query")
                    .build())
            .build();

    private final Domains domains;

    /** With the workspaces. */
    public RewriteQuery(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body AnalystRun run) {
        Domain domain = domains.of(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Conversation", ClarifyQuery.conversation(run));
        inputs.put("Question", run.turn().question());
        return domain.prompts().messages(KEY, inputs, Map.of("analyst", run, "domain", domain));
    }

    /** Takes the reply; without one the question stands as it is. */
    public AnalystRun accept(@Body AnalystRun run, @Variable("reply") String reply) {
        try {
            String query = Replies.object(reply).path("query").asText("").strip();
            return run.withQuestion(query.isEmpty() ? run.turn().question() : query);
        } catch (Replies.Unreadable e) {
            return run.withQuestion(run.turn().question());
        }
    }
}
