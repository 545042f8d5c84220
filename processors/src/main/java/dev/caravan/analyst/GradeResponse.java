package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage response_grader: a critic that knows question, statements, results and answer, and says whether they fit together. */
public final class GradeResponse {
    /** Key of the prompt. */
    public static final String KEY = "response_grader";

    private static final String STATUS_MEANING =
            """
      whether the answer may go out:
      - pass: statement, results and answer fit the question and each other
      - fail: they do not""";

    /** The form of the reply; the faults come before the judgement, so that a model has looked for them when it judges. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("response_grader")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "issues",
                            JsonArraySchema.builder()
                                    .description("what is wrong and where, in sentences; empty where nothing is")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .addProperty(
                            "status",
                            JsonEnumSchema.builder()
                                    .description(STATUS_MEANING)
                                    .enumValues("pass", "fail")
                                    .build())
                    .addNumberProperty("confidence", "how sure the judgement is, 0 to 1")
                    .addProperty(
                            "suggestions",
                            JsonArraySchema.builder()
                                    .description("with fail: what the next statement should do differently")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .required("status")
                    .build())
            .build();

    private final Domains domains;
    private final AnalyzeData told;

    /** With what gives the same results to read as the answer was written from. */
    public GradeResponse(Domains domains, AnalyzeData told) {
        this.domains = domains;
        this.told = told;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body AnalystRun run) {
        Domain domain = domains.of(run);
        Map<String, String> inputs = new LinkedHashMap<>(told.inputs(run));
        inputs.put("Answer", run.text());
        inputs.put("How it was found", run.note());
        return domain.prompts().messages(KEY, inputs, Map.of("analyst", run, "domain", domain));
    }

    /** Takes the reply: passed, or sent back as long as there are rounds left. Without a reply nothing was checked, and that is said. */
    public AnalystRun accept(
            @Body AnalystRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        Grade grade;
        try {
            JsonNode object = Replies.object(reply);
            grade = new Grade(
                    object.path("status").asText().equals("pass"),
                    object.path("confidence").asDouble(0.5),
                    Replies.texts(object, "issues"),
                    Replies.texts(object, "suggestions"));
        } catch (Replies.Unreadable e) {
            grade = new Grade(
                    false,
                    0,
                    List.of(
                            reply == null && failure != null
                                    ? "the answer could not be checked. " + ModelFailure.told(failure)
                                    : "the answer could not be checked"),
                    List.of());
            return run.withGrade(grade);
        }
        AnalystRun graded = run.withGrade(grade);
        boolean again =
                !grade.passed() && run.rounds() < AnalystRun.MOST_ROUNDS && run.retries() < AnalystRun.MOST_RETRIES;
        return again
                ? graded.again(String.join("; ", grade.issues()) + ". " + String.join("; ", grade.suggestions()))
                : graded;
    }
}
