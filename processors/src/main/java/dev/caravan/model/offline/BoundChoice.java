package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.semantic.SemanticQuery.Years;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Chooses the bounds on values and the number of rows. */
final class BoundChoice {
    private static final int DEFAULT_LIMIT = 10;

    private final Asked asked;

    BoundChoice(Asked asked) {
        this.asked = asked;
    }

    List<Threshold> thresholds(List<Measure> measures, boolean count) {
        if (asked.reference.isPresent()) {
            return List.of(asked.reference.get());
        }
        String metric = measures.get(0).metric();
        List<Threshold> own = bounds(bound -> !isElsewhere(bound, metric));
        if (!own.isEmpty()) {
            return asked.isDeficit() ? own.stream().map(Threshold::negated).toList() : own;
        }
        // who has a deficit, however small, is on the list of those that have one
        if (metric.equals("trade_balance")
                && (asked.isListed() || asked.has(Signal.BY_YEAR))
                && (asked.says("deficit") || asked.says("surplus"))) {
            return List.of(new Threshold(asked.says("deficit") ? "<" : ">", 0));
        }
        if (metric.equals("rca") && (count || asked.isListed() && asked.reading.ranking() == 0)) {
            return List.of(new Threshold(">=", 1));
        }
        return count && Asked.FLOWS.contains(metric) ? List.of(new Threshold(">", 0)) : List.of();
    }

    /** Whether a bound is on another metric than the one that is listed. */
    private static boolean isElsewhere(String bound, String metric) {
        return !bound.isEmpty()
                && !bound.equals(Reading.PERCENT)
                && !bound.equals(metric)
                && !(bound.equals("exports") && metric.equals("trade_balance"));
    }

    private List<Threshold> bounds(Predicate<String> test) {
        return IntStream.range(0, asked.reading.thresholds().size())
                .filter(i -> test.test(asked.reading.bounded().get(i)))
                .mapToObj(asked.reading.thresholds()::get)
                .toList();
    }

    List<SemanticQuery.Condition> conditions(List<Measure> measures) {
        String metric = measures.get(0).metric();
        return IntStream.range(0, asked.reading.thresholds().size())
                .filter(i -> isElsewhere(asked.reading.bounded().get(i), metric))
                .mapToObj(i -> new SemanticQuery.Condition(
                        asked.reading.bounded().get(i),
                        asked.reading.thresholds().get(i)))
                .toList();
    }

    Optional<Integer> limit(List<String> by, Years years, List<Threshold> thresholds, boolean count) {
        if (count) {
            return Optional.empty();
        }
        if (by.equals(List.of("year")) && asked.has(Signal.BY_YEAR)) {
            // "in which years was there a deficit": all of them
            if (!thresholds.isEmpty() && asked.reading.ranking() == 0) {
                return asked.reading.limit();
            }
            // both ends of the years are told from all of them
            return QueryDemands.asksBothEnds(asked.reading.words().text())
                    ? Optional.empty()
                    : Optional.of(asked.reading.limit().orElse(1));
        }
        boolean groups = by.equals(List.of("group")) && asked.groupType().isPresent();
        if (groups && asked.matches("\\b(which|what) (continent|region|sub-?region|bloc)\\b")) {
            return Optional.of(asked.reading.limit().orElse(1));
        }
        if (by.contains("year") || groups) {
            return Optional.empty();
        }
        if (!asked.isListed()) {
            // "which two OECD members": they are listed for the order alone
            boolean members = by.equals(List.of("country"))
                    && asked.reading.ranking() != 0
                    && asked.subjects.stream().allMatch(Entity.Group.class::isInstance);
            return members ? asked.reading.limit() : Optional.empty();
        }
        boolean fixedSet = by.get(0).equals("country")
                && !asked.has(Signal.BY_PRODUCT)
                && !asked.has(Signal.BY_PARTNER)
                && !asked.subjects.isEmpty()
                && asked.subjects.stream().allMatch(Entity.Country.class::isInstance);
        if (asked.reading.limit().isPresent()) {
            return asked.reading.limit();
        }
        if (fixedSet
                || (asked.has(Signal.ALL_ROWS) || asked.has(Signal.LACKING)) && asked.reading.ranking() == 0
                || !asked.reading.thresholds().isEmpty()) {
            return Optional.empty();
        }
        if (asked.has(Signal.SINGULAR)) {
            return Optional.of(1);
        }
        if (thresholds.isEmpty() || asked.reading.ranking() != 0) {
            asked.notes.add("No number was given: the first " + DEFAULT_LIMIT + " are shown.");
            return Optional.of(DEFAULT_LIMIT);
        }
        return Optional.empty();
    }

    boolean countable(List<String> by) {
        return !by.get(0).equals("year") && !by.get(0).equals("sector");
    }
}
