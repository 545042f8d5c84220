package dev.caravan.model.offline;

import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.SchemaNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes statements over the tables of a schema, which it joins along their references by the shortest way; a way through a
 * table that both sides refer to multiplies rows and counts for longer.
 *
 * <p>In expressions {schema.table} stands for a table's alias, and {#schema.table} for the number of its rows, which are
 * counted by their key where the joins repeat them.
 */
final class SchemaSql {
    private static final Pattern PLACE = Pattern.compile("\\{(#?)([^{}#]+)}");
    private static final double THROUGH_SHARED = 1.5;
    static final double UNREACHABLE = 50;

    /**
     * A piece of SQL.
     *
     * @param sql with places for tables
     * @param aggregate whether it is made of several rows
     */
    record Expr(String sql, boolean aggregate) {
        static Expr column(String table, String column) {
            return new Expr("{" + table + "}." + SchemaNames.quoted(column), false);
        }

        static Expr rows(String table) {
            return new Expr("{#" + table + "}", true);
        }

        Set<String> tables() {
            return PLACE.matcher(sql)
                    .results()
                    .map(place -> place.group(2))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    /** A column of the result. */
    record Item(Expr value, String name) {}

    /** What rows are ordered by. */
    record Order(Expr value, boolean descending) {}

    /**
     * A statement.
     *
     * @param root the table whose rows are told or counted; empty for a statement of numbers only
     * @param groups what rows are grouped by, beside the columns of the result that are no aggregates
     * @param limit 0 for none
     * @param outer whether rows of the root stay that have no counterpart
     * @param firstOf where not empty, only the first row in the order of each of these is told
     */
    record Query(
            String root,
            List<Item> items,
            List<Expr> where,
            List<Expr> having,
            List<Expr> groups,
            boolean distinct,
            List<Order> order,
            int limit,
            boolean outer,
            List<Expr> firstOf) {
        Query(
                String root,
                List<Item> items,
                List<Expr> where,
                List<Expr> having,
                List<Expr> groups,
                boolean distinct,
                List<Order> order,
                int limit) {
            this(root, items, where, having, groups, distinct, order, limit, false);
        }

        Query(
                String root,
                List<Item> items,
                List<Expr> where,
                List<Expr> having,
                List<Expr> groups,
                boolean distinct,
                List<Order> order,
                int limit,
                boolean outer) {
            this(root, items, where, having, groups, distinct, order, limit, outer, List.of());
        }
    }

    /** Tables that no references connect. */
    static final class NotJoined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotJoined(String message) {
            super(message);
        }
    }

    private record Edge(String from, String column, String to, String key, boolean toOne) {}

    private record Step(String table, boolean cameToOne, double cost, List<Edge> path) {}

    private final Schema schema;
    private final Map<String, List<Edge>> edges = new HashMap<>();
    private final Map<String, Map<String, List<Edge>>> ways = new HashMap<>();
    private final Map<String, Map<String, Double>> distances = new HashMap<>();

    SchemaSql(Schema schema) {
        this.schema = schema;
        schema.relations().forEach((table, relation) -> relation.references().forEach((column, target) -> {
            String other = Schema.tableOf(target);
            edges.computeIfAbsent(table, t -> new ArrayList<>())
                    .add(new Edge(table, column, other, Schema.columnOf(target), true));
            edges.computeIfAbsent(other, t -> new ArrayList<>())
                    .add(new Edge(other, Schema.columnOf(target), table, column, false));
        }));
        schema.relations().keySet().forEach(this::explore);
    }

