package dev.caravan.plan;

import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.lookup.Lookup;
import dev.caravan.lookup.LookupRun;
import dev.caravan.lookup.Lookups;
import dev.caravan.query.LogicalQuery;
import dev.caravan.turn.Table;
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
        Optional<Lookup> lookup =
                RunPlanQuery.sameQuery(run, questions, statements).flatMap(read -> lookups.of(workspace, read));
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
        return queries.found(run.withLooked(lookup), table, lookup.millis(), "graphql", shown(lookup));
    }

    /** The plan whose query is asked in SQL, and why. */
    public PlanRun instead(@Body LookupRun lookup, @Variable("plan") PlanRun run) {
        return queries.inSql(run, "GraphQL service", lookup.problem().orElse(""));
    }

    /** The query as text. */
    static String shown(LookupRun lookup) {
        return lookup.lookup().map(Lookup::document).orElse("");
    }
}
