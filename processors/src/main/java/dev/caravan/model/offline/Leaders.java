package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A figure of those that lead by another one, "the ECI of the five largest coffee exporters": who leads is asked first, and then
 * the figure of these.
 *
 * @param first asks who leads
 * @param figure the figure's name, as it is asked of them
 * @param year the year, as "in 2020"; empty for the latest
 */
record Leaders(String first, String figure, String year) {
    private static final String NUMBER = "(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twenty)";
    private static final Pattern ASKED = Pattern.compile(
            "(?is)^(?<ask>.*?)\\b(of|for|in|among|have|are|do)\\s+(each (of|one of) )?(the |those )?(?<who>(world['’]s )?("
                    + NUMBER
                    + " )?(world['’]s )?(top|biggest|largest|leading|main|major|most important)\\b( " + NUMBER
                    + ")?[^?]*?\\b(exporters?|importers?|sellers|buyers|(ex|im)port(ing|er)[- ](countries|economies|nations)|[\\w]+[- ](ex|im)porting (countries|economies|nations))\\b[^?]*?)\\s*\\??\\s*$");
    private static final Set<String> FLOWS =
            Set.of("exports", "imports", "trade_balance", "total_trade", "market_share");
    private static final int MOST = 10;

    /** The two steps of such a question; empty for others. */
    static Optional<Leaders> of(String question, QuestionReader reader, Catalog catalog, SemanticModel model) {
        Matcher asked = ASKED.matcher(question.strip());
        if (!asked.matches()) {
            return Optional.empty();
        }
        Reading ask = reader.read(asked.group("ask"), catalog, Optional.empty());
        List<String> metrics =
                ask.metrics().stream().filter(metric -> !FLOWS.contains(metric)).toList();
        boolean ofCountries = metrics.size() == 1
                && ask.metrics().size() == 1
                && !model.metric(metrics.get(0)).dimensions().contains("product");
        if (!ofCountries
                || !ask.goods().isEmpty()
                || !ask.places(Reading.Role.SUBJECT).isEmpty()) {
            return Optional.empty();
        }
        Reading whole = reader.read(question, catalog, Optional.empty());
        String year = whole.from()
                .map(from -> whole.to()
                        .filter(to -> !to.equals(from))
                        .map(to -> " from " + from + " to " + to)
                        .orElse(" in " + from))
                .orElse("");
        Reading who = reader.read(asked.group("who"), catalog, Optional.empty());
        String first =
                "Which are the " + asked.group("who").strip() + (who.from().isPresent() ? "" : year) + "?";
        return Optional.of(new Leaders(first, model.metric(metrics.get(0)).label(), year));
    }

    /** The second step, once the first is answered. */
    Optional<String> second(ToolResult answered) {
        if (!(answered.evidence().orElse(null) instanceof SqlEvidence rows)) {
            return Optional.empty();
        }
        Table table = rows.table();
        for (int i = 0; i < table.columns().size(); i++) {
            int column = i;
            if (table.columns().get(i).name().equals("country") && !table.rows().isEmpty()) {
                String names = table.rows().stream()
                        .limit(MOST)
                        .map(row -> String.valueOf(row.get(column)))
                        .distinct()
                        .collect(Collectors.joining(" and "));
                return Optional.of("What was the " + figure + " of " + names + year + "?");
            }
        }
        return Optional.empty();
    }
}
