package dev.caravan.demo.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The conditions of a query, from arguments that may be missing: what is null restricts nothing. */
final class Filter {
    private final List<String> conditions = new ArrayList<>();
    private final List<Object> arguments = new ArrayList<>();

    Filter equal(String column, Object value) {
        return add(column + " = ?", value);
    }

    Filter in(String column, List<?> values) {
        return add(column + " = ANY (?)", values);
    }

    Filter years(String column, Integer least, Integer most) {
        return add(column + " >= ?", least).add(column + " <= ?", most);
    }

    private Filter add(String condition, Object value) {
        if (value != null) {
            conditions.add(condition);
            arguments.add(value);
        }
        return this;
    }

    /** {@code WHERE …}, or nothing. */
    String where() {
        return conditions.isEmpty() ? "" : conditions.stream().collect(Collectors.joining(" AND ", "WHERE ", ""));
    }

    List<Object> arguments() {
        return arguments;
    }
}
