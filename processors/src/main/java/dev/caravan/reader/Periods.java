package dev.caravan.reader;

import dev.caravan.query.Value.Grain;
import dev.caravan.reader.Meaning.Period;
import dev.caravan.text.Words;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds times that are said: days, months, quarters, years, and spans that end today. */
final class Periods {
    private final Map<String, Long> months;
    private final Map<String, Long> weekdays;
    private final Map<String, Long> numbers;
    private final Set<String> last;
    private final Set<String> next;
    private final Map<String, Long> beyond;
    private final Set<String> now;
    private final Set<String> ago;
    private final Set<String> todayWords;
    private final Set<String> yesterday;
    private final Set<String> weekend;
    private final Map<String, Grain> grains;
    private final LocalDate today;

    Periods(Language language, LocalDate today) {
        this.months = language.numbers("months");
        this.weekdays = language.numbers("weekdays");
        this.numbers = language.numbers("numbers");
        this.last = Set.copyOf(language.list("last"));
        this.next = Set.copyOf(language.list("next"));
        this.beyond = language.numbers("beyond");
        this.now = Set.copyOf(language.list("this"));
        this.ago = Set.copyOf(language.list("ago"));
        this.todayWords = Set.copyOf(language.list("today"));
        this.yesterday = Set.copyOf(language.list("yesterday"));
        this.weekend = Set.copyOf(language.list("weekend"));
        this.grains = language.lists("grain").entrySet().stream()
                .flatMap(each -> each.getValue().stream()
                        .filter(phrase -> !phrase.contains(" "))
                        .map(phrase -> Map.entry(Words.stem(phrase), Grain.valueOf(each.getKey()))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one));
        this.today = today;
    }

    /** A time and the word behind its last. */
    record Found(int start, int end, Period period) {}

    /** The longest time that begins at a word. */
    Optional<Found> at(Words words, int i) {
        Optional<Found> found = day(words, i);
        if (found.isEmpty()) {
            found = month(words, i);
        }
        if (found.isEmpty()) {
            found = quarter(words, i);
        }
        if (found.isEmpty()) {
            found = half(words, i);
        }
        if (found.isEmpty()) {
            found = partOfYear(words, i);
        }
        if (found.isEmpty()) {
            found = beyond(words, i);
        }
        if (found.isEmpty()) {
            found = relative(words, i);
        }
        return found.isEmpty() ? single(words, i) : found;
    }

    private static String word(Words words, int i) {
        return i < words.size() ? words.list().get(i).folded() : "";
    }

    private Optional<Integer> year(Words words, int i) {
        String word = word(words, i);
        return word.matches("(1[89]|20)\\d\\d") ? Optional.of(Integer.valueOf(word)) : Optional.empty();
    }

    private Optional<Integer> dayNumber(Words words, int i) {
        String word = word(words, i).replaceFirst("(st|nd|rd|th)$", "");
        boolean fits = word.matches("\\d{1,2}") && Integer.parseInt(word) >= 1 && Integer.parseInt(word) <= 31;
        return fits ? Optional.of(Integer.valueOf(word)) : Optional.empty();
    }

    /** "1st" is two words: the number and its ending. */
    private static int behindOrdinal(Words words, int i) {
        return word(words, i + 1).matches("st|nd|rd|th") ? i + 2 : i + 1;
    }

    private Optional<Found> day(Words words, int i) {
        String text = words.text()
                .substring(Math.min(
                        words.text().length(),
                        i < words.size() ? words.list().get(i).start() : 0));
        if (i < words.size() && text.matches("(?s)\\d{4}-\\d\\d-\\d\\d.*")) {
            LocalDate day = LocalDate.parse(text.substring(0, 10));
            int end = i;
            int until = words.list().get(i).start() + 10;
            while (end < words.size() && words.list().get(end).start() < until) {
                end++;
            }
            return Optional.of(new Found(i, end, Period.of(day, day.plusDays(1))));
        }
        Long month = months.get(word(words, i));
        if (month != null && dayNumber(words, i + 1).isPresent()) {
            int behind = behindOrdinal(words, i + 1);
            return year(words, behind)
                    .map(year -> LocalDate.of(
                            year, month.intValue(), dayNumber(words, i + 1).get()))
                    .map(day -> new Found(i, behind + 1, Period.of(day, day.plusDays(1))));
        }
        int behind = behindOrdinal(words, i);
        int at = word(words, behind).equals("of") ? behind + 1 : behind;
        Long later = months.get(word(words, at));
        if (dayNumber(words, i).isPresent()
                && later != null
                && year(words, at + 1).isPresent()) {
            LocalDate day = LocalDate.of(
                    year(words, at + 1).get(),
                    later.intValue(),
                    dayNumber(words, i).get());
            return Optional.of(new Found(i, at + 2, Period.of(day, day.plusDays(1))));
        }
        return Optional.empty();
    }

