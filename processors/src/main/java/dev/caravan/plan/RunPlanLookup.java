package dev.caravan.plan;

import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.lookup.Lookup;
import dev.caravan.lookup.LookupRun;
import dev.caravan.lookup.Lookups;
import dev.caravan.query.LogicalQuery;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stage graphql_executor: the plan's query about one thing, by the GraphQL service of its workspace. Only what the statement of the plan
 * says is looked up; what the service does not answer whole is asked in SQL over the same data.
 */
public final class RunPlanLookup {
    private final RunPlanQuery queries;
    private final SchemaQuestions questions;
    private final Lookups lookups;
    private final BiFunction<String, LogicalQuery, Optional<String>> statements;

    /**
     * Opener and taker.
     *
     * @param queries opens the run of the same query in SQL
     * @param questions reads the request as a logical query
     * @param statements writes that query of a workspace as the statement that it must be
     */
    public RunPlanLookup(
            RunPlanQuery queries,
            SchemaQuestions questions,
            Lookups lookups,
            BiFunction<String, LogicalQuery, Optional<String>> statements) {
        this.queries = queries;
        this.questions = questions;
        this.lookups = lookups;
        this.statements = statements;
    }

    /** The look-up, or why there is none. */
    public LookupRun open(@Body PlanRun run) {
        String workspace = run.turn().workspace();
        Optional<Lookup> lookup = questions
                .read(workspace, run.question())
                .query()
                .filter(read -> statements
                        .apply(workspace, read)
                        .filter(sql ->
                                RunPlanSearch.isSame(sql, run.state().query().query()))
                        .isPresent())
                .flatMap(read -> lookups.of(workspace, read));
        return lookup.map(found -> LookupRun.of(run.turnId(), workspace, RunPlanQuery.call(run), found))
                .orElseGet(() -> LookupRun.refused(
                        run.turnId(),
                        workspace,
                        RunPlanQuery.call(run),
                        "the statement is not one about a single thing that the service knows"));
    }

    /** The plan with what the service told. */
    public PlanRun found(@Body LookupRun lookup, @Variable("plan") PlanRun run) {
        Table table = lookup.table().orElse(Table.EMPTY);
        SqlRun query = queries.reopen(run).withTable(table, lookup.millis());
        long rows = table.totalRows();
        return run.withLooked(lookup)
                .withAnalysis(run.analysis().withDone(Map.of(PlanRun.QUERY, query)))
                .withState(
                        run.state().with(next -> next.query(run.state().query().withType("graphql"))
                                .execution(new ExecutionContext(rows, lookup.millis(), List.of(lookup.workspace())))))
                .done("Found " + rows + (rows == 1 ? " row" : " rows"), List.of(shown(lookup)));
    }

    /** The plan whose query is asked in SQL, and why. */
    public PlanRun instead(@Body LookupRun lookup, @Variable("plan") PlanRun run) {
        String reason = lookup.problem().orElse("").replaceAll("\\.$", "");
        SqlRun query =
                queries.reopen(run).withNotes(List.of("Asked in SQL and not in the GraphQL service: " + reason + "."));
        return run.withAnalysis(run.analysis().withDone(Map.of(PlanRun.QUERY, query)));
    }

    /** The query as text. */
    static String shown(LookupRun lookup) {
        return lookup.lookup().map(Lookup::document).orElse("");
    }
}
