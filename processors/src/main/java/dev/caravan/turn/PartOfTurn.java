package dev.caravan.turn;

/** Something that happens within a turn, and knows which. */
public interface PartOfTurn {

    /** The id of the turn. */
    String turnId();

    /** Which part of the turn, where several run side by side; empty where there is one way only. */
    default String part() {
        return "";
    }
}
