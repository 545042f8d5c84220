package dev.caravan.plan;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.lookup.LookupRun;
import dev.caravan.plan.Task.Status;
import dev.caravan.search.SearchRun;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Table;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message on its way through the flow of the plan.
 *
 * @param analysis the turn, its query and the answer under way
 * @param state the plan
 * @param before the plan as the last turn left it
 * @param ended how the task that was last at work ended; empty while none has
 * @param searched the search that gave the rows of the query; empty where SQL did
 * @param looked the look-up that gave the rows of the query; empty where something else did
 * @param earlier the answered queries of the conversation, the last first
 * @param rows the rows that are analyzed; empty where each figure is asked for by itself
 */
public record PlanRun(
        AnalystRun analysis,
        PlanState state,
        PlanState before,
        Optional<MemoryEntry> ended,
        Optional<SearchRun> searched,
        Optional<LookupRun> looked,
        List<Earlier> earlier,
        Optional<AnalyzedRows> rows)
        implements Traced, PartOfTurn {

    /** The part of the analysis that holds the plan's query. */
    static final String QUERY = "query";

    /** Takes a copy. */
    public PlanRun {
        earlier = List.copyOf(earlier);
    }

    /** A message to which nothing has happened. */
    public static PlanRun begin(Turn turn, PlanState kept, List<Earlier> earlier) {
        return new PlanRun(
                AnalystRun.begin(turn),
                kept,
                kept,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                earlier,
                Optional.empty());
    }

    /** The turn it belongs to. */
    public Turn turn() {
        return analysis.turn();
    }

    @Override
    public String turnId() {
        return turn().id();
    }

    /** Whether nothing ended it and nobody was asked. */
    public boolean isOpen() {
        return analysis.isOpen() && state.asked().isEmpty();
    }

    /** Whether the message is the reply to the form by which this plan was shown. */
    public boolean isApproving() {
        return turn().isResumed()
                && before.active()
                && before.turnId().equals(turnId())
                && before.asked().filter(Clarification::asksApproval).isPresent();
    }

    /** Whether earlier conversations have to be looked through. */
    public boolean isRecallNeeded() {
        return analysis.isOpen() && state.intent().intentType() == IntentContext.Type.RECALL;
    }

    /** Whether tasks have to be planned. */
    public boolean isPlanNeeded() {
        return isOpen() && !state.intent().goesOn() && !isRecallNeeded();
    }

    /** Whether a task is to be done now. */
    public boolean isTaskNeeded() {
        return isOpen() && state.tasks().current().isPresent();
    }

    /** Whether every task was done, and a query ran that a later message may come back to. */
    public boolean isComplete() {
        return isOpen()
                && query().isPresent()
                && !state.tasks().tasks().isEmpty()
                && state.tasks().current().isEmpty();
    }

    /** The tool of the task that is next; empty where none is. */
    public String getTool() {
        return state.tasks().current().map(Task::tool).orElse("");
    }

    /** The request as its tasks read it: with every name in full once they are resolved. */
    public String question() {
        return state.resolution().question().isEmpty()
                ? state.tasks().rewrittenRequest()
                : state.resolution().question();
    }

    /** The answered query that is analyzed; empty where its metadata are gone. */
    Optional<Earlier> analyzed() {
        return earlier.stream()
                .filter(each -> each.question().equals(state.tasks().rewrittenRequest()))
                .findFirst();
    }

    /** The query once it ran, or the attempt. */
    public Optional<SqlRun> query() {
        return Optional.ofNullable(analysis.done().get(QUERY));
    }

    /** What is kept of the query beside its rows, so that a later message finds it again; empty where none ran. */
    Map<String, String> queryMetadata() {
        if (query().isEmpty()) {
            return Map.of();
        }
        SqlRun ran = query().get();
        List<String> filters = state.resolution().resolvedEntities().values().stream()
                .map(each -> each.field() + " = " + each.value())
                .toList();
        return Map.of(
                "query_type",
                state.query().queryType(),
                "query",
                searched.map(RunPlanSearch::shown)
                        .or(() -> looked.map(RunPlanLookup::shown))
                        .orElseGet(ran::sql),
                "summary",
                ran.table().orElse(Table.EMPTY).totalRows() + " rows found",
                "how_to_retrieve",
                turn().workspace() + ": "
                        + String.join(", ", state.resolution().fieldMappings().values())
                        + (filters.isEmpty() ? "" : "; " + String.join(", ", filters)));
    }

    /** With another state of the plan. */
    public PlanRun withState(PlanState next) {
        return new PlanRun(analysis, next, before, ended, searched, looked, earlier, rows);
    }

    /** With the turn's analysis. */
    public PlanRun withAnalysis(AnalystRun next) {
        return new PlanRun(next, state, before, ended, searched, looked, earlier, rows);
    }

    /** With the search that gave the rows. */
    public PlanRun withSearched(SearchRun search) {
        return new PlanRun(analysis, state, before, ended, Optional.of(search), Optional.empty(), earlier, rows);
    }

    /** With the look-up that gave the rows. */
    public PlanRun withLooked(LookupRun lookup) {
        return new PlanRun(analysis, state, before, ended, Optional.empty(), Optional.of(lookup), earlier, rows);
    }

    /** With the rows that are analyzed, read or not. */
    PlanRun withRows(Optional<AnalyzedRows> analyzed) {
        return new PlanRun(analysis, state, before, ended, searched, looked, earlier, analyzed);
    }

    /** Whether the rows that are analyzed have to be read. */
    public boolean isRowsNeeded() {
        return rows.filter(analyzed -> analyzed.table().isEmpty()).isPresent();
    }

    /** Over. */
    public PlanRun withEnd(Outcome outcome, String text) {
        return withAnalysis(analysis.withEnd(Answer.of(outcome, text)));
    }

    /** The task at work. */
    public PlanRun started() {
        return new PlanRun(
                analysis,
                state.withTasks(state.tasks().at(Status.RUNNING)),
                before,
                Optional.empty(),
                searched,
                looked,
                earlier,
                rows);
    }

    /** The task is done: the pointer moves on. */
    public PlanRun done(String action, List<String> queries) {
        return closed(Status.COMPLETE, action, queries, Optional.empty());
    }

    /** The task waits for the person. */
    public PlanRun asks(Clarification clarification) {
        PlanRun asking = closed(
                Status.CLARIFICATION_NEEDED,
                clarification.question(),
                List.of(),
                Optional.of(clarification.question()));
        return asking.withState(asking.state.withAsked(Optional.of(clarification)));
    }

    /** The task failed, and with it the turn; the plan is kept, so that it can be gone on with. */
    public PlanRun failed(Outcome outcome, String text) {
        return closed(Status.ERROR, text, List.of(), Optional.empty()).withEnd(outcome, text);
    }

    private PlanRun closed(Status status, String action, List<String> queries, Optional<String> asked) {
        Task task = state.tasks().current().orElseThrow();
        TaskList moved = state.tasks().at(status);
        PlanState next = state.with(changed -> changed.tasks(moved)
                .active(moved.current().isPresent())
                .turnId(turnId())
                .entries(state.entries() + 1));
        MemoryEntry entry = new MemoryEntry(
                next.entries(),
                task.key(),
                task.description(),
                status,
                turn().question(),
                action,
                List.of(task.tool()),
                queries,
                status == Status.COMPLETE && moved.current().isEmpty() ? queryMetadata() : Map.of(),
                asked,
                moved);
        return new PlanRun(analysis, next, before, Optional.of(entry), searched, looked, earlier, rows);
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        switch (stage) {
            case "classify_intent" -> detail.put(
                    "intent", state.intent().intentType().code());
            case "reiterate_intention" -> detail.put("question", state.intent().rewrittenQuestion());
                // planning ends no task; the list says what it made
            default -> ended.ifPresent(entry -> {
                detail.put("task", entry.todoKey());
                detail.put("status", entry.status().code());
                detail.put("action", entry.agentAction());
            });
        }
        boolean planned = !stage.equals("classify_intent") && !stage.equals("reiterate_intention");
        if (planned && !state.tasks().tasks().isEmpty()) {
            detail.put("plan", state.tasks().shown(isOpen()));
        }
        return detail;
    }
}
