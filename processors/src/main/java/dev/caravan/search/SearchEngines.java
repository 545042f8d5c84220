package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;

/** The search engines of the workspaces. */
public interface SearchEngines {
    /**
     * The engine of a workspace.
     *
     * @throws SearchProblem of kind REFUSED where it has none
     */
    SearchEngine of(String workspace);

    /**
     * Asks the engine of a run for its next reply, behind the engine's circuit breaker.
     *
     * @throws Exception a SearchProblem, or that of the breaker when it is open
     */
    JsonNode ask(SearchRun run) throws Exception;

    /**
     * Starts and fills the engine of a run, behind the same breaker.
     *
     * @throws Exception a SearchProblem, or that of the breaker when it is open
     */
    void fill(SearchRun run) throws Exception;

    /** Has the engine of a run started and filled by and by; what goes wrong is told by the next search. */
    void fillSoon(SearchRun run);
}
