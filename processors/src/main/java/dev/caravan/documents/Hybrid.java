package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Hit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Passages found by words and by meaning as one list: each counts by what part of the best it has, words more. */
final class Hybrid {
    /** What the nearest passage counts beside the one with the best words. */
    private static final double MEANING = 0.5;

    private Hybrid() {}

    /**
     * One list.
     *
     * @param words best first; their scores are comparable among themselves
     * @param meaning best first, their cosines as scores
     * @param near the cosine from which on one counts
     */
    static List<Hit> of(List<Hit> words, List<Hit> meaning, double near, int limit) {
        Map<Hit, Double> scores = new LinkedHashMap<>();
        double best = words.isEmpty() ? 1 : words.get(0).score();
        words.forEach(hit -> scores.merge(hit.withScore(0), hit.score() / best, Double::sum));
        meaning.stream()
                .filter(hit -> hit.score() >= near)
                .forEach(hit -> scores.merge(hit.withScore(0), MEANING * hit.score(), Double::sum));
        return scores.entrySet().stream()
                .map(each -> each.getKey().withScore(each.getValue()))
                .sorted(Comparator.comparingDouble(Hit::score).reversed())
                .limit(limit)
                .toList();
    }
}
