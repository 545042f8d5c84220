package dev.caravan.analyst;

import java.util.List;

/**
 * A member of a dimension, such as a player.
 *
 * @param dimension which
 * @param code as filtered by
 * @param display as shown
 * @param names further names
 * @param weight how likely it is meant among members of one name
 */
public record Member(String dimension, String code, String display, List<String> names, double weight) {
    /** Takes a copy. */
    public Member {
        names = List.copyOf(names);
    }
}
