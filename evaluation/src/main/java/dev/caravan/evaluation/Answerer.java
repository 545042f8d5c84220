package dev.caravan.evaluation;

import dev.caravan.turn.Turn;

/** Whatever answers questions: the product in this process, or a fake in a test. */
@FunctionalInterface
public interface Answerer {
  /**
   * Answers one question of a thread; the earlier ones of the thread were asked before.
   *
   * @param threadId the conversation
   * @param first whether the conversation begins with this question
   * @return the turn with its answer
   */
  Turn answer(String threadId, boolean first, String question);
}
