package dev.caravan.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Tells operators what the questions of a day cost. */
public final class ReadSpent {
    /**
     * The sums of tenants and users, and the dearest questions: without their words, which are their users' own.
     *
     * @param dearest rows with turn_id, tenant, owner, dollars, rows
     * @param sums rows with tenant, owner, questions, dollars, rows; owner is null in the sum of a tenant
     * @param day the day (UTC)
     */
    public Map<String, Object> tell(
            @Body List<Map<String, Object>> dearest,
            @Variable("sums") List<Map<String, Object>> sums,
            @Variable("day") String day) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("day", day);
        told.put("tenants", part(sums, false));
        told.put("users", part(sums, true));
        told.put("dearest", dearest);
        return told;
    }

    private static List<Map<String, Object>> part(List<Map<String, Object>> sums, boolean ofUsers) {
        return sums.stream()
                .filter(row -> (row.get("owner") != null) == ofUsers)
                .map(row -> {
                    Map<String, Object> part = new LinkedHashMap<>(row);
                    part.values().removeIf(value -> value == null);
                    return part;
                })
                .toList();
    }
}
