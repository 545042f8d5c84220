package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Years;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Chooses the years, within those that are covered. */
final class YearChoice {
    private static final int GROWTH_YEARS = 5;

    private final Asked asked;
    private Optional<String> uncovered = Optional.empty();

    YearChoice(Asked asked) {
        this.asked = asked;
    }

    /** Why the years asked for are not to be had. */
    Optional<String> uncovered() {
        return uncovered;
    }

    private int firstYear() {
        return asked.classes.stream()
                .mapToInt(c -> asked.model.classes().get(c).from())
                .max()
                .orElseThrow();
    }

    private int lastYear() {
        return asked.classes.stream()
                .mapToInt(c -> asked.model.classes().get(c).to())
                .min()
                .orElseThrow();
    }

    Years chooseYears(List<Measure> measures) {
        Form form = measures.get(0).form();
        boolean never = asked.has(Signal.LACKING)
                && asked.reading.from().isEmpty()
                && asked.reading.to().isEmpty()
                && asked.reading.lastYears().isEmpty()
                && asked.matches("\\b(never|ever)\\b");
        if (never) {
            asked.notes.add("All years of the data are looked at, " + firstYear() + " to " + lastYear() + ".");
            return within(firstYear(), lastYear(), Span.TOTAL);
        }
        boolean range = asked.reading.from().isPresent()
                        && !asked.reading.from().equals(asked.reading.to())
                || asked.reading.to().isPresent() && asked.reading.from().isEmpty()
                || asked.reading.lastYears().isPresent();
        boolean series = asked.has(Signal.SERIES)
                && !(asked.reading.from().isPresent() && asked.reading.from().equals(asked.reading.to()));
        int last = lastYear();
        int to = asked.reading.to().orElse(last);
        int from = asked.reading
                .from()
                .orElse(asked.reading
                        .lastYears()
                        .map(n -> last - n)
                        .orElse(series || asked.has(Signal.BY_YEAR) ? firstYear() : to));
        if (Asked.isGrowth(form)) {
            if (!range) {
                boolean one = asked.reading.from().isPresent();
                from = one ? to - 1 : to - GROWTH_YEARS;
                asked.notes.add(
                        one
                                ? "Growth is measured from " + from + " to " + to + "."
                                : "No years were given: growth is measured over the last " + GROWTH_YEARS + " years, "
                                        + from + " to " + to + ".");
            }
            return within(from, to, Span.ENDS);
        }
        if (asked.has(Signal.BY_YEAR)) {
            return within(from, to, Span.EACH);
        }
        if (form == Form.AVERAGE && range) {
            asked.notes.add("The average is the mean over the years " + Math.max(from, firstYear()) + " to "
                    + Math.min(to, lastYear()) + ".");
            return within(from, to, Span.TOTAL);
        }
        if (range || series) {
            boolean two = asked.has(Signal.TWO_YEARS) && !series;
            boolean ends = two
                    || asked.has(Signal.COMPARE)
                            && !series
                            && asked.reading.from().isPresent()
                            && asked.reading.to().isPresent()
                            && asked.subjects.size() <= 1
                            && asked.goods.size() <= 1;
            Span span = asked.has(Signal.TOTAL) || asked.isListed() && !series && !asked.has(Signal.GROWTH)
                    ? Span.TOTAL
                    : ends ? Span.ENDS : Span.EACH;
            if (span == Span.ENDS && form == Form.VALUE && !two) {
                span = Span.EACH;
            }
            if (span == Span.TOTAL && measures.stream().anyMatch(m -> !Asked.FLOWS.contains(m.metric()))) {
                span = Span.EACH;
            }
            if (!range) {
                asked.notes.add("No years were given: all years from " + from + " to " + to + " are shown.");
            }
            if (span == Span.TOTAL) {
                asked.notes.add("Values are totals over the years " + Math.max(from, firstYear()) + " to "
                        + Math.min(to, lastYear()) + ".");
            }
            return within(from, to, span);
        }
        if (asked.reading.from().isEmpty() && !asked.reading.latest()) {
            asked.notes.add("No year was given: " + last + ", the latest year of the data, is used.");
        } else if (asked.reading.from().isEmpty()) {
            asked.notes.add("The latest year of the data is " + last + ".");
        }
        return within(from, to, Span.ONE);
    }

    private Years within(int from, int to, Span span) {
        int first = firstYear();
        int last = lastYear();
        String covered = coverage();
        if (span == Span.ONE && (to < first || to > last)) {
            // another year's figures would answer another question
            uncovered = Optional.of("The year " + to + " is not covered (" + covered + "). Ask for a year from " + first
                    + " to " + last + ".");
            return Years.one(last);
        }
        int start = Math.max(from, first);
        int end = Math.min(to, last);
        if (start != from || end != to) {
            asked.notes.add("The data cover fewer years than asked for (" + covered + "): " + start + " to " + end
                    + " are shown.");
        }
        if (start >= end && span != Span.ONE) {
            return span == Span.ENDS ? new Years(first, last, span) : Years.one(end);
        }
        return new Years(start, end, span);
    }

    private String coverage() {
        return asked.classes.stream()
                .map(c -> asked.model.classes().get(c))
                .map(c -> c.label() + ": " + c.from() + " to " + c.to())
                .collect(Collectors.joining("; "));
    }
}
