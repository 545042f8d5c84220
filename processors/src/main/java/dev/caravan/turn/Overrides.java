package dev.caravan.turn;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Choices the person fixed for a turn; an empty one is left to the pipeline.
 *
 * @param schema product classification: hs92, hs12, hs22 or sitc
 * @param direction trade direction: export or import
 * @param scope goods or services
 */
public record Overrides(Optional<String> schema, Optional<String> direction, Optional<String> scope) {

    /** Allowed values of {@code schema}. */
    public static final List<String> SCHEMAS = List.of("hs92", "hs12", "hs22", "sitc");

    /** Allowed values of {@code direction}. */
    public static final List<String> DIRECTIONS = List.of("export", "import");

    /** Allowed values of {@code scope}. */
    public static final List<String> SCOPES = List.of("goods", "services");

    /** Nothing fixed. */
    public static final Overrides NONE = new Overrides(Optional.empty(), Optional.empty(), Optional.empty());

    /** Checks each given value against its allowed ones. */
    public Overrides {
        schema = checked("overrides.schema", schema, SCHEMAS);
        direction = checked("overrides.direction", direction, DIRECTIONS);
        scope = checked("overrides.scope", scope, SCOPES);
    }

    private static Optional<String> checked(String field, Optional<String> value, List<String> allowed) {
        Optional<String> lower = value.map(text -> text.toLowerCase(Locale.ROOT));
        if (lower.isPresent() && !allowed.contains(lower.get())) {
            throw new BadRequest(field, "'" + value.get() + "' is not one of " + String.join(", ", allowed));
        }
        return lower;
    }
}
