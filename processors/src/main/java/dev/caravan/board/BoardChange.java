package dev.caravan.board;

import java.util.List;
import java.util.Optional;

/**
 * What a person wants of a board, a new one or one that is there.
 *
 * @param id of the board
 * @param title empty to keep the one there is
 * @param refreshMinutes how often its tiles are run again, 0 for by hand alone; empty to keep what holds
 * @param order ids of its tiles as they are to stand; empty to keep their order
 */
public record BoardChange(String id, String title, Optional<Integer> refreshMinutes, List<String> order) {
    /** Takes a copy. */
    public BoardChange {
        order = List.copyOf(order);
    }

    /** As a statement takes it; empty to keep what holds. */
    public String getMinutes() {
        return refreshMinutes.map(String::valueOf).orElse("");
    }

    /** The same of the order; ids have no commas. */
    public String getPlaces() {
        return String.join(",", order);
    }
}
