package dev.caravan.search;

import dev.caravan.query.Condition;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Overall;
import dev.caravan.search.IndexLayout.IndexField;
import dev.caravan.search.SearchPlan.Folded;
import dev.caravan.search.SearchPlan.Key;
import dev.caravan.search.SearchPlan.Kind;
import dev.caravan.search.SearchPlan.Metric;
import dev.caravan.search.SearchPlan.Part;
import dev.caravan.semantic.Schema.Type;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Compiles logical queries to query DSL. */
public final class SearchCompiler {
    static final String GROUPS = "groups";

    private static final int GROUPS_PER_PAGE = 1_000;
    private static final int ROWS_PER_PAGE = 2_000;

    private final IndexLayout layout;
    private final int mostRows;
    private final Supplier<LocalDate> today;

    /**
     * For indices.
     *
     * @param mostRows how many rows of a list are read at most
     * @param today the day that "today" means where the schema does not say
     */
    public SearchCompiler(IndexLayout layout, int mostRows, Supplier<LocalDate> today) {
        this.layout = layout;
        this.mostRows = mostRows;
        this.today = () -> layout.graph().schema().today().orElseGet(today);
    }

    /**
     * The requests.
     *
     * @throws NotExpressible where the engine would need a script or a join for it
     */
    public SearchPlan compile(LogicalQuery query) {
        return new SearchPlan(query, query.grouped() ? grouped(query) : List.of(listed(query)));
    }

    // ---- rows

    private Part listed(LogicalQuery query) {
        String root =
                query.subject().orElseGet(() -> relation(query.columns().get(0).value()));
        Filters filters = new Filters(layout, root, today);
        List<Map<String, Object>> held = filters.of(query.where());
        if (query.distinct() && (query.nth() || !query.per().isEmpty())) {
            throw new NotExpressible(
                    "the first of rows of which equal ones are shown once are not taken in the search engine");
        }
        if (query.distinct()) {
            List<Value> groups = query.columns().stream().map(Shown::value).toList();
            List<Key> keys = keys(filters, groups);
            return new Part(
                    Kind.GROUPS,
                    root,
                    body(filters.query(held, false), keys, Map.of()),
                    keys,
                    groups.size(),
                    Map.of(),
                    Map.of(),
                    Optional.empty());
        }
        Map<Value, String> paths = new LinkedHashMap<>();
        Stream.of(
                        query.columns().stream().map(Shown::value),
                        query.order().stream().map(Order::by),
                        query.per().stream())
                .flatMap(values -> values)
                .flatMap(Value::fields)
                .forEach(value -> paths.put(value, filters.field(value).path()));
        List<Object> sort = new ArrayList<>();
        query.order()
                .forEach(order -> sort.add(Dsl.object(
                        filters.field(order.by()).path(),
                        Dsl.object("order", order.descending() ? "desc" : "asc", "missing", "_last"))));
        // rows in an order of their own, so that pages meet
        layout.graph().relation(root).key().forEach(column -> sort.add(Dsl.object(column, "asc")));
        boolean cut = query.per().isEmpty()
                && !query.ties()
                && !query.nth()
                && query.limit().isPresent();
        int wanted = cut ? Math.min(mostRows, query.limit().get()) : mostRows;
        Map<String, Object> body = Dsl.object(
                "query",
                filters.query(held, false),
                "sort",
                sort,
                "_source",
                paths.values().stream().distinct().toList(),
                "size",
                Math.min(wanted, ROWS_PER_PAGE),
                "track_total_hits",
                true);
        return new Part(Kind.ROWS, root, body, List.of(), 0, Map.of(), paths, Optional.empty());
    }

    private String relation(Value value) {
        return value.fields()
                .map(each -> each instanceof Field field ? field.relation() : ((Value.Formula) each).relation())
                .findFirst()
                .orElseThrow(() -> new NotExpressible("it is not said of what"));
    }

    // ---- figures

