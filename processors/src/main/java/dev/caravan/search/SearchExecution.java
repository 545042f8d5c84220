package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.Value;
import dev.caravan.search.Evaluator.Row;
import dev.caravan.search.SearchPlan.Kind;
import dev.caravan.search.SearchPlan.Part;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A plan under way: what its requests have given so far. Asked for its next request until there is none, then for its table.
 *
 * @param plan what is asked
 * @param given the replies' items, by part
 * @param limits how much may be read
 */
public record SearchExecution(SearchPlan plan, List<Given> given, Limits limits) {

    /**
     * What a part has given.
     *
     * @param items documents, groups, or one reply with figures
     * @param total how many documents the part is about
     * @param after where its next page begins; empty where there is none
     * @param begun whether it was asked at all
     */
    public record Given(List<JsonNode> items, long total, Optional<Object> after, boolean begun) {
        static final Given NOTHING = new Given(List.of(), 0, Optional.empty(), false);
    }

    /**
     * Bounds of what is read.
     *
     * @param rows of a list
     * @param groups of a part, folded ones included
     */
    public record Limits(int rows, int groups) {}

    /** Takes a copy. */
    public SearchExecution {
        given = List.copyOf(given);
    }

    /** A plan of which nothing was asked yet. */
    public static SearchExecution begin(SearchPlan plan, Limits limits) {
        return new SearchExecution(plan, Collections.nCopies(plan.parts().size(), Given.NOTHING), limits);
    }

    private int at() {
        return IntStream.range(0, given.size())
                .filter(i -> !given.get(i).begun() || given.get(i).after().isPresent())
                .findFirst()
                .orElse(-1);
    }

    /** Whether something is still to be asked. */
    public boolean isOpen() {
        return at() >= 0;
    }

    /** The request that is next. */
    public SearchRequest next() {
        Part part = plan.parts().get(at());
        Map<String, Object> body = new LinkedHashMap<>(part.body());
        given.get(at()).after().ifPresent(after -> {
            if (part.kind() == Kind.ROWS) {
                body.put("search_after", after);
            } else {
                body.put("aggs", from(part, after));
            }
        });
        return new SearchRequest(part.relation(), body);
    }

    private static Map<String, Object> from(Part part, Object after) {
        Map<?, ?> groups = (Map<?, ?>) ((Map<?, ?>) part.body().get("aggs")).get(SearchCompiler.GROUPS);
        Map<Object, Object> composite = new LinkedHashMap<>((Map<?, ?>) groups.get("composite"));
        composite.put("after", after);
        Map<Object, Object> further = new LinkedHashMap<>(groups);
        further.put("composite", composite);
        return Dsl.object(SearchCompiler.GROUPS, further);
    }

    /**
     * With the reply to the next request.
     *
     * @throws SearchProblem where there is more than may be read
     */
    public SearchExecution accept(JsonNode reply) {
        int at = at();
        Part part = plan.parts().get(at);
        List<Given> all = new ArrayList<>(given);
        all.set(
                at,
                switch (part.kind()) {
                    case ROWS -> rows(part, given.get(at), reply);
                    case GROUPS -> groups(given.get(at), reply);
                    case FIGURES -> new Given(List.of(reply), Replies.total(reply), Optional.empty(), true);
                });
        return new SearchExecution(plan, all, limits);
    }

    private Given rows(Part part, Given before, JsonNode reply) {
        JsonNode hits = reply.path("hits").path("hits");
        List<JsonNode> items = new ArrayList<>(before.items());
        hits.forEach(items::add);
        long total = Replies.total(reply);
        int size = (Integer) part.body().get("size");
        boolean ranked = isRanked(plan.query());
        boolean enough = !ranked && items.size() >= Math.min(limits.rows(), wanted());
        if (hits.size() < size || enough) {
            return new Given(items, total, Optional.empty(), true);
        }
        if (ranked && total > limits.groups()) {
            throw new SearchProblem(
                    SearchProblem.Kind.REFUSED,
                    total + " rows would have to be ranked, and " + limits.groups() + " may be; ask for fewer of them");
        }
        JsonNode sort = hits.get(hits.size() - 1).path("sort");
        if (sort.isEmpty()) {
            throw new SearchProblem(
                    SearchProblem.Kind.REFUSED, "rows without a key cannot be read in pages; ask for fewer of them");
        }
        return new Given(items, total, Optional.of(sort), true);
    }

    private int wanted() {
        return plan.query().limit().orElse(Integer.MAX_VALUE);
    }

    private Given groups(Given before, JsonNode reply) {
        JsonNode groups = Replies.aggregation(reply.path("aggregations"), SearchCompiler.GROUPS);
        List<JsonNode> items = new ArrayList<>(before.items());
        groups.path("buckets").forEach(items::add);
        if (items.size() > limits.groups()) {
            throw new SearchProblem(
                    SearchProblem.Kind.REFUSED,
                    "there are more than " + limits.groups()
                            + " groups; ask for fewer, by a condition or a coarser division");
        }
        long total = Replies.total(reply);
        if (before.begun() && before.total() != total) {
            throw new SearchProblem(
                    SearchProblem.Kind.INCOMPLETE, "the data changed while they were read; ask once more");
        }
        JsonNode after = groups.path("after_key");
        boolean more = !after.isMissingNode() && !groups.path("buckets").isEmpty();
        if (!more) {
            long counted = items.stream()
                    .mapToLong(item -> item.path("doc_count").asLong())
                    .sum();
            if (counted != total) {
                throw new SearchProblem(
                        SearchProblem.Kind.INCOMPLETE,
                        "the groups hold " + counted + " of " + total + " rows, so their figures would be wrong");
            }
        }
        return new Given(items, total, more ? Optional.of(after) : Optional.empty(), true);
    }