    private Optional<Found> month(Words words, int i) {
        Long month = months.get(word(words, i));
        int at = word(words, i + 1).equals("of") ? i + 2 : i + 1;
        if (month == null) {
            return Optional.empty();
        }
        if (year(words, at).isPresent()) {
            LocalDate first = LocalDate.of(year(words, at).get(), month.intValue(), 1);
            return Optional.of(new Found(i, at + 1, Period.of(first, first.plusMonths(1))));
        }
        boolean verb = word(words, i).equals("may")
                && !word(words, i - 1 < 0 ? words.size() : i - 1).equals("in");
        return verb ? Optional.empty() : Optional.of(new Found(i, i + 1, recurring(Grain.MONTH_OF_YEAR, month)));
    }

    private static Period recurring(Grain grain, long number) {
        return new Period(Optional.empty(), Optional.empty(), Optional.of(grain), List.of((int) number));
    }

    private Optional<Found> quarter(Words words, int i) {
        String word = word(words, i);
        int number = word.matches("q[1-4]")
                ? word.charAt(1) - '0'
                : word(words, i + 1).equals("quarter")
                        ? List.of("", "first", "second", "third", "fourth").indexOf(word)
                        : 0;
        if (number < 1) {
            return Optional.empty();
        }
        int at = word.matches("q[1-4]") ? i + 1 : i + 2;
        at = word(words, at).equals("of") ? at + 1 : at;
        int end = at + 1;
        return year(words, at)
                .map(year -> LocalDate.of(year, number * 3 - 2, 1))
                .map(first -> new Found(i, end, Period.of(first, first.plusMonths(3))));
    }

    private Optional<Found> half(Words words, int i) {
        int number = word(words, i + 1).equals("half")
                ? List.of("", "first", "second").indexOf(word(words, i))
                : 0;
        int at = word(words, i + 2).equals("of") ? i + 3 : i + 2;
        return number < 1
                ? Optional.empty()
                : year(words, at)
                        .map(year -> LocalDate.of(year, number * 6 - 5, 1))
                        .map(first -> new Found(i, at + 1, Period.of(first, first.plusMonths(6))));
    }

    /** "The last quarter of 2024", "the first month of 2023". */
    private Optional<Found> partOfYear(Words words, int i) {
        String word = word(words, i);
        Grain grain = grain(words, i + 1);
        int at = word(words, i + 2).equals("of") || word(words, i + 2).equals("in") ? i + 3 : i + 2;
        boolean first = word.equals("first");
        if (!first && !last.contains(word) && !word.equals("final")
                || grain == null
                || grain == Grain.YEAR
                || year(words, at).isEmpty()) {
            return Optional.empty();
        }
        LocalDate begin = LocalDate.of(year(words, at).get(), 1, 1);
        LocalDate from = first ? begin : back(begin.plusYears(1), 1, grain);
        return Optional.of(new Found(i, at + 1, Period.of(from, back(from, -1, grain))));
    }

    /** "The week before last", "the month after next". */
    private Optional<Found> beyond(Words words, int i) {
        Grain grain = grain(words, i);
        Long way = beyond.get(word(words, i + 1));
        boolean fits = grain != null
                && way != null
                && (way < 0 ? last : next).contains(word(words, i + 2))
                && grain(words, i + 3) == null;
        if (!fits) {
            return Optional.empty();
        }
        LocalDate from = back(begin(today, grain), way < 0 ? 2 : -2, grain);
        return Optional.of(new Found(i, i + 3, Period.of(from, back(from, -1, grain))));
    }

    /** The time as long as one before it, or behind it, where "the year before" says so; by its grain. */
    Optional<Period> shifted(Words words, Period period) {
        int last = words.size() - 1;
        Grain grain = last < 1 ? null : grain(words, last - 1);
        Long way = beyond.get(word(words, Math.max(0, last)));
        return grain == null
                        || way == null
                        || period.from().isEmpty()
                        || period.to().isEmpty()
                ? Optional.empty()
                : Optional.of(Period.of(
                        back(period.from().get(), way < 0 ? 1 : -1, grain),
                        back(period.to().get(), way < 0 ? 1 : -1, grain)));
    }

