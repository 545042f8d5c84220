package dev.caravan.evaluation;

import dev.caravan.evaluation.Aspect.Category;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Expected;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.evaluation.Report.Excerpt;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.evidence.DocsEvidence;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.NumberCheck;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds an answer against what was expected of it. Every gold statement runs once. */
final class Scoring {
    /** The aspect of a result that has to be met. */
    static final String RESULT = "result";

    /** The aspect of how a turn ended. */
    static final String OUTCOME = "outcome";

    /** The aspect of the numbers in the text. */
    static final String NUMBERS = "numbers";

    private static final Set<Outcome> WITHHELD =
            Set.of(Outcome.REFUSED, Outcome.NO_DATA, Outcome.CLARIFY, Outcome.NOT_PERMITTED);

    private final Connection data;
    private final Map<Gold, List<Table>> goldResults = new HashMap<>();

    Scoring(Connection data) {
        this.data = data;
    }

    TurnResult score(Ask ask, Turn turn) throws SQLException {
        Expected expected = ask.expected();
        Answer answer = turn.answer().orElseGet(() -> Answer.of(Outcome.FAILED, "no answer"));
        List<Table> tables = turn.evidence().stream().flatMap(Scoring::table).toList();
        List<String> tools =
                turn.results().stream().map(result -> result.call().tool()).toList();
        List<Aspect> aspects = new ArrayList<>();
        outcome(expected, answer, tables).ifPresent(aspects::add);
        tools(expected, tools, aspects);
        sections(expected, turn).ifPresent(aspects::add);
        links(expected, turn, aspects);
        for (String word : expected.mentions()) {
            boolean said = answer.text().toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
            aspects.add(Aspect.of("mentions", said, word, said ? word : "", Category.MISSING));
        }
        List<Excerpt> right = new ArrayList<>();
        for (Gold gold : expected.gold()) {
            List<Table> results = gold(gold);
            right.add(Excerpt.of(results.get(0)));
            Optional<ResultMatch.Difference> difference = difference(gold, results, tables, answer);
            aspects.add(difference
                    .map(d -> Aspect.wrong(RESULT, "", d.text(), d.category()))
                    .orElseGet(() -> Aspect.right(RESULT, "", "met")));
        }
        List<String> unsupported = NumberCheck.unsupported(turn);
        aspects.add(Aspect.of(
                NUMBERS,
                unsupported.isEmpty(),
                "",
                "without support " + String.join(", ", unsupported),
                Category.FABRICATED));
        return new TurnResult(
                ask.question(),
                answer.outcome().code(),
                aspects,
                unsupported,
                answer.text(),
                statements(turn),
                tools,
                right,
                tables.stream().map(Excerpt::of).toList(),
                Map.of());
    }

    /** A result of the data, whichever tool gave it. */
    private static Stream<Table> table(Evidence evidence) {
        return evidence.rows().stream();
    }

    private static List<String> statements(Turn turn) {
        return turn.evidence().stream()
                .flatMap(evidence -> evidence instanceof SqlEvidence sql
                        ? Stream.of(sql.sql())
                        : evidence instanceof GraphqlEvidence graphql
                                ? Stream.of(graphql.queryType() + " " + graphql.variables())
                                : Stream.empty())
                .toList();
    }

    private static Optional<Aspect> outcome(Expected expected, Answer answer, List<Table> tables) {
        if (expected.outcomes().isEmpty()) {
            return Optional.empty();
        }
        boolean documented = expected.documented() && answer.outcome() == Outcome.ANSWERED && tables.isEmpty();
        boolean right = expected.outcomes().contains(answer.outcome()) || documented;
        Category category = answer.outcome() == Outcome.ANSWERED
                ? Category.SCOPE
                : WITHHELD.contains(answer.outcome()) ? Category.UNSUPPORTED : Category.OTHER;
        String wanted = expected.outcomes().stream().map(Outcome::code).sorted().collect(Collectors.joining(" or "));
        return Optional.of(Aspect.of(OUTCOME, right, wanted, answer.outcome().code(), category));
    }

