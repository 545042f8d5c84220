package dev.caravan.compile;

import dev.caravan.query.Value.Grain;
import dev.caravan.semantic.Schema.Type;
import java.time.LocalDate;

/** What engines write differently. Arguments are expressions that are written already. */
interface SqlDialect {
    /** A name of a table or a column, its parts by points. */
    String quoted(String name);

    /** A day. */
    String day(LocalDate day);

    /** An expression as a time, where its column holds text. */
    String time(String expression, Type type);

    /** A time cut to a grain. */
    String bucket(String time, Grain grain);

    /** The time between two, in units. */
    String elapsed(String from, String to, Grain unit);

    /** A day moved by units. */
    String moved(String day, int shift, Grain unit);

    /** The current day. */
    String today();

    /** The middle of a group. */
    String median(String expression);

    /** Whether a text is like a pattern, whatever the case. */
    String like(String expression, String pattern);

    /** A quotient that is not cut to a whole number. */
    String quotient(String dividend, String divisor);

    /** How unknown values come last. */
    String order(String expression, boolean descending);

    /** Equality that holds for two unknown values. */
    default String same(String one, String other) {
        return one + " IS NOT DISTINCT FROM " + other;
    }

    /** Yes or no. */
    default String truth(boolean value) {
        return value ? "TRUE" : "FALSE";
    }

    /** A text. */
    default String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
