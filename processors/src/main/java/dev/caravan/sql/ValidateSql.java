package dev.caravan.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.ToolResult.Status;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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

  private final SqlGuard guard;

  /** With the guard. */
  public ValidateSql(SqlGuard guard) {
    this.guard = guard;
  }

  /** Passes the statement through the guard. */
  public SqlRun check(SqlRun run) {
    if (!run.isAlive()) {
      return run;
    }
    return guard.refuse(run.sql()).map(run::withRejection).orElse(run);
  }

  /** The statement that asks for the plan. */
  public String explain(@Body SqlRun run) {
    return "EXPLAIN (VERBOSE, FORMAT JSON) " + run.sql();
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
      return problem.isStatementFault()
          ? run.withRejection(problem.message())
          : problem.end(run);
    }
    return refuse(rows).map(run::withRejection).orElseGet(run::withAcceptance);
  }

  /** Ends the run when the last attempt was refused; to be called when the loop is over. */
  public SqlRun conclude(SqlRun run) {
    return run.isAlive() && !run.accepted() ? exhausted(run) : run;
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

  private Optional<String> refuse(List<Map<String, Object>> rows) {
    JsonNode plan;
    try {
      plan = JSON.readTree(String.valueOf(rows.get(0).values().iterator().next()));
    } catch (JsonProcessingException e) {
      return Optional.of("the plan of the statement cannot be read");
    }
    TreeSet<String> relations = new TreeSet<>();
    collect(plan, relations);
    relations.removeAll(guard.tables());
    if (!relations.isEmpty()) {
      return Optional.of("the table " + relations.first() + " is not one of the known tables");
    }
    return plan.path(0).path("Plan").path("Total Cost").asDouble(0) > HIGHEST_COST
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
}
