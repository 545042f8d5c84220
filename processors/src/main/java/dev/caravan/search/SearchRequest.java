package dev.caravan.search;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A search in the index of a relation.
 *
 * @param relation whose index
 * @param body query DSL, JSON-ready
 */
public record SearchRequest(String relation, Map<String, Object> body) {
    /** Takes a copy that keeps the order. */
    public SearchRequest {
        body = new LinkedHashMap<>(body);
    }
}
