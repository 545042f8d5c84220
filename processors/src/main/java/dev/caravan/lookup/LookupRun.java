package dev.caravan.lookup;

import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Traced;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One look-up on its way.
 *
 * @param turnId the turn it belongs to
 * @param workspace whose service is asked
 * @param call what it answers
 * @param lookup the query; empty where there is none
 * @param table the result
 * @param millis time in the service
 * @param problem why there is no result
 */
public record LookupRun(
        String turnId,
        String workspace,
        ToolCall call,
        Optional<Lookup> lookup,
        Optional<Table> table,
        long millis,
        Optional<String> problem)
        implements Traced, PartOfTurn {

    /** A query of which nothing was asked yet. */
    public static LookupRun of(String turnId, String workspace, ToolCall call, Lookup lookup) {
        return new LookupRun(turnId, workspace, call, Optional.of(lookup), Optional.empty(), 0, Optional.empty());
    }

    /** What cannot be looked up, and why. */
    public static LookupRun refused(String turnId, String workspace, ToolCall call, String why) {
        return new LookupRun(turnId, workspace, call, Optional.empty(), Optional.empty(), 0, Optional.of(why));
    }

    /** Whether it can go on. */
    public boolean isAlive() {
        return problem.isEmpty();
    }

    LookupRun withTable(Table result, long took) {
        return new LookupRun(turnId, workspace, call, lookup, Optional.of(result), took, problem);
    }

    LookupRun withProblem(String why) {
        return new LookupRun(turnId, workspace, call, lookup, Optional.empty(), millis, Optional.of(why));
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        lookup.ifPresent(query -> {
            detail.put("query", query.document());
            detail.put("variables", query.variables());
        });
        table.ifPresent(rows -> {
            detail.put("rows", rows.rows().size());
            detail.put("millis", millis);
        });
        problem.ifPresent(why -> detail.put("error", why));
        return detail;
    }
}
