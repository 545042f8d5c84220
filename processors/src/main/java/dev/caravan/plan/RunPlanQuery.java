package dev.caravan.plan;

import dev.caravan.analyst.Domains;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.catalog.Overrides;
import dev.caravan.query.LogicalQuery;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stages query_builder and sql_executor: open the run of the plan's query, and take what became of it. */
public final class RunPlanQuery {
    private final Domains domains;
    private final int attempts;

    /**
     * Opener and taker.
     *
     * @param attempts how many statements may be written
     */
    public RunPlanQuery(Domains domains, int attempts) {
        this.domains = domains;
        this.attempts = attempts;
    }

    /** A run without a statement. */
    public SqlRun open(@Body PlanRun run) {
        return SqlRun.begin(run.turnId(), call(run), Overrides.NONE, attempts, origin(run));
    }

    /** A run of the statement that the plan holds, wherever it was written. */
    public SqlRun reopen(@Body PlanRun run) {
        return SqlRun.ofStatement(run.turnId(), call(run), run.state().query().query(), origin(run))
                .withNotes(run.query().map(SqlRun::notes).orElse(List.of()));
    }

    /**
     * The query of the plan where its statement is the one that is written for what the question is read as.
     *
     * @param statements writes the query of a workspace as the statement that it must be
     */
    static Optional<LogicalQuery> sameQuery(
            PlanRun run, SchemaQuestions questions, BiFunction<String, LogicalQuery, Optional<String>> statements) {
        String workspace = run.turn().workspace();
        String statement = bare(run.state().query().query());
        return questions.read(workspace, run.question()).query().filter(read -> statements
                .apply(workspace, read)
                .filter(sql -> bare(sql).equals(statement))
                .isPresent());
    }

    private static String bare(String sql) {
        return sql.replaceAll("\\s+", "");
    }

    /**
     * The plan with rows that another service than the database found for its query.
     *
     * @param type of the query, as it is kept with its metadata
     * @param shown the query as that service got it
     */
    PlanRun found(PlanRun run, Table table, long millis, String type, String shown) {
        SqlRun query = reopen(run).withTable(table, millis);
        long rows = table.totalRows();
        List<String> sources = List.of(run.turn().workspace());
        return run.withAnalysis(run.analysis().withDone(Map.of(PlanRun.QUERY, query)))
                .withState(
                        run.state().with(next -> next.query(run.state().query().withType(type))
                                .execution(new ExecutionContext(rows, millis, sources))))
                .done("Found " + rows + (rows == 1 ? " row" : " rows"), List.of(shown));
    }

    /** The plan whose query is asked in SQL, and why another service was not asked, or did not answer. */
    PlanRun inSql(PlanRun run, String service, String reason) {
        SqlRun query = reopen(run)
                .withNotes(
                        List.of("Asked in SQL and not in the " + service + ": " + reason.replaceAll("\\.$", "") + "."));
        return run.withAnalysis(run.analysis().withDone(Map.of(PlanRun.QUERY, query)));
    }

    private SqlRun.Origin origin(PlanRun run) {
        return new SqlRun.Origin(
                run.turn().workspace(),
                domains.of(run.analysis()).workspace().engine(),
                run.turn().tenant());
    }

    static ToolCall call(PlanRun run) {
        String names = run.state().resolution().resolvedEntities().values().stream()
                .distinct()
                .map(each -> each.value() + " is in " + each.field())
                .collect(Collectors.joining("; "));
        String before = run.state().query().previousQuery();
        return ToolCall.asking(
                PlanRun.QUERY,
                "plan",
                run.question(),
                names + (before.isEmpty() ? "" : "\nThe query before, of which this is a change: " + before));
    }

    /** The plan with a query that was written and accepted. */
    public PlanRun built(@Body SqlRun query, @Variable("plan") PlanRun run) {
        if (!query.isAlive()) {
            return failed(run, query);
        }
        return run.withState(run.state().withQuery(run.state().query().withQuery(query.sql())))
                .withAnalysis(run.analysis().withDone(Map.of(PlanRun.QUERY, query)))
                .done("Wrote the query", List.of());
    }

    /** The plan with the rows of its query. */
    public PlanRun executed(@Body SqlRun query, @Variable("plan") PlanRun run) {
        PlanRun ran = run.withAnalysis(run.analysis().withDone(Map.of(PlanRun.QUERY, query)));
        if (!query.isAlive()) {
            return failed(ran, query);
        }
        long rows = query.table().map(Table::totalRows).orElse(0L);
        return ran.withState(run.state()
                        .withExecution(new ExecutionContext(
                                rows, query.millis(), List.of(query.origin().workspace()))))
                .done("Found " + rows + (rows == 1 ? " row" : " rows"), List.of(query.sql()));
    }

    private static PlanRun failed(PlanRun run, SqlRun query) {
        SqlRun.Failure failure = query.failure().orElseThrow();
        Outcome outcome =
                switch (failure.status()) {
                    case NOT_PERMITTED -> Outcome.NOT_PERMITTED;
                    case UNRESOLVED -> Outcome.CLARIFY;
                    case REJECTED -> query.rejection().isEmpty() ? Outcome.NO_DATA : Outcome.FAILED;
                    default -> Outcome.FAILED;
                };
        return run.failed(
                outcome,
                failure.message()
                        + (failure.status() == Status.UNAVAILABLE ? " Say \"continue\" to try it again." : ""));
    }
}
