package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.semantic.SemanticQuery.Threshold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the bounds that a value is held against: "more than 5 billion", "at least a third". */
final class BoundReader {
    private static final Pattern LISTING = Pattern.compile(
            "(?i)\\b(which|what|how many|list( all)?) (\\w+ ){0,2}(countries|economies|nations|products|goods|exports|imports|markets|partners)\\b");

    /** Words between "between" and "and". */
    private static final int LONGEST_NUMBER = 6;

    private static final Map<String, String> OPERATORS = new HashMap<>();

    static {
        Map.of(
                        ">",
                                List.of(
                                        "more than",
                                        "greater than",
                                        "higher than",
                                        "larger than",
                                        "bigger than",
                                        "in excess",
                                        "over",
                                        "above",
                                        "exceeding",
                                        "exceed",
                                        "exceeds",
                                        "exceeded",
                                        ">"),
                        "<", List.of("less than", "fewer than", "lower than", "smaller than", "under", "below", "<"),
                        ">=", List.of("at least", ">="),
                        "<=", List.of("at most", "<="))
                .forEach((operator, spellings) -> spellings.forEach(spelling -> OPERATORS.put(spelling, operator)));
    }

    private final Draft draft;
    private final YearReader years;
    private final Map<String, String> metricNames;
    private final List<Bound> bounds = new ArrayList<>();

    /** A threshold with its first word, the one behind its last, whether it is a number of percent, and what it is counted in. */
    private record Bound(Threshold threshold, int start, int end, boolean percent, double unit) {}

    BoundReader(Draft draft, YearReader years, Map<String, String> metricNames) {
        this.draft = draft;
        this.years = years;
        this.metricNames = metricNames;
    }

    /** The conditions on values, in order. */
    List<Threshold> thresholds() {
        return bounds.stream().map(Bound::threshold).toList();
    }

    /** The metric that each of them is about, in their order; empty where the question's own is. */
    List<String> bounded() {
        return bounds.stream().map(this::bounded).toList();
    }

    /** Whether a value is held against a number of percent. */
    boolean inPercent() {
        return bounds.stream().anyMatch(Bound::percent);
    }

    /** Reads all of them. */
    void read() {
        for (int i = 0; i < draft.words.size(); i++) {
            String operator = OPERATORS.get(draft.pair(i));
            if (draft.folded(i).equals("between")) {
                readRange(i);
            } else if (operator != null) {
                readBound(i, i + 2, operator);
            } else if (OPERATORS.containsKey(draft.folded(i))) {
                readBound(i, i + 1, OPERATORS.get(draft.folded(i)));
            }
            // "which countries doubled their exports" sets a bound on growth
            boolean chosen = i > 1 && LISTING.matcher(draft.words.text()).find();
            if (chosen && Grammar.MULTIPLIED.containsKey(draft.folded(i))) {
                double growth = Grammar.MULTIPLIED.get(draft.folded(i));
                String sign = growth < 0 ? "<" : ">";
                bounds.add(new Bound(
                        new Threshold(draft.pair(i - 2).equals("more than") ? sign : sign + "=", growth),
                        i,
                        i + 1,
                        true,
                        1));
            }
        }
    }

