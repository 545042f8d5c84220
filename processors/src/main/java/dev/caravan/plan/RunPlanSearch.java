package dev.caravan.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.query.LogicalQuery;
import dev.caravan.search.SearchEngines;
import dev.caravan.search.SearchInSql;
import dev.caravan.search.SearchProblem.Kind;
import dev.caravan.search.SearchRun;
import dev.caravan.turn.Table;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stage es_executor: the plan's query in the search engine of its workspace. Only what the statement of the plan says is searched; what
 * the engine cannot answer, or not yet, is asked in SQL over the same data.
 */
public final class RunPlanSearch {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunPlanQuery queries;
    private final SchemaQuestions questions;
    private final SearchEngines engines;
    private final SearchInSql statements;

    /**
     * Opener and taker.
     *
     * @param queries opens the run of the same query in SQL
     * @param questions reads the request as a logical query
     * @param statements writes that query as the statement that it must be
     */
    public RunPlanSearch(
            RunPlanQuery queries, SchemaQuestions questions, SearchEngines engines, SearchInSql statements) {
        this.queries = queries;
        this.questions = questions;
        this.engines = engines;
        this.statements = statements;
    }

    /** The search, or why there is none. An engine that is not filled is being filled afterwards, and nobody waits for it. */
    public SearchRun open(@Body PlanRun run) {
        String workspace = run.turn().workspace();
        Optional<LogicalQuery> query = RunPlanQuery.sameQuery(run, questions, statements::statement);
        if (query.isEmpty()) {
            return SearchRun.refused(
                    run.turnId(),
                    workspace,
                    RunPlanQuery.call(run),
                    "the statement is not one that a search is made of");
        }
        SearchRun search = SearchRun.of(run.turnId(), workspace, RunPlanQuery.call(run), query.get());
        if (!engines.of(workspace).isFilled()) {
            engines.fillSoon(search);
            return search.withProblem(Kind.BUSY, "it is being filled");
        }
        return search;
    }

    /** The plan with the rows that the engine found. */
    public PlanRun found(@Body SearchRun search, @Variable("plan") PlanRun run) {
        Table table = search.table().orElse(Table.EMPTY);
        return queries.found(run.withSearched(search), table, search.millis(), "elasticsearch", shown(search));
    }

    /** The plan whose query is asked in SQL, and why. */
    public PlanRun instead(@Body SearchRun search, @Variable("plan") PlanRun run) {
        return queries.inSql(
                run,
                "search engine",
                search.problem().map(SearchRun.Problem::message).orElse(""));
    }

    /** The requests of a search as text. */
    static String shown(SearchRun search) {
        try {
            return JSON.writeValueAsString(SearchRun.shown(search.searches()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a search cannot be written as JSON", e);
        }
    }
}