    private List<Part> grouped(LogicalQuery query) {
        List<Value> values = Stream.of(
                        query.measures().stream().map(Shown::value),
                        query.having().stream().flatMap(condition -> condition.operands().stream()),
                        query.order().stream().map(Order::by))
                .flatMap(each -> each)
                .toList();
        List<Value> groups = groups(query);
        List<Part> parts = new ArrayList<>();
        Map<String, List<Aggregate>> bases = new LinkedHashMap<>();
        values.stream().flatMap(Value::aggregates).distinct().forEach(aggregate -> {
            String base = inner(aggregate).isPresent() ? aggregate.toString() : aggregate.relation();
            bases.computeIfAbsent(base, b -> new ArrayList<>()).add(aggregate);
        });
        // a group of which no row is so may be what is asked for
        boolean single = bases.size() == 1 && query.having().isEmpty();
        bases.values().forEach(base -> parts.addAll(parts(groups, query.where(), base, single, false)));
        values.stream().flatMap(SearchCompiler::overall).distinct().forEach(all -> all.of()
                .aggregates()
                .distinct()
                .forEach(aggregate -> parts.addAll(parts(List.of(), List.of(), List.of(aggregate), false, true))));
        return parts;
    }

    private static Stream<Overall> overall(Value value) {
        return value instanceof Overall all
                ? Stream.of(all)
                : value.parts().stream().flatMap(SearchCompiler::overall);
    }

    private static Optional<Aggregate> inner(Aggregate aggregate) {
        return aggregate.of().filter(Aggregate.class::isInstance).map(Aggregate.class::cast);
    }

    /** What rows are grouped by: the key of the subject, then what is shown of it. */
    private List<Value> groups(LogicalQuery query) {
        List<Value> groups = new ArrayList<>();
        query.subject().ifPresent(subject -> layout.graph().relation(subject).key().stream()
                .map(column -> Field.of(subject, column))
                .forEach(groups::add));
        Stream.concat(query.columns().stream().map(Shown::value), query.per().stream())
                .filter(value -> !groups.contains(value))
                .forEach(groups::add);
        return groups;
    }

    /**
     * The requests for figures of one relation.
     *
     * @param single whether rows that count for none of the figures make no group
     * @param overall whether they are over all rows, whatever the query's groups
     */
    private List<Part> parts(
            List<Value> groups, List<Condition> where, List<Aggregate> base, boolean single, boolean overall) {
        Optional<Aggregate> inner = inner(base.get(0));
        if (inner.isPresent()) {
            return List.of(ofFigures(groups, where, base.get(0), inner.get(), overall));
        }
        String root = base.get(0).relation();
        boolean alike = single && base.stream().map(Aggregate::where).distinct().count() == 1;
        List<Condition> rows = new ArrayList<>(where);
        if (alike) {
            rows.addAll(base.get(0).where());
        }
        List<Part> parts = new ArrayList<>();
        Filters filters = new Filters(layout, root, today);
        List<Map<String, Object>> held = filters.of(rows);
        Map<Value, Metric> figures = new LinkedHashMap<>();
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (Aggregate aggregate : base) {
            if (!isOfValues(aggregate, filters)) {
                Value named = overall ? new Overall(aggregate) : aggregate;
                figures.put(named, metric(aggregate, filters, alike, "a" + (figures.size() + 1), metrics));
            }
        }
        parts.add(part(root, filters, groups, held, figures, metrics));
        base.stream()
                .filter(aggregate -> isOfValues(aggregate, filters))
                .forEach(aggregate -> parts.add(
                        ofValues(groups, rows, aggregate, alike, overall ? new Overall(aggregate) : aggregate)));
        return parts;
    }

    private Part part(
            String root,
            Filters filters,
            List<Value> groups,
            List<Map<String, Object>> held,
            Map<Value, Metric> figures,
            Map<String, Object> metrics) {
        if (!groups.isEmpty()) {
            List<Key> keys = keys(filters, groups);
            Map<String, Object> body = body(filters.query(held, true), keys, metrics);
            return new Part(Kind.GROUPS, root, body, keys, groups.size(), figures, Map.of(), Optional.empty());
        }
        Map<String, Object> body = Dsl.object("query", filters.query(held, true), "size", 0, "track_total_hits", true);
        if (!metrics.isEmpty()) {
            body.put("aggs", metrics);
        }
        return new Part(Kind.FIGURES, root, body, List.of(), 0, figures, Map.of(), Optional.empty());
    }

