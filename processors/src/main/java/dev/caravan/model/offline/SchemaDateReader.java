package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaSql.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads conditions on dates, such as "since 2020", "in the past 6 months" or "on weekends". */
final class SchemaDateReader {
    private static final Pattern RECENT = Pattern.compile(
            "(?i)\\b(?:past|last|previous|within)\\s+(?:the\\s+)?(?:past\\s+|last\\s+)?(\\w+)?\\s*(?:calendar |business )?(day|week|month|quarter|year)s?\\b");
    private static final Pattern AGO = Pattern.compile("(?i)\\b(\\w+) (day|week|month|year)s? ago\\b");
    private static final Pattern THIS = Pattern.compile("(?i)\\b(?:this|current) (week|month|quarter|year)\\b");
    private static final Pattern YEAR = Pattern.compile(
            "(?i)\\b(?:(in|during|of|for|since|after|before|until) )?(?:the )?(?:year )?((?:19|20)\\d\\d)\\b(?:'s)?");

    private final SchemaDraft draft;
    private final SchemaCalendar calendar;

    SchemaDateReader(SchemaDraft draft, SchemaCalendar calendar) {
        this.draft = draft;
        this.calendar = calendar;
    }

    void read(int from, int to) {
        String text = draft.words.text();
        int begin = from >= draft.size
                ? text.length()
                : draft.words.list().get(from).start();
        int end = to >= draft.size ? text.length() : draft.words.list().get(to).start();
        String part = text.substring(0, end);
        Matcher recent = RECENT.matcher(part);
        Matcher ago = AGO.matcher(part);
        Matcher current = THIS.matcher(part);
        List<String> days = new ArrayList<>();
        List<Integer> places1 = new ArrayList<>();
        Matcher date = SchemaCalendar.DATE.matcher(part);
        while (date.find()) {
            if (date.start() >= begin) {
                days.add(day(date));
                places1.add(draft.at(date.start()));
            }
        }
        if (recent.find(begin) && !recent.group().toLowerCase(Locale.ROOT).startsWith("within the first")) {
            recent(recent);
        } else if (ago.find(begin) && SchemaDraft.number(ago.group(1)).isPresent()) {
            ago(ago);
        } else if (current.find(begin)) {
            current(current);
        } else if (days.size() >= 2) {
            span(days, places1);
        } else if (days.size() == 1) {
            onDay(days.get(0), places1.get(0));
        } else {
            years(begin, part);
        }
    }

    /** "In the past 6 months". */
    private void recent(Matcher recent) {
        int place = draft.at(recent.start());
        Optional<Double> many = recent.group(1) == null ? Optional.of(1.0) : SchemaDraft.number(recent.group(1));
        Optional<Expr> column = calendar.dateColumn(place);
        if (many.isPresent() && column.isPresent()) {
            draft.when(
                    new Expr(
                            column.get().sql() + " >= " + draft.today() + " - INTERVAL '"
                                    + many.get().intValue() + " "
                                    + recent.group(2).toLowerCase(Locale.ROOT) + "s'",
                            false),
                    place);
            draft.take(place, draft.at(recent.end()));
        } else if (many.isPresent()
                && calendar.yearColumn().isPresent()
                && recent.group(2).equalsIgnoreCase("year")) {
            draft.when(
                    new Expr(
                            calendar.yearColumn().get().sql() + " >= extract(YEAR FROM " + draft.today() + ") - "
                                    + many.get().intValue(),
                            false),
                    place);
            draft.take(place, draft.at(recent.end()));
        }
    }

    /** "2 weeks ago". */
    private void ago(Matcher ago) {
        int place = draft.at(ago.start());
        int many = SchemaDraft.number(ago.group(1)).orElseThrow().intValue();
        String unit = ago.group(2).toLowerCase(Locale.ROOT);
        if (unit.equals("year") && calendar.yearColumn().isPresent()) {
            draft.when(
                    new Expr(
                            calendar.yearColumn().get().sql() + " = extract(YEAR FROM " + draft.today() + ") - " + many,
                            false),
                    place);
        } else {
            calendar.dateColumn(place)
                    .ifPresent(column -> draft.when(
                            new Expr(
                                    "date_trunc('" + unit + "', " + column.sql() + ") = date_trunc('" + unit + "', "
                                            + draft.today() + " - INTERVAL '" + many + " " + unit + "s')",
                                    false),
                            place));
        }
        draft.take(place, draft.at(ago.end()));
    }

    /** "This month". */
    private void current(Matcher current) {
        int place = draft.at(current.start());
        String unit = current.group(1).toLowerCase(Locale.ROOT);
        calendar.dateColumn(place)
                .ifPresent(column -> draft.when(
                        new Expr(
                                "date_trunc('" + unit + "', " + column.sql() + ") = date_trunc('" + unit + "', "
                                        + draft.today() + ")",
                                false),
                        place));
    }

