package dev.caravan.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.search.SearchProblem.Kind;
import dev.caravan.semantic.Schema;
import dev.caravan.turn.Table;
import dev.caravan.workspace.DataOnDemand;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The data of a workspace in a search engine. The indices follow the data: whoever asks after they have changed waits until the new
 * ones are filled.
 */
public final class SearchEngine {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WHOLE =
            "SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns"
                    + " WHERE lower(data_type) IN ('tinyint', 'smallint', 'integer', 'bigint', 'utinyint', 'usmallint', 'uinteger')";
    private static final int MOST_COLUMNS = 100_000;

    /**
     * Bounds of a search.
     *
     * @param timeout of each request
     * @param read how much may be read
     */
    public record Limits(Duration timeout, SearchExecution.Limits read) {}

    private final Supplier<Schema> schema;
    private final SearchClient client;
    private final SearchData data;
    private final LoadIndices loader;
    private final Limits limits;
    private final Clock clock;
    private final Object making = new Object();
    private Optional<State> state = Optional.empty();

    /** What the indices are for a state of the data. */
    private record State(String version, IndexLayout layout, Map<String, String> names, boolean made) {}

    /**
     * Of a workspace.
     *
     * @param schema of the data as they are now
     * @param data what the indices are filled with
     */
    public SearchEngine(
            String workspace,
            Supplier<Schema> schema,
            SearchClient client,
            SearchData data,
            Limits limits,
            Clock clock) {
        this.schema = schema;
        this.client = client;
        this.data = data;
        this.loader = new LoadIndices(workspace, client, data);
        this.limits = limits;
        this.clock = clock;
    }

    /** The indices and fields that may be asked. */
    public IndexLayout layout() {
        return current().layout();
    }

    private synchronized State current() {
        String version = data.version();
        if (state.filter(known -> known.version().equals(version)).isEmpty()) {
            IndexLayout layout = new IndexLayout(new SchemaGraph(schema.get()), wholeNumbers());
            // reading the schema may have made the data
            String now = data.version();
            state = Optional.of(new State(now, layout, loader.names(layout, now), false));
        }
        return state.get();
    }

    private Set<String> wholeNumbers() {
        try {
            Set<String> names = new HashSet<>();
            data.read(WHOLE, MOST_COLUMNS).forEach(row -> names.add(String.valueOf(row.get("name"))));
            return names;
        } catch (SQLException e) {
            throw new SearchProblem(Kind.DOWN, "the data cannot be read: " + e.getMessage(), e);
        }
    }

    /** Whether the engine is known to have the data as they are now; starts nothing, and waits for nothing. */
    public boolean isFilled() {
        return current().made();
    }

    /** Whether the engine runs and has the data as they are now; starts the engine. */
    public boolean isMade() {
        State now = current();
        return now.made() || loader.areMade(now.names());
    }

    /**
     * Starts the engine and fills it, where that has not been done; one at a time.
     *
     * @throws SearchProblem where it cannot be
     */
    public void make(DataOnDemand.Progress progress) {
        synchronized (making) {
            State now = current();
            if (!now.made()) {
                loader.make(now.layout(), now.names(), progress);
                made(now);
            }
        }
    }

    private synchronized void made(State filled) {
        state = Optional.of(new State(filled.version(), filled.layout(), filled.names(), true));
    }

    /**
     * The requests for a query.
     *
     * @throws NotExpressible where the engine would need a script or a join for it
     */
    public SearchPlan plan(LogicalQuery query) {
        return new SearchCompiler(layout(), limits.read().rows(), () -> LocalDate.now(clock)).compile(query);
    }

    /** Lets searches through. */
    public DslGuard guard() {
        return new DslGuard(layout(), limits.read().rows());
    }

    /** How many rows are shown at most. */
    public int mostRows() {
        return limits.read().rows();
    }

    /** A plan of which nothing was asked yet. */
    public SearchExecution begin(SearchPlan plan) {
        return SearchExecution.begin(plan, limits.read());
    }

    /**
     * Asks one request.
     *
     * @param turn whose stop ends it; empty for none
     * @return the engine's reply, which is about all of the data
     * @throws SearchProblem where it is not
     */
    public JsonNode ask(SearchRequest request, String turn) {
        make((phase, fraction) -> {});
        String index = current().names().get(request.relation());
        if (index == null) {
            throw new SearchProblem(
                    Kind.REFUSED,
                    "there is no index " + request.relation() + "; there are "
                            + String.join(", ", layout().relations()));
        }
        Map<String, Object> body = new LinkedHashMap<>(request.body());
        body.put("timeout", limits.timeout().toMillis() + "ms");
        body.put("track_total_hits", true);
        String path = "/" + index + "/_search?typed_keys=true&allow_partial_search_results=false";
        // the engine's own time limit comes first, so that it says how far it got
        Duration whole = limits.timeout().plusSeconds(2);
        return Replies.checked(client.send(new SearchClient.Call("POST", path, text(body), whole, turn)));
    }

    private static String text(Map<String, Object> body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps, lists and plain values can be written", e);
        }
    }

    /** The result of a query, all its requests asked here. */
    public Table table(LogicalQuery query) {
        SearchExecution execution = begin(plan(query));
        while (execution.isOpen()) {
            execution = execution.accept(ask(execution.next(), ""));
        }
        return execution.table();
    }

    /** Ends what runs for a turn. */
    public void stop(String turn) {
        client.stop(turn);
    }
}
