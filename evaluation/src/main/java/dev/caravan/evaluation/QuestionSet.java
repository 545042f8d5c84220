package dev.caravan.evaluation;

import dev.caravan.turn.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Questions with what their answers must be.
 *
 * @param name the file's name without its ending
 * @param description what the set is about
 * @param cases in the order of the file
 */
public record QuestionSet(String name, String description, List<Case> cases) {

  /**
   * One conversation.
   *
   * @param id unique in its set
   * @param kind of question, to sum up by
   * @param asks its questions in order, one or more
   */
  public record Case(String id, String kind, List<Ask> asks) {
    /** Takes a copy. */
    public Case {
      asks = List.copyOf(asks);
    }
  }

  /**
   * One question.
   *
   * @param question as a person writes it
   * @param outcomes of which one must be met
   * @param tools the tools that must have been called
   * @param documented whether an answer from the documentation alone is right as well, whatever the outcomes
   * @param sections of the documentation, as {@code document: section}, of which one must be cited; empty for any
   * @param gold results of which each must be met by a table of the answer; empty where the outcome says enough
   */
  public record Ask(String question, Set<Outcome> outcomes, Set<String> tools, boolean documented, Set<String> sections, List<Gold> gold) {
    /** Takes copies. */
    public Ask {
      outcomes = Set.copyOf(outcomes);
      tools = Set.copyOf(tools);
      sections = Set.copyOf(sections);
      gold = List.copyOf(gold);
    }
  }

  /**
   * The right result.
   *
   * @param sql written by hand against the tables
   * @param ordered whether the rows of the answer must come in the same order
   * @param columns of the gold result that must be found in the answer, under whatever name; empty for all
   * @param decimals by column: digits after the point to which both sides are rounded; other numbers may differ by
   *     {@code tolerance}
   * @param percent columns in percent that the answer may also give as a fraction of one
   * @param tolerance relative
   * @param sourceMethod where the truth comes from, {@code sql_gold} for SQL written by hand
   */
  public record Gold(
      String sql,
      boolean ordered,
      List<String> columns,
      Map<String, Integer> decimals,
      Set<String> percent,
      double tolerance,
      String sourceMethod) {
    /** Takes copies. */
    public Gold {
      columns = List.copyOf(columns);
      decimals = Map.copyOf(decimals);
      percent = Set.copyOf(percent);
    }
  }

  /** Takes a copy. */
  public QuestionSet {
    cases = List.copyOf(cases);
  }
}
