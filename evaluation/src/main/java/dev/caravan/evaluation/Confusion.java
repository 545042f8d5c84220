package dev.caravan.evaluation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was taken for what.
 *
 * @param counts by the type that is right, then by the type that was taken; a second right type counts as the first
 */
public record Confusion(Map<String, Map<String, Integer>> counts) {
    private static final String REJECT = "reject";

    static Confusion of(List<Aspect> aspects) {
        Map<String, Map<String, Integer>> counts = new TreeMap<>();
        for (Aspect aspect : aspects) {
            Set<String> right = new LinkedHashSet<>(List.of(aspect.expected().split(" or ")));
            String first = right.iterator().next();
            counts.computeIfAbsent(first, type -> new TreeMap<>())
                    .merge(aspect.right() ? first : aspect.got(), 1, Integer::sum);
        }
        return new Confusion(counts);
    }

    /** Of the questions that were rejected, how many had to be. */
    @JsonProperty
    public Rate rejectionPrecision() {
        int rejected = counts.values().stream()
                .mapToInt(row -> row.getOrDefault(REJECT, 0))
                .sum();
        return new Rate(cell(REJECT, REJECT), rejected);
    }

    /** Of the questions that had to be rejected, how many were. */
    @JsonProperty
    public Rate rejectionRecall() {
        int all = counts.getOrDefault(REJECT, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        return new Rate(cell(REJECT, REJECT), all);
    }

    int cell(String right, String taken) {
        return counts.getOrDefault(right, Map.of()).getOrDefault(taken, 0);
    }
}
