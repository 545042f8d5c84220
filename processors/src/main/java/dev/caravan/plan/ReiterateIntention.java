package dev.caravan.plan;

import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.model.Replies;
import dev.caravan.semantic.Schema;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage reiterate_intention: says a request so that it can be read without the conversation and on any other day. */
public final class ReiterateIntention {
    /** Key of the prompt. */
    public static final String KEY = "reiterate_intention";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("reiterate_intention")
            .rootElement(JsonObjectSchema.builder()
                    .addStringProperty(
                            "question", "the request, complete in itself, with days instead of \"last week\"")
                    .required("question")
                    .build())
            .build();

    private final Domains domains;

    /** With the workspaces. */
    public ReiterateIntention(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body PlanRun run) {
        Domain domain = domains.of(run.analysis());
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.state().intent().request());
        inputs.put("Kind of request", run.state().intent().intentType().code());
        inputs.put("Request before", run.before().tasks().rewrittenRequest());
        inputs.put("Reply to what was asked", run.state().intent().answer());
        domain.model().schema().flatMap(Schema::today).ifPresent(today -> inputs.put("Today", today.toString()));
        return domain.prompts().messages(KEY, inputs, Map.of("plan", run, "domain", domain));
    }

    /** Takes the reply; without one the request stands as it is. */
    public PlanRun accept(@Body PlanRun run, @Variable("reply") String reply) {
        IntentContext intent = run.state().intent();
        String question = "";
        try {
            question = Replies.object(reply).path("question").asText("").strip();
        } catch (Replies.Unreadable e) {
            // the request itself is complete as often as not
        }
        String full = question.isEmpty() ? intent.request() : question;
        return run.withState(run.state().withIntent(intent.rewritten(full)))
                .withAnalysis(run.analysis().withQuestion(full));
    }
}
