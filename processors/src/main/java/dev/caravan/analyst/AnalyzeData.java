package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.evidence.NumberCheck;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.sql.FormatResults;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage data_analyzer: tells the results in words, and how they were found. */
public final class AnalyzeData {
    /** Key of the prompt. */
    public static final String KEY = "data_analyzer";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("data_analyzer")
            .rootElement(JsonObjectSchema.builder()
                    .addStringProperty("answer", "the answer, from the results alone")
                    .addStringProperty(
                            "transparency_note", "one or two sentences on tables, filters, minimums and assumptions")
                    .required("answer")
                    .build())
            .build();

    private final Domains domains;
    private final FormatResults results;

    /** With what writes a result as a model reads it. */
    public AnalyzeData(Domains domains, FormatResults results) {
        this.domains = domains;
        this.results = results;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body AnalystRun run) {
        Domain domain = domains.of(run);
        return domain.prompts().messages(KEY, inputs(run), Map.of("analyst", run, "domain", domain));
    }

    Map<String, String> inputs(AnalystRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.turn().question());
        inputs.put("Understood as", run.question());
        inputs.put("Plan", run.isComplex() ? run.plan().strategy() : "");
        for (SqlRun part : run.done().values()) {
            inputs.put("SQL of " + part.call().id(), part.sql());
            inputs.put("Result of " + part.call().id(), results.format(part).text());
        }
        return inputs;
    }

    /** Takes the reply; without one the results are told as they are. */
    public AnalystRun accept(
            @Body AnalystRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        try {
            JsonNode object = Replies.object(reply);
            String answer = object.path("answer").asText("").strip();
            List<String> unfounded = unfounded(run, answer);
            if (!unfounded.isEmpty()) {
                return run.withText(
                        "The language model put figures into its words that do not follow from the result ("
                                + String.join(", ", unfounded) + "). The result is shown below as it is.",
                        tables(run));
            }
            if (!answer.isEmpty()) {
                return run.withText(
                        answer, object.path("transparency_note").asText("").strip());
            }
        } catch (Replies.Unreadable e) {
            String why = reply == null && failure != null ? " (" + ModelFailure.told(failure) + ")" : "";
            return run.withText(
                    "The language model did not put the result into words; it is shown below as it is." + why,
                    tables(run));
        }
        return run.withText("The result is shown below.", tables(run));
    }

    private List<String> unfounded(AnalystRun run, String answer) {
        List<Evidence> evidence = run.done().values().stream()
                .flatMap(part -> results.format(part).evidence().stream())
                .toList();
        return NumberCheck.unfounded(
                run.turn().withQuestion(run.turn().question() + "\n" + run.question()),
                evidence,
                Answer.of(Outcome.ANSWERED, answer));
    }

    private static String tables(AnalystRun run) {
        return run.done().values().stream()
                .flatMap(part -> part.notes().stream())
                .distinct()
                .collect(Collectors.joining(" "));
    }
}
