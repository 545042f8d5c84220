package dev.caravan.turn;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One question and everything that happened to it so far; the body on the turn and agent routes. A copy with one component
 * changed is made by the {@code with} method of that component.
 *
 * @param id unique
 * @param threadId the conversation it belongs to
 * @param newThread whether the conversation begins with this turn
 * @param workspace what can be asked: the name of a folder in {@code workspaces/}
 * @param question as the person wrote it
 * @param choices what the person fixed, and what holds by default: values by the names that the workspace declares
 * @param history earlier turns of the thread, oldest first
 * @param startedAt when it came in
 * @param tools names of the tools that the agent has, settled when the turn begins
 * @param pending tool calls of the model's last message not answered yet, next first
 * @param results tool results in order
 * @param queries queries spent: the calls of tools that count
 * @param limitReached whether the budget of queries was found spent
 * @param answer set when the turn is over
 * @param asked the question in full where a stage wrote it; empty when the tool calls say it
 * @param progress how far it has come where it can wait
 * @param tenant whose session asked
 * @param owner the id of the user who asked
 */
@RecordBuilder
public record Turn(
        String id,
        String threadId,
        boolean newThread,
        String workspace,
        String question,
        Map<String, String> choices,
        List<PastTurn> history,
        Instant startedAt,
        List<String> tools,
        List<ToolCall> pending,
        List<ToolResult> results,
        int queries,
        boolean limitReached,
        Optional<Answer> answer,
        String asked,
        Progress progress,
        String tenant,
        String owner)
        implements PartOfTurn, TurnBuilder.With {

    /**
     * An earlier turn of the same thread.
     *
     * @param question as the person wrote it
     * @param asked the question in full, with what it left unsaid filled in
     * @param answer what was answered
     * @param sql the statements it rested on
     * @param cited the passages it cited, in the order of their numbers
     */
    public record PastTurn(String question, String asked, String answer, List<String> sql, List<Cited> cited) {
        /**
         * A passage that an answer cited.
         *
         * @param document its id
         * @param section where in the document
         * @param text what stands there
         */
        public record Cited(String document, String section, String text) {}

        /** Takes copies. */
        public PastTurn {
            sql = List.copyOf(sql);
            // turns that were kept earlier name none
            cited = cited == null ? List.of() : List.copyOf(cited);
        }

        /** A turn without citations. */
        public PastTurn(String question, String asked, String answer, List<String> sql) {
            this(question, asked, answer, sql, List.of());
        }

        /** A turn without statements. */
        public PastTurn(String question, String asked, String answer) {
            this(question, asked, answer, List.of());
        }
    }

    /** Tenant and owner where sessions are not told apart. */
    public static final String EVERYBODY = "everybody";

    /** Takes copies; the choices keep their order. */
    public Turn {
        // turns that were kept earlier name none
        tenant = tenant == null ? EVERYBODY : tenant;
        owner = owner == null ? EVERYBODY : owner;
        choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
        history = List.copyOf(history);
        tools = List.copyOf(tools);
        pending = List.copyOf(pending);
        results = List.copyOf(results);
    }

    /** A turn nothing has happened to. */
    public static Turn opened(
            String id,
            String threadId,
            boolean newThread,
            String workspace,
            String question,
            Map<String, String> choices,
            Instant now) {
        return new Turn(
                id,
                threadId,
                newThread,
                workspace,
                question,
                choices,
                List.of(),
                now,
                List.of(),
                List.of(),
                List.of(),
                0,
                false,
                Optional.empty(),
                "",
                Progress.NONE,
                EVERYBODY,
                EVERYBODY);
    }

    @Override
    public String turnId() {
        return id;
    }

    /** Whether there is no answer yet; the agent's loop goes on while this holds. */
    public boolean isOpen() {
        return answer.isEmpty();
    }

    /** The call to run next; only where some are pending. */
    public ToolCall nextCall() {
        return pending.get(0);
    }

    /** What holds of a choice; empty where the person left it open and nothing holds by default. */
    public Optional<String> choice(String name) {
        return Optional.ofNullable(choices.get(name));
    }

    /** With one choice settled. */
    public Turn withChoice(String name, String value) {
        Map<String, String> settled = new LinkedHashMap<>(choices);
        settled.put(name, value);
        return withChoices(settled);
    }

    /**
     * With the next call answered.
     *
     * @param result answers {@link #nextCall()}
     * @param cost queries to count: 1 for a data tool that ran, 0 otherwise
     */
    public Turn withResult(ToolResult result, int cost) {
        List<ToolResult> more = new ArrayList<>(results);
        more.add(result);
        return with(turn ->
                turn.pending(pending.subList(1, pending.size())).results(more).queries(queries + cost));
    }

    /** Over: what was still to be called is not called any more. */
    public Turn withAnswer(Answer given) {
        return with(turn -> turn.pending(List.of()).answer(Optional.of(given)));
    }

    /**
     * Ended for now, to be gone on with when the person has replied; what is still to be called stays.
     *
     * @param text what the person reads above the form, Markdown
     */
    public Turn waitingFor(Form form, String text) {
        return withAnswer(new Answer(Outcome.AWAITING_PERSON, text, List.of(), List.of(), Optional.of(form)))
                .withPending(pending);
    }

    /** Whether it waits for the person. */
    public boolean isWaiting() {
        return answer.filter(given -> given.outcome() == Outcome.AWAITING_PERSON)
                .isPresent();
    }

    /** Whether it was gone on with after it had waited or was interrupted. */
    public boolean isResumed() {
        return progress.resumed() > 0;
    }

    /** Whether how far it has come is to be stored now. */
    public boolean isCheckpointed() {
        return progress.kept() && isOpen();
    }

    /** Whether its state was stored and is needed no more. */
    public boolean isForgettable() {
        return progress.kept() && !isOpen() && !isWaiting();
    }

    /** The evidence of all tool calls, in order. */
    public List<Evidence> evidence() {
        return results.stream().flatMap(result -> result.evidence().stream()).toList();
    }
}
