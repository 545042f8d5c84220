package dev.caravan.analyst;

import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Dimension;
import dev.caravan.semantic.SemanticModel.FactTable;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.text.IdleWords;
import dev.caravan.text.SentenceEncoder;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds the tables that a question may need. Tables of figures are found by words and by meaning; each brings the look-up
 * tables that it is joined with.
 */
public final class TableIndex {
    /** Tables that a model chooses from. */
    public static final int CANDIDATES = 10;

    // of two tables that share the same words with a question, the one whose name says less beyond them is meant: no
    // question
    // names what goes without saying, and every question about something particular names it
    private static final double UNASKED = 0.15;

    // asks for somebody
    private static final String PERSON = "who";

    private final Map<String, Set<String>> columns = new LinkedHashMap<>();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, List<String>> lookUps = new LinkedHashMap<>();
    private final Map<String, Set<String>> words = new HashMap<>();
    private final Map<String, Set<String>> particular = new HashMap<>();
    private final List<SemanticModel.Paraphrase> paraphrases;
    private final Supplier<Optional<SentenceEncoder>> encoder;
    private Map<String, float[]> vectors = Map.of();

    /**
     * An index of the tables of a model.
     *
     * @param encoder makes vectors; without one words alone decide
     */
    public TableIndex(SemanticModel model, Supplier<Optional<SentenceEncoder>> encoder) {
        this.encoder = encoder;
        this.paraphrases = model.paraphrases();
        for (FactTable table : model.tables()) {
            for (String dataClass : model.classes().keySet()) {
                if (table.classes().isEmpty() || table.classes().contains(dataClass)) {
                    addFacts(model, table, dataClass);
                }
            }
        }
        Map<String, List<String>> roles = new LinkedHashMap<>();
        for (Dimension dimension : model.dimensions().values()) {
            if (!dimension.table().isEmpty()) {
                Set<String> known = columns.computeIfAbsent(dimension.table(), table -> new LinkedHashSet<>());
                known.addAll(List.of(dimension.key(), dimension.code(), dimension.display()));
                known.addAll(dimension.names());
                roles.computeIfAbsent(dimension.table(), table -> new ArrayList<>())
                        .add(dimension.label() + " " + dimension.plural());
            }
        }
        model.schema().ifPresent(schema -> schema.relations().forEach(this::addRelation));
        roles.forEach((table, labels) -> texts.put(table, spoken(table) + ": look-up of " + String.join(", ", labels)));
    }

    private void addFacts(SemanticModel model, FactTable table, String dataClass) {
        String name = table.of(dataClass, 0);
        Set<String> all = new LinkedHashSet<>(table.dimensions().values());
        all.addAll(table.measures());
        columns.put(name, all);
        List<Metric> metrics = model.metrics().values().stream()
                .filter(metric -> table.measures().containsAll(metric.columns(true)))
                .toList();
        Set<String> own = table.dimensions().keySet();
        // with the attributes of its members
        List<Dimension> dimensions = model.dimensions().entrySet().stream()
                .filter(entry -> own.contains(entry.getKey())
                        || own.contains(entry.getValue().of()))
                .map(Map.Entry::getValue)
                .toList();
        String about = spoken(name) + ": " + table.description() + " ("
                + model.classes().get(dataClass).label() + ")";
        texts.put(
                name,
                about + ". By " + String.join(", ", table.dimensions().keySet()) + ". "
                        + metrics.stream()
                                .map(metric -> metric.label() + ", "
                                        + metric.synonyms().stream().limit(3).collect(Collectors.joining(", ")))
                                .collect(Collectors.joining(", ")));
        lookUps.put(
                name,
                dimensions.stream()
                        .map(Dimension::table)
                        .filter(lookUp -> !lookUp.isEmpty())
                        .distinct()
                        .toList());
        Set<String> beyond = stems(spoken(name));
        // the first class is meant where none is named
        Set<String> ofClass =
                stems(dataClass + " " + model.classes().get(dataClass).label());
        if (dataClass.equals(model.classes().keySet().iterator().next())) {
            beyond.removeAll(ofClass);
        } else {
            beyond.addAll(ofClass);
        }
        particular.put(name, beyond);
        Set<String> said = stems(about + " " + String.join(" ", all).replace('_', ' '));
        metrics.forEach(metric -> said.addAll(stems(metric.label() + " " + String.join(" ", metric.synonyms()) + " "
                + String.join(" ", metric.superlatives().keySet()))));
        dimensions.forEach(dimension -> said.addAll(stems(dimension.label() + " "
                + String.join(" ", dimension.synonyms()) + (dimension.person() ? " " + PERSON : ""))));
        words.put(name, said);
    }