    private void explore(String origin) {
        Map<String, List<Edge>> found = new LinkedHashMap<>();
        Map<String, Double> costs = new HashMap<>();
        PriorityQueue<Step> open = new PriorityQueue<>(Comparator.comparingDouble(Step::cost));
        open.add(new Step(origin, false, 0, List.of()));
        Set<String> closed = new LinkedHashSet<>();
        while (!open.isEmpty()) {
            Step step = open.poll();
            if (!closed.add(step.table() + step.cameToOne())) {
                continue;
            }
            if (found.putIfAbsent(step.table(), step.path()) == null) {
                costs.put(step.table(), step.cost());
            }
            for (Edge edge : edges.getOrDefault(step.table(), List.of())) {
                double shared = step.cameToOne() && !edge.toOne() ? THROUGH_SHARED : 0;
                List<Edge> path = new ArrayList<>(step.path());
                path.add(edge);
                open.add(new Step(edge.to(), edge.toOne(), step.cost() + 1 + shared, path));
            }
        }
        ways.put(origin, found);
        distances.put(origin, costs);
    }

    /** How far two tables are apart, in joins. */
    double distance(String one, String two) {
        return distances.get(one).getOrDefault(two, UNREACHABLE);
    }

    /** Whether each row of a table has at most one of another. */
    boolean isToOne(String table, String other) {
        List<Edge> path = ways.get(table).get(other);
        return path != null && path.stream().allMatch(Edge::toOne);
    }

    /** A number of rows of another table that belong to a row of this one, under conditions, as a subquery. */
    Optional<Expr> related(String table, String other, List<Expr> conditions) {
        return inner(table, other, conditions)
                .map(inner -> new Expr("(SELECT " + inner.counted() + inner.text() + ")", false));
    }

    /** Whether any such row exists. */
    Optional<Expr> exists(String table, String other, List<Expr> conditions) {
        return inner(table, other, conditions).map(inner -> new Expr("EXISTS (SELECT 1" + inner.text() + ")", false));
    }

    private record Inner(String counted, String text) {}

    private Optional<Inner> inner(String table, String other, List<Expr> conditions) {
        List<Edge> path = ways.get(table).get(other);
        if (path == null || path.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> aliases = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < path.size(); i++) {
            Edge edge = path.get(i);
            String alias = "x" + (i + 1);
            aliases.put(edge.to(), alias);
            String on = alias + "." + SchemaNames.quoted(edge.key()) + " = ";
            text.append(i == 0 ? " FROM " : " JOIN ")
                    .append(SchemaNames.quoted(edge.to()))
                    .append(' ')
                    .append(alias);
            if (i > 0) {
                text.append(" ON ")
                        .append(on)
                        .append(aliases.get(edge.from()))
                        .append('.')
                        .append(SchemaNames.quoted(edge.column()));
            }
        }
        Edge first = path.get(0);
        text.append(" WHERE x1.")
                .append(SchemaNames.quoted(first.key()))
                .append(" = {")
                .append(table)
                .append("}.")
                .append(SchemaNames.quoted(first.column()));
        for (Expr condition : conditions) {
            if (!aliases.keySet().containsAll(condition.tables())) {
                return Optional.empty();
            }
            text.append(" AND ")
                    .append(PLACE.matcher(condition.sql())
                            .replaceAll(place -> Matcher.quoteReplacement(aliases.get(place.group(2)))));
        }
        List<String> key = schema.relations().get(other).key();
        boolean repeats =
                path.size() > 1 && path.subList(1, path.size()).stream().anyMatch(edge -> !edge.toOne());
        String last = aliases.get(other);
        boolean bridge = path.size() > 1 && path.get(path.size() - 1).toOne();
        String counted = (repeats || bridge) && key.size() == 1
                ? "count(DISTINCT " + last + "." + SchemaNames.quoted(key.get(0)) + ")"
                : "count(*)";
        return Optional.of(new Inner(counted, text.toString()));
    }