    /** "Between 2020-01-01 and 2020-03-31". */
    private void span(List<String> days, List<Integer> places1) {
        calendar.dateColumn(places1.get(0)).ifPresent(column -> {
            draft.when(new Expr(column.sql() + " >= DATE '" + days.get(0) + "'", false), places1.get(0));
            draft.when(
                    new Expr(column.sql() + " < DATE '" + days.get(1) + "' + INTERVAL '1 day'", false), places1.get(0));
        });
    }

    /** "Before 2020-05-01", "since May 1, 2020", "on 2020-05-01". */
    private void onDay(String said, int place) {
        String before = draft.between(Math.max(0, place - 3), place);
        String day = "DATE '" + said + "'";
        calendar.dateColumn(place)
                .ifPresent(column -> draft.when(
                        new Expr(
                                before.matches("(?s).*\\b(before|prior to|earlier than)\\b.*")
                                        ? column.sql() + " < " + day
                                        : before.matches("(?s).*\\b(after|later than)\\b.*")
                                                ? column.sql() + " >= " + day + " + INTERVAL '1 day'"
                                                : before.matches("(?s).*\\b(since|from|starting)\\b.*")
                                                        ? column.sql() + " >= " + day
                                                        : before.matches("(?s).*\\b(until|by|through)\\b.*")
                                                                ? column.sql() + " < " + day + " + INTERVAL '1 day'"
                                                                : column.sql() + " >= " + day + " AND "
                                                                        + column.sql() + " < " + day
                                                                        + " + INTERVAL '1 day'",
                                false),
                        place));
    }

    private void years(int begin, String part) {
        Matcher year = YEAR.matcher(part);
        List<Integer> years = new ArrayList<>();
        int place = -1;
        String preposition = "";
        while (year.find()) {
            int word = draft.at(year.start(2));
            boolean counted = word + 1 < draft.size
                    && draft.links.stream().anyMatch(link -> link.start == word + 1)
                    && year.group(1) == null;
            if (year.start(2) >= begin && word < draft.size && !draft.taken[word] && !counted) {
                years.add(Integer.parseInt(year.group(2)));
                place = place < 0 ? word : place;
                preposition = years.size() == 1 && year.group(1) != null
                        ? year.group(1).toLowerCase(Locale.ROOT)
                        : preposition;
                draft.taken[word] = true;
            }
        }
        if (years.isEmpty()) {
            return;
        }
        Optional<Expr> number = calendar.yearColumn();
        Optional<Expr> value = number.or(() ->
                calendar.dateColumnAt(years).map(column -> new Expr("extract(YEAR FROM " + column.sql() + ")", false)));
        if (value.isEmpty()) {
            return;
        }
        String column = value.get().sql();
        int first = years.get(0);
        String said = years.size() > 1
                ? draft.between(0, draft.size).matches("(?s).*\\b(between|from|to|through)\\b.*")
                        ? column + " BETWEEN " + first + " AND " + years.get(1)
                        : column + " IN (" + first + ", " + years.get(1) + ")"
                : column
                        + switch (preposition) {
                            case "since" -> " >= ";
                            case "after" -> " > ";
                            case "before" -> " < ";
                            case "until" -> " <= ";
                            default -> " = ";
                        }
                        + first;
        draft.when(new Expr(said, false), place);
        // "in the year 2020": the word year is said by that
        int at = place;
        draft.links.stream()
                .filter(link -> link.end == at
                        && link.isColumn()
                        && !draft.groupLinks.contains(link)
                        && draft.word(link.start).equals("year"))
                .forEach(link -> link.used = true);
    }

    private static String day(Matcher date) {
        if (date.group(1) != null) {
            return date.group(1) + "-" + date.group(2) + "-" + date.group(3);
        }
        boolean american = date.group(4) != null;
        String month = (american ? date.group(4) : date.group(8))
                .toLowerCase(Locale.ROOT)
                .substring(0, 3);
        int number = 1 + "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(month) / 3;
        return String.format(
                Locale.ROOT,
                "%s-%02d-%02d",
                american ? date.group(6) : date.group(9),
                number,
                Integer.parseInt(american ? date.group(5) : date.group(7)));
    }

    void daysOfWeek(int from, int to) {
        List<String> days = List.of("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday");
        for (int i = from; i < to; i++) {
            String stem = draft.words.list().get(i).stem();
            String which = stem.equals("weekend")
                    ? "IN (0, 6)"
                    : stem.equals("weekday")
                            ? "BETWEEN 1 AND 5"
                            : days.contains(stem) && !draft.taken[i] ? "= " + days.indexOf(stem) : "";
            int at = i;
            if (!which.isEmpty() && calendar.dateColumn(i).isPresent()) {
                calendar.dateColumn(i)
                        .ifPresent(column ->
                                draft.when(new Expr("extract(DOW FROM " + column.sql() + ") " + which, false), at));
            } else if (draft.word(i).equals("today")
                    && !draft.is(i - 1, "from")
                    && calendar.dateColumn(i).isPresent()) {
                calendar.dateColumn(i)
                        .ifPresent(column ->
                                draft.when(new Expr("date(" + column.sql() + ") = " + draft.today(), false), at));
            }
        }
    }
}
