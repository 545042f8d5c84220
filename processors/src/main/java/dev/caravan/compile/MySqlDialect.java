package dev.caravan.compile;

import dev.caravan.query.Value.Grain;
import dev.caravan.semantic.Schema.Type;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.stream.Collectors;

/** MySQL and MariaDB. */
final class MySqlDialect implements SqlDialect {
    @Override
    public String quoted(String name) {
        return Arrays.stream(name.split("\\."))
                // sessions take the quotes of the standard
                .map(part -> "\"" + part.replace("\"", "\"\"") + "\"")
                .collect(Collectors.joining("."));
    }

    @Override
    public String day(LocalDate day) {
        return "DATE '" + day + "'";
    }

    @Override
    public String time(String expression, Type type) {
        return type == Type.DATE || type == Type.TIMESTAMP ? expression : "CAST(" + expression + " AS DATETIME)";
    }

    @Override
    public String bucket(String time, Grain grain) {
        return switch (grain) {
            case YEAR -> "YEAR(" + time + ")";
            case QUARTER -> "CONCAT(YEAR(" + time + "), '-Q', QUARTER(" + time + "))";
            case MONTH -> "DATE_FORMAT(" + time + ", '%Y-%m')";
            case WEEK -> "DATE(DATE_SUB(" + time + ", INTERVAL WEEKDAY(" + time + ") DAY))";
            case DAY -> "DATE(" + time + ")";
            case HOUR -> "DATE_FORMAT(" + time + ", '%Y-%m-%d %H:00')";
            case MINUTE, SECOND -> "DATE_FORMAT(" + time + ", '%Y-%m-%d %H:%i')";
            case MONTH_OF_YEAR -> "MONTH(" + time + ")";
            case QUARTER_OF_YEAR -> "QUARTER(" + time + ")";
            case WEEKDAY -> "(DAYOFWEEK(" + time + ") - 1)";
        };
    }

    @Override
    public String elapsed(String from, String to, Grain unit) {
        return unit == Grain.YEAR || unit == Grain.MONTH
                ? "TIMESTAMPDIFF(" + unit + ", " + from + ", " + to + ")"
                : "(TIMESTAMPDIFF(SECOND, " + from + ", " + to + ") / " + PostgreSqlDialect.secondsOf(unit) + ".0)";
    }

    @Override
    public String moved(String day, int shift, Grain unit) {
        return shift == 0
                ? day
                : "(" + day + (shift < 0 ? " - " : " + ") + "INTERVAL " + Math.abs(shift) + " " + unit + ")";
    }

    @Override
    public String today() {
        return "CURRENT_DATE";
    }

    @Override
    public String median(String expression) {
        throw new dev.caravan.query.NotExpressible("this database has no median");
    }

    @Override
    public String like(String expression, String pattern) {
        return "LOWER(" + expression + ") LIKE LOWER(" + text(pattern) + ")";
    }

    @Override
    public String quotient(String dividend, String divisor) {
        return "CAST(" + dividend + " AS DOUBLE) / NULLIF(" + divisor + ", 0)";
    }

    @Override
    public String order(String expression, boolean descending) {
        return descending ? expression + " DESC" : expression + " IS NULL, " + expression;
    }

    @Override
    public String same(String one, String other) {
        return one + " <=> " + other;
    }

    @Override
    public String text(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
