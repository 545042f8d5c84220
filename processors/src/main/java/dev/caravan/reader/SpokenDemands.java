package dev.caravan.reader;

import dev.caravan.text.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the language's own words demand of a statement that was made without the chart: who says "more than" wants a comparison in
 * it, who says "average" a mean.
 */
final class SpokenDemands {
    private static final Pattern COMPARISON = Pattern.compile("[<>]");
    private static final Pattern TWICE =
            Pattern.compile("(?s).*(\\S+\\.\\S+) = '(?:[^']|'')*' AND \\1 = '(?:[^']|'')*'.*");
    private static final Map<Kind, Pattern> DEMANDS = new EnumMap<>(Map.of(
            Kind.BARE_MORE,
            Pattern.compile("[<>]| - |(?i)order by"),
            Kind.AFTER_NUMBER,
            COMPARISON,
            Kind.SIGN,
            COMPARISON,
            Kind.NOT,
            Pattern.compile("(?i)\\bnot\\b|<>|is null|= 0\\b|<"),
            Kind.NEVER,
            Pattern.compile("(?i)\\bnot\\b|<>|is null|= 0\\b"),
            Kind.SHARE,
            Pattern.compile("/"),
            Kind.AGGREGATE,
            Pattern.compile("(?i)\\b(?:avg|sum|min|max|median|percentile_cont|count)\\s*\\(|/|order by"),
            Kind.SUPERLATIVE,
            Pattern.compile("(?i)order by|\\b(?:max|min)\\s*\\("),
            Kind.SCALE,
            Pattern.compile("(?i)order by|\\b(?:max|min)\\s*\\(")));

    private SpokenDemands() {}

    /** The first words that a statement does not do, or that ask for what no row can be. */
    static Optional<String> unmet(Chart chart, Words words, String sql) {
        if (TWICE.matcher(sql).matches()) {
            return Optional.of(words.text());
        }
        List<Edge> edges = chart.edges();
        return edges.stream()
                .filter(edge -> edge.parts().isEmpty() && edge.cost() <= 0)
                .filter(edge -> edge.kind() == Kind.CONDITION
                                && edge.meaning() instanceof Meaning.Compared
                                && !COMPARISON.matcher(sql).find()
                        || edge.kind() == Kind.COMPARE
                                && edge.meaning() instanceof Meaning.Comparison comparison
                                && isInequality(comparison)
                                && !COMPARISON.matcher(sql).find()
                        || DEMANDS.containsKey(edge.kind())
                                && !DEMANDS.get(edge.kind()).matcher(sql).find())
                .map(edge -> words.slice(edge.start(), edge.end()))
                .findFirst();
    }

    private static boolean isInequality(Meaning.Comparison comparison) {
        return switch (comparison.relation()) {
            case MORE, LESS, AT_LEAST, AT_MOST -> true;
            default -> false;
        };
    }
}
