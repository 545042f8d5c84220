package dev.caravan.query;

import dev.caravan.semantic.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How the relations of a schema are joined: ways of references, followed towards the one row or towards the many. */
public final class SchemaGraph {
    // a step towards the many is worth this many steps towards the one
    private static final int MANY = 3;

    /**
     * A step of a way.
     *
     * @param from relation
     * @param column of it
     * @param to relation
     * @param other column of that
     * @param toOne whether each row meets one row at most
     * @param reference the referring column, on whichever side it is
     */
    public record Step(String from, String column, String to, String other, boolean toOne, String reference) {}

    private final Schema schema;
    private final Map<String, List<Step>> steps = new LinkedHashMap<>();
    private final Map<String, Optional<List<Step>>> known = new ConcurrentHashMap<>();

    /** Of a schema. */
    public SchemaGraph(Schema schema) {
        this.schema = schema;
        schema.relations().forEach((name, relation) -> relation.references().forEach((column, target) -> {
            String other = Schema.tableOf(target);
            String key = Schema.columnOf(target);
            boolean single = relation.key().equals(List.of(column));
            add(new Step(name, column, other, key, true, column));
            add(new Step(other, key, name, column, single, column));
        }));
    }

    private void add(Step step) {
        steps.computeIfAbsent(step.from(), from -> new ArrayList<>()).add(step);
    }

    /** The schema. */
    public Schema schema() {
        return schema;
    }

    /** The relation of that name. */
    public Schema.Relation relation(String name) {
        Schema.Relation found = schema.relations().get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no table " + name);
        }
        return found;
    }

    /** The steps from a relation. */
    public List<Step> steps(String relation) {
        return steps.getOrDefault(relation, List.of());
    }

    /**
     * The cheapest way from one relation to another.
     *
     * @param via the reference that the last step must use; empty for any
     * @return no steps where both are the same and nothing is said of the way; empty where there is no way
     */
    public Optional<List<Step>> way(String from, String to, String via) {
        return known.computeIfAbsent(from + "\n" + to + "\n" + via, key -> search(from, to, via));
    }

    private Optional<List<Step>> search(String from, String to, String via) {
        if (from.equals(to) && via.isEmpty()) {
            return Optional.of(List.of());
        }
        Map<String, Integer> costs = new HashMap<>(Map.of(from, 0));
        Map<String, List<Step>> ways = new HashMap<>(Map.of(from, List.of()));
        Deque<String> open = new ArrayDeque<>(List.of(from));
        List<Step> best = null;
        int bestCost = Integer.MAX_VALUE;
        while (!open.isEmpty()) {
            String at = open.poll();
            for (Step step : steps(at)) {
                int cost = costs.get(at) + (step.toOne() ? 1 : MANY);
                boolean arrives = step.to().equals(to)
                        && (via.isEmpty() || step.reference().equals(via));
                if (arrives && cost < bestCost) {
                    best = with(ways.get(at), step);
                    bestCost = cost;
                }
                if (cost < costs.getOrDefault(step.to(), Integer.MAX_VALUE)) {
                    costs.put(step.to(), cost);
                    ways.put(step.to(), with(ways.get(at), step));
                    open.add(step.to());
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static List<Step> with(List<Step> way, Step step) {
        List<Step> longer = new ArrayList<>(way);
        longer.add(step);
        return List.copyOf(longer);
    }

    /** How far a relation is: steps towards the one count one, towards the many more; a large number where there is no way. */
    public int distance(String from, String to) {
        return way(from, to, "")
                .map(way ->
                        way.stream().mapToInt(step -> step.toOne() ? 1 : MANY).sum())
                .orElse(99);
    }

    /** Whether each row of the one meets one row of the other at most. */
    public boolean toOne(String from, String to, String via) {
        return way(from, to, via).map(way -> way.stream().allMatch(Step::toOne)).orElse(false);
    }

    /** References by which one relation refers directly to the other. */
    public List<String> references(String from, String to) {
        return steps(from).stream()
                .filter(step -> step.to().equals(to) && step.column().equals(step.reference()))
                .map(Step::reference)
                .toList();
    }

    /** Whether a relation only says which rows of others belong together. */
    public boolean isBridge(String name) {
        Schema.Relation relation = relation(name);
        return relation.references().size() > 1
                && relation.columns().keySet().stream()
                        .allMatch(column -> relation.references().containsKey(column)
                                || relation.key().contains(column));
    }
}
