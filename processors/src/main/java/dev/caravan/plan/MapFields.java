package dev.caravan.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage field_mapping: which fields of the data the terms of the request mean; a term that means none is asked about. */
public final class MapFields {
    /** Key of the prompt. */
    public static final String KEY = "field_mapping";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("field_mapping")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "fields",
                            JsonArraySchema.builder()
                                    .description("the fields that the request needs, as schema.table.column")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .addStringProperty(
                            "unclear",
                            "a term of the request, as written, that may mean several fields or none; else empty")
                    .addProperty(
                            "candidates",
                            JsonArraySchema.builder()
                                    .description("fields that the unclear term may mean, as people call them")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .addStringProperty("problem", "why the data cannot answer the request; empty where they can")
                    .addProperty(
                            "outside",
                            JsonBooleanSchema.builder()
                                    .description(
                                            "whether the request is about something else altogether, or asks to change data")
                                    .build())
                    .required("fields")
                    .build())
            .build();

    private final Domains domains;

    /** With the workspaces. */
    public MapFields(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body PlanRun run) {
        Domain domain = domains.of(run.analysis());
        PlanRun answered = answered(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", answered.question());
        inputs.put(
                "Tables",
                domain.tables().columns().keySet().stream()
                        .map(table -> table + ": " + domain.tables().describe(table))
                        .collect(Collectors.joining("\n")));
        return domain.prompts().messages(KEY, inputs, Map.of("plan", answered, "domain", domain));
    }

    /** With the reply to what this stage asked. */
    private static PlanRun answered(PlanRun run) {
        Optional<String> term = run.before().asked().map(Clarification::about);
        String answer = run.state().intent().answer();
        boolean mine = run.state().intent().intentType() == IntentContext.Type.EXACT_ANSWER
                && term.isPresent()
                && !answer.isEmpty()
                && !run.state().resolution().resolvedEntities().containsKey(term.get());
        return mine
                ? run.withState(
                        run.state().withResolution(run.state().resolution().withTerm(term.get(), answer, answer)))
                : run;
    }

    /**
     * Takes the reply.
     *
     * @param reply null when the model failed
     */
    public PlanRun accept(
            @Body PlanRun asked,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        PlanRun run = answered(asked);
        if (reply == null) {
            return run.failed(Outcome.FAILED, ModelFailure.told(failure));
        }
        try {
            JsonNode object = Replies.object(reply);
            String unclear = object.path("unclear").asText("").strip();
            List<String> candidates = Replies.texts(object, "candidates").stream()
                    .distinct()
                    .limit(8)
                    .toList();
            String problem = object.path("problem").asText("").strip();
            if (!unclear.isEmpty() && !candidates.isEmpty() && !candidates.contains(unclear)) {
                return run.asks(clarification(unclear, candidates));
            }
            if (!problem.isEmpty()) {
                return run.failed(object.path("outside").asBoolean() ? Outcome.REFUSED : Outcome.NO_DATA, problem);
            }
            Map<String, String> mapped = new LinkedHashMap<>();
            Replies.texts(object, "fields")
                    .forEach(field -> mapped.put(
                            field.substring(field.lastIndexOf('.') + 1).replace('_', ' '), field));
            return run.withState(
                            run.state().withResolution(run.state().resolution().withMappings(mapped)))
                    .done(
                            mapped.isEmpty() ? "No field is named" : "Found " + String.join(", ", mapped.values()),
                            List.of());
        } catch (Replies.Unreadable e) {
            return run.done("The fields are left to the query", List.of());
        }
    }

    private static Clarification clarification(String term, List<String> candidates) {
        return new Clarification(
                term,
                "I do not know \"" + term + "\" in these data. What is meant: " + String.join(", ", candidates) + "?",
                new Form(List.of(new Form.Choice(
                        Clarification.FIELD,
                        "What is \"" + term + "\"?",
                        "",
                        false,
                        false,
                        false,
                        candidates.stream()
                                .map(each -> new Form.Option(each, each, ""))
                                .toList()))));
    }
}
