package dev.caravan.store;

import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Gives a turn the earlier turns of its thread. */
public final class TakeHistory {

  /**
   * With the history.
   *
   * @param past rows of question, asked and answer, oldest first; null when they could not be read
   */
  public Turn take(@Body Turn turn, @Variable("past") List<Map<String, Object>> past) {
    return past == null
        ? turn
        : turn.withHistory(
            past.stream().map(row -> new PastTurn(text(row, "question"), text(row, "asked"), text(row, "answer"))).toList());
  }

  private static String text(Map<String, Object> row, String column) {
    return String.valueOf(row.get(column));
  }
}
