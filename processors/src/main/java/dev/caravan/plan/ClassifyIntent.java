package dev.caravan.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.plan.IntentContext.Type;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage classify_intent: whether a message replies to what was asked, changes or goes on with a plan, or begins another one. */
public final class ClassifyIntent {
    /** Key of the prompt. */
    public static final String KEY = "classify_intent";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("classify_intent")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "intent",
                            JsonEnumSchema.builder()
                                    .description(
                                            """
                                            what the message is:
                                            - exact_answer: it replies to what was asked and does nothing else
                                            - modification: it asks for what is under way, or was answered last, in another form
                                            - continue: the plan under way is to be gone on with
                                            - analysis: an earlier result is to be looked into
                                            - recall: it asks what earlier conversations found
                                            - new_request: everything else""")
                                    .enumValues(Arrays.stream(Type.values())
                                            .map(Type::code)
                                            .toList())
                                    .build())
                    .addStringProperty("answer", "the reply to what was asked, as the option says it; else empty")
                    .addStringProperty(
                            "request", "what is asked for, without the reply and without giving something up")
                    .required("intent")
                    .build())
            .build();

    private final Domains domains;

    /** With the workspaces. */
    public ClassifyIntent(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body PlanRun run) {
        Domain domain = domains.of(run.analysis());
        PlanState before = run.before();
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.turn().question());
        inputs.put("Plan under way", before.active() ? told(before.tasks()) : "");
        inputs.put("Last request", before.active() ? "" : before.tasks().rewrittenRequest());
        before.asked().ifPresent(asked -> {
            inputs.put("The person was asked", asked.question());
            if (!asked.asksApproval()) {
                inputs.put(
                        "Options",
                        asked.options().stream().map(Form.Option::value).collect(Collectors.joining("\n")));
            }
        });
        return domain.prompts().messages(KEY, inputs, Map.of("plan", run, "domain", domain));
    }

    static String told(TaskList tasks) {
        return tasks.rewrittenRequest() + "\n"
                + tasks.tasks().stream()
                        .map(task -> task.key() + " (" + task.status().code() + "): " + task.description())
                        .collect(Collectors.joining("\n"));
    }

    /**
     * Takes the reply. What can only be said to a plan under way is a new request where there is none.
     *
     * @param reply null when the model failed
     */
    public PlanRun accept(
            @Body PlanRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (reply == null) {
            return run.withEnd(Outcome.FAILED, ModelFailure.told(failure));
        }
        Type type = Type.NEW_REQUEST;
        String answer = "";
        String request = run.turn().question();
        try {
            JsonNode object = Replies.object(reply);
            String said = object.path("intent").asText("");
            type = Arrays.stream(Type.values())
                    .filter(each -> each.code().equals(said))
                    .findFirst()
                    .orElse(Type.NEW_REQUEST);
            answer = object.path("answer").asText("").strip();
            String asked = object.path("request").asText("").strip();
            request = asked.isEmpty() ? request : asked;
        } catch (Replies.Unreadable e) {
            // taken as it was written
        }
        if (type == Type.RECALL) {
            IntentContext intent = new IntentContext(type, "", request, "");
            return run.withState(run.state().withIntent(intent));
        }
        return run.before().active() ? going(run, type, answer, request) : fresh(run, type, request);
    }

    /** The reply to the form of a turn that waited: no model has to be asked. */
    public PlanRun replied(@Body PlanRun run) {
        Object value = run.turn().progress().reply().getOrDefault(Clarification.FIELD, "");
        if (!run.before().active() || !run.before().turnId().equals(run.turnId())) {
            return run.withEnd(
                    Outcome.FAILED,
                    "What this replies to was given up in the meantime, because something else was asked. Ask the question again.");
        }
        return going(
                run,
                run.before().asked().isPresent() ? Type.EXACT_ANSWER : Type.CONTINUE,
                String.valueOf(value),
                run.turn().question());
    }

    private static PlanRun going(PlanRun run, Type said, String answer, String request) {
        Type type = type(run.before().asked(), said, answer);
        // rows live no longer than the turn that fetched them
        TaskList tasks = run.getTool().equals(PlanTodos.TELL)
                ? run.state().tasks().backTo(PlanTodos.EXECUTE, PlanTodos.SEARCH, PlanTodos.LOOK_UP)
                : run.state().tasks();
        return run.withState(run.state().with(next -> next.tasks(tasks)
                .intent(
                        type == Type.CONTINUE
                                ? run.before().intent().going()
                                : new IntentContext(type, answer, request, ""))
                .asked(Optional.empty())));
    }

    private static Type type(Optional<Clarification> asked, Type said, String answer) {
        boolean goesOn = said == Type.EXACT_ANSWER || said == Type.CONTINUE;
        if (goesOn && asked.filter(Clarification::asksApproval).isPresent()) {
            return Type.CONTINUE;
        }
        // nothing but a reply can go on with what waits for one
        return said == Type.EXACT_ANSWER && (asked.isEmpty() || answer.isEmpty())
                ? Type.NEW_REQUEST
                : said == Type.CONTINUE && asked.isPresent() ? Type.EXACT_ANSWER : said;
    }

    private static PlanRun fresh(PlanRun run, Type said, String request) {
        Type type = said == Type.MODIFICATION || said == Type.ANALYSIS ? said : Type.NEW_REQUEST;
        return run.withState(run.state().with(next -> next.intent(new IntentContext(type, "", request, ""))
                .asked(Optional.empty())));
    }
}
