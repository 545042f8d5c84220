package dev.caravan.evaluation;

import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Label;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.graphql.QueryType;
import dev.caravan.semantic.SemanticModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which questions the sets have and which they lack, by query type, kinds of things named, difficulty and metric. What a
 * question names is told by its label, its metric by the names that the semantic model gives it; difficulty goes by how
 * much is to be put together.
 */
public final class Coverage {
    private static final Pattern HARD = Pattern.compile(
            "(?i)\\b(compar\\w+|versus|vs|than|growth|grew|change[ds]?|share|percent\\w*|rank\\w*|each|how many|at least|and)\\b");
    private static final int FEW = 4;

    private final Map<String, Integer> types = new TreeMap<>();
    private final Map<String, Integer> cells = new TreeMap<>();
    private final Map<String, Integer> metrics = new TreeMap<>();
    private final Map<String, Integer> methods = new TreeMap<>();
    private final Map<String, Pattern> metricWords = new LinkedHashMap<>();

    private Coverage(SemanticModel model) {
        model.metrics().forEach((name, metric) -> {
            metrics.put(name, 0);
            Set<String> words = new HashSet<>(metric.synonyms());
            words.add(metric.label());
            metricWords.put(
                    name,
                    Pattern.compile("(?i)(?<!\\w)("
                            + words.stream()
                                    .filter(word -> !word.isBlank())
                                    .map(Pattern::quote)
                                    .collect(Collectors.joining("|"))
                            + ")(?!\\w)"));
        });
        Arrays.stream(QueryType.values()).forEach(type -> types.put(type.code(), 0));
    }

    /** Counts the questions of sets. */
    public static Coverage of(List<QuestionSet> sets, SemanticModel model) {
        Coverage coverage = new Coverage(model);
        sets.forEach(set -> set.cases().forEach(one -> one.asks().forEach(ask -> coverage.count(set, one, ask))));
        return coverage;
    }

    private void count(QuestionSet set, Case one, Ask ask) {
        String things = ask.label().map(Coverage::things).orElse("not labelled");
        String type = set.stage() == Stage.TURN
                ? one.kind()
                : ask.label().orElseThrow().types().get(0).code();
        ask.label().ifPresent(label -> types.merge(label.types().get(0).code(), 1, Integer::sum));
        cells.merge(type + " / " + things + " / " + difficulty(ask), 1, Integer::sum);
        metricWords.forEach((name, words) ->
                metrics.merge(name, words.matcher(ask.question()).find() ? 1 : 0, Integer::sum));
        ask.label().ifPresent(label -> methods.merge(label.sourceMethod(), 1, Integer::sum));
        ask.expected().gold().forEach(gold -> methods.merge(gold.sourceMethod(), 1, Integer::sum));
    }

    private static String things(Label label) {
        Set<String> named = new TreeSet<>(label.fields().keySet());
        named.retainAll(Set.of("country", "partner", "product", "group"));
        return named.isEmpty() ? "nothing named" : String.join(" + ", named);
    }

    private static String difficulty(Ask ask) {
        long signs = HARD.matcher(ask.question()).results().count();
        int words = ask.question().split("\\s+").length;
        return signs == 0 && words < 12 ? "easy" : signs < 2 && words < 25 ? "medium" : "hard";
    }

    /** What is asked for less than four times. */
    public List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        types.forEach((type, count) -> gap(gaps, "query type " + type, count));
        metrics.forEach((metric, count) -> gap(gaps, "metric " + metric, count));
        return gaps;
    }

    private static void gap(List<String> gaps, String what, int count) {
        if (count < FEW) {
            gaps.add(what + ": " + (count == 0 ? "no question" : count + (count == 1 ? " question" : " questions")));
        }
    }

    /** The counts and the gaps for a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        table(text, "Query types", types);
        table(text, "Metrics named", metrics);
        table(text, "Type or kind / things named / difficulty", cells);
        table(text, "Where the truths come from", methods);
        List<String> gaps = gaps();
        text.append("Gaps (fewer than ").append(FEW).append(")\n");
        gaps.forEach(gap -> text.append("  ").append(gap).append('\n'));
        return text.append(gaps.isEmpty() ? "  none\n" : "").toString();
    }

    private static void table(StringBuilder text, String title, Map<String, Integer> counts) {
        text.append(title).append('\n');
        counts.forEach((name, count) -> text.append(String.format(Locale.ROOT, "  %5d  %s%n", count, name)));
        text.append('\n');
    }
}
