package dev.caravan.duck;

import java.sql.SQLException;
import java.util.Locale;

/** Gives DuckDB's exceptions, which carry no SQLSTATE, the one that other databases give in their place. */
final class DuckProblem {
    static final String UNAVAILABLE = "58030";
    private static final String STOPPED = "57014";

    private DuckProblem() {}

    static SQLException of(SQLException problem, boolean late) {
        String message = problem.getMessage() == null ? "" : problem.getMessage();
        String text = message.lines()
                .map(String::strip)
                .takeWhile(line -> !line.startsWith("LINE "))
                .filter(line -> !line.isEmpty())
                .reduce((a, b) -> a + " " + b)
                .orElse("");
        return new SQLException(text, late ? STOPPED : state(message), problem);
    }

    private static String state(String message) {
        String kind = message.contains(" Error")
                ? message.substring(0, message.indexOf(" Error")).toLowerCase(Locale.ROOT)
                : "";
        return switch (kind) {
            case "interrupt" -> STOPPED;
            case "permission" -> "42501";
            case "out of memory" -> "53200";
            case "io", "internal", "fatal", "connection", "serialization" -> UNAVAILABLE;
            case "conversion", "out of range" -> "22000";
            case "invalid input" -> message.contains("Cannot execute statement of type")
                            || message.contains("configuration")
                    ? "42501"
                    : "22000";
            default -> "42000";
        };
    }
}