    private static void tools(Expected expected, List<String> tools, List<Aspect> aspects) {
        expected.trajectory()
                .ifPresent(wanted -> aspects.add(Aspect.of(
                        "trajectory",
                        wanted.fits(tools),
                        wanted.code(),
                        String.join(", ", tools),
                        Category.METHODOLOGY)));
        if (!expected.mustCall().isEmpty()) {
            aspects.add(Aspect.of(
                    "tools",
                    tools.containsAll(expected.mustCall()),
                    String.join(" and ", expected.mustCall()),
                    tools.toString(),
                    Category.METHODOLOGY));
        }
        if (!expected.lastTools().isEmpty()) {
            String last = tools.isEmpty() ? "reject" : tools.get(tools.size() - 1);
            aspects.add(Aspect.of(
                    "tool",
                    expected.lastTools().contains(last),
                    String.join(" or ", expected.lastTools()),
                    last,
                    Category.METHODOLOGY));
        }
    }

    private static Optional<Aspect> sections(Expected expected, Turn turn) {
        if (expected.sections().isEmpty()) {
            return Optional.empty();
        }
        List<String> cited = turn.evidence().stream()
                .filter(DocsEvidence.class::isInstance)
                .flatMap(docs -> ((DocsEvidence) docs).passages().stream())
                .map(passage -> passage.document() + ": " + passage.section())
                .toList();
        boolean right = cited.stream().anyMatch(expected.sections()::contains);
        return Optional.of(Aspect.of(
                "sections",
                right,
                String.join(" or ", expected.sections()),
                String.join(", ", cited),
                Category.METHODOLOGY));
    }

    /** What is expected of links, and that each is of the form the Atlas knows; an answer of the database has none. */
    private static void links(Expected expected, Turn turn, List<Aspect> aspects) {
        List<String> urls = turn.evidence().stream()
                .filter(GraphqlEvidence.class::isInstance)
                .flatMap(evidence -> ((GraphqlEvidence) evidence).links().stream())
                .map(link -> link.url())
                .toList();
        for (String part : expected.links()) {
            boolean found = urls.stream().anyMatch(url -> url.contains(part));
            aspects.add(Aspect.of("links", found, part, String.join(" ", urls), Category.MISSING));
        }
        List<String> malformed =
                urls.stream().filter(url -> !LinkForm.isKnown(url)).toList();
        if (!malformed.isEmpty()) {
            aspects.add(
                    Aspect.wrong("links", "a page of the Atlas", String.join(" ", malformed), Category.WRONG_ENTITY));
        }
    }

    /** The results that are right; of several statements some may fail, since a choice of columns need not make sense. */
    private List<Table> gold(Gold gold) throws SQLException {
        List<Table> known = goldResults.get(gold);
        if (known != null) {
            return known;
        }
        List<Table> results = new ArrayList<>();
        SQLException last = null;
        for (String sql : gold.statements()) {
            try {
                results.add(GoldResult.of(data, sql));
            } catch (SQLException e) {
                last = new SQLException("gold SQL fails: " + e.getMessage() + "\n" + sql, e);
            }
        }
        if (results.isEmpty() && last != null) {
            throw last;
        }
        goldResults.put(gold, results);
        return results;
    }

    /** The tables of a question in parts, a row for each of several, as the one table that they make; empty where they differ in columns. */
    private static Optional<Table> together(List<Table> tables) {
        boolean alike = tables.size() > 1
                && tables.stream().map(Table::columns).distinct().count() == 1;
        return alike
                ? Optional.of(new Table(
                        tables.get(0).columns(),
                        tables.stream().flatMap(table -> table.rows().stream()).toList(),
                        tables.stream().mapToLong(Table::totalRows).sum()))
                : Optional.empty();
    }

    private static Optional<ResultMatch.Difference> difference(
            Gold gold, List<Table> results, List<Table> tables, Answer answer) {
        if (tables.isEmpty()) {
            boolean withheld = WITHHELD.contains(answer.outcome()) && answer.outcome() != Outcome.NO_DATA;
            return Optional.of(new ResultMatch.Difference(
                    "the answer has no table",
                    withheld
                            ? Category.UNSUPPORTED
                            : answer.outcome() == Outcome.FAILED ? Category.ERROR : Category.MISSING));
        }
        Optional<ResultMatch.Difference> first = Optional.empty();
        for (Table right : results) {
            for (Table table : (Iterable<Table>) Stream.concat(tables.stream(), together(tables).stream())::iterator) {
                Optional<ResultMatch.Difference> found = ResultMatch.difference(gold, right, table);
                if (found.isEmpty()) {
                    return found;
                }
                first = first.or(() -> found);
            }
        }
        return first;
    }
}
