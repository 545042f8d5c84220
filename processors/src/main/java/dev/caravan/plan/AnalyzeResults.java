package dev.caravan.plan;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.Plan;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stages query_metadata, stats_analysis, pattern_recognition and insights: take up an earlier query, ask the questions of the analysis over
 * all its rows, and say what the figures show.
 */
public final class AnalyzeResults {

    /** Takes up the query that is analyzed. */
    public PlanRun takeUp(@Body PlanRun run) {
        return run.done(
                "Took up " + analyzed(run) + "; it is asked again",
                List.of(run.state().query().query()));
    }

    private static String analyzed(PlanRun run) {
        return "\"" + run.state().tasks().rewrittenRequest() + "\""
                + run.analyzed().map(each -> " (" + each.told() + ")").orElse("");
    }

    /** The last request with its names in full. */
    static String last(PlanState before) {
        return before.resolution().question().isEmpty()
                ? before.tasks().rewrittenRequest()
                : before.resolution().question();
    }

    /** The questions of the task, as parts that are asked side by side. */
    public AnalystRun open(@Body PlanRun run) {
        Task task = run.state().tasks().current().orElseThrow();
        List<Plan.SubQuery> parts = new ArrayList<>();
        for (int i = 0; i < task.questions().size(); i++) {
            parts.add(new Plan.SubQuery(
                    task.key() + "_" + (i + 1), task.questions().get(i), List.of(), true));
        }
        return run.analysis().withPlan(new Plan(parts, "synthesis"));
    }

    /** The plan with what the parts gave; a task of which no part has rows fails. */
    public PlanRun taken(@Body AnalystRun asked, @Variable("plan") PlanRun run) {
        List<SqlRun> parts = asked.plan().queries().stream()
                .map(part -> asked.done().get(part.id()))
                .toList();
        PlanRun next = run.withAnalysis(asked);
        return parts.stream().noneMatch(SqlRun::isAlive)
                ? next.failed(
                        Outcome.FAILED,
                        parts.stream()
                                .flatMap(part -> part.failure().stream())
                                .map(SqlRun.Failure::message)
                                .findFirst()
                                .orElse("The analysis has no questions."))
                : next.done(
                        "Asked " + parts.size() + (parts.size() == 1 ? " question" : " questions"),
                        parts.stream().map(SqlRun::sql).toList());
    }

    /** The plan with what its figures show. */
    public PlanRun tell(@Body PlanRun run) {
        Map<String, SqlRun> parts = new LinkedHashMap<>(run.analysis().done());
        String text = new Insights(List.copyOf(parts.values())).text();
        return run.withAnalysis(run.analysis()
                        .withText(
                                text,
                                "The query of " + analyzed(run)
                                        + " was asked again for each figure, over all its rows. A share of the differences is "
                                        + "eta squared; p comes from an F test and says nothing about causes."))
                .done("Told what the figures show", List.of());
    }
}