    /** Groups whose last keys are folded. */
    private Part folded(
            String root,
            Filters filters,
            List<Value> values,
            int grouped,
            List<Map<String, Object>> held,
            Map<Value, Metric> figures,
            Map<String, Object> metrics,
            Folded folded) {
        List<Key> keys = keys(filters, values);
        return new Part(
                Kind.GROUPS,
                root,
                body(filters.query(held, true), keys, metrics),
                keys,
                grouped,
                figures,
                Map.of(),
                Optional.of(folded));
    }

    private static Map<String, Object> body(Map<String, Object> query, List<Key> keys, Map<String, Object> metrics) {
        List<Object> sources = new ArrayList<>();
        keys.forEach(key -> sources.add(Dsl.object(key.name(), source(key))));
        Map<String, Object> groups = Dsl.object("composite", Dsl.object("size", GROUPS_PER_PAGE, "sources", sources));
        if (!metrics.isEmpty()) {
            groups.put("aggs", metrics);
        }
        return Dsl.object("query", query, "size", 0, "track_total_hits", true, "aggs", Dsl.object(GROUPS, groups));
    }

    private static Map<String, Object> source(Key key) {
        Map<String, Object> how = Dsl.object("field", key.field().path(), "missing_bucket", true);
        if (key.grain().isEmpty()) {
            return Dsl.object("terms", how);
        }
        Grain grain = key.grain().get();
        how.put("calendar_interval", grain.name().toLowerCase(Locale.ROOT));
        boolean time = grain == Grain.HOUR || grain == Grain.MINUTE;
        how.put("format", grain == Grain.YEAR ? "yyyy" : time ? "yyyy-MM-dd HH:mm:ss" : "yyyy-MM-dd");
        return Dsl.object("date_histogram", how);
    }

    private List<Key> keys(Filters filters, List<Value> groups) {
        List<Key> keys = new ArrayList<>();
        for (Value group : groups) {
            keys.add(key("g" + (keys.size() + 1), group, filters));
        }
        return keys;
    }

    private Key key(String name, Value group, Filters filters) {
        if (!(group instanceof Bucket bucket)) {
            IndexField field = filters.field(group);
            return field.type() == Type.DATE
                    ? new Key(name, group, field, Optional.of(Grain.DAY))
                    : new Key(name, group, checked(field), Optional.empty());
        }
        IndexField field = filters.dated(bucket);
        if (IndexLayout.PARTS.containsKey(bucket.grain())) {
            return new Key(name, group, filters.part(field, bucket.grain()), Optional.empty());
        }
        if (bucket.grain() == Grain.SECOND) {
            throw new NotExpressible("the search engine groups by minutes at the finest");
        }
        return new Key(name, group, field, Optional.of(bucket.grain()));
    }

    private static IndexField checked(IndexField field) {
        if (field.type() == Type.TIMESTAMP) {
            throw new NotExpressible("rows are not grouped by moments; say by which unit of time");
        }
        return field;
    }

    // ---- aggregates

    /** Whether it is made of single values here, because the engine's own is a guess or there is none. */
    private static boolean isOfValues(Aggregate aggregate, Filters filters) {
        boolean exact = aggregate.function() == Function.COUNT_DISTINCT || aggregate.function() == Function.MEDIAN;
        boolean end = aggregate.function() == Function.MINIMUM || aggregate.function() == Function.MAXIMUM;
        return exact
                || end
                        && aggregate
                                .of()
                                .filter(value -> filters.field(value).type() != Type.NUMBER)
                                .isPresent();
    }

