package dev.caravan.plan;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.Domains;
import dev.caravan.analyst.Plan;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.compile.QueryCompiler;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stages query_metadata, stats_analysis, pattern_recognition and insights: take up an earlier query, ask the questions of the analysis over
 * all its rows, and say what the figures show.
 */
public final class AnalyzeResults {

    private final Domains domains;
    private final SchemaQuestions questions;
    private final RowsOfQueries rows;

    /**
     * Of workspaces.
     *
     * @param questions reads what is analyzed, and what is asked of it
     * @param rows those that are fresh
     */
    public AnalyzeResults(Domains domains, SchemaQuestions questions, RowsOfQueries rows) {
        this.domains = domains;
        this.questions = questions;
        this.rows = rows;
    }

    /** Finds the rows that give every figure of the analysis, or says which have to be read; neither where it takes more than rows. */
    public PlanRun find(@Body PlanRun run) {
        return run.withRows(needed(run)
                .map(values -> rows.find(run.turn(), run.state().tasks().rewrittenRequest(), values)
                        .orElseGet(() -> AnalyzedRows.wanted(values))));
    }

    private Optional<List<Value>> needed(PlanRun run) {
        Optional<LogicalQuery> earlier = read(run, run.state().tasks().rewrittenRequest());
        List<Optional<LogicalQuery>> asked = run.state().tasks().tasks().stream()
                .filter(task -> task.status() != Task.Status.DROPPED)
                .flatMap(task -> task.questions().stream())
                .map(question -> read(run, question))
                .toList();
        if (earlier.isEmpty() || asked.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        return AnalyzedRows.needed(
                earlier.get(), asked.stream().map(Optional::get).toList(), graph(run));
    }

    private Optional<LogicalQuery> read(PlanRun run, String question) {
        return questions
                .read(run.turn().workspace(), run.turn().tenant(), question)
                .query();
    }

    private SchemaGraph graph(PlanRun run) {
        return new SchemaGraph(domains.of(run.analysis()).model().schema().orElseThrow());
    }

    private Optional<String> statement(PlanRun run, LogicalQuery query) {
        try {
            return Optional.of(
                    new QueryCompiler(graph(run), origin(run).dialect().code()).compile(query));
        } catch (NotExpressible e) {
            return Optional.empty();
        }
    }

    private SqlRun.Origin origin(PlanRun run) {
        return new SqlRun.Origin(
                run.turn().workspace(),
                domains.of(run.analysis()).workspace().engine(),
                run.turn().tenant());
    }

    /** The statement that reads the rows; it has passed no check yet, and an empty one passes none. */
    public SqlRun query(@Body PlanRun run) {
        String statement = run.rows()
                .flatMap(wanted -> read(run, run.state().tasks().rewrittenRequest())
                        .flatMap(earlier -> statement(run, AnalyzedRows.query(earlier, wanted.values()))))
                .orElse("");
        return SqlRun.ofStatement(
                run.turnId(), ToolCall.asking("rows", "plan", run.question(), ""), statement, origin(run));
    }

    /** The plan with the rows; without them where they could not all be read, so that each figure is asked for by itself. */
    public PlanRun fetched(@Body SqlRun query, @Variable("plan") PlanRun run) {
        Optional<Table> read = query.isAlive() ? query.table().filter(table -> !table.truncated()) : Optional.empty();
        AnalyzedRows wanted = run.rows().orElseThrow();
        read.ifPresent(table -> rows.keep(run.turn(), run.state().tasks().rewrittenRequest(), wanted.values(), table));
        return run.withRows(
                read.map(table -> new AnalyzedRows(wanted.values(), Optional.of(table), Duration.ZERO, false)));
    }

    /** Takes up the query that is analyzed. */
    public PlanRun takeUp(@Body PlanRun run) {
        return run.done(
                "Took up " + analyzed(run) + "; "
                        + run.rows().map(AnalyzeResults::used).orElse("each figure is asked for by itself"),
                List.of(run.state().query().query()));
    }

    private static String used(AnalyzedRows analyzed) {
        int count = analyzed.table().orElse(Table.EMPTY).rows().size();
        String all = count == 1 ? "its one row" : "all its " + String.format(Locale.ROOT, "%,d", count) + " rows";
        return analyzed.kept()
                ? all + " are used as they were read " + Earlier.ago(analyzed.age())
                : "it was run again, and gives " + all;
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
        return run.analysis().withPlan(new Plan(parts, "synthesis")).withDone(computed(run, parts));
    }

    /** The parts that the rows give; none where there are no rows. */
    private Map<String, SqlRun> computed(PlanRun run, List<Plan.SubQuery> parts) {
        Map<String, SqlRun> done = new LinkedHashMap<>();
        for (Plan.SubQuery part : parts) {
            run.rows()
                    .flatMap(analyzed -> read(run, part.description())
                            .flatMap(query -> statement(run, query).map(statement -> SqlRun.ofStatement(
                                            run.turnId(),
                                            ToolCall.asking(part.id(), "plan", part.description(), ""),
                                            statement,
                                            origin(run))
                                    .withTable(analyzed.groups(query), 0)
                                    .withNotes(List.of("Computed from the rows of the earlier query; " + used(analyzed)
                                            + ". The statement gives the same.")))))
                    .ifPresent(computed -> done.put(part.id(), computed));
        }
        return done;
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
                                "The query of " + analyzed(run) + ": "
                                        + run.rows()
                                                .map(AnalyzeResults::used)
                                                .orElse("it was asked again for each figure, over all its rows")
                                        + ". A share of the differences is "
                                        + "eta squared; p comes from an F test and says nothing about causes."))
                .done("Told what the figures show", List.of());
    }
}