    private void addRelation(String name, Relation relation) {
        columns.put(name, relation.columns().keySet());
        String described = relation.columns().entrySet().stream()
                .map(column -> column.getKey()
                        + (column.getValue().description().isEmpty()
                                ? ""
                                : " (" + column.getValue().description() + ")"))
                .collect(Collectors.joining(", "));
        String joined = relation.references().entrySet().stream()
                .map(each -> each.getKey() + " = " + each.getValue())
                .collect(Collectors.joining(", "));
        String about =
                (relation.names().isEmpty() ? spoken(name) : relation.names().get(0))
                        + (relation.description().isEmpty() ? "" : ": " + relation.description());
        texts.put(name, about + ". Columns: " + described + (joined.isEmpty() ? "" : ". Joined by " + joined));
        lookUps.put(
                name,
                relation.references().values().stream()
                        .map(Schema::tableOf)
                        .distinct()
                        .toList());
        particular.put(name, Set.of());
        Set<String> said = stems(about + " " + described.replace('_', ' '));
        relation.names().forEach(called -> said.addAll(stems(called)));
        relation.columns().values().forEach(column -> column.names().forEach(called -> said.addAll(stems(called))));
        words.put(name, said);
    }

    private static String spoken(String table) {
        return table.substring(table.indexOf('.') + 1).replace('_', ' ');
    }

    private static Set<String> stems(String text) {
        return Words.of(text).list().stream()
                .filter(word -> word.folded().equals(PERSON) || !IdleWords.ALL.contains(word.folded()))
                .map(Words.Word::stem)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** The tables with their columns. */
    public Map<String, Set<String>> columns() {
        return columns;
    }

    /** What a table holds, in words. */
    public String describe(String table) {
        return texts.getOrDefault(table, "");
    }

    /** The best tables for a question, best first, look-up tables behind the first that is joined with them. */
    public List<String> find(String asked, int limit) {
        String question = paraphrases.stream()
                .flatMap(each -> each.of(asked).stream())
                .findFirst()
                .orElse(asked);
        Map<String, Double> scores = byWords(question);
        // where all of them are candidates the sentence model, which takes long to load, has nothing to choose
        if (columns.size() > limit) {
            encoder.get().ifPresent(ready -> addMeaning(scores, question, ready));
        }
        Set<String> found = new LinkedHashSet<>();
        scores.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .forEach(table -> {
                    found.add(table);
                    found.addAll(lookUps.get(table));
                });
        return found.stream().limit(limit).toList();
    }

    /** How much of the question's words each table has, rare ones counting more: 1 for all of them. */
    private Map<String, Double> byWords(String question) {
        Set<String> asked = stems(question);
        Map<String, Double> weights = new HashMap<>();
        for (String word : asked) {
            long holders =
                    words.values().stream().filter(set -> set.contains(word)).count();
            if (holders > 0) {
                weights.put(word, Math.log(1 + (double) words.size() / holders));
            }
        }
        double all = weights.values().stream().mapToDouble(weight -> weight).sum();
        Map<String, Double> scores = new HashMap<>();
        words.forEach((table, said) -> {
            double shared = weights.entrySet().stream()
                    .filter(word -> said.contains(word.getKey()))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
            long unasked = particular.get(table).stream()
                    .filter(word -> !asked.contains(word))
                    .count();
            scores.put(table, (all == 0 ? 0 : shared / all) - UNASKED * unasked);
        });
        return scores;
    }

    private void addMeaning(Map<String, Double> scores, String question, SentenceEncoder ready) {
        float[] asked = ready.encode(question);
        vectors(ready).forEach((table, vector) -> scores.merge(table, cosine(asked, vector), Double::sum));
    }

    private synchronized Map<String, float[]> vectors(SentenceEncoder ready) {
        if (vectors.isEmpty()) {
            Map<String, float[]> made = new LinkedHashMap<>();
            lookUps.keySet()
                    .forEach(table -> made.put(
                            table,
                            ready.encode(texts.get(table)
                                    .substring(0, Math.min(500, texts.get(table).length())))));
            vectors = made;
        }
        return vectors;
    }

    private static double cosine(float[] a, float[] b) {
        double dot = 0;
        double one = 0;
        double two = 0;
        for (int i = 0; i < a.length; i++) {
            dot += a[i] * b[i];
            one += a[i] * a[i];
            two += b[i] * b[i];
        }
        return dot / Math.sqrt(one * two);
    }
}