    private void readBound(int start, int at, String operator) {
        int i = at;
        if (draft.folded(i).equals("of")) {
            i++;
        }
        // "above PCI 1.5"
        int fraction = fractionEnd(i);
        if (fraction > i) {
            bounds.add(new Bound(
                    new Threshold(
                            operator,
                            Grammar.FRACTIONS.get(draft.words
                                    .slice(i, fraction)
                                    .toLowerCase(Locale.ROOT)
                                    .replaceFirst("^(an?|one) ", ""))),
                    start,
                    fraction,
                    true,
                    1));
            draft.take(start, fraction);
            return;
        }
        boolean named = i + 1 < draft.words.size()
                && metricNames.containsKey(draft.words.key(i, i + 1))
                && Character.isDigit(draft.word(i + 1).raw().charAt(0));
        int metric = named ? i++ : -1;
        if (Set.of("$", "usd", "us", "€").contains(draft.folded(i))) {
            i++;
            if (draft.folded(i).equals("$")) {
                i++;
            }
        }
        if (i >= draft.words.size()
                || draft.taken[i]
                || !Character.isDigit(draft.word(i).raw().charAt(0)) && !Grammar.NUMBERS.containsKey(draft.folded(i))) {
            return;
        }
        boolean dollars = i > at;
        double value = Character.isDigit(draft.word(i).raw().charAt(0))
                ? Double.parseDouble(draft.word(i).raw().replace(",", ""))
                : Grammar.NUMBERS.get(draft.folded(i));
        int end = i + 1;
        Double magnitude = Grammar.MAGNITUDES.get(draft.folded(end));
        if (magnitude != null) {
            value *= magnitude;
            end++;
        }
        String unit = end < draft.words.size() ? draft.word(end).stem() : "";
        boolean counted = unit.equals("product")
                && draft.words
                        .text()
                        .substring(draft.word(end).end())
                        .matches("(?is)\\s*(with|in which|where|that)\\b.*\\b(rca|advantage)\\b.*");
        if (Set.of("country", "product", "partner").contains(unit) && !counted) {
            draft.leftover.add(
                    draft.words.slice(start, end + 1)); // a condition on a number of things, which no metric has
            draft.take(start, end);
            return;
        }
        if (Set.of("year", "decade", "digit").contains(unit) || years.isYear(i) && magnitude == null && !dollars) {
            return;
        }
        boolean percent = Set.of("%", "percent").contains(unit)
                || unit.equals("per") && draft.folded(end + 1).equals("cent");
        if (percent || Set.of("dollar", "usd").contains(unit)) {
            end += unit.equals("per") ? 2 : 1;
        }
        bounds.add(new Bound(new Threshold(operator, value), start, end, percent, magnitude == null ? 1 : magnitude));
        draft.take(start, end);
        if (metric >= 0) {
            draft.taken[metric] = false;
        }
    }

    /** "a tenth", "two thirds", "half": the index behind it. */
    private int fractionEnd(int i) {
        for (int end = Math.min(draft.words.size(), i + 2); end > i; end--) {
            if (Grammar.FRACTIONS.containsKey(
                            draft.words.slice(i, end).toLowerCase(Locale.ROOT).replaceFirst("^(an?|one) ", ""))
                    && (end < draft.words.size()
                                    && Set.of("of", "the", "its", "their").contains(draft.folded(end))
                            || end == draft.words.size())) {
                return end;
            }
        }
        return i;
    }

    /** "Between 50 and 100 million": two bounds; what the second number is counted in holds for the first as well. */
    private void readRange(int start) {
        int and = start + 2;
        while (and < Math.min(draft.words.size(), start + LONGEST_NUMBER)
                && !draft.folded(and).equals("and")) {
            and++;
        }
        if (and + 1 >= draft.words.size() || !draft.folded(and).equals("and")) {
            return;
        }
        int before = bounds.size();
        readBound(and, and + 1, "<=");
        if (bounds.size() == before) {
            return;
        }
        Bound upper = bounds.remove(before);
        readBound(start, start + 1, ">=");
        if (bounds.size() > before) {
            Bound lower = bounds.remove(before);
            boolean bare = lower.end() == and
                    && Character.isDigit(draft.word(and - 1).raw().charAt(0));
            double unit = bare ? upper.unit() : 1;
            bounds.add(new Bound(
                    new Threshold(">=", lower.threshold().value() * unit),
                    start,
                    upper.end(),
                    upper.percent(),
                    upper.unit()));
        }
        bounds.add(upper);
    }

    /** The metric that stands nearest to a threshold: "RCA above 1", "more than 5 billion in exports"; empty where none is near. */
    private String bounded(Bound bound) {
        if (bound.percent()) {
            return Reading.PERCENT;
        }
        return draft.mentions.stream()
                .filter(mention -> mention.kind() == Kind.METRIC
                        && distance(mention, bound) <= (mention.end() <= bound.start() ? 2 : 1))
                .min(Comparator.comparingInt(mention -> distance(mention, bound)))
                .map(Mention::metric)
                .orElse("");
    }

    private static int distance(Mention mention, Bound bound) {
        return mention.end() <= bound.start()
                ? bound.start() - mention.end()
                : Math.max(0, mention.start() - bound.end());
    }
}
