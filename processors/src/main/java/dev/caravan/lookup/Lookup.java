package dev.caravan.lookup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A query for one thing.
 *
 * @param field of the answer that holds it, in a list
 * @param document the query
 * @param variables its values
 * @param thing the path from there to what the query is about; empty where it is the same
 * @param columns the path in what is told of each column of the result, by label
 */
public record Lookup(
        String field,
        String document,
        Map<String, String> variables,
        List<String> thing,
        Map<String, List<String>> columns) {
    /** Takes copies that keep the order. */
    public Lookup {
        variables = Map.copyOf(variables);
        thing = List.copyOf(thing);
        columns = new LinkedHashMap<>(columns);
    }
}
