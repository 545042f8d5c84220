package dev.caravan.waiting;

/**
 * What somebody wishes of the server that works on a turn.
 *
 * @param turnId the turn
 * @param pause whether the turn is to pause; else it is to end
 */
public record TurnWish(String turnId, boolean pause) {}
