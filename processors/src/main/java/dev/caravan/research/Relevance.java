package dev.caravan.research;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How much of what a query asks for a text speaks of: the weight of the query's terms that stand in it over the weight of all, 0 to 1. */
final class Relevance {
    private final ResearchCollection collection;
    private final Map<String, Double> weights = new HashMap<>();
    private final double total;

    Relevance(ResearchCollection collection, String query) {
        this.collection = collection;
        collection.analysis().terms(query).forEach(term -> weights.put(term, collection.weight(term)));
        this.total = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Of a text. */
    double of(String text) {
        return of(collection.analysis().terms(text));
    }

    private double of(Set<String> terms) {
        if (total == 0) {
            return 0;
        }
        double found = 0;
        for (Map.Entry<String, Double> each : weights.entrySet()) {
            found += terms.contains(each.getKey()) ? each.getValue() : 0;
        }
        return found / total;
    }

    /** Of a paragraph with the heading it stands below. */
    double of(Passage passage) {
        Set<String> terms = new HashSet<>(collection.analysis().terms(passage.text()));
        terms.addAll(collection.analysis().terms(passage.heading()));
        return of(terms);
    }
}
