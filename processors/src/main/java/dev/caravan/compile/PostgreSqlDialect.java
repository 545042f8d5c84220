package dev.caravan.compile;

import dev.caravan.query.Value.Grain;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.semantic.SchemaNames;
import java.time.LocalDate;
import java.util.Locale;

/** PostgreSQL, and what others have in common with it. */
class PostgreSqlDialect implements SqlDialect {
    @Override
    public String quoted(String name) {
        return SchemaNames.quoted(name);
    }

    @Override
    public String day(LocalDate day) {
        return "DATE '" + day + "'";
    }

    @Override
    public String time(String expression, Type type) {
        return type == Type.DATE || type == Type.TIMESTAMP ? expression : "CAST(" + expression + " AS TIMESTAMP)";
    }

    @Override
    public String bucket(String time, Grain grain) {
        return switch (grain) {
            case YEAR -> "CAST(EXTRACT(YEAR FROM " + time + ") AS INTEGER)";
            case MONTH_OF_YEAR -> "CAST(EXTRACT(MONTH FROM " + time + ") AS INTEGER)";
            case QUARTER_OF_YEAR -> "CAST(EXTRACT(QUARTER FROM " + time + ") AS INTEGER)";
            case WEEKDAY -> "CAST(EXTRACT(DOW FROM " + time + ") AS INTEGER)";
            case DAY -> "CAST(" + time + " AS DATE)";
            case HOUR, MINUTE, SECOND -> "DATE_TRUNC('" + grain.name().toLowerCase(Locale.ROOT) + "', " + time + ")";
            case QUARTER, MONTH, WEEK -> "CAST(DATE_TRUNC('" + grain.name().toLowerCase(Locale.ROOT) + "', " + time
                    + ") AS DATE)";
        };
    }

    @Override
    public String elapsed(String from, String to, Grain unit) {
        return switch (unit) {
            case YEAR -> "EXTRACT(YEAR FROM AGE(" + to + ", " + from + "))";
            case MONTH -> "(EXTRACT(YEAR FROM AGE(" + to + ", " + from + ")) * 12 + EXTRACT(MONTH FROM AGE(" + to + ", "
                    + from + ")))";
            default -> "(" + seconds(from, to) + " / " + secondsOf(unit) + ".0)";
        };
    }

    /** Seconds between two times. */
    String seconds(String from, String to) {
        return "EXTRACT(EPOCH FROM (CAST(" + to + " AS TIMESTAMP) - CAST(" + from + " AS TIMESTAMP)))";
    }

    static int secondsOf(Grain unit) {
        return switch (unit) {
            case SECOND -> 1;
            case MINUTE -> 60;
            case HOUR -> 3_600;
            case WEEK -> 7 * 86_400;
            default -> 86_400;
        };
    }

    @Override
    public String moved(String day, int shift, Grain unit) {
        return shift == 0
                ? day
                : "(" + day + (shift < 0 ? " - " : " + ") + "INTERVAL '" + Math.abs(shift) + " "
                        + unit.name().toLowerCase(Locale.ROOT) + "')";
    }

    @Override
    public String today() {
        return "CURRENT_DATE";
    }

    @Override
    public String median(String expression) {
        return "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY " + expression + ")";
    }

    @Override
    public String like(String expression, String pattern) {
        return expression + " ILIKE " + text(pattern);
    }

    @Override
    public String quotient(String dividend, String divisor) {
        return "1.0 * " + dividend + " / NULLIF(" + divisor + ", 0)";
    }

    @Override
    public String order(String expression, boolean descending) {
        return expression + (descending ? " DESC NULLS LAST" : " NULLS LAST");
    }
}
