package dev.caravan.evaluation;

import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.evaluation.Report.Excerpt;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence.DocsEvidence;
import dev.caravan.turn.Evidence.SqlEvidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds an answer against what was expected of it. Every gold statement runs once. */
final class Scoring {
  /** How a problem with a result begins. */
  static final String RESULT = "result: ";

  private final Connection data;
  private final Map<String, Table> goldResults = new HashMap<>();

  Scoring(Connection data) {
    this.data = data;
  }

  TurnResult score(Ask ask, Turn turn) throws SQLException {
    Answer answer = turn.answer().orElseGet(() -> Answer.of(Outcome.FAILED, "no answer"));
    List<SqlEvidence> evidence = turn.evidence().stream().filter(SqlEvidence.class::isInstance).map(SqlEvidence.class::cast).toList();
    List<Table> tables = evidence.stream().map(SqlEvidence::table).toList();
    List<String> tools = turn.results().stream().map(result -> result.call().tool()).toList();
    List<String> problems = new ArrayList<>();
    boolean documented = ask.documented() && answer.outcome() == Outcome.ANSWERED && evidence.isEmpty();
    if (!ask.outcomes().contains(answer.outcome()) && !documented) {
      problems.add(
          "outcome: " + answer.outcome().code() + " instead of "
              + ask.outcomes().stream().map(Outcome::code).sorted().collect(Collectors.joining(" or ")));
    }
    if (!ask.tools().isEmpty() && !tools.containsAll(ask.tools())) {
      problems.add("tools: " + tools + " instead of " + ask.tools());
    }
    List<String> cited =
        turn.evidence().stream()
            .filter(DocsEvidence.class::isInstance)
            .flatMap(docs -> ((DocsEvidence) docs).passages().stream())
            .map(passage -> passage.document() + ": " + passage.section())
            .toList();
    if (!ask.sections().isEmpty() && cited.stream().noneMatch(ask.sections()::contains)) {
      problems.add("sections: " + cited + " instead of " + ask.sections());
    }
    List<Excerpt> right = new ArrayList<>();
    for (Gold gold : ask.gold()) {
      Table result = gold(gold);
      right.add(Excerpt.of(result));
      difference(gold, result, tables).ifPresent(text -> problems.add(RESULT + text));
    }
    List<String> unsupported = NumberCheck.unsupported(turn);
    if (!unsupported.isEmpty()) {
      problems.add("numbers without support: " + String.join(", ", unsupported));
    }
    return new TurnResult(
        ask.question(), answer.outcome().code(), problems, unsupported, answer.text(),
        evidence.stream().map(SqlEvidence::sql).toList(), tools, right, tables.stream().map(Excerpt::of).toList(),
        !ask.gold().isEmpty());
  }

  private Table gold(Gold gold) throws SQLException {
    Table known = goldResults.get(gold.sql());
    if (known != null) {
      return known;
    }
    try {
      Table result = GoldResult.of(data, gold);
      goldResults.put(gold.sql(), result);
      return result;
    } catch (SQLException e) {
      throw new SQLException("gold SQL fails: " + e.getMessage() + "\n" + gold.sql(), e);
    }
  }

  private static Optional<String> difference(Gold gold, Table right, List<Table> tables) {
    Optional<String> last = Optional.of("the answer has no table");
    for (Table table : tables) {
      last = ResultMatch.difference(gold, right, table);
      if (last.isEmpty()) {
        return last;
      }
    }
    return last;
  }
}
