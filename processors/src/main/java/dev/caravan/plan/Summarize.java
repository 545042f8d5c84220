package dev.caravan.plan;

import dev.caravan.analyst.AnalystRun;
import java.util.HashMap;
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

    /** The row that is kept of a query. */
    public Map<String, Object> metadata(@Body PlanRun run) {
        Map<String, Object> row = new HashMap<>(run.queryMetadata());
        row.put("thread_id", run.turn().threadId());
        row.put("turn_id", run.turnId());
        row.put("question", run.question());
        return row;
    }
}
