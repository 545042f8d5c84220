package dev.caravan.routes;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/** Stands in for the database's endpoint: gives the rows, or the failure, that a test wants. */
public final class ScriptedDatabase {
    final List<String> statements = new ArrayList<>();
    private Callable<List<Map<String, Object>>> plan;
    private Callable<List<Map<String, Object>>> rows;
    private Callable<List<Map<String, Object>>> count;

    ScriptedDatabase() {
        fresh();
    }

    /** As if it had never been asked, with one row to give. */
    void fresh() {
        statements.clear();
        plan = () -> plan("hs92", "country_year");
        rows = () -> years(1);
        count = () -> List.of(Map.of("n", 48_211L));
    }

    /** Called by the route. */
    public List<Map<String, Object>> run(String statement) throws Exception {
        statements.add(statement);
        if (statement.startsWith("EXPLAIN")) {
            return plan.call();
        }
        return statement.contains("SELECT count(*) AS n FROM (") ? count.call() : rows.call();
    }

    ScriptedDatabase explains(Callable<List<Map<String, Object>>> answer) {
        plan = answer;
        return this;
    }

    ScriptedDatabase gives(Callable<List<Map<String, Object>>> answer) {
        rows = answer;
        return this;
    }

    ScriptedDatabase counts(Callable<List<Map<String, Object>>> answer) {
        count = answer;
        return this;
    }

    /** Everything asked of it fails. */
    ScriptedDatabase failsWith(String state, String message) {
        return explains(failure(state, message)).gives(failure(state, message)).counts(failure(state, message));
    }

    static Callable<List<Map<String, Object>>> failure(String state, String message) {
        return () -> {
            throw new SQLException(message, state);
        };
    }

    /** The plan of a statement that reads one table. */
    static List<Map<String, Object>> plan(String schema, String table) {
        return List.of(Map.of(
                "QUERY PLAN",
                "[{\"Plan\": {\"Node Type\": \"Seq Scan\", \"Relation Name\": \"%s\", \"Schema\": \"%s\"}}]"
                        .formatted(table, schema)));
    }

    /** Rows of a year and its exports. */
    static List<Map<String, Object>> years(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("year", 1995 + i);
                    row.put("exports", 7_190_000_000L + i);
                    return row;
                })
                .toList();
    }
}
