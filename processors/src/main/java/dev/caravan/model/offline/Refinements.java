package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Page;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.turn.Overrides;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a question says about a query that is planned already: which part of the order it wants, and where it differs from what the person fixed. */
final class Refinements {
  private static final Pattern EACH_YEAR = Pattern.compile("(?i)\\b(each|every|per|by|in each of the) years?\\b|\\bannually\\b|\\byear by year\\b");
  private static final int DEFAULT_LIMIT = 10;

  private Refinements() {}

  /** The plan with what the question adds to it. */
  static Plan.Query of(Plan.Query plan, Reading reading, Overrides overrides) {
    List<String> notes = new ArrayList<>(plan.notes());
    notes.addAll(conflicts(reading, overrides));
    SemanticQuery query = plan.query();
    Optional<Threshold> sign = sign(query, reading);
    if (sign.isPresent()) {
      query = query.bounded(sign.get());
    }
    Optional<String> each = each(query, reading);
    Optional<Ordinals.Place> place = Ordinals.in(reading.words().text());
    boolean listed = !query.count() && query.limit().isPresent() && query.by().size() > 0;
    if (each.isPresent()) {
      int most = reading.limit().orElse(reading.has(Signal.SINGULAR) ? 1 : query.limit().orElse(DEFAULT_LIMIT));
      notes.removeIf(note -> note.startsWith("No number was given"));
      notes.add("The first " + (most == 1 ? "one is" : most + " are") + " shown for each " + each.get() + ".");
      query = query.part(new Page(place.map(p -> p.number() - 1).orElse(0), each.get()), place.isPresent() ? 1 : most);
    } else if (place.isPresent() && listed) {
      notes.removeIf(note -> note.startsWith("No number was given"));
      notes.add("Shown is number " + place.get().number() + " in the order.");
      query = query.part(new Page(place.get().number() - 1, ""), 1);
    }
    return new Plan.Query(query, notes);
  }

  /** The smallest surplus is still one, and so is the smallest deficit. */
  private static Optional<Threshold> sign(SemanticQuery query, Reading reading) {
    boolean smallest = reading.ranking() < 0 && query.thresholds().isEmpty() && query.limit().isPresent() && query.measures().get(0).equals(Measure.of("trade_balance"));
    boolean surplus = reading.words().list().stream().anyMatch(word -> word.stem().equals("surplus"));
    boolean deficit = reading.words().list().stream().anyMatch(word -> word.stem().equals("deficit"));
    return smallest && surplus != deficit ? Optional.of(new Threshold(surplus ? ">" : "<", 0)) : Optional.empty();
  }

  /** The dimension each of whose members has a list of its own: "the top 3 exports of Kenya and Uganda". */
  private static Optional<String> each(SemanticQuery query, Reading reading) {
    boolean ordered = reading.ranking() != 0 || reading.limit().isPresent();
    if (query.count() || query.by().size() != 2) {
      return Optional.empty();
    }
    String first = query.by().get(0);
    String second = query.by().get(1);
    if (second.equals("year")) {
      boolean lists = reading.has(Signal.BY_COUNTRY) || reading.has(Signal.BY_PRODUCT) || reading.has(Signal.BY_PARTNER);
      return lists && ordered && EACH_YEAR.matcher(reading.words().text()).find() ? Optional.of("year") : Optional.empty();
    }
    if (query.limit().isEmpty()) {
      return Optional.empty();
    }
    boolean severalOwners = first.equals("country") && reading.has(Signal.BY_PRODUCT) && several(reading.places(Role.SUBJECT));
    boolean severalGoods = second.equals("product") && !reading.has(Signal.BY_PRODUCT) && several(reading.goods());
    return severalOwners ? Optional.of(first) : severalGoods ? Optional.of(second) : Optional.empty();
  }

  private static boolean several(List<Mention> mentions) {
    return mentions.stream().filter(mention -> mention.sense().isPresent()).map(Mention::entity).distinct().count() > 1;
  }

  /** Where the question and the constraints do not agree. */
  private static List<String> conflicts(Reading reading, Overrides overrides) {
    List<String> notes = new ArrayList<>();
    overrides.direction().ifPresent(direction -> {
      String other = direction.equals("export") ? "imports" : "exports";
      if (reading.metrics().contains(other) && !reading.metrics().contains(direction + "s")) {
        notes.add("The question says " + other + ", the constraint " + direction + "s: the constraint was applied.");
      }
    });
    boolean services = reading.has(Signal.SERVICES) && !reading.has(Signal.GOODS);
    boolean goods = reading.has(Signal.GOODS) && !reading.has(Signal.SERVICES) || reading.goods().stream().anyMatch(m -> m.sense().isPresent() && m.entity() instanceof Entity.Product p && p.productClass() != ProductClass.SERVICES);
    overrides.scope().ifPresent(scope -> {
      if (scope.equals("services") && goods || scope.equals("goods") && services) {
        notes.add("The question is about " + (goods ? "goods" : "services") + ", the constraint says " + scope + ": the question was followed.");
      }
    });
    overrides.schema().flatMap(ProductClass::of).ifPresent(fixed -> {
      if (reading.classNamed() && reading.productClass().filter(named -> named != fixed).isPresent()) {
        notes.add("The question names " + reading.productClass().get().label() + ", the constraint " + fixed.label() + ": the constraint was applied.");
      }
    });
    return notes;
  }
}
