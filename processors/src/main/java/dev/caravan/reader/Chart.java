package dev.caravan.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Combines edges by rules until nothing new comes of it, and finds the covers of the question that cost least. */
final class Chart {
    private static final int ROUNDS = 7;
    private static final int MOST_EDGES = 6_000;
    private static final int COVERS = 12;
    private static final double CLAUSE = 1;
    private static final double UNREAD = 10;
    private static final double JOINED = 0.3;

    private final int size;
    private final boolean[] idle;
    private final boolean[] joining;
    private final boolean[] begins;
    private final List<Map<Kind, List<Edge>>> byStart = new ArrayList<>();
    /** The cheapest edge of each meaning. */
    private final Map<String, Edge> best = new HashMap<>();

    private int count;

    /**
     * Over words.
     *
     * @param idle which words carry nothing
     * @param joining which words only join two clauses, where no rule made one of them
     * @param begins which words stand behind the end of a sentence
     */
    Chart(int size, boolean[] idle, boolean[] joining, boolean[] begins) {
        this.size = size;
        this.idle = idle.clone();
        this.joining = joining.clone();
        this.begins = begins.clone();
        for (int i = 0; i <= size; i++) {
            // in the order of the kinds, so that of readings that cost the same it is always the same one
            byStart.add(new EnumMap<>(Kind.class));
        }
    }

    /** Adds an edge unless one that means the same is there and costs no more. */
    boolean add(Edge edge) {
        String key = edge.start() + " " + edge.end() + " " + edge.kind() + " " + edge.meaning();
        Edge known = best.get(key);
        if (count >= MOST_EDGES || known != null && known.cost() <= edge.cost()) {
            return false;
        }
        best.put(key, edge);
        List<Edge> edges = byStart.get(edge.start()).computeIfAbsent(edge.kind(), kind -> new ArrayList<>());
        if (known == null) {
            count++;
            edges.add(edge);
        } else {
            edges.set(edges.indexOf(known), edge);
        }
        return true;
    }

    /** Applies the rules. */
    void combine(List<Rule> rules) {
        for (int round = 0; round < ROUNDS; round++) {
            List<Edge> made = new ArrayList<>();
            for (Rule rule : rules) {
                for (int start = 0; start < size; start++) {
                    if (byStart.get(start).containsKey(rule.parts().get(0))) {
                        match(rule, start, 0, new ArrayList<>(), made);
                    }
                }
            }
            boolean grown = false;
            for (Edge edge : made) {
                grown |= add(edge);
            }
            if (!grown) {
                return;
            }
        }
    }

    private void match(Rule rule, int at, int part, List<Edge> parts, List<Edge> made) {
        if (part == rule.parts().size()) {
            rule.meaning()
                    .apply(parts.stream().map(Edge::meaning).toList())
                    .map(meaning -> new Edge(
                            parts.get(0).start(),
                            parts.get(parts.size() - 1).end(),
                            rule.made(),
                            meaning,
                            parts.stream().mapToDouble(Edge::cost).sum() + rule.cost(),
                            rule.name(),
                            parts))
                    .ifPresent(made::add);
            return;
        }
        int from = at;
        while (true) {
            if (part > 0 && from < size && begins[from]) {
                return;
            }
            for (Edge edge :
                    List.copyOf(byStart.get(from).getOrDefault(rule.parts().get(part), List.of()))) {
                parts.add(edge);
                match(rule, edge.end(), part + 1, parts, made);
                parts.remove(parts.size() - 1);
            }
            if (part == 0 || from >= size || !idle[from] || rule.tight()) {
                return;
            }

            from++;
        }
    }

    /** A choice of edges that do not overlap, and the words that none of them reads. */
    record Cover(List<Edge> edges, List<Integer> unread, double cost) {}

    /** The covers that cost least, best first. */
    List<Cover> covers(Set<Kind> clauses) {
        List<List<Cover>> from = new ArrayList<>();
        for (int i = 0; i <= size; i++) {
            from.add(new ArrayList<>());
        }
        from.get(size).add(new Cover(List.of(), List.of(), 0));
        for (int at = size - 1; at >= 0; at--) {
            List<Cover> found = from.get(at);
            int here = at;
            for (Cover rest : from.get(at + 1)) {
                boolean joins = joining[at] && at > 0 && at < size - 1;
                found.add(
                        idle[at]
                                ? rest
                                : joins
                                        ? new Cover(rest.edges(), rest.unread(), rest.cost() + JOINED)
                                        : new Cover(rest.edges(), with(here, rest.unread()), rest.cost() + UNREAD));
            }
            byStart.get(at).forEach((kind, edges) -> {
                if (clauses.contains(kind)) {
                    for (Edge edge : edges) {
                        for (Cover rest : from.get(edge.end())) {
                            found.add(new Cover(
                                    with(edge, rest.edges()), rest.unread(), rest.cost() + CLAUSE + edge.cost()));
                        }
                    }
                }
            });
            found.sort(Comparator.comparingDouble(Cover::cost));
            if (found.size() > COVERS) {
                found.subList(COVERS, found.size()).clear();
            }
        }
        return from.get(0);
    }

    private static <T> List<T> with(T first, List<T> rest) {
        List<T> all = new ArrayList<>(rest.size() + 1);
        all.add(first);
        all.addAll(rest);
        return all;
    }

    /** All edges, for explaining. */
    List<Edge> edges() {
        return byStart.stream()
                .flatMap(map -> map.values().stream())
                .flatMap(List::stream)
                .toList();
    }

    /** The cheapest edge of a kind over exactly these words. */
    Optional<Edge> edge(int start, int end, Kind kind) {
        return byStart.get(start).getOrDefault(kind, List.of()).stream()
                .filter(edge -> edge.end() == end)
                .min(Comparator.comparingDouble(Edge::cost));
    }
}
