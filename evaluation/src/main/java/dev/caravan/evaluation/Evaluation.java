package dev.caravan.evaluation;

import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** Asks the questions of sets, one after the other, and scores the answers. */
public final class Evaluation {
  private final Answerer answerer;
  private final Connection data;
  private final Scoring scoring;
  private final int repeat;

  /**
   * An evaluation.
   *
   * @param answerer is asked
   * @param data for gold SQL
   * @param repeat how often each case is run, at least 1
   */
  public Evaluation(Answerer answerer, Connection data, int repeat) {
    this.answerer = answerer;
    this.data = data;
    this.scoring = new Scoring(data);
    this.repeat = repeat;
  }

  /**
   * Runs every case whose id or text fits.
   *
   * @throws SQLException if a gold statement fails
   */
  public Report run(List<QuestionSet> sets, Pattern filter, Progress progress) throws SQLException {
    List<SetResult> results = new ArrayList<>();
    long all = sets.stream().mapToLong(set -> chosen(set, filter).size()).sum();
    int done = 0;
    for (QuestionSet set : sets) {
      List<CaseResult> cases = new ArrayList<>();
      for (Case one : chosen(set, filter)) {
        progress.report(set.name(), (double) done++ / all);
        cases.add(run(one));
      }
      results.add(new SetResult(set.name(), cases));
    }
    return new Report(Clock.systemUTC().instant(), source(), repeat, results);
  }

  private static List<Case> chosen(QuestionSet set, Pattern filter) {
    return set.cases().stream()
        .filter(
            one -> filter.matcher(one.id()).find() || one.asks().stream().anyMatch(ask -> filter.matcher(ask.question()).find()))
        .toList();
  }

  private CaseResult run(Case one) throws SQLException {
    List<Long> millis = new ArrayList<>();
    List<TurnResult> shown = List.of();
    int right = 0;
    for (int run = 0; run < repeat; run++) {
      List<TurnResult> turns = thread(one, millis);
      boolean allRight = turns.stream().allMatch(TurnResult::right);
      if (shown.isEmpty() || !allRight && right == run) {
        shown = turns;
      }
      right += allRight ? 1 : 0;
    }
    return new CaseResult(one.id(), one.kind(), right, repeat, shown, millis);
  }

  private List<TurnResult> thread(Case one, List<Long> millis) throws SQLException {
    String thread = UUID.randomUUID().toString();
    List<TurnResult> turns = new ArrayList<>();
    for (Ask ask : one.asks()) {
      long begun = System.nanoTime();
      Turn turn = answerer.answer(thread, turns.isEmpty(), ask.question());
      millis.add((System.nanoTime() - begun) / 1_000_000);
      turns.add(scoring.score(ask, turn));
    }
    return turns;
  }

  private String source() throws SQLException {
    try (var statement = data.createStatement();
        ResultSet row = statement.executeQuery("select name || ', ' || vintage from public.data_source")) {
      return row.next() ? row.getString(1) : "";
    }
  }
}
