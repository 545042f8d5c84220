package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.text.Words;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a question: finds what it names and the grammar that steers the answer. One part after the other takes its words out of
 * the {@link Draft}: class, years, bounds, limit, names; then the places get their roles, and the signals are read from the
 * question in which every name stands as what it is.
 */
public final class QuestionReader {
    private final SemanticModel model;
    private final Map<String, String> metricNames = new HashMap<>();
    private final Set<String> metricWords = new HashSet<>();

    /** A reader for the metrics of one model. */
    public QuestionReader(SemanticModel model) {
        this.model = model;
        model.metrics().forEach((name, metric) -> {
            if (metric.synonyms().isEmpty()) {
                return; // not asked for by name
            }
            metricNames.put(Words.key(metric.label()), name);
            metric.synonyms().forEach(synonym -> metricNames.put(Words.key(synonym), name));
        });
        metricNames.keySet().forEach(key -> metricWords.addAll(List.of(key.split(" "))));
    }

    /** The latest year of the data. */
    int lastYear() {
        return model.lastYear().orElse(YearReader.LAST_YEAR);
    }

    /** The question in plain words, without what is said only about the person who asks. */
    String plain(String question, Catalog catalog) {
        return PlainWording.of(question, catalog, stem -> metricWords.contains(stem) || Grammar.IDLE.contains(stem));
    }

    /**
     * Reads a question.
     *
     * @param catalog what has a name
     * @param fixed the classification the person fixed, if any
     */
    public Reading read(String question, Catalog catalog, Optional<ProductClass> fixed) {
        Words said = Words.of(plain(Flags.spelled(question), catalog));
        TimeWords.Dated dated =
                TimeWords.date(said, model.events().values(), lastYear(), () -> countries(said, catalog));
        Draft draft = new Draft(dated.words(), catalog);
        if (dated.event().isPresent()) {
            draft.signals.add(Signal.EVENT);
        }
        ClassReader classes = new ClassReader(draft);
        Optional<ProductClass> named = classes.read();
        YearReader years = new YearReader(draft);
        years.read();
        BoundReader bounds = new BoundReader(draft, years, metricNames);
        bounds.read();
        LimitReader limits = new LimitReader(draft);
        limits.read();
        Optional<ProductClass> productClass = fixed.or(() -> named).or(() -> impliedClass(years.from));
        NameReader names = new NameReader(
                draft, productClass.filter(c -> c != ProductClass.SERVICES).orElse(ProductClass.HS92), metricNames);
        names.read();
        new RoleReader(draft).read(draft.masked());
        names.addWithin();
        new SignalReader(draft, model, limits.ranking, limits.limit.isPresent(), bounds.inPercent())
                .read(draft.masked());
        return new Reading(
                draft.words,
                draft.mentions,
                productClass,
                named.isPresent(),
                years.from,
                years.to,
                years.single,
                years.lastYears,
                years.latest,
                limits.limit,
                limits.refused,
                limits.ranking,
                bounds.thresholds(),
                bounds.bounded(),
                draft.signals,
                classes.level(),
                draft.leftover,
                dated.notes());
    }

    private static Set<String> countries(Words words, Catalog catalog) {
        Set<String> codes = new HashSet<>();
        for (int start = 0; start < words.size(); start++) {
            for (int end = start + 1; end <= Math.min(words.size(), start + 3); end++) {
                catalog.place(words.key(start, end))
                        .map(Catalog.Sense::first)
                        .filter(Entity.Country.class::isInstance)
                        .ifPresent(place -> codes.add(place.code()));
            }
        }
        return codes;
    }

    private Optional<ProductClass> impliedClass(Optional<Integer> from) {
        SemanticModel.DataClass goods = model.classes().get(ProductClass.HS92.schema());
        // only where there is an older class: otherwise the person is told which years there are
        boolean older = goods != null && model.classes().containsKey(ProductClass.SITC.schema());
        return from.filter(year -> older && year < goods.from()).map(year -> ProductClass.SITC);
    }
}