    private Metric metric(
            Aggregate aggregate, Filters filters, boolean alike, String name, Map<String, Object> metrics) {
        List<Map<String, Object>> own = alike ? List.of() : filters.of(aggregate.where());
        boolean plain = aggregate.of().isEmpty() && own.isEmpty();
        boolean whole = aggregate.function() == Function.COUNT
                || aggregate.function() != Function.AVERAGE
                        && aggregate
                                .of()
                                .map(filters::field)
                                .filter(layout::isWhole)
                                .isPresent();
        Metric metric = new Metric(plain ? "" : name, aggregate, !own.isEmpty(), whole);
        if (!plain) {
            metrics.putAll(written(metric, filters, own.isEmpty() ? Map.of() : Dsl.all(own)));
        }
        return metric;
    }

    private static Map<String, Object> written(Metric metric, Filters filters, Map<String, Object> filter) {
        if (metric.name().isEmpty()) {
            return Map.of();
        }
        Optional<Map<String, Object>> figure =
                metric.aggregate().of().map(value -> figure(metric, filters.field(value)));
        if (!metric.filtered()) {
            return Dsl.object(metric.name(), figure.orElseThrow());
        }
        Map<String, Object> filtered = Dsl.object("filter", filter);
        figure.ifPresent(inside -> filtered.put("aggs", Dsl.object("figure", inside)));
        return Dsl.object(metric.name(), filtered);
    }

    private static Map<String, Object> figure(Metric metric, IndexField field) {
        Function function = metric.aggregate().function();
        if (function != Function.COUNT && field.type() != Type.NUMBER) {
            throw new NotExpressible(field.path() + " is no number to take a figure of");
        }
        // a sum of nothing is unknown, which only the count beside it tells
        String name =
                switch (function) {
                    case COUNT -> "value_count";
                    case SUM -> "stats";
                    case AVERAGE -> "avg";
                    case MINIMUM -> "min";
                    case MAXIMUM -> "max";
                    case MEDIAN, COUNT_DISTINCT -> throw new IllegalStateException("made of values");
                };
        return Dsl.object(name, Dsl.object("field", field.path()));
    }

    /** A figure of single values: each value of a group with its number. */
    private Part ofValues(List<Value> groups, List<Condition> rows, Aggregate aggregate, boolean alike, Value named) {
        Filters filters = new Filters(layout, aggregate.relation(), today);
        List<Condition> every = new ArrayList<>(rows);
        if (!alike) {
            every.addAll(aggregate.where());
        }
        List<Map<String, Object>> held = filters.of(every);
        Value of = aggregate.of().orElseThrow(() -> new NotExpressible("it is not said of what the values are"));
        List<Value> keys = new ArrayList<>(groups);
        keys.add(of);
        return folded(
                aggregate.relation(),
                filters,
                keys,
                groups.size(),
                held,
                Map.of(),
                Map.of(),
                new Folded(named, aggregate, Optional.empty()));
    }

    /** A figure of figures: the inner one for each row of the outer relation first. */
    private Part ofFigures(
            List<Value> groups, List<Condition> where, Aggregate outer, Aggregate inner, boolean overall) {
        if (!outer.where().isEmpty()) {
            throw new NotExpressible("a figure of figures is taken of all of them");
        }
        Filters filters = new Filters(layout, inner.relation(), today);
        if (inner(inner).isPresent() || isOfValues(inner, filters)) {
            throw new NotExpressible("a figure of these figures is more than the search engine is asked");
        }
        List<Map<String, Object>> held = filters.of(where);
        List<Value> keys = new ArrayList<>(groups);
        layout.graph().relation(outer.relation()).key().stream()
                .map(column -> Field.of(outer.relation(), column))
                .filter(value -> !keys.contains(value))
                .forEach(keys::add);
        Map<String, Object> metrics = new LinkedHashMap<>();
        Metric metric = metric(inner, filters, false, "a1", metrics);
        Value named = overall ? new Overall(outer) : outer;
        return folded(
                inner.relation(),
                filters,
                keys,
                groups.size(),
                held,
                Map.of(inner, metric),
                metrics,
                new Folded(named, outer, Optional.of(inner)));
    }
}
