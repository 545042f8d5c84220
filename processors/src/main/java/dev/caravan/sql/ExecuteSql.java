package dev.caravan.sql;

import dev.caravan.semantic.SemanticModel;
import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/** Stage execute_sql: runs the accepted statement, at most so many rows, and counts them all. */
public final class ExecuteSql {
    private static final String STARTED = "caravan.sql.started";
    private static final String REGISTRATION = "caravan.sql.registration";

    private final int maxRows;
    private final Function<SqlRun, SemanticModel> models;
    private final TurnCancel cancel;
    private final QueryStopper stopper;

    /**
     * An executor.
     *
     * @param maxRows rows fetched at most
     * @param model tells the units of columns
     * @param cancel turns that may be given up
     * @param stopper stops the running statement of a turn
     */
    public ExecuteSql(int maxRows, SemanticModel model, TurnCancel cancel, QueryStopper stopper) {
        this(maxRows, run -> model, cancel, stopper);
    }

    /** An executor for data of several workspaces, each with its model. */
    public ExecuteSql(int maxRows, Function<SqlRun, SemanticModel> models, TurnCancel cancel, QueryStopper stopper) {
        this.maxRows = maxRows;
        this.models = models;
        this.cancel = cancel;
        this.stopper = stopper;
    }

    /** The statement to run, marked with the turn so that it can be found and stopped. */
    public String prepare(@Body SqlRun run, Exchange exchange) {
        return marked(run, run.sql(), exchange);
    }

    /** Takes the rows, or what the database said instead. */
    public SqlRun accept(
            @Body SqlRun run,
            @Variable("rows") List<Map<String, Object>> rows,
            @Variable("problem") DatabaseProblem problem,
            Exchange exchange) {
        long took = ended(exchange);
        if (problem != null) {
            return (cancel.isCancelled(run.turnId()) ? problem.ofCancelled() : problem).end(run);
        }
        boolean more = rows.size() > maxRows;
        List<List<Object>> cells = new ArrayList<>();
        for (Map<String, Object> row : rows.subList(0, Math.min(maxRows, rows.size()))) {
            List<Object> values = new ArrayList<>(row.values());
            values.replaceAll(ExecuteSql::plain);
            cells.add(values);
        }
        List<Column> columns = rows.isEmpty()
                ? List.of()
                : rows.get(0).keySet().stream()
                        .map(name -> new Column(name, ColumnUnits.unit(models.apply(run), name)))
                        .toList();
        return run.withTable(new Table(columns, cells, more ? maxRows + 1L : cells.size()), took);
    }

    /** The statement that counts all rows. */
    public String count(@Body SqlRun run, Exchange exchange) {
        return marked(run, "SELECT count(*) AS n FROM (" + run.sql() + "\n) counted", exchange);
    }

    /** Takes the number of rows; without one the result stands, with a note that more exist. */
    public SqlRun counted(
            @Body SqlRun run,
            @Variable("rows") List<Map<String, Object>> rows,
            @Variable("problem") DatabaseProblem problem,
            Exchange exchange) {
        long took = ended(exchange);
        Table table = run.table().orElseThrow();
        if (problem != null) {
            return run.withNotes(List.of("There are more than " + maxRows + " rows; how many could not be counted: "
                    + problem.message() + "."));
        }
        long total = ((Number) rows.get(0).get("n")).longValue();
        return run.withTable(new Table(table.columns(), table.rows(), total), took)
                .withNotes(List.of(String.format(
                        Locale.ROOT,
                        "%,d of %,d rows were fetched.",
                        table.rows().size(),
                        total)));
    }

    private String marked(SqlRun run, String sql, Exchange exchange) {
        exchange.setProperty(STARTED, System.nanoTime());
        exchange.setProperty(REGISTRATION, cancel.onCancel(run.turnId(), () -> stopper.stop(run.turnId())));
        return QueryStopper.mark(run.turnId()) + sql;
    }

    private static long ended(Exchange exchange) {
        exchange.getProperty(REGISTRATION, TurnCancel.Registration.class).close();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - exchange.getProperty(STARTED, Long.class));
    }

    /** What is no finite number of 64 bits is shown as text, as the database says it. */
    private static Object plain(Object value) {
        if (value == null || value instanceof String || value instanceof Long || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? (Object) number : (Object) value.toString();
        }
        if (value instanceof Integer || value instanceof Short) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigDecimal number) {
            return number.scale() <= 0 && number.precision() - number.scale() <= 18
                    ? (Object) number.longValueExact()
                    : floating(number);
        }
        if (value instanceof BigInteger number) {
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : floating(new BigDecimal(number));
        }
        return String.valueOf(value);
    }

    private static Object floating(BigDecimal number) {
        double nearest = number.doubleValue();
        boolean held = Double.isFinite(nearest) && (nearest != 0 || number.signum() == 0);
        return held
                ? (Object) nearest
                : (Object) number.round(MathContext.DECIMAL128)
                        .stripTrailingZeros()
                        .toString();
    }
}
