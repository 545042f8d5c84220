package dev.caravan.plan;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage llm_summary: lends the run to the prompt that puts results into words. */
public final class Summarize {

    /** The analysis with what was assumed on the way. */
    public AnalystRun open(@Body PlanRun run) {
        return run.query()
                .map(query -> run.analysis()
                        .withDone(Map.of(
                                PlanRun.QUERY,
                                query.withNotes(run.state().resolution().notes()))))
                .orElseThrow();
    }

    /** The plan with the result in words. */
    public PlanRun told(@Body AnalystRun told, @Variable("plan") PlanRun run) {
        return run.withAnalysis(told).done("Told the result", List.of());
    }

    /** What is kept of a query beside its rows, so that it can be found again. */
    public Map<String, Object> metadata(@Body PlanRun run) {
        SqlRun query = run.query().orElseThrow();
        List<String> filters = new ArrayList<>();
        run.state()
                .resolution()
                .resolvedEntities()
                .values()
                .forEach(each -> filters.add(each.field() + " = " + each.value()));
        return Map.of(
                "thread_id",
                run.turn().threadId(),
                "turn_id",
                run.turnId(),
                "query_type",
                run.state().query().queryType(),
                "question",
                run.question(),
                "query",
                run.searched()
                        .map(RunPlanSearch::shown)
                        .or(() -> run.looked().map(RunPlanLookup::shown))
                        .orElseGet(query::sql),
                "summary",
                query.table().orElse(Table.EMPTY).totalRows() + " rows found",
                "how_to_retrieve",
                run.turn().workspace() + ": "
                        + String.join(
                                ", ", run.state().resolution().fieldMappings().values())
                        + (filters.isEmpty() ? "" : "; " + String.join(", ", filters)));
    }
}
