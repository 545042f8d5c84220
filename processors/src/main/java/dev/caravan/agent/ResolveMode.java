package dev.caravan.agent;

import dev.caravan.turn.Mode;
import dev.caravan.turn.Turn;

/** Stage resolve_mode: settles what {@code auto} means for this turn. */
public final class ResolveMode {

  /** With the effective mode: SQL alone, as long as there is no second data tool. */
  public Turn resolve(Turn turn) {
    return switch (turn.mode()) {
      case AUTO -> turn.withMode(Mode.SQL_ONLY);
      case GRAPHQL_SQL, SQL_ONLY -> turn;
    };
  }
}
