package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Overall;
import dev.caravan.search.SearchExecution.Given;
import dev.caravan.search.SearchPlan.Folded;
import dev.caravan.search.SearchPlan.Key;
import dev.caravan.search.SearchPlan.Kind;
import dev.caravan.search.SearchPlan.Metric;
import dev.caravan.search.SearchPlan.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The groups of a plan with the figures that its parts gave for each. The first part says which groups there are. */
final class Groups {
    private final SearchPlan plan;
    private final List<Given> given;
    private final Map<List<Optional<Object>>, Map<Value, Object>> rows = new LinkedHashMap<>();

    Groups(SearchPlan plan, List<Given> given) {
        this.plan = plan;
        this.given = given;
    }

    /** A group with its figures. */
    private record Group(Map<Value, Object> cells) implements Evaluator.Row {
        @Override
        public Optional<Object> cell(Value value) {
            return Optional.ofNullable(cells.get(value));
        }
    }

    /**
     * The groups in the engine's order.
     *
     * @param overall takes the figures over all rows
     */
    List<Group> rows(Map<Value, Object> overall) {
        for (int i = 0; i < plan.parts().size(); i++) {
            Part part = plan.parts().get(i);
            Map<List<Optional<Object>>, Map<Value, Object>> figures =
                    part.folded().isPresent() ? folded(part, i) : plain(part, i);
            boolean first = i == 0;
            figures.forEach((key, found) -> {
                if (found.keySet().stream().anyMatch(Overall.class::isInstance)) {
                    overall.putAll(found);
                } else if (first) {
                    rows.put(key, named(part, key, found));
                } else {
                    Optional.ofNullable(rows.get(key)).ifPresent(row -> row.putAll(found));
                }
            });
        }
        plan.parts().forEach(this::zero);
        return rows.values().stream().map(Group::new).toList();
    }

    /** Where no value was found there are none to count. */
    private void zero(Part part) {
        part.folded()
                .filter(folded -> folded.aggregate().function() == Function.COUNT_DISTINCT
                        && !(folded.value() instanceof Overall))
                .ifPresent(folded -> rows.values().forEach(row -> row.putIfAbsent(folded.value(), 0L)));
    }

    private static Map<Value, Object> named(Part part, List<Optional<Object>> key, Map<Value, Object> figures) {
        Map<Value, Object> row = new HashMap<>(figures);
        for (int i = 0; i < key.size(); i++) {
            Value value = part.keys().get(i).value();
            key.get(i).ifPresent(cell -> row.put(value, cell));
        }
        return row;
    }

    private Map<List<Optional<Object>>, Map<Value, Object>> plain(Part part, int at) {
        Map<List<Optional<Object>>, Map<Value, Object>> found = new LinkedHashMap<>();
        for (JsonNode item : given.get(at).items()) {
            found.put(key(part, item), figures(part, item));
        }
        return found;
    }

    private static Map<Value, Object> figures(Part part, JsonNode item) {
        Map<Value, Object> figures = new HashMap<>();
        part.figures()
                .forEach((value, metric) -> figure(part, metric, item).ifPresent(cell -> figures.put(value, cell)));
        return figures;
    }

    private static List<Optional<Object>> key(Part part, JsonNode item) {
        return part.keys().stream()
                .limit(part.grouped())
                .map(key -> cell(key, item))
                .toList();
    }

    private static Optional<Object> cell(Key key, JsonNode item) {
        Optional<Object> cell = Replies.cell(item.path("key").path(key.name()));
        boolean year = key.grain().filter(Value.Grain.YEAR::equals).isPresent();
        return year ? cell.map(text -> Long.valueOf(String.valueOf(text))) : cell;
    }

