package dev.caravan.launcher;

import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;

/** The processor that the workspace of {@link ForeignWorkspaceIT} brings along. */
public final class Larder {
    /** What goes into the dish that was asked for, as evidence is made of it. */
    public Map<String, Object> recipe(Turn turn) {
        String dish = turn.nextCall().argument("dish");
        return Map.of(
                "question",
                "What goes into " + dish + "?",
                "source",
                "the larder",
                "oven",
                Map.of("degrees", 230),
                "columns",
                List.of("ingredient", "grams"),
                "rows",
                List.of(
                        Map.of("ingredient", "flour", "grams", 500),
                        Map.of("ingredient", "water, warm", "grams", 320.5),
                        Map.of("ingredient", "salt", "grams", 10)));
    }
}
