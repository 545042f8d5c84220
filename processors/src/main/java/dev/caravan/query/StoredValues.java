package dev.caravan.query;

import java.util.Set;

/** The values that columns are known to have. */
@FunctionalInterface
public interface StoredValues {
    /** None known. */
    StoredValues UNKNOWN = (relation, column) -> Set.of();

    /** Those of a column; none where they are not known. */
    Set<String> of(String relation, String column);
}
