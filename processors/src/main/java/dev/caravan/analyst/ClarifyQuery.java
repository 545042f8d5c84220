package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.model.RoutedModel;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.Collection;
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

    /** The heading of what the data hold. */
    static final String HELD = "What can be asked";

    private static final String MEANING = "meaning";
    private static final String SHOW_SQL = "show_sql";
    private static final Map<String, String> INTENTS = new LinkedHashMap<>();

    static {
        INTENTS.put("clear", "it can be answered from the data as it stands");
        INTENTS.put(
                "ambiguous",
                "a judgement without a figure, a name that several carry, or a pronoun that nothing explains");
        INTENTS.put(MEANING, "only what a figure means is asked; figure says which");
        INTENTS.put("refused", "it is not about these data, or asks to change something");
        INTENTS.put(SHOW_SQL, "only the SQL of an earlier answer is wanted");
    }

    /** The form of the reply, with all that may become of a question. */
    public static final JsonSchema REPLY = form(INTENTS.keySet(), List.of());

    /**
     * The form for one question. What cannot be had is not offered, for small models choose it: SQL where there is none yet,
     * and meanings other than those that the workspace gives.
     */
    private static JsonSchema form(AnalystRun run, SemanticModel model) {
        List<String> intents = new ArrayList<>(INTENTS.keySet());
        if (lastWithSql(run).isEmpty()) {
            intents.remove(SHOW_SQL);
        }
        if (model.metrics().isEmpty()) {
            intents.remove(MEANING);
        }
        return form(intents, List.copyOf(model.metrics().keySet()));
    }

    private static JsonSchema form(Collection<String> intents, List<String> figures) {
        String meanings = intents.stream()
                .map(intent -> "\n- " + intent + ": " + INTENTS.get(intent))
                .collect(Collectors.joining());
        JsonObjectSchema.Builder form = JsonObjectSchema.builder()
                .addProperty(
                        "intent",
                        JsonEnumSchema.builder()
                                .description("what becomes of the question:" + meanings)
                                .enumValues(List.copyOf(intents))
                                .build())
                .addStringProperty(
                        "message", "with ambiguous and refused: one sentence for the person, without figures")
                .addProperty(
                        "clarification_questions",
                        JsonArraySchema.builder()
                                .description("with ambiguous: two or three complete questions to choose from")
                                .items(JsonStringSchema.builder().build())
                                .build())
                .required("intent");
        if (intents.contains(MEANING)) {
            String description = "with meaning: which";
            form.addProperty(
                    "figure",
                    figures.isEmpty()
                            ? JsonStringSchema.builder()
                                    .description(description)
                                    .build()
                            : JsonEnumSchema.builder()
                                    .description(description)
                                    .enumValues(figures)
                                    .build());
        }
        return JsonSchema.builder().name(KEY).rootElement(form.build()).build();
    }

    /** What is said to a wish for the SQL of an answer that there is not. */
    public static final String NO_SQL_YET =
            "There is no answer in this conversation whose SQL could be shown yet. Ask a question first.";

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
        inputs.put(HELD, held(domain, run.turn().question()));
        inputs.put("Conversation", conversation(run));
        inputs.put("Question", run.turn().question());
        return domain.prompts()
                .messages(
                        KEY,
                        inputs,
                        Map.of("analyst", run, "domain", domain, RoutedModel.FORM, form(run, domain.model())));
    }

    /** What the data hold, as a model reads it: the figures that the workspace names, or the tables that are nearest. */
    static String held(Domain domain, String question) {
        Collection<Metric> metrics = domain.model().metrics().values();
        TableIndex tables = domain.tables();
        return metrics.isEmpty()
                ? tables.find(question, TableIndex.CANDIDATES).stream()
                        .sorted()
                        .map(table ->
                                table + "(" + String.join(", ", tables.columns().get(table)) + ")")
                        .collect(Collectors.joining("\n"))
                : metrics.stream().map(Metric::label).collect(Collectors.joining(", "));
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
            if (unreadable.isPresent() && !intent.equals(SHOW_SQL)) {
                return run.withEnd(Answer.of(
                        Outcome.FAILED, "The data of this workspace are not available: " + unreadable.get() + "."));
            }
            return switch (intent) {
                case "ambiguous" -> run.withEnd(new Answer(
                        Outcome.CLARIFY,
                        said(object, "Please say more exactly what you want to know."),
                        questions.subList(0, Math.min(3, questions.size())),
                        List.of()));
                case MEANING -> run.withEnd(
                        meaning(object.path("figure").asText(), domains.of(run).model()));
                case "refused" -> run.withEnd(
                        Answer.of(Outcome.REFUSED, said(object, "These data cannot answer that.")));
                case SHOW_SQL -> run.withEnd(showSql(run));
                default -> run;
            };
        } catch (Replies.Unreadable e) {
            return run.withEnd(Answer.of(Outcome.FAILED, UNREADABLE));
        }
    }

    /** What the workspace says of a figure; a model's own words for it would be no evidence. */
    private static Answer meaning(String figure, SemanticModel model) {
        return model.metrics().containsKey(figure)
                ? Answer.of(Outcome.ANSWERED, model.metric(figure).inWords())
                : Answer.of(Outcome.REFUSED, "The data do not say what that means.");
    }

    private static String said(JsonNode object, String otherwise) {
        String message = object.path("message").asText("").strip();
        return message.isEmpty() ? object.path("reasoning").asText(otherwise) : message;
    }

    /** The latest answer of the conversation that has a statement. */
    public static Optional<Turn.PastTurn> lastWithSql(AnalystRun run) {
        return run.turn().history().stream()
                .filter(past -> !past.sql().isEmpty())
                .reduce((earlier, later) -> later);
    }

    /** The person asks for the statements behind the answer before. */
    private static Answer showSql(AnalystRun run) {
        return lastWithSql(run)
                .map(past -> Answer.of(
                        Outcome.ANSWERED,
                        "\"" + past.asked() + "\" was answered by:\n\n"
                                + past.sql().stream()
                                        .map(sql -> "```sql\n" + sql + "\n```")
                                        .collect(Collectors.joining("\n\n"))))
                .orElse(Answer.of(Outcome.CLARIFY, NO_SQL_YET));
    }
}
