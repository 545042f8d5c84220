package dev.caravan.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.semantic.Dialect;
import dev.caravan.turn.ToolResult.Status;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stage validate_sql: the guard, then the database's own EXPLAIN, whose plan names every relation
 * that would really be read. A refusal goes back to the model with its reason.
 */
public final class ValidateSql {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** In the planner's unit; some hundred times the cost of reading the largest table, and minutes of work. */
    private static final double HIGHEST_COST = 1e8;

    /** Estimated rows of one step of a DuckDB plan, where a billion takes seconds. */
    private static final double MOST_ROWS = 1e10;

    // steps of a DuckDB plan that read something else than a table
    private static final Pattern OTHER_SOURCE = Pattern.compile("(READ|GLOB|.*_SCAN|.*FUNCTION).*");
    private static final Set<String> SOURCES = Set.of(
            "SEQ_SCAN",
            "DUMMY_SCAN",
            "COLUMN_DATA_SCAN",
            "DELIM_SCAN",
            "CHUNK_SCAN",
            "CTE_SCAN",
            "REC_CTE_SCAN",
            "TABLE_SCAN");

    // steps that hold every row against every other
    private static final Pattern PAIRS =
            Pattern.compile("CROSS_PRODUCT|NESTED_LOOP_JOIN|BLOCKWISE_NL_JOIN|PIECEWISE_MERGE_JOIN|IE_JOIN");

    // what a plan shows of t.f where t has no column f: a function of the row as a whole
    private static final Pattern OF_A_ROW =
            Pattern.compile("(?<![\\w\"])([\\w\"]++)\\((?:DISTINCT )?(?:ROW\\(|[\\w\"]++\\.\\*)");

    // a doubled quotation mark makes two of them, which is as good; no group that repeats, for which Java's matching
    // nests
    private static final Pattern LITERAL = Pattern.compile("'[^']*+'");

    private final Function<SqlRun, SqlGuard> guards;

    /** With the guard. */
    public ValidateSql(SqlGuard guard) {
        this(run -> guard);
    }

    /** With the guard of each run's data. */
    public ValidateSql(Function<SqlRun, SqlGuard> guards) {
        this.guards = guards;
    }

    /** Passes the statement through the guard. */
    public SqlRun check(SqlRun run) {
        if (!run.isCheckNeeded()) {
            return run;
        }
        return guards.apply(run).refuse(run.sql()).map(run::withRejection).orElse(run);
    }

    /** The statement that asks for the plan. */
    public String explain(@Body SqlRun run) {
        return switch (run.origin().dialect()) {
            case DUCKDB -> "EXPLAIN (FORMAT JSON) " + run.sql();
            case POSTGRESQL -> "EXPLAIN (VERBOSE, FORMAT JSON) " + run.sql();
            case SQLITE -> "EXPLAIN QUERY PLAN " + run.sql();
            case MYSQL -> "EXPLAIN " + run.sql();
        };
    }

    /**
     * Reads the plan.
     *
     * @param rows one row with the plan as JSON
     * @param problem what the database said instead of a plan; null when it gave one
     */
    public SqlRun accept(
            @Body SqlRun run,
            @Variable("rows") List<Map<String, Object>> rows,
            @Variable("problem") DatabaseProblem problem) {
        if (problem != null) {
            return problem.isStatementFault() ? run.withRejection(problem.message()) : problem.end(run);
        }
        Dialect dialect = run.origin().dialect();
        if (dialect == Dialect.SQLITE || dialect == Dialect.MYSQL) {
            // their plans name aliases and no costs: the guard has read the tables, the timeout bounds the time
            return run.withAcceptance();
        }
        return refuse(run, rows).map(run::withRejection).orElseGet(run::withAcceptance);
    }

    /** Ends the run when its last attempt was refused; to be called after each one. */
    public SqlRun conclude(SqlRun run) {
        return run.isAlive() && !run.accepted() && !run.isSqlNeeded() ? exhausted(run) : run;
    }

    /** Ends the run of a person's own statement when it was refused: nobody writes another one. */
    public SqlRun concludeEdited(SqlRun run) {
        return run.isAlive() && !run.accepted()
                ? run.withFailure(Status.REJECTED, "The statement was not run: " + run.rejection() + ".")
                : run;
    }

    private static SqlRun exhausted(SqlRun run) {
        return run.withFailure(
                Status.REJECTED,
                "No valid SQL was found in " + run.attempts() + " attempts. The last one was refused: "
                        + run.rejection() + ". Ask in other words, or ask for less.");
    }