    /** The statement's text. */
    String text(Query asked) {
        Query query = shortened(asked);
        Set<String> needed = new LinkedHashSet<>();
        query.items().forEach(item -> needed.addAll(item.value().tables()));
        query.where().forEach(condition -> needed.addAll(condition.tables()));
        query.having().forEach(condition -> needed.addAll(condition.tables()));
        query.groups().forEach(group -> needed.addAll(group.tables()));
        query.order().forEach(order -> needed.addAll(order.value().tables()));
        query.firstOf().forEach(each -> needed.addAll(each.tables()));
        Map<String, String> aliases = new LinkedHashMap<>();
        Set<String> repeated = new LinkedHashSet<>();
        StringBuilder from = new StringBuilder();
        if (!query.root().isEmpty()) {
            join(query, needed, aliases, repeated, from);
        }
        List<String> items = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (Item item : query.items()) {
            String name = item.name();
            for (int n = 2; !names.add(name); n++) {
                name = item.name() + "_" + n;
            }
            items.add(placed(item.value(), aliases, repeated) + " AS " + SchemaNames.quoted(name));
        }
        String first = query.firstOf().stream()
                .map(each -> placed(each, aliases, repeated))
                .collect(Collectors.joining(", "));
        StringBuilder text = new StringBuilder("SELECT ")
                .append(query.distinct() ? "DISTINCT " : first.isEmpty() ? "" : "DISTINCT ON (" + first + ") ")
                .append(String.join(",\n       ", items))
                .append(from);
        if (!query.where().isEmpty()) {
            text.append("\nWHERE ")
                    .append(query.where().stream()
                            .map(each -> placed(each, aliases, repeated))
                            .distinct()
                            .collect(Collectors.joining("\n  AND ")));
        }
        boolean aggregated = query.items().stream()
                        .anyMatch(item -> item.value().aggregate())
                || !query.having().isEmpty()
                || query.order().stream().anyMatch(order -> order.value().aggregate());
        Set<String> groups = new LinkedHashSet<>();
        if (aggregated) {
            query.items().stream()
                    .map(Item::value)
                    .filter(value -> !value.aggregate())
                    .map(value -> placed(value, aliases, repeated))
                    .forEach(groups::add);
            query.groups().forEach(group -> groups.add(placed(group, aliases, repeated)));
        }
        if (!groups.isEmpty()) {
            text.append("\nGROUP BY ").append(String.join(", ", groups));
        }
        if (!query.having().isEmpty()) {
            text.append("\nHAVING ")
                    .append(query.having().stream()
                            .map(each -> placed(each, aliases, repeated))
                            .distinct()
                            .collect(Collectors.joining("\n   AND ")));
        }
        if (!query.order().isEmpty()) {
            List<String> order = new ArrayList<>();
            query.firstOf().forEach(each -> order.add(placed(each, aliases, repeated)));
            for (Order each : query.order()) {
                String value = placed(each.value(), aliases, repeated);
                order.add((query.distinct() || each.value().aggregate() ? number(items, value) : value)
                        + (each.descending() ? " DESC" : "") + " NULLS LAST");
            }
            text.append("\nORDER BY ").append(String.join(", ", order));
        }
        return text + (query.limit() > 0 ? "\nLIMIT " + query.limit() : "");
    }

    /** Where only the key of a table is told, the reference to it says the same without a join. */
    private Query shortened(Query query) {
        Query result = query;
        if (query.root().isEmpty()) {
            return query;
        }
        for (String table : pieces(query).stream()
                .flatMap(expr -> expr.tables().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new))) {
            List<Edge> path =
                    table.equals(query.root()) ? null : ways.get(query.root()).get(table);
            if (path == null || path.isEmpty()) {
                continue;
            }
            Edge last = path.get(path.size() - 1);
            String key = "{" + table + "}." + SchemaNames.quoted(last.key());
            String reference = "{" + last.from() + "}." + SchemaNames.quoted(last.column());
            boolean only = last.toOne()
                    && pieces(result).stream()
                            .allMatch(expr -> !expr.sql().contains("{#" + table + "}")
                                    && !expr.sql()
                                            .replaceAll(Pattern.quote(key) + "(?!\\w)", "")
                                            .contains("{" + table + "}"));
            if (only) {
                Pattern all = Pattern.compile(Pattern.quote(key) + "(?!\\w)");
                result = replaced(
                        result,
                        expr -> new Expr(
                                all.matcher(expr.sql()).replaceAll(Matcher.quoteReplacement(reference)),
                                expr.aggregate()));
            }
        }
        return result;
    }

