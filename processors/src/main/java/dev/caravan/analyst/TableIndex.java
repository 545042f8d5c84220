package dev.caravan.analyst;

import dev.caravan.text.SentenceEncoder;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.FactTable;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds the tables that a question may need, by words and by meaning; both orders are merged by reciprocal ranks (Cormack,
 * Clarke and Büttcher 2009).
 */
public final class TableIndex {
  /** Tables that a model chooses from. */
  public static final int CANDIDATES = 10;

  private static final double RANK_CONSTANT = 60;

  private final Map<String, Set<String>> columns = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Set<String>> words = new HashMap<>();
  private final Supplier<Optional<SentenceEncoder>> encoder;
  private Map<String, float[]> vectors = Map.of();

  /**
   * An index of the tables of a model.
   *
   * @param encoder makes vectors; without one words alone decide
   */
  public TableIndex(SemanticModel model, Supplier<Optional<SentenceEncoder>> encoder) {
    this.encoder = encoder;
    for (FactTable table : model.tables()) {
      for (String dataClass : model.classes().keySet()) {
        if (table.classes().isEmpty() || table.classes().contains(dataClass)) {
          Set<String> all = new LinkedHashSet<>(table.dimensions().values());
          all.addAll(table.measures());
          add(table.of(dataClass, 0), all, describe(model, table, dataClass));
        }
      }
    }
    Map<String, Set<String>> lookUps = new LinkedHashMap<>();
    model.dimensions().forEach(
        (name, dimension) -> {
          if (!dimension.table().isEmpty()) {
            Set<String> known = lookUps.computeIfAbsent(dimension.table(), table -> new LinkedHashSet<>());
            known.addAll(List.of(dimension.key(), dimension.code(), dimension.display()));
            known.addAll(dimension.names());
          }
        });
    lookUps.forEach(
        (table, all) -> {
          List<String> described = new ArrayList<>();
          model.dimensions().values().stream().filter(d -> d.table().equals(table)).forEach(d -> described.add(d.label() + " " + d.plural()));
          add(table, all, "look-up of " + String.join(", ", described));
        });
  }

  private void add(String table, Set<String> all, String text) {
    columns.merge(table, all, (one, two) -> {
      Set<String> both = new LinkedHashSet<>(one);
      both.addAll(two);
      return both;
    });
    String full = table.substring(table.indexOf('.') + 1).replace('_', ' ') + ": " + text;
    texts.put(table, full);
    Set<String> stems = new HashSet<>();
    Words.of(full + " " + String.join(" ", all).replace('_', ' ')).list().forEach(word -> stems.add(word.stem()));
    words.put(table, stems);
  }

  private static String describe(SemanticModel model, FactTable table, String dataClass) {
    StringBuilder text = new StringBuilder(table.description());
    text.append(" (").append(model.classes().get(dataClass).label()).append("). By ").append(String.join(", ", table.dimensions().keySet())).append(". ");
    for (Metric metric : model.metrics().values()) {
      if (table.measures().containsAll(metric.columns(true))) {
        text.append(metric.label()).append(", ");
        metric.synonyms().stream().limit(3).forEach(synonym -> text.append(synonym).append(", "));
      }
    }
    return text.toString();
  }

  /** The tables with their columns. */
  public Map<String, Set<String>> columns() {
    return columns;
  }

  /** What a table holds, in words. */
  public String describe(String table) {
    return texts.getOrDefault(table, "");
  }

  /** The best tables for a question, best first. */
  public List<String> find(String question, int limit) {
    Map<String, Double> scores = new HashMap<>();
    rank(scores, byWords(question));
    encoder.get().ifPresent(ready -> rank(scores, byMeaning(question, ready)));
    return scores.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
        .limit(limit).map(Map.Entry::getKey).toList();
  }

  private static void rank(Map<String, Double> scores, List<String> order) {
    for (int i = 0; i < order.size(); i++) {
      scores.merge(order.get(i), 1 / (RANK_CONSTANT + i), Double::sum);
    }
  }

  /** By the words that question and table share, rare ones counting more. */
  private List<String> byWords(String question) {
    Set<String> asked = new HashSet<>();
    Words.of(question).list().forEach(word -> asked.add(word.stem()));
    Map<String, Double> scores = new HashMap<>();
    for (String table : texts.keySet()) {
      double score = 0;
      for (String word : asked) {
        if (words.get(table).contains(word)) {
          long holders = words.values().stream().filter(set -> set.contains(word)).count();
          score += Math.log(1 + (double) texts.size() / holders);
        }
      }
      scores.put(table, score);
    }
    return texts.keySet().stream().sorted(Comparator.comparing(scores::get, Comparator.reverseOrder())).toList();
  }

  private List<String> byMeaning(String question, SentenceEncoder ready) {
    Map<String, float[]> known = vectors(ready);
    float[] asked = ready.encode(question);
    Map<String, Double> scores = new HashMap<>();
    known.forEach((table, vector) -> scores.put(table, cosine(asked, vector)));
    return known.keySet().stream().sorted(Comparator.comparing(scores::get, Comparator.reverseOrder())).toList();
  }

  private synchronized Map<String, float[]> vectors(SentenceEncoder ready) {
    if (vectors.isEmpty()) {
      Map<String, float[]> made = new LinkedHashMap<>();
      texts.forEach((table, text) -> made.put(table, ready.encode(text.substring(0, Math.min(500, text.length())))));
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
