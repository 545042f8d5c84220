package dev.caravan.turn;

/** Something that happens within a turn, and knows which. */
public interface PartOfTurn {

  /** The id of the turn. */
  String turnId();
}
