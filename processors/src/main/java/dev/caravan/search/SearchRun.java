package dev.caravan.search;

import dev.caravan.query.LogicalQuery;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Traced;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One search on its way: a logical query, or query DSL as somebody wrote it.
 *
 * @param turnId the turn it belongs to
 * @param workspace whose data are searched
 * @param call the tool call it answers
 * @param asked the query, where it is a logical one
 * @param written the search, where it was written as query DSL
 * @param execution how far the logical query is
 * @param searches what was sent, for the person
 * @param table the result
 * @param millis time in the engine
 * @param notes what the person should know, in sentences
 * @param problem why there is no result
 */
public record SearchRun(
        String turnId,
        String workspace,
        ToolCall call,
        Optional<LogicalQuery> asked,
        Optional<SearchRequest> written,
        Optional<SearchExecution> execution,
        List<SearchRequest> searches,
        Optional<Table> table,
        long millis,
        List<String> notes,
        Optional<Problem> problem)
        implements Traced, PartOfTurn {

    /** Why there is no result. */
    public record Problem(SearchProblem.Kind kind, String message) {}

    /** Takes copies. */
    public SearchRun {
        searches = List.copyOf(searches);
        notes = List.copyOf(notes);
    }

    private static SearchRun begin(
            String turnId,
            String workspace,
            ToolCall call,
            Optional<LogicalQuery> asked,
            Optional<SearchRequest> written) {
        return new SearchRun(
                turnId,
                workspace,
                call,
                asked,
                written,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                0,
                List.of(),
                Optional.empty());
    }

    /** A logical query to which nothing has happened. */
    public static SearchRun of(String turnId, String workspace, ToolCall call, LogicalQuery query) {
        return begin(turnId, workspace, call, Optional.of(query), Optional.empty());
    }

    /** A search in query DSL that nobody has checked. */
    public static SearchRun of(String turnId, String workspace, ToolCall call, SearchRequest written) {
        return begin(turnId, workspace, call, Optional.empty(), Optional.of(written));
    }

    /** A call that is no search, and why. */
    public static SearchRun refused(String turnId, String workspace, ToolCall call, String why) {
        return begin(turnId, workspace, call, Optional.empty(), Optional.empty())
                .withProblem(SearchProblem.Kind.REFUSED, why);
    }

    /** Whether it can go on. */
    public boolean isAlive() {
        return problem.isEmpty();
    }

    /** Whether the engine has yet to be asked for something. */
    public boolean isRequestNeeded() {
        return isAlive()
                && table.isEmpty()
                && (execution.isPresent() ? execution.get().isOpen() : written.isPresent());
    }

    /** The request that is next. */
    public SearchRequest next() {
        return execution.map(SearchExecution::next).orElseGet(written::orElseThrow);
    }

    SearchRun withExecution(SearchExecution further) {
        return new SearchRun(
                turnId, workspace, call, asked, written, Optional.of(further), searches, table, millis, notes, problem);
    }

    /** With what is sent; further pages of a search are not told again. */
    SearchRun withSearches(List<SearchRequest> sent) {
        return new SearchRun(turnId, workspace, call, asked, written, execution, sent, table, millis, notes, problem);
    }

    /** With further things that the person should know. */
    public SearchRun withNotes(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        more.stream().filter(note -> !all.contains(note)).forEach(all::add);
        return new SearchRun(turnId, workspace, call, asked, written, execution, searches, table, millis, all, problem);
    }

    SearchRun withMillis(long further) {
        return new SearchRun(
                turnId, workspace, call, asked, written, execution, searches, table, millis + further, notes, problem);
    }

    SearchRun withTable(Table result, List<String> more) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(more);
        return new SearchRun(
                turnId,
                workspace,
                call,
                asked,
                written,
                execution,
                searches,
                Optional.of(result),
                millis,
                all,
                problem);
    }

    /** Ended without a result. */
    public SearchRun withProblem(SearchProblem.Kind kind, String message) {
        return new SearchRun(
                turnId,
                workspace,
                call,
                asked,
                written,
                execution,
                searches,
                Optional.empty(),
                millis,
                notes,
                Optional.of(new Problem(kind, message)));
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        if (stage.equals("plan_search") && !searches.isEmpty()) {
            detail.put("searches", shown(searches));
        }
        if (stage.equals("execute_search")) {
            table.ifPresent(rows -> {
                detail.put("rows", rows.rows().size());
                detail.put("rows_total", rows.totalRows());
                detail.put("millis", millis);
            });
            if (!notes.isEmpty()) {
                detail.put("notes", notes);
            }
        }
        problem.ifPresent(why -> detail.put("error", why.message()));
        return detail;
    }

    /** Searches as members of JSON. */
    public static List<Map<String, Object>> shown(List<SearchRequest> searches) {
        return searches.stream()
                .map(search -> Dsl.object("index", search.relation(), "search", search.body()))
                .toList();
    }
}