    // ---- the table

    private static boolean isRanked(LogicalQuery query) {
        return !query.per().isEmpty()
                || query.nth()
                || query.ties() && query.limit().isPresent() && !query.order().isEmpty() && !query.distinct();
    }

    /** What was asked for, complete except for rows of a list beyond the limit, which are counted. */
    public Table table() {
        LogicalQuery query = plan.query();
        boolean documents = plan.parts().get(0).kind() == Kind.ROWS;
        Map<Value, Object> overall = new LinkedHashMap<>();
        List<? extends Row> rows = documents
                ? given.get(0).items().stream()
                        .map(hit -> new Replies.Document(plan.parts().get(0), hit.path("_source")))
                        .toList()
                : new Groups(plan, given).rows(overall);
        Evaluator evaluator = new Evaluator(overall);
        List<? extends Row> kept = rows.stream()
                .filter(row -> query.having().stream()
                        .allMatch(condition -> evaluator.holds(condition, row).orElse(false)))
                .toList();
        List<Shown> shown = Stream.concat(query.columns().stream(), query.measures().stream())
                .toList();
        Value window = query.columns().isEmpty()
                ? new Value.Literal("")
                : query.columns().get(0).value();
        List<List<Optional<Object>>> cells = shown.stream()
                .map(column -> evaluator.of(column.value(), kept, window))
                .toList();
        List<List<Optional<Object>>> order = query.order().stream()
                .map(each -> evaluator.of(each.by(), kept, window))
                .toList();
        List<List<Optional<Object>>> within = query.per().stream()
                .map(value -> evaluator.of(value, kept, window))
                .toList();
        List<Integer> places = places(kept.size(), order, query.order(), documents && !isRanked(query));
        List<Integer> first = first(places, order, within, cells);
        long total = documents && !isRanked(query)
                ? query.limit()
                        .map(most -> Math.min(most, given.get(0).total()))
                        .orElse(given.get(0).total())
                : first.size();
        return new Table(
                shown.stream()
                        .map(column -> new Table.Column(column.label().replace('.', ' '), ""))
                        .toList(),
                first.stream()
                        .limit(limits.rows())
                        .map(place -> cells.stream()
                                .map(column -> column.get(place).orElse(null)) // a cell of a table may be null
                                .toList())
                        .<List<Object>>map(row -> row)
                        .toList(),
                total);
    }

    private static List<Integer> places(
            int size, List<List<Optional<Object>>> order, List<Order> orders, boolean ordered) {
        List<Integer> places = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        if (!ordered) {
            places.sort((one, other) -> compare(one, other, order, orders));
        }
        return places;
    }

    private static int compare(int one, int other, List<List<Optional<Object>>> order, List<Order> orders) {
        for (int i = 0; i < orders.size(); i++) {
            Optional<Object> a = order.get(i).get(one);
            Optional<Object> b = order.get(i).get(other);
            boolean turned = orders.get(i).descending() && a.isPresent() && b.isPresent();
            int compared = turned ? Evaluator.ORDER.compare(b, a) : Evaluator.ORDER.compare(a, b);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** The first of all, or the first within each, with those equal to the last where asked. */
    private List<Integer> first(
            List<Integer> places,
            List<List<Optional<Object>>> order,
            List<List<Optional<Object>>> within,
            List<List<Optional<Object>>> cells) {
        LogicalQuery query = plan.query();
        if (!isRanked(query)) {
            return places.stream().limit(wanted()).toList();
        }
        Map<List<Optional<Object>>, List<Integer>> parts = new LinkedHashMap<>();
        places.forEach(place -> parts.computeIfAbsent(
                        within.stream().map(value -> value.get(place)).toList(), key -> new ArrayList<>())
                .add(place));
        int most = query.limit().orElse(1);
        List<Integer> kept = new ArrayList<>();
        parts.values().forEach(part -> {
            int place = 0;
            for (int i = 0; i < part.size(); i++) {
                boolean next = i == 0 || compare(part.get(i - 1), part.get(i), order, query.order()) != 0;
                place += next ? 1 : 0;
                if (query.nth()) {
                    if (place == most) {
                        kept.add(part.get(i));
                    }
                    continue;
                }
                // a rank counts those that are truly before
                if (i < most || compare(part.get(i), part.get(most - 1), order, query.order()) == 0) {
                    kept.add(part.get(i));
                }
            }
        });
        Comparator<Integer> shown = Comparator.comparing(place -> cells.get(0).get(place), Evaluator.ORDER);
        return kept.stream()
                .sorted(within.isEmpty() ? (a, b) -> compare(a, b, order, query.order()) : shown)
                .toList();
    }
}