    private static Optional<Object> figure(Part part, Metric metric, JsonNode item) {
        boolean groups = part.kind() == Kind.GROUPS;
        if (metric.name().isEmpty()) {
            return Optional.of(groups ? item.path("doc_count").asLong() : Replies.total(item));
        }
        JsonNode found = Replies.aggregation(groups ? item : item.path("aggregations"), metric.name());
        if (metric.filtered() && metric.aggregate().of().isEmpty()) {
            return Optional.of(found.path("doc_count").asLong());
        }
        JsonNode figure = metric.filtered() ? Replies.aggregation(found, "figure") : found;
        Optional<Object> cell = metric.aggregate().function() == Function.SUM
                ? figure.path("count").asLong() == 0 ? Optional.empty() : Replies.cell(figure.path("sum"))
                : Replies.cell(figure.path("value"));
        return metric.whole() ? cell.map(number -> Math.round(Evaluator.number(number))) : cell;
    }

    // ---- folded

    /** A value and how often it stands there. */
    private record Weighted(Object value, long times) {}

    private Map<List<Optional<Object>>, Map<Value, Object>> folded(Part part, int at) {
        Folded folded = part.folded().orElseThrow();
        Map<List<Optional<Object>>, List<Weighted>> values = new LinkedHashMap<>();
        for (JsonNode item : given.get(at).items()) {
            List<Weighted> of = values.computeIfAbsent(key(part, item), key -> new ArrayList<>());
            if (folded.inner().isPresent()) {
                Optional.ofNullable(figures(part, item).get(folded.inner().get()))
                        .ifPresent(figure -> of.add(new Weighted(figure, 1)));
            } else {
                cell(part.keys().get(part.keys().size() - 1), item)
                        .ifPresent(value -> of.add(
                                new Weighted(value, item.path("doc_count").asLong())));
            }
        }
        Map<List<Optional<Object>>, Map<Value, Object>> found = new LinkedHashMap<>();
        values.forEach((key, of) -> {
            Map<Value, Object> figure = new HashMap<>();
            of(folded.aggregate(), of).ifPresent(cell -> figure.put(folded.value(), cell));
            found.put(key, figure);
        });
        return found;
    }

    private static Optional<Object> of(Aggregate aggregate, List<Weighted> values) {
        List<Weighted> sorted = values.stream()
                .sorted(Comparator.comparing(value -> Optional.of(value.value()), Evaluator.ORDER))
                .toList();
        if (aggregate.function() == Function.COUNT_DISTINCT) {
            return Optional.of((long) sorted.size());
        }
        if (sorted.isEmpty()) {
            return Optional.empty();
        }
        return switch (aggregate.function()) {
            case MINIMUM -> Optional.of(sorted.get(0).value());
            case MAXIMUM -> Optional.of(sorted.get(sorted.size() - 1).value());
            case MEDIAN -> Optional.of(median(sorted));
            case SUM -> Optional.of(sum(sorted));
            case AVERAGE -> Optional.of(Evaluator.number(sum(sorted)) / times(sorted));
            case COUNT -> Optional.of(times(sorted));
            case COUNT_DISTINCT -> throw new IllegalStateException("counted above");
        };
    }

    private static long times(List<Weighted> values) {
        return values.stream().mapToLong(Weighted::times).sum();
    }

    private static Object sum(List<Weighted> values) {
        double sum = values.stream()
                .mapToDouble(value -> Evaluator.number(value.value()) * value.times())
                .sum();
        boolean whole = values.stream().allMatch(value -> value.value() instanceof Long);
        return whole ? (Object) Math.round(sum) : (Object) sum;
    }

    private static Object median(List<Weighted> sorted) {
        long times = times(sorted);
        double low = nth(sorted, (times - 1) / 2);
        double high = nth(sorted, times / 2);
        return (low + high) / 2;
    }

    private static double nth(List<Weighted> sorted, long place) {
        long passed = 0;
        for (Weighted value : sorted) {
            passed += value.times();
            if (place < passed) {
                return Evaluator.number(value.value());
            }
        }
        throw new IllegalStateException("a place beyond the values");
    }
}
