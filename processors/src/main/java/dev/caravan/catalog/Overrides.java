package dev.caravan.catalog;

import java.util.Map;
import java.util.Optional;

/**
 * What the person fixed about the trade data of a turn; an empty one is left to the pipeline. The values that are allowed stand in the
 * workspace's {@code choices}, where the edge checks them.
 *
 * @param schema product classification: hs92, hs12, hs22 or sitc
 * @param direction trade direction: export or import
 * @param scope goods or services
 */
public record Overrides(Optional<String> schema, Optional<String> direction, Optional<String> scope) {

    /** Nothing fixed. */
    public static final Overrides NONE = new Overrides(Optional.empty(), Optional.empty(), Optional.empty());

    /** Those among the choices of a turn. */
    public static Overrides of(Map<String, String> choices) {
        return new Overrides(
                Optional.ofNullable(choices.get("schema")),
                Optional.ofNullable(choices.get("direction")),
                Optional.ofNullable(choices.get("scope")));
    }
}
