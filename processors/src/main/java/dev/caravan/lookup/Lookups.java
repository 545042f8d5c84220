package dev.caravan.lookup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.LogicalQuery;
import java.util.Optional;

/** The GraphQL services of the workspaces. */
public interface Lookups {
    /** The look-up that answers a query of a workspace; empty where it is not about one thing, or there is no service for it. */
    Optional<Lookup> of(String workspace, LogicalQuery query);

    /**
     * Asks the service of a run, behind its circuit breaker; starts it where it is the demo data's.
     *
     * @throws Exception a LookupProblem, or that of the breaker when it is open
     */
    JsonNode ask(LookupRun run) throws Exception;
}
