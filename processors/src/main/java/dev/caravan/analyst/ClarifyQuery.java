package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
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

/** Stage clarify_query: whether a question can be answered as it is, has to be made clear first, or is none for these data. */
public final class ClarifyQuery {
    /** Key of the prompt. */
    public static final String KEY = "clarify_query";

    private static final String INTENT_MEANING =
            """
      what becomes of the question:
      - clear: it can be answered from the data as it stands
      - ambiguous: a judgement without a figure, a name that several carry, or a pronoun that nothing explains
      - meaning: only what a figure means is asked, and the message says it
      - refused: it is not about these data, or asks to change something
      - show_sql: only the SQL of an earlier answer is wanted""";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("clarify_query")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "intent",
                            JsonEnumSchema.builder()
                                    .description(INTENT_MEANING)
                                    .enumValues("clear", "ambiguous", "meaning", "refused", "show_sql")
                                    .build())
                    .addStringProperty("message", "one sentence for the person; not needed with clear and show_sql")
                    .addProperty(
                            "clarification_questions",
                            JsonArraySchema.builder()
                                    .description("with ambiguous: two or three complete questions to choose from")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .required("intent")
                    .build())
            .build();

    private static final int HISTORY = 3;
    private static final String UNREADABLE =
            "The language model's reply could not be read. Try again, or put the question in other words.";

    private final Domains domains;

    /** With the workspaces. */
    public ClarifyQuery(Domains domains) {
        this.domains = domains;
    }

    /** A fresh run. */
    public AnalystRun open(Turn turn) {
        return AnalystRun.begin(turn);
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body AnalystRun run) {
        Domain domain = domains.of(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Conversation", conversation(run));
        inputs.put("Question", run.turn().question());
        inputs.put(
                "What can be asked",
                domain.model().metrics().values().stream().map(m -> m.label()).collect(Collectors.joining(", ")));
        return domain.prompts().messages(KEY, inputs, Map.of("analyst", run, "domain", domain));
    }

    /** The last turns, as a model reads them. */
    static String conversation(AnalystRun run) {
        List<Turn.PastTurn> history = run.turn().history();
        return history.subList(Math.max(0, history.size() - HISTORY), history.size()).stream()
                .map(past -> "Question: " + past.asked() + "\nAnswer: "
                        + past.answer().lines().findFirst().orElse(""))
                .collect(Collectors.joining("\n"));
    }

    /**
     * Takes the reply; an unclear question ends here with two or three to choose from.
     *
     * @param reply null when the model failed
     * @param failure why it did
     */
    public AnalystRun accept(
            @Body AnalystRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (reply == null) {
            return run.withEnd(Answer.of(Outcome.FAILED, ModelFailure.told(failure)));
        }
        try {
            JsonNode object = Replies.object(reply);
            List<String> questions = Replies.texts(object, "clarification_questions");
            String intent = object.path("intent").asText("clear");
            Optional<String> unreadable = domains.of(run).members().problem();
            // whether a question is clear, and whom it is about, depends on the names in the data
            if (unreadable.isPresent() && !intent.equals("show_sql")) {
                return run.withEnd(Answer.of(
                        Outcome.FAILED, "The data of this workspace are not available: " + unreadable.get() + "."));
            }
            return switch (intent) {
                case "ambiguous" -> run.withEnd(new Answer(
                        Outcome.CLARIFY,
                        said(object, "Please say more exactly what you want to know."),
                        questions.subList(0, Math.min(3, questions.size())),
                        List.of()));
                case "meaning" -> run.withEnd(
                        Answer.of(Outcome.ANSWERED, said(object, "The data do not say what that means.")));
                case "refused" -> run.withEnd(
                        Answer.of(Outcome.REFUSED, said(object, "These data cannot answer that.")));
                case "show_sql" -> run.withEnd(showSql(run));
                default -> run;
            };
        } catch (Replies.Unreadable e) {
            return run.withEnd(Answer.of(Outcome.FAILED, UNREADABLE));
        }
    }

    private static String said(JsonNode object, String otherwise) {
        String message = object.path("message").asText("").strip();
        return message.isEmpty() ? object.path("reasoning").asText(otherwise) : message;
    }

    /** The person asks for the statements behind the answer before. */
    private static Answer showSql(AnalystRun run) {
        List<Turn.PastTurn> history = run.turn().history();
        for (int i = history.size() - 1; i >= 0; i--) {
            if (!history.get(i).sql().isEmpty()) {
                String statements = history.get(i).sql().stream()
                        .map(sql -> "```sql\n" + sql + "\n```")
                        .collect(Collectors.joining("\n\n"));
                return Answer.of(
                        Outcome.ANSWERED, "\"" + history.get(i).asked() + "\" was answered by:\n\n" + statements);
            }
        }
        return Answer.of(
                Outcome.CLARIFY,
                "There is no answer in this conversation whose SQL could be shown yet. Ask a question first.");
    }
}
