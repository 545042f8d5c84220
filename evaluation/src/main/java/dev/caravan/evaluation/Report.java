package dev.caravan.evaluation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.caravan.turn.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an evaluation measured.
 *
 * @param measuredAt when it ended
 * @param data where the rows came from
 * @param repeat how often each case was run
 * @param sets by set
 */
public record Report(Instant measuredAt, String data, int repeat, List<SetResult> sets) {

  /**
   * The results of one set.
   *
   * @param name of the set
   * @param cases in order
   */
  public record SetResult(String name, List<CaseResult> cases) {
    /** Takes a copy. */
    public SetResult {
      cases = List.copyOf(cases);
    }

    /** Ids of the cases that were right in every repeat. */
    @JsonProperty
    public List<String> passed() {
      return ids(CaseResult::passed);
    }

    /** Ids of the others. */
    @JsonProperty
    public List<String> failed() {
      return ids(result -> !result.passed());
    }

    private List<String> ids(Predicate<CaseResult> test) {
      return cases.stream().filter(test).map(CaseResult::id).toList();
    }

    /** The figures of the whole set. */
    @JsonProperty
    public Figures figures() {
      return Figures.of(cases);
    }

    /** The figures of each kind of case. */
    @JsonProperty
    public Map<String, Figures> kinds() {
      return new TreeMap<>(
          cases.stream()
              .collect(Collectors.groupingBy(CaseResult::kind, Collectors.collectingAndThen(Collectors.toList(), Figures::of))));
    }
  }

  /**
   * The result of one case.
   *
   * @param id of the case
   * @param kind of question
   * @param rightRuns in how many of the repeats every turn was right
   * @param runs how many repeats there were
   * @param turns of the first run that was not right, or of the first run
   * @param millis of every turn of every run
   */
  public record CaseResult(String id, String kind, int rightRuns, int runs, List<TurnResult> turns, List<Long> millis) {
    /** Takes copies. */
    public CaseResult {
      turns = List.copyOf(turns);
      millis = List.copyOf(millis);
    }

    /** Whether every run was right. */
    @JsonProperty
    public boolean passed() {
      return rightRuns == runs;
    }
  }

  /**
   * The result of one question.
   *
   * @param question as asked
   * @param outcome how the turn ended
   * @param problems what is wrong with it, in words; empty when it is right
   * @param unsupported numbers of the answer that no result supports
   * @param answer the text
   * @param sql the statements that ran
   * @param tools the tools that were called, in order
   * @param gold the right results
   * @param tables the results of the answer
   * @param goldChecked whether a right result was to be met
   */
  public record TurnResult(
      String question,
      String outcome,
      List<String> problems,
      List<String> unsupported,
      String answer,
      List<String> sql,
      List<String> tools,
      List<Excerpt> gold,
      List<Excerpt> tables,
      boolean goldChecked) {
    /** Takes copies. */
    public TurnResult {
      problems = List.copyOf(problems);
      unsupported = List.copyOf(unsupported);
      sql = List.copyOf(sql);
      tools = List.copyOf(tools);
      gold = List.copyOf(gold);
      tables = List.copyOf(tables);
    }

    /** Whether nothing is wrong with it. */
    @JsonProperty
    public boolean right() {
      return problems.isEmpty();
    }
  }

  /**
   * The first rows of a result, as text.
   *
   * @param columns their names
   * @param rows the first ones
   * @param total how many there are in all
   */
  public record Excerpt(List<String> columns, List<List<String>> rows, long total) {
    private static final int ROWS = 6;

    /** The beginning of a table. */
    static Excerpt of(Table table) {
      return new Excerpt(
          table.columns().stream().map(Table.Column::name).toList(),
          table.rows().stream().limit(ROWS).map(row -> row.stream().map(String::valueOf).toList()).toList(),
          table.totalRows());
    }
  }

  /**
   * Figures of several cases.
   *
   * @param cases how many
   * @param passedCases how many were right in every run (pass^k)
   * @param rightShare share of all runs that were right, in percent (pass@1)
   * @param turns how many questions
   * @param goldTurns questions with a right result to be met
   * @param goldMet how many of them met it
   * @param unsupportedNumbers numbers in answers that no result supports
   * @param p50 median time of a question, milliseconds
   * @param p95 time that 95 of 100 questions keep below, milliseconds
   */
  public record Figures(
      int cases,
      int passedCases,
      double rightShare,
      int turns,
      int goldTurns,
      int goldMet,
      int unsupportedNumbers,
      long p50,
      long p95) {

    static Figures of(List<CaseResult> cases) {
      List<TurnResult> turns = cases.stream().flatMap(result -> result.turns().stream()).toList();
      List<Long> millis = cases.stream().flatMap(result -> result.millis().stream()).sorted().toList();
      List<TurnResult> gold = turns.stream().filter(TurnResult::goldChecked).toList();
      int runs = cases.stream().mapToInt(CaseResult::runs).sum();
      int right = cases.stream().mapToInt(CaseResult::rightRuns).sum();
      return new Figures(
          cases.size(),
          (int) cases.stream().filter(CaseResult::passed).count(),
          runs == 0 ? 0 : 100.0 * right / runs,
          turns.size(),
          gold.size(),
          (int) gold.stream().filter(turn -> turn.problems().stream().noneMatch(p -> p.startsWith(Scoring.RESULT))).count(),
          turns.stream().mapToInt(turn -> turn.unsupported().size()).sum(),
          percentile(millis, 0.5),
          percentile(millis, 0.95));
    }

    /** The smallest value that at least the share of the values do not exceed. */
    private static long percentile(List<Long> sorted, double share) {
      return sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }
  }

  /** Takes a copy. */
  public Report {
    sets = List.copyOf(sets);
  }

  /** Every case of every set. */
  Stream<CaseResult> cases() {
    return sets.stream().flatMap(set -> set.cases().stream());
  }
}
