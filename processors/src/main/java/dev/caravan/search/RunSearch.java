package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.query.NotExpressible;
import dev.caravan.search.SearchProblem.Kind;
import dev.caravan.search.SearchRun.Problem;
import dev.caravan.trace.TurnCancel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stages plan_search and execute_search: the requests of a query, each checked by the guard, and what became of them. */
public final class RunSearch {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SearchEngines engines;
    private final TurnCancel cancel;
    private final LongSupplier nanos;

    /**
     * Over engines.
     *
     * @param cancel a turn given up ends its search
     * @param nanos a clock that only runs forward
     */
    public RunSearch(SearchEngines engines, TurnCancel cancel, LongSupplier nanos) {
        this.engines = engines;
        this.cancel = cancel;
        this.nanos = nanos;
    }

    /** With the requests that it needs, or the reason why it gets none. */
    public SearchRun plan(SearchRun run) {
        if (!run.isAlive()) {
            return run;
        }
        try {
            SearchEngine engine = engines.of(run.workspace());
            SearchRun planned = run.asked()
                    .map(query -> {
                        SearchPlan plan = engine.plan(query);
                        return run.withExecution(engine.begin(plan))
                                .withSearches(plan.parts().stream()
                                        .map(part -> new SearchRequest(part.relation(), part.body()))
                                        .toList());
                    })
                    .orElseGet(() -> run.withSearches(run.written().stream().toList()));
            // what the compiler made is no more trusted than what a model wrote
            planned.searches()
                    .forEach(search -> engine.guard().check(search.relation(), JSON.valueToTree(search.body())));
            return planned;
        } catch (NotExpressible e) {
            return run.withProblem(Kind.NOT_EXPRESSIBLE, e.getMessage());
        } catch (SearchProblem e) {
            return run.withProblem(e.kind(), e.getMessage());
        }
    }

    /** Whether the engine has yet to be started or filled, which takes some seconds. */
    public boolean isUnfilled(SearchRun run) {
        return run.isAlive() && !engines.of(run.workspace()).isFilled();
    }

    /** Stage fill_search: starts the engine and fills it. */
    public SearchRun fill(SearchRun run) {
        try {
            engines.fill(run);
            return run;
        } catch (Exception e) { // that of the breaker is none of ours
            Problem problem = problem(e);
            return run.withProblem(problem.kind(), problem.message());
        }
    }

    /** The reply to the next request. */
    public Reply ask(@Body SearchRun run) throws Exception {
        SearchEngine engine = engines.of(run.workspace());
        long begun = nanos.getAsLong();
        TurnCancel.Registration cancellable = cancel.onCancel(run.turnId(), () -> engine.stop(run.turnId()));
        try {
            JsonNode reply = engines.ask(run);
            return new Reply(reply, TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - begun));
        } finally {
            cancellable.close();
        }
    }

    /** A reply and how long it took. */
    public record Reply(JsonNode body, long millis) {}

    /** Why there is no reply; the cause is the breaker's own where it is open. */
    public Problem problem(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof SearchProblem problem) {
                return new Problem(problem.kind(), problem.getMessage());
            }
        }
        return new Problem(
                Kind.DOWN, "the search engine failed repeatedly and is given a rest before it is asked again");
    }

    /** With a reply taken in, or ended. */
    public SearchRun accept(@Body SearchRun run, @Variable("reply") Reply reply, @Variable("problem") Problem problem) {
        if (problem != null) {
            return run.withProblem(problem.kind(), problem.message());
        }
        SearchRun timed = run.withMillis(reply.millis());
        try {
            if (timed.execution().isPresent()) {
                SearchExecution further = timed.execution().get().accept(reply.body());
                SearchRun taken = timed.withExecution(further);
                return further.isOpen() ? taken : taken.withTable(further.table(), List.of());
            }
            DslTable.Told told =
                    DslTable.read(reply.body(), engines.of(run.workspace()).mostRows());
            return timed.withTable(told.table(), told.notes());
        } catch (NotExpressible e) {
            return timed.withProblem(Kind.NOT_EXPRESSIBLE, e.getMessage());
        } catch (SearchProblem e) {
            return timed.withProblem(e.kind(), e.getMessage());
        }
    }
}
