package dev.caravan.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pieces of query DSL, JSON-ready. */
final class Dsl {
    private static final Map<String, Object> NONE = Map.of("match_none", Map.of());

    private Dsl() {}

    /** An object of the members given as name, value, name, value. */
    static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    static Map<String, Object> term(String field, Object value) {
        return object("term", object(field, value));
    }

    static Map<String, Object> terms(String field, List<Object> values) {
        return object("terms", object(field, values));
    }

    static Map<String, Object> exists(String field) {
        return object("exists", object("field", field));
    }

    static Map<String, Object> none() {
        return NONE;
    }

    /** A range whose bounds are given as in the DSL: gte, lt ... */
    static Map<String, Object> range(String field, Object... bounds) {
        return object("range", object(field, object(bounds)));
    }

    /** All of them; a single one is itself, none matches everything. */
    static Map<String, Object> all(List<Map<String, Object>> filters) {
        return filters.isEmpty()
                ? object("match_all", object())
                : filters.size() == 1 ? filters.get(0) : object("bool", object("filter", filters));
    }

    /** At least one of them. */
    static Map<String, Object> any(List<Map<String, Object>> filters) {
        return filters.isEmpty()
                ? none()
                : filters.size() == 1
                        ? filters.get(0)
                        : object("bool", object("should", filters, "minimum_should_match", 1));
    }

    /** A field has a value, which is not this. */
    static Map<String, Object> other(String field, Map<String, Object> than) {
        List<Object> filter = new ArrayList<>(List.of(exists(field)));
        return object("bool", object("filter", filter, "must_not", List.of(than)));
    }

    static Map<String, Object> missing(String field) {
        return object("bool", object("must_not", List.of(exists(field))));
    }
}
