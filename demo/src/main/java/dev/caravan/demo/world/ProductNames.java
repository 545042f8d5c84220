package dev.caravan.demo.world;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the product whose name shares the most telling words with another name (cosine of inverse document frequency). */
final class ProductNames {
    private static final double LEAST_LIKENESS = 0.3;
    private static final int SHORTEST_WORD = 3;

    private final List<Product> products;
    private final List<Set<String>> words;
    private final Map<String, Integer> frequency = new HashMap<>();

    ProductNames(List<Product> products) {
        this.products = products;
        this.words = products.stream().map(product -> words(product.name())).toList();
        words.forEach(set -> set.forEach(word -> frequency.merge(word, 1, Integer::sum)));
    }

    /** The number of the product most like a name; empty where none is like it. */
    Optional<Integer> mostLike(String name) {
        Set<String> wanted = words(name);
        int best = -1;
        double likeness = LEAST_LIKENESS;
        for (int p = 0; p < words.size(); p++) {
            double common =
                    weight(wanted.stream().filter(words.get(p)::contains).collect(Collectors.toSet()));
            double here = common / Math.sqrt(weight(wanted) * weight(words.get(p)));
            boolean larger = best >= 0
                    && here == likeness
                    && products.get(p).weight() > products.get(best).weight();
            if (here > likeness || larger) {
                best = p;
                likeness = here;
            }
        }
        return best < 0 ? Optional.empty() : Optional.of(best);
    }

    private double weight(Set<String> set) {
        return set.stream()
                .mapToDouble(word -> StrictMath.log(1 + products.size() / (1.0 + frequency.getOrDefault(word, 0))))
                .sum();
    }

    private static Set<String> words(String name) {
        return Arrays.stream(name.toLowerCase(Locale.ROOT).split("[^a-z]+"))
                .filter(word -> word.length() >= SHORTEST_WORD)
                .map(word -> word.endsWith("s") ? word.substring(0, word.length() - 1) : word)
                .collect(Collectors.toSet());
    }
}
