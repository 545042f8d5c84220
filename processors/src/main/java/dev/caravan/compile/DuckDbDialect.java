package dev.caravan.compile;

import dev.caravan.query.Value.Grain;

/** DuckDB. */
final class DuckDbDialect extends PostgreSqlDialect {
    @Override
    public String elapsed(String from, String to, Grain unit) {
        return switch (unit) {
            case YEAR -> "DATE_SUB('year', " + from + ", " + to + ")";
            case MONTH -> "DATE_SUB('month', " + from + ", " + to + ")";
            default -> "(" + seconds(from, to) + " / " + secondsOf(unit) + ".0)";
        };
    }

    @Override
    public String median(String expression) {
        return "MEDIAN(" + expression + ")";
    }
}
