package dev.caravan.waiting;

import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;

/**
 * Everything that is needed to go on with a turn.
 *
 * @param version of this shape: see {@link TurnSnapshots#VERSION}
 * @param turn as it stood
 * @param steps its trace so far, with the keys of {@link dev.caravan.trace.Steps}
 * @param notes what was to be said beside its evidence
 */
record TurnSnapshot(int version, Turn turn, List<Map<String, Object>> steps, List<String> notes) {}