    private Optional<Found> relative(Words words, int i) {
        String word = word(words, i);
        if (next.contains(word)) {
            Optional<Integer> number = number(words, i + 1);
            Grain grain = grain(words, i + (number.isPresent() ? 2 : 1));
            if (grain != null) {
                LocalDate from = number.isPresent() ? today : back(begin(today, grain), -1, grain);
                LocalDate to =
                        number.isPresent() ? back(today, -number.get(), grain).plusDays(1) : back(from, -1, grain);
                return Optional.of(new Found(i, i + (number.isPresent() ? 3 : 2), Period.of(from, to)));
            }
        }
        if (last.contains(word)) {
            Optional<Integer> number = number(words, i + 1);
            Grain grain = grain(words, i + (number.isPresent() ? 2 : 1));
            if (grain != null) {
                Period period = number.isPresent()
                        ? Period.of(back(today, number.get(), grain), today.plusDays(1))
                        : Period.of(begin(back(today, 1, grain), grain), begin(today, grain));
                return Optional.of(new Found(i, i + (number.isPresent() ? 3 : 2), period));
            }
        }
        Grain grain = grain(words, i + 1);
        if (now.contains(word) && grain != null) {
            LocalDate from = begin(today, grain);
            return Optional.of(new Found(i, i + 2, Period.of(from, back(from, -1, grain))));
        }
        Optional<Integer> number = number(words, i);
        if (number.isPresent() && grain != null && ago.contains(word(words, i + 2))) {
            LocalDate from = begin(back(today, number.get(), grain), grain);
            return Optional.of(new Found(i, i + 3, Period.of(from, back(from, -1, grain))));
        }
        return Optional.empty();
    }

    private Optional<Integer> number(Words words, int i) {
        String word = word(words, i);
        return word.matches("\\d{1,4}")
                ? Optional.of(Integer.valueOf(word))
                : Optional.ofNullable(numbers.get(word)).map(Long::intValue);
    }

    private Grain grain(Words words, int i) {
        Grain grain = i < words.size() ? grains.get(words.list().get(i).stem()) : null;
        return grain == Grain.WEEKDAY || grain == Grain.HOUR || grain == Grain.MINUTE || grain == Grain.SECOND
                ? null
                : grain;
    }

    private static LocalDate back(LocalDate day, int number, Grain grain) {
        return switch (grain) {
            case YEAR -> day.minusYears(number);
            case QUARTER -> day.minusMonths(3L * number);
            case MONTH -> day.minusMonths(number);
            case WEEK -> day.minusWeeks(number);
            default -> day.minus(number, ChronoUnit.DAYS);
        };
    }

    private static LocalDate begin(LocalDate day, Grain grain) {
        return switch (grain) {
            case YEAR -> day.withDayOfYear(1);
            case QUARTER -> YearMonth.of(day.getYear(), (day.getMonthValue() - 1) / 3 * 3 + 1)
                    .atDay(1);
            case MONTH -> day.withDayOfMonth(1);
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            default -> day;
        };
    }

    private Optional<Found> single(Words words, int i) {
        String word = word(words, i);
        if (year(words, i).isPresent()) {
            LocalDate first = LocalDate.of(year(words, i).get(), 1, 1);
            int span = word(words, i + 1).equals("s") ? 10 : 1;
            return Optional.of(new Found(i, i + (span == 10 ? 2 : 1), Period.of(first, first.plusYears(span))));
        }
        if (todayWords.contains(word) && word.startsWith("today")) {
            return Optional.of(new Found(i, i + 1, Period.of(today, today.plusDays(1))));
        }
        if (yesterday.contains(word)) {
            return Optional.of(new Found(i, i + 1, Period.of(today.minusDays(1), today)));
        }
        if (weekend.contains(word)) {
            return Optional.of(new Found(
                    i,
                    i + 1,
                    new Period(Optional.empty(), Optional.empty(), Optional.of(Grain.WEEKDAY), List.of(0, 6))));
        }
        Long weekday = weekdays.get(Words.stem(word));
        return weekday == null ? Optional.empty() : Optional.of(new Found(i, i + 1, recurring(Grain.WEEKDAY, weekday)));
    }
}
