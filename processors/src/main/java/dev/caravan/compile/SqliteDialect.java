package dev.caravan.compile;

import dev.caravan.query.Value.Grain;
import dev.caravan.semantic.Schema.Type;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** SQLite, where times are texts and truth values are numbers. */
final class SqliteDialect implements SqlDialect {
    @Override
    public String quoted(String name) {
        return Arrays.stream(name.split("\\."))
                .map(part -> "\"" + part.replace("\"", "\"\"") + "\"")
                .collect(Collectors.joining("."));
    }

    @Override
    public String day(LocalDate day) {
        return "'" + day + "'";
    }

    @Override
    public String time(String expression, Type type) {
        return expression;
    }

    @Override
    public String bucket(String time, Grain grain) {
        return switch (grain) {
            case YEAR -> "CAST(STRFTIME('%Y', " + time + ") AS INTEGER)";
            case QUARTER -> "(STRFTIME('%Y', " + time + ") || '-Q' || " + quarter(time) + ")";
            case MONTH -> "STRFTIME('%Y-%m', " + time + ")";
            case WEEK -> "DATE(" + time + ", 'weekday 0', '-6 days')";
            case DAY -> "DATE(" + time + ")";
            case HOUR -> "STRFTIME('%Y-%m-%d %H:00', " + time + ")";
            case MINUTE, SECOND -> "STRFTIME('%Y-%m-%d %H:%M', " + time + ")";
            case MONTH_OF_YEAR -> "CAST(STRFTIME('%m', " + time + ") AS INTEGER)";
            case QUARTER_OF_YEAR -> quarter(time);
            case WEEKDAY -> "CAST(STRFTIME('%w', " + time + ") AS INTEGER)";
        };
    }

    private static String quarter(String time) {
        return "((CAST(STRFTIME('%m', " + time + ") AS INTEGER) + 2) / 3)";
    }

    @Override
    public String elapsed(String from, String to, Grain unit) {
        return switch (unit) {
            case YEAR -> "(" + months(from, to) + " / 12)";
            case MONTH -> months(from, to);
            default -> "((JULIANDAY(" + to + ") - JULIANDAY(" + from + ")) * 86400.0 / "
                    + PostgreSqlDialect.secondsOf(unit) + ")";
        };
    }

    /** Whole months. */
    private static String months(String from, String to) {
        return "((STRFTIME('%Y', " + to + ") - STRFTIME('%Y', " + from + ")) * 12 + STRFTIME('%m', " + to
                + ") - STRFTIME('%m', " + from + ") - (STRFTIME('%d', " + to + ") < STRFTIME('%d', " + from + ")))";
    }

    @Override
    public String moved(String day, int shift, Grain unit) {
        int times = unit == Grain.WEEK ? 7 : unit == Grain.QUARTER ? 3 : 1;
        String name = unit == Grain.WEEK
                ? "day"
                : unit == Grain.QUARTER ? "month" : unit.name().toLowerCase(Locale.ROOT);
        return shift == 0 ? day : "DATE(" + day + ", '" + (shift > 0 ? "+" : "") + shift * times + " " + name + "')";
    }

    @Override
    public String today() {
        return "DATE('now')";
    }

    @Override
    public String median(String expression) {
        throw new dev.caravan.query.NotExpressible("this database has no median");
    }

    @Override
    public String like(String expression, String pattern) {
        return expression + " LIKE " + text(pattern);
    }

    @Override
    public String quotient(String dividend, String divisor) {
        return "CAST(" + dividend + " AS REAL) / NULLIF(" + divisor + ", 0)";
    }

    @Override
    public String order(String expression, boolean descending) {
        return expression + (descending ? " DESC NULLS LAST" : " NULLS LAST");
    }

    @Override
    public String same(String one, String other) {
        return one + " IS " + other;
    }

    @Override
    public String truth(boolean value) {
        return value ? "1" : "0";
    }
}
