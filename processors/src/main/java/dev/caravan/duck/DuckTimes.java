package dev.caravan.duck;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Dates and times of DuckDB as it writes them itself; its driver gives the days that stand for infinity as days. */
final class DuckTimes {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss[.SSSSSS]");

    private DuckTimes() {}

    /** The text of a column's date or time; of a moment with a zone as the driver writes it. */
    static String text(ResultSet result, int column) throws SQLException {
        Object cell = result.getObject(column);
        if (cell instanceof LocalDate day) {
            long number = day.toEpochDay();
            return Math.abs(number) == Integer.MAX_VALUE ? infinity(number) : day(day);
        }
        if (cell instanceof Timestamp) {
            LocalDateTime moment = result.getObject(column, LocalDateTime.class);
            // the ends of what microseconds in 64 bits can count
            boolean finite = moment.getYear() < 294_247 && moment.getYear() > -290_308;
            return finite
                    ? day(moment.toLocalDate()) + " " + time(moment)
                    : infinity(moment.toEpochSecond(ZoneOffset.UTC));
        }
        return String.valueOf(cell);
    }

    private static String infinity(long sign) {
        return sign < 0 ? "-infinity" : "infinity";
    }

    private static String day(LocalDate day) {
        return DAY.format(day) + (day.getYear() < 1 ? " (BC)" : "");
    }

    private static String time(LocalDateTime moment) {
        String text = TIME.format(moment);
        return moment.getNano() == 0 ? text.substring(0, text.indexOf('.')) : text.replaceAll("0+$", "");
    }
}
