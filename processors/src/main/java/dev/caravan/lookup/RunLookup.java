package dev.caravan.lookup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage ask_graphql: the request of a look-up, and what became of it. */
public final class RunLookup {
    private final Lookups lookups;
    private final LongSupplier nanos;

    /**
     * Over services.
     *
     * @param nanos a clock that only runs forward
     */
    public RunLookup(Lookups lookups, LongSupplier nanos) {
        this.lookups = lookups;
        this.nanos = nanos;
    }

    /** A reply and how long it took. */
    public record Reply(JsonNode data, long millis) {}

    /** The reply of the service. */
    public Reply ask(@Body LookupRun run) throws Exception {
        long begun = nanos.getAsLong();
        JsonNode data = lookups.ask(run);
        return new Reply(data, TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - begun));
    }

    /** Why there is no reply; the cause is the breaker's own where it is open. */
    public String problem(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof LookupProblem problem) {
                return problem.getMessage();
            }
        }
        return "the GraphQL service failed repeatedly and is given a rest before it is asked again";
    }

    /** With a reply taken in, or ended. */
    public LookupRun accept(@Body LookupRun run, @Variable("reply") Reply reply, @Variable("problem") String problem) {
        if (problem != null) {
            return run.withProblem(problem);
        }
        Lookup lookup = run.lookup().orElseThrow();
        JsonNode things = reply.data().path(lookup.field());
        if (!things.isArray()) {
            return run.withProblem("the GraphQL service left out " + lookup.field());
        }
        if (things.size() > 1) {
            return run.withProblem("the GraphQL service knows several that are called so");
        }
        try {
            List<Column> columns = new ArrayList<>();
            lookup.columns().keySet().forEach(label -> columns.add(new Column(label, "")));
            List<List<Object>> rows = new ArrayList<>();
            things.forEach(told -> {
                // what refers to nothing is about nothing
                if (!at(told, lookup.thing()).isNull()) {
                    rows.add(row(told, lookup.columns()));
                }
            });
            return run.withTable(new Table(columns, rows, rows.size()), reply.millis());
        } catch (LookupProblem e) {
            return run.withProblem(e.getMessage());
        }
    }

    private static List<Object> row(JsonNode told, Map<String, List<String>> columns) {
        List<Object> row = new ArrayList<>();
        for (List<String> path : columns.values()) {
            row.add(cell(at(told, path), path));
        }
        return row;
    }

    /** What stands at a path; nothing where something before it is nothing. */
    private static JsonNode at(JsonNode told, List<String> path) {
        JsonNode at = told;
        for (String name : path) {
            at = at.isNull() ? at : at.path(name);
        }
        return at;
    }

    private static Object cell(JsonNode value, List<String> path) {
        if (value.isNull()) {
            return null;
        }
        if (value.isMissingNode() || value.isContainerNode()) {
            throw new LookupProblem("the GraphQL service left out " + String.join(".", path), false);
        }
        return value.isIntegralNumber()
                ? (Object) value.longValue()
                : value.isNumber()
                        ? (Object) value.doubleValue()
                        : value.isBoolean() ? value.booleanValue() : value.asText();
    }
}
