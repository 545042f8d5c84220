package dev.caravan.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.analyst.Member;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.plan.NameSearch.Found;
import dev.caravan.plan.NameSearch.Mention;
import dev.caravan.plan.ResolutionContext.Candidate;
import dev.caravan.semantic.Schema;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/**
 * Stage entity_resolution: a model says which names the request holds, the data say what they stand for, and where several things go
 * by one name the person does. What a person chose holds for the rest of the conversation.
 */
public final class ResolveEntities {
    /** Key of the prompt. */
    public static final String KEY = "entity_resolution";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("entity_resolution")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "names",
                            JsonArraySchema.builder()
                                    .description("the names of things in the request, times and figures left out")
                                    .items(JsonObjectSchema.builder()
                                            .addStringProperty("text", "as written")
                                            .addStringProperty(
                                                    "kind", "what the request says it is, such as port; else empty")
                                            .required("text")
                                            .build())
                                    .build())
                    .required("names")
                    .build())
            .build();

    /** Names in the data, as long as they are the same. */
    private record Known(List<Member> members, NameSearch search) {}

    private final Domains domains;
    private final CountRecords counts;
    private final Map<String, Known> searches = new ConcurrentHashMap<>();

    /**
     * With the workspaces.
     *
     * @param counts tells how much there is of what is asked about
     */
    public ResolveEntities(Domains domains, CountRecords counts) {
        this.domains = domains;
        this.counts = counts;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body PlanRun run) {
        Domain domain = domains.of(run.analysis());
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.state().tasks().rewrittenRequest());
        inputs.put("Kinds of things", kinds(domain));
        return domain.prompts().messages(KEY, inputs, Map.of("plan", run, "domain", domain, "names", search(domain)));
    }

    private static String kinds(Domain domain) {
        return domain.model().schema().stream()
                .flatMap(schema -> schema.relations().values().stream())
                .flatMap(relation -> relation.names().stream().limit(1))
                .collect(Collectors.joining(", "));
    }

    private NameSearch search(Domain domain) {
        List<Member> now = domain.members().members();
        return searches.compute(
                        domain.workspace().name(),
                        (name, last) -> last != null && last.members() == now
                                ? last
                                : new Known(
                                        now,
                                        new NameSearch(
                                                domain.model()
                                                        .schema()
                                                        .orElseGet(() -> new Schema(Optional.empty(), Map.of())),
                                                now)))
                .search();
    }

    /**
     * Takes the reply.
     *
     * @param reply null when the model failed
     */
    public PlanRun accept(
            @Body PlanRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (reply == null) {
            return run.failed(Outcome.FAILED, ModelFailure.told(failure));
        }
        NameSearch search = search(domains.of(run.analysis()));
        Map<String, Candidate> resolved = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        String full = run.state().tasks().rewrittenRequest();
        for (Mention mention : mentions(reply)) {
            Optional<Candidate> chosen = chosen(run, mention, search);
            Optional<Candidate> remembered = Optional.ofNullable(
                    run.state().resolution().resolvedEntities().get(mention.text()));
            Found found = search.find(mention);
            Optional<Candidate> one = chosen.or(() -> remembered)
                    .or(() -> found.sure() ? found.candidates().stream().findFirst() : Optional.empty());
            if (one.isEmpty() && !found.candidates().isEmpty()) {
                return run.asks(
                        clarification(mention.text(), found.candidates(), search, hints(run, found.candidates())));
            }
            if (one.isPresent()) {
                resolved.put(mention.text(), one.get());
                full = replaced(full, mention.text(), search.named(one.get()));
                if (!one.get().value().equalsIgnoreCase(mention.text())) {
                    notes.add("\"" + mention.text() + "\" is taken as the "
                            + one.get().kind() + " "
                            + one.get().value()
                            + (chosen.isEmpty() && remembered.isPresent() ? ", as before in this conversation" : "")
                            + ".");
                }
            }
        }
        String question = full;
        Map<String, Candidate> all =
                new LinkedHashMap<>(run.state().resolution().resolvedEntities());
        all.putAll(resolved);
        PlanRun next = run.withState(
                run.state().withResolution(run.state().resolution().withEntities(all, question, notes)));
        return next.done(
                resolved.isEmpty()
                        ? "There are no names to resolve"
                        : "Resolved "
                                + resolved.entrySet().stream()
                                        .map(each -> each.getKey() + " to "
                                                + each.getValue().kind() + " "
                                                + each.getValue().value())
                                        .collect(Collectors.joining(", ")),
                List.of());
    }

    private static List<Mention> mentions(String reply) {
        List<Mention> mentions = new ArrayList<>();
        try {
            for (JsonNode each : Replies.object(reply).path("names")) {
                String text = each.path("text").asText("").strip();
                if (!text.isEmpty()) {
                    mentions.add(new Mention(text, each.path("kind").asText("").strip()));
                }
            }
        } catch (Replies.Unreadable e) {
            // the words stay as they are, and field_mapping asks about those that mean nothing
        }
        return mentions;
    }

    /** What the person chose for the name that was asked about. */
    private static Optional<Candidate> chosen(PlanRun run, Mention mention, NameSearch search) {
        String answer = run.state().intent().answer();
        boolean asked = run.state().intent().intentType() == IntentContext.Type.EXACT_ANSWER
                && run.before()
                        .asked()
                        .filter(each -> each.about().equals(mention.text()))
                        .isPresent();
        if (!asked || answer.isEmpty()) {
            return Optional.empty();
        }
        Found other = search.find(new Mention(answer, ""));
        return search.find(mention).candidates().stream()
                .filter(each -> search.named(each).equals(answer))
                .findFirst()
                .or(() -> other.sure() ? other.candidates().stream().findFirst() : Optional.empty());
    }

    /** What each is and how many records there are of it. */
    private Map<Candidate, String> hints(PlanRun run, List<Candidate> candidates) {
        Optional<Schema> schema = domains.of(run.analysis()).model().schema();
        Map<Candidate, String> hints = new LinkedHashMap<>();
        candidates.forEach(each -> {
            String count = schema.map(known -> counts.of(run.turn().workspace(), known, each))
                    .orElse("");
            hints.put(each, count.isEmpty() ? each.kind() : each.kind() + ", " + count);
        });
        return hints;
    }

    private static Clarification clarification(
            String text, List<Candidate> candidates, NameSearch search, Map<Candidate, String> hints) {
        List<String> names = candidates.stream().map(search::named).toList();
        String question = names.size() == 1
                ? "There is no \"" + text + "\" in these data. Is " + names.get(0) + " meant?"
                : "Which " + text + ": " + String.join(", ", names.subList(0, names.size() - 1)) + " or "
                        + names.get(names.size() - 1) + "?";
        List<Form.Option> options = candidates.stream()
                .map(each -> new Form.Option(search.named(each), search.named(each), hints.get(each)))
                .toList();
        return new Clarification(
                text,
                question,
                new Form(List.of(new Form.Choice(
                        Clarification.FIELD, "Which " + text + "?", "", false, false, false, options))));
    }

    static String replaced(String text, String said, String full) {
        return Pattern.compile(
                        "(?<![\\p{L}\\p{N}])" + Pattern.quote(said) + "(?![\\p{L}\\p{N}])", Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .replaceFirst(Matcher.quoteReplacement(full));
    }
}
