package dev.caravan.search;

import dev.caravan.query.NotExpressible;
import dev.caravan.query.Value.Grain;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** Days cut to a grain and moved by one. */
final class Days {
    private static final int MONTHS_OF_QUARTER = 3;

    private Days() {}

    /** The first day of the year, quarter, month or week of a day. */
    static LocalDate start(LocalDate day, Grain grain) {
        return switch (grain) {
            case YEAR -> day.withDayOfYear(1);
            case QUARTER -> day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % MONTHS_OF_QUARTER);
            case MONTH -> day.withDayOfMonth(1);
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case DAY -> day;
            default -> throw unknown(grain);
        };
    }

    /** The first day after the one that begins at a day. */
    static LocalDate next(LocalDate start, Grain grain) {
        return moved(start, 1, grain);
    }

    static LocalDate moved(LocalDate day, int shift, Grain unit) {
        return switch (unit) {
            case YEAR -> day.plusYears(shift);
            case QUARTER -> day.plusMonths((long) MONTHS_OF_QUARTER * shift);
            case MONTH -> day.plusMonths(shift);
            case WEEK -> day.plusWeeks(shift);
            case DAY -> day.plusDays(shift);
            default -> throw unknown(unit);
        };
    }

    private static NotExpressible unknown(Grain grain) {
        return new NotExpressible("a day has no "
                + grain.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    }
}
