package dev.caravan.search;

import dev.caravan.compile.QueryCompiler;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.sql.SqlRun;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Asks a logical query in SQL where the search engine gave no answer: the data file has the same rows. */
public final class SearchInSql {
    private final SearchEngines engines;
    private final Function<String, SqlRun.Origin> origins;

    /**
     * Over engines.
     *
     * @param origins the database of a workspace
     */
    public SearchInSql(SearchEngines engines, Function<String, SqlRun.Origin> origins) {
        this.engines = engines;
        this.origins = origins;
    }

    /** Whether a run that ended without a result can be asked in SQL. */
    public boolean isPossible(SearchRun run) {
        return statement(run).isPresent();
    }

    /** The same query as a statement that no check has passed yet. */
    public SqlRun open(SearchRun run) {
        String reason = run.problem().map(SearchRun.Problem::message).orElse("").replaceAll("\\.$", "");
        return SqlRun.ofStatement(
                        run.turnId(), run.call(), statement(run).orElseThrow(), origins.apply(run.workspace()))
                .withNotes(List.of("Asked in SQL, because the search engine gave no answer: " + reason + "."));
    }

    private Optional<String> statement(SearchRun run) {
        return run.problem()
                .filter(problem -> switch (problem.kind()) {
                    case NOT_EXPRESSIBLE, DOWN, BUSY, INCOMPLETE -> true;
                    case REFUSED, TIMEOUT, CANCELLED -> false;
                })
                .flatMap(problem -> run.asked())
                .flatMap(query -> statement(run.workspace(), query));
    }

    /** A query of a workspace as a statement; empty where SQL cannot say it either. */
    public Optional<String> statement(String workspace, LogicalQuery query) {
        try {
            return Optional.of(new QueryCompiler(
                            engines.of(workspace).layout().graph(),
                            origins.apply(workspace).dialect().code())
                    .compile(query));
        } catch (NotExpressible e) {
            return Optional.empty();
        }
    }
}