    private Optional<String> refuse(SqlRun run, List<Map<String, Object>> rows) {
        JsonNode plan;
        try {
            // the plan is the only column, or the one behind its name
            plan = JSON.readTree(rows.get(0).values().stream()
                    .map(String::valueOf)
                    .reduce((first, last) -> last)
                    .orElse(""));
        } catch (JsonProcessingException e) {
            return Optional.of("the plan of the statement cannot be read");
        }
        boolean duck = run.origin().dialect() == Dialect.DUCKDB;
        TreeSet<String> relations = new TreeSet<>();
        if (duck) {
            collectDuck(plan, relations);
        } else {
            collect(plan, relations);
            Optional<String> function = ofRow(plan, guards.apply(run));
            if (function.isPresent()) {
                return Optional.of("the function " + function.get() + " of a whole row is not allowed; name a column");
            }
        }
        relations.removeAll(guards.apply(run).tables());
        if (!relations.isEmpty()) {
            return Optional.of("the table " + relations.first() + " is not one of the known tables");
        }
        return (duck
                        ? largest(plan) > MOST_ROWS
                        : plan.path(0).path("Plan").path("Total Cost").asDouble(0) > HIGHEST_COST)
                ? Optional.of("the statement would take far too long; join tables on their keys and filter them")
                : Optional.empty();
    }

    private static void collect(JsonNode plan, TreeSet<String> relations) {
        if (plan.isObject()) {
            JsonNode name = plan.get("Relation Name");
            if (name != null) {
                relations.add((plan.path("Schema").asText() + "." + name.asText()).toLowerCase(Locale.ROOT));
            }
            String node = plan.path("Node Type").asText();
            if (node.equals("ModifyTable") || node.equals("LockRows")) {
                relations.add("of a statement that changes or locks rows");
            }
            JsonNode function = plan.get("Function Name");
            if (function != null && !List.of("generate_series", "unnest").contains(function.asText())) {
                relations.add("function " + function.asText());
            }
        }
        plan.forEach(child -> collect(child, relations));
    }

    private static Optional<String> ofRow(JsonNode plan, SqlGuard guard) {
        if (plan.isTextual()) {
            return OF_A_ROW.matcher(LITERAL.matcher(plan.asText()).replaceAll("''"))
                    .results()
                    .map(match -> match.group(1).replace("\"", ""))
                    .filter(name -> !guard.allows(name))
                    .findFirst();
        }
        return StreamSupport.stream(plan.spliterator(), false)
                .flatMap(child -> ofRow(child, guard).stream())
                .findFirst();
    }

    private static void collectDuck(JsonNode plan, TreeSet<String> relations) {
        if (plan.isObject()) {
            JsonNode table = plan.path("extra_info").path("Table");
            String name = plan.path("name").asText().strip();
            if (table.isTextual()) {
                // catalog.schema.table, parts quoted where they are words of SQL
                String[] parts = table.asText()
                        .replace("\"", "")
                        .toLowerCase(Locale.ROOT)
                        .split("\\.");
                relations.add(parts.length < 2 ? parts[0] : parts[parts.length - 2] + "." + parts[parts.length - 1]);
            } else if (OTHER_SOURCE.matcher(name).matches() && !SOURCES.contains(name)) {
                relations.add("function " + name.toLowerCase(Locale.ROOT));
            }
        }
        plan.forEach(child -> collectDuck(child, relations));
    }

    /** The largest number of rows, or of pairs of rows, that any step of a DuckDB plan goes through. */
    private static double largest(JsonNode plan) {
        double most = work(plan);
        for (JsonNode child : plan) {
            most = Math.max(most, largest(child));
        }
        return most;
    }

    /** Pairs are not estimated by DuckDB: a product of what comes in. */
    private static double work(JsonNode step) {
        return isPairs(step) ? incoming(step).reduce(1, (product, rows) -> product * rows) : rows(step);
    }

    private static double rows(JsonNode step) {
        JsonNode estimate = step.path("extra_info").path("Estimated Cardinality");
        if (!estimate.isMissingNode()) {
            return estimate.asDouble(0);
        }
        return isPairs(step) ? work(step) : incoming(step).max().orElse(0);
    }

    private static boolean isPairs(JsonNode step) {
        return PAIRS.matcher(step.path("name").asText().strip()).matches();
    }

    private static DoubleStream incoming(JsonNode step) {
        return StreamSupport.stream(step.path("children").spliterator(), false).mapToDouble(ValidateSql::rows);
    }
}