    private static List<Expr> pieces(Query query) {
        List<Expr> pieces = new ArrayList<>(query.where());
        query.items().forEach(item -> pieces.add(item.value()));
        pieces.addAll(query.having());
        pieces.addAll(query.groups());
        query.order().forEach(order -> pieces.add(order.value()));
        pieces.addAll(query.firstOf());
        return pieces;
    }

    private static Query replaced(Query query, UnaryOperator<Expr> change) {
        return new Query(
                query.root(),
                query.items().stream()
                        .map(item -> new Item(change.apply(item.value()), item.name()))
                        .toList(),
                query.where().stream().map(change).toList(),
                query.having().stream().map(change).toList(),
                query.groups().stream().map(change).toList(),
                query.distinct(),
                query.order().stream()
                        .map(order -> new Order(change.apply(order.value()), order.descending()))
                        .toList(),
                query.limit(),
                query.outer(),
                query.firstOf().stream().map(change).toList());
    }

    /** The place of a value among the columns of the result, where it is one. */
    private static String number(List<String> items, String value) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).startsWith(value + " AS ")) {
                return String.valueOf(i + 1);
            }
        }
        return value;
    }

    private void join(
            Query query, Set<String> needed, Map<String, String> aliases, Set<String> repeated, StringBuilder from) {
        String root = query.root();
        aliases.put(root, "t1");
        from.append("\nFROM ").append(SchemaNames.quoted(root)).append(" t1");
        // what is closest is joined first, so that others can be reached through it
        List<String> rest = new ArrayList<>(needed);
        rest.sort(Comparator.comparingDouble(table -> distance(root, table)));
        for (String table : rest) {
            if (aliases.containsKey(table)) {
                continue;
            }
            String near = aliases.keySet().stream()
                    .min(Comparator.comparingDouble((String known) -> distance(known, table)))
                    .orElseThrow();
            List<Edge> path = ways.get(near).get(table);
            if (path == null) {
                throw new NotJoined("nothing connects " + root + " with " + table);
            }
            for (Edge edge : path) {
                if (aliases.containsKey(edge.to())) {
                    continue;
                }
                String alias = "t" + (aliases.size() + 1);
                if (!edge.toOne()) {
                    // one row of what was there becomes several
                    repeated.addAll(aliases.keySet());
                }
                aliases.put(edge.to(), alias);
                if (edge.toOne()) {
                    repeated.add(edge.to());
                } else if (repeated.contains(edge.from())
                        && !aliases.keySet().iterator().next().equals(edge.from())) {
                    repeated.add(edge.to());
                }
                from.append(query.outer() ? "\nLEFT JOIN " : "\nJOIN ")
                        .append(SchemaNames.quoted(edge.to()))
                        .append(' ')
                        .append(alias)
                        .append(" ON ")
                        .append(alias)
                        .append('.')
                        .append(SchemaNames.quoted(edge.key()))
                        .append(" = ")
                        .append(aliases.get(edge.from()))
                        .append('.')
                        .append(SchemaNames.quoted(edge.column()));
            }
        }
    }

    private String placed(Expr expr, Map<String, String> aliases, Set<String> repeated) {
        return PLACE.matcher(expr.sql()).replaceAll(place -> {
            String table = place.group(2);
            String alias = aliases.getOrDefault(table, "t1");
            if (place.group(1).isEmpty()) {
                return Matcher.quoteReplacement(alias);
            }
            Relation relation = schema.relations().get(table);
            boolean distinct = repeated.contains(table) && relation.key().size() == 1;
            return Matcher.quoteReplacement(
                    distinct
                            ? "count(DISTINCT " + alias + "."
                                    + SchemaNames.quoted(relation.key().get(0)) + ")"
                            : "count(*)");
        });
    }
}
