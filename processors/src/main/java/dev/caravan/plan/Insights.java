package dev.caravan.plan;

import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * What the figures of an analysis show, each with the number of rows that it rests on: how a measure is distributed, and how much of its
 * differences goes with each grouping. A table of two columns is values with their counts, one of three is groups with their means and
 * counts.
 */
final class Insights {
    private static final long MOST = 1_000_000;
    private static final int FEW = 5;
    private static final double BEYOND = 1.5;
    private static final double LIKELY = 0.05;
    private static final List<String> DAYS =
            List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday");

    /** A group with its mean and how many rows have one. */
    private record Group(String name, double mean, long n) {}

    /** A grouping, and how much of the differences goes with it. */
    private record Pattern(String by, List<Group> groups, double share, double chance) {}

    private final List<SqlRun> parts;

    Insights(List<SqlRun> parts) {
        this.parts = parts;
    }

    String text() {
        List<String> told = new ArrayList<>();
        Optional<DescriptiveStatistics> spread = Optional.empty();
        List<Pattern> patterns = new ArrayList<>();
        for (SqlRun part : parts) {
            Table table = part.table().orElse(Table.EMPTY);
            if (!part.isAlive() || table.rows().isEmpty()) {
                continue;
            }
            if (table.truncated()) {
                told.add("There are too many groups to compare for \""
                        + part.call().question() + "\".");
            } else if (table.columns().size() == 2) {
                spread = distribution(table);
                spread.ifPresent(values -> told.add(said(table.columns().get(0).name(), values)));
            } else if (table.columns().size() == 3) {
                pattern(table, spread).ifPresent(patterns::add);
            }
        }
        patterns.sort(Comparator.comparingDouble(Pattern::share).reversed());
        patterns.forEach(pattern -> told.add(said(pattern)));
        return told.isEmpty() ? "There is nothing to analyze: the query finds no values." : String.join("\n\n", told);
    }

    private static Optional<DescriptiveStatistics> distribution(Table table) {
        DescriptiveStatistics values = new DescriptiveStatistics();
        for (List<Object> row : table.rows()) {
            if (row.get(0) instanceof Number value && row.get(1) instanceof Number count) {
                if (values.getN() + count.longValue() > MOST) {
                    return Optional.empty();
                }
                for (long i = 0; i < count.longValue(); i++) {
                    values.addValue(value.doubleValue());
                }
            }
        }
        return values.getN() == 0 ? Optional.empty() : Optional.of(values);
    }

    private static String said(String name, DescriptiveStatistics values) {
        double low = values.getPercentile(25);
        double high = values.getPercentile(75);
        double reach = BEYOND * (high - low);
        long outside = Arrays.stream(values.getValues())
                .filter(value -> value < low - reach || value > high + reach)
                .count();
        long above =
                Arrays.stream(values.getValues()).filter(value -> value > 0).count();
        return String.format(
                Locale.ROOT,
                "**%s** (n = %,d): mean %.1f, median %.1f, middle half %.1f to %.1f, least %.1f, most %.1f; %,d above zero (%.0f%%); %,d %s far from the rest.",
                name.replace('_', ' '),
                values.getN(),
                values.getMean(),
                values.getPercentile(50),
                low,
                high,
                values.getMin(),
                values.getMax(),
                above,
                100.0 * above / values.getN(),
                outside,
                outside == 1 ? "lies" : "lie");
    }

    private static Optional<Pattern> pattern(Table table, Optional<DescriptiveStatistics> spread) {
        List<Group> groups = new ArrayList<>();
        String by = table.columns().get(0).name().replace('_', ' ');
        for (List<Object> row : table.rows()) {
            if (row.get(1) instanceof Number mean && row.get(2) instanceof Number count && row.get(0) != null) {
                groups.add(new Group(name(by, row.get(0)), mean.doubleValue(), count.longValue()));
            }
        }
        if (groups.size() < 2) {
            return Optional.empty();
        }
        long n = groups.stream().mapToLong(Group::n).sum();
        double mean =
                groups.stream().mapToDouble(group -> group.mean() * group.n()).sum() / n;
        double between = groups.stream()
                .mapToDouble(group -> group.n() * Math.pow(group.mean() - mean, 2))
                .sum();
        // rows without the measure count in a group and not in its mean: then the share cannot be told
        double all = spread.filter(values -> values.getN() == n)
                .map(values -> values.getPopulationVariance() * n)
                .orElse(Double.NaN);
        double share = between / all;
        int free = groups.size() - 1;
        double rest = (all - between) / (n - groups.size());
        double chance = n > groups.size() && rest > 0
                ? 1 - new FDistribution(free, n - groups.size()).cumulativeProbability(between / free / rest)
                : Double.NaN;
        groups.sort(Comparator.comparingDouble(Group::mean).reversed());
        return Optional.of(new Pattern(by, groups, Double.isFinite(share) ? share : 0, chance));
    }

    private static String name(String by, Object value) {
        return by.equals("weekday") && value instanceof Number day && day.intValue() >= 0 && day.intValue() < 7
                ? DAYS.get(day.intValue())
                : String.valueOf(value);
    }

    private static String said(Pattern pattern) {
        List<Group> firm =
                pattern.groups().stream().filter(group -> group.n() >= FEW).toList();
        List<Group> told = firm.size() < 2 ? pattern.groups() : firm;
        Group most = told.get(0);
        Group least = told.get(told.size() - 1);
        String weight = Double.isNaN(pattern.chance())
                ? ""
                : String.format(
                        Locale.ROOT,
                        " %.0f%% of the differences go with it (p = %.3f)%s.",
                        100 * pattern.share(),
                        pattern.chance(),
                        pattern.chance() > LIKELY ? ", which may well be chance" : "");
        return String.format(
                Locale.ROOT,
                "**By %s**: from %s (%.1f, n = %,d) down to %s (%.1f, n = %,d).%s",
                pattern.by(),
                most.name(),
                most.mean(),
                most.n(),
                least.name(),
                least.mean(),
                least.n(),
                weight);
    }
}
