package dev.caravan.compile;

import dev.caravan.compile.Expressions.Context;
import dev.caravan.query.Condition;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compiles logical queries to one SELECT of an engine. */
public final class QueryCompiler {
    private final SchemaGraph graph;
    private final SqlDialect dialect;

    /**
     * For a schema.
     *
     * @param engine one of postgresql, duckdb, sqlite, mysql
     */
    public QueryCompiler(SchemaGraph graph, String engine) {
        this.graph = graph;
        this.dialect = switch (engine) {
            case "postgresql" -> new PostgreSqlDialect();
            case "duckdb" -> new DuckDbDialect();
            case "sqlite" -> new SqliteDialect();
            case "mysql" -> new MySqlDialect();
            default -> throw new IllegalArgumentException("no dialect of SQL is known by the name " + engine);
        };
    }

    /**
     * The statement.
     *
     * @throws NotExpressible where nothing connects the relations, or a sum would count rows several times
     */
    public String compile(LogicalQuery query) {
        return new Statement().of(query);
    }

    /** One statement under way; statements in brackets share its aliases. */
    private final class Statement {
        private final Source.Aliases aliases = new Source.Aliases();
        private final Expressions expressions = new Expressions(graph, dialect, value -> "(" + figures(value) + ")");
        private final Conditions conditions = new Conditions(graph, dialect, expressions, aliases);
        private final Aggregates aggregates = new Aggregates(graph, expressions, conditions);

        String of(LogicalQuery query) {
            return query.grouped() ? grouped(query) : listed(query);
        }

        // ---- rows

        private String listed(LogicalQuery query) {
            String root = query.subject()
                    .orElseGet(() -> relation(query.columns().get(0).value()));
            Source source = new Source(graph, dialect, root, aliases, true);
            Context context = new Context(source, aggregate -> "", "");
            Source strict = source;
            List<String> held = conditions.written(query.where(), strict);
            List<String> shown = new ArrayList<>();
            query.columns()
                    .forEach(column -> shown.add(expressions.value(column.value(), context) + " AS " + label(column)));
            List<String> ordered = query.order().stream()
                    .map(order -> dialect.order(expressions.value(order.by(), context), order.descending()))
                    .toList();
            if (ranked(query)) {
                return ranked(query, shown, source, held, context, ordered);
            }
            if (source.multiplies() && !query.distinct()) {
                throw new NotExpressible("each " + Labels.of(graph, root) + " would be shown several times");
            }
            return "SELECT " + (query.distinct() ? "DISTINCT " : "") + String.join(", ", shown) + " FROM "
                    + source.text() + where(" WHERE ", held) + list(" ORDER BY ", ordered) + limit(query);
        }

        /** Whether the first are found by their rank, so that equals stand beside each other. */
        private boolean ranked(LogicalQuery query) {
            return !query.per().isEmpty()
                    || query.nth()
                    || query.ties()
                            && query.limit().isPresent()
                            && !query.order().isEmpty()
                            && !query.distinct();
        }

        private String ranked(
                LogicalQuery query,
                List<String> shown,
                Source source,
                List<String> held,
                Context context,
                List<String> ordered) {
            String within = query.per().stream()
                    .map(value -> expressions.value(value, context))
                    .collect(Collectors.joining(", "));
            return "SELECT " + labels(query.columns()) + " FROM (SELECT " + (query.distinct() ? "DISTINCT " : "")
                    + String.join(", ", shown)
                    + rank(query) + (within.isEmpty() ? "" : "PARTITION BY " + within)
                    + list(" ORDER BY ", ordered) + ") AS place FROM "
                    + source.text() + where(" WHERE ", held) + ") ranked WHERE place "
                    + (query.nth() ? "= " : "<= ") + query.limit().orElse(1) + " ORDER BY "
                    + label(query.columns().get(0)) + ", place";
        }

        /** What shares a place leaves none out where the one at a certain place is asked, or equal rows are shown once. */
        private static String rank(LogicalQuery query) {
            return query.nth() || query.distinct() ? ", DENSE_RANK() OVER (" : ", RANK() OVER (";
        }

        // ---- figures

        /** A figure over all rows, as a statement. */
        private String figures(Value value) {
            return grouped(new LogicalQuery(
                    Optional.empty(),
                    List.of(),
                    List.of(new Shown(value, "figure")),
                    List.of(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    false,
                    false));
        }

        private String grouped(LogicalQuery query) {
            List<Aggregate> asked = Stream.of(
                            query.measures().stream().map(Shown::value),
                            query.having().stream().flatMap(condition -> condition.operands().stream()),
                            query.order().stream().map(Order::by))
                    .flatMap(values -> values)
                    .flatMap(Value::aggregates)
                    .distinct()
                    .toList();
            Map<String, List<Aggregate>> bases = new LinkedHashMap<>();
            for (Aggregate aggregate : asked) {
                boolean nested =
                        aggregate.of().filter(Aggregate.class::isInstance).isPresent();
                bases.computeIfAbsent(nested ? aggregate.toString() : aggregate.relation(), b -> new ArrayList<>())
                        .add(aggregate);
            }
            boolean nested = asked.stream()
                    .anyMatch(each ->
                            each.of().filter(Aggregate.class::isInstance).isPresent());
            return bases.size() == 1 && !nested ? single(query, asked) : several(query, bases);
        }

        /** What rows are grouped by: the key of the subject, then what is shown of it. */
        private List<Value> groups(LogicalQuery query) {
            List<Value> groups = new ArrayList<>();
            query.subject().ifPresent(subject -> graph.relation(subject).key().stream()
                    .map(column -> Field.of(subject, column))
                    .forEach(groups::add));
            Stream.concat(query.columns().stream().map(Shown::value), query.per().stream())
                    .filter(value -> !groups.contains(value))
                    .forEach(groups::add);
            return groups;
        }

        private String single(LogicalQuery query, List<Aggregate> asked) {
            Source source = new Source(graph, dialect, asked.get(0).relation(), aliases, false);
            // a group of which no row is so may be what is asked for
            boolean alike = asked.stream().map(Aggregate::where).distinct().count() == 1
                    && query.having().isEmpty();
            List<Condition> rows = new ArrayList<>(query.where());
            if (alike) {
                rows.addAll(asked.get(0).where());
            }
            List<String> held = conditions.written(rows, source);
            Context plain = new Context(source, aggregate -> "", "");
            List<String> by = groups(query).stream()
                    .map(value -> expressions.value(value, plain))
                    .toList();
            Map<Aggregate, String> written = new LinkedHashMap<>();
            asked.forEach(aggregate -> written.put(aggregate, aggregates.written(aggregate, source, !alike)));
            Context context = new Context(source, written::get, window(query, plain));
            return finished(
                    query,
                    context,
                    " FROM " + source.text() + where(" WHERE ", held) + list(" GROUP BY ", by),
                    " HAVING ");
        }

        private String window(LogicalQuery query, Context context) {
            return query.columns().isEmpty()
                    ? "1"
                    : expressions.value(query.columns().get(0).value(), context);
        }

        private String finished(LogicalQuery query, Context context, String from, String having) {
            List<String> shown = new ArrayList<>();
            query.columns()
                    .forEach(column -> shown.add(expressions.value(column.value(), context) + " AS " + label(column)));
            query.measures()
                    .forEach(column -> shown.add(expressions.value(column.value(), context) + " AS " + label(column)));
            List<String> held = query.having().stream()
                    .map(condition -> conditions.condition(condition, context))
                    .toList();
            List<String> ordered = query.order().stream()
                    .map(order -> dialect.order(expressions.value(order.by(), context), order.descending()))
                    .toList();
            if (!ranked(query)) {
                return "SELECT " + String.join(", ", shown) + from + where(having, held) + list(" ORDER BY ", ordered)
                        + limit(query);
            }
            String within = query.per().stream()
                    .map(value -> expressions.value(value, context))
                    .collect(Collectors.joining(", "));
            List<Shown> all = Stream.concat(query.columns().stream(), query.measures().stream())
                    .toList();
            return "SELECT " + labels(all) + " FROM (SELECT " + String.join(", ", shown)
                    + rank(query) + (within.isEmpty() ? "" : "PARTITION BY " + within)
                    + list(" ORDER BY ", ordered) + ") AS place" + from
                    + where(having, held) + ") ranked WHERE place "
                    + (query.nth() ? "= " : "<= ") + query.limit().orElse(1) + " ORDER BY "
                    + label(all.get(0)) + ", place";
        }

        // ---- figures of several grains

        private String several(LogicalQuery query, Map<String, List<Aggregate>> bases) {
            List<Value> groups = groups(query);
            List<String> parts = new ArrayList<>();
            Map<Aggregate, String> written = new LinkedHashMap<>();
            int number = 0;
            for (List<Aggregate> base : bases.values()) {
                String name = "m" + ++number;
                parts.add(name + " AS (" + part(query, groups, base) + ")");
                for (int i = 0; i < base.size(); i++) {
                    written.put(base.get(i), name + ".a" + (i + 1));
                }
            }
            StringBuilder from = new StringBuilder(" FROM m1");
            for (int i = 2; i <= number; i++) {
                int at = i;
                String on = groups.isEmpty()
                        ? "1 = 1"
                        : Stream.iterate(1, k -> k + 1)
                                .limit(groups.size())
                                .map(k -> dialect.same("m1.g" + k, "m" + at + ".g" + k))
                                .collect(Collectors.joining(" AND "));
                from.append(" LEFT JOIN m").append(i).append(" ON ").append(on);
            }
            Finished last = new Finished(groups, written);
            return "WITH " + String.join(", ", parts) + " " + last.of(query, from.toString());
        }

        /** The aggregates of one grain by group. */
        private String part(LogicalQuery query, List<Value> groups, List<Aggregate> base) {
            Aggregate first = base.get(0);
            Optional<Aggregate> inner =
                    first.of().filter(Aggregate.class::isInstance).map(Aggregate.class::cast);
            if (inner.isPresent()) {
                return ofFigures(query, groups, first, inner.get());
            }
            Source source = new Source(graph, dialect, first.relation(), aliases, false);
            Context context = new Context(source, aggregate -> "", "");
            List<String> held = conditions.written(query.where(), source);
            List<String> by = groups.stream()
                    .map(value -> expressions.value(value, context))
                    .toList();
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < by.size(); i++) {
                shown.add(by.get(i) + " AS g" + (i + 1));
            }
            for (int i = 0; i < base.size(); i++) {
                shown.add(aggregates.written(base.get(i), source, true) + " AS a" + (i + 1));
            }
            return "SELECT " + String.join(", ", shown) + " FROM " + source.text() + where(" WHERE ", held)
                    + list(" GROUP BY ", by);
        }

        /** A figure of figures: the inner one for each row of the outer relation first. */
        private String ofFigures(LogicalQuery query, List<Value> groups, Aggregate outer, Aggregate inner) {
            List<Value> all = new ArrayList<>(groups);
            graph.relation(outer.relation()).key().stream()
                    .map(column -> Field.of(outer.relation(), column))
                    .filter(value -> !all.contains(value))
                    .forEach(all::add);
            String rows = part(query, all, List.of(inner));
            List<String> by = Stream.iterate(1, k -> k + 1)
                    .limit(groups.size())
                    .map(k -> "g" + k)
                    .toList();
            String figure =
                    switch (outer.function()) {
                        case AVERAGE -> "AVG(a1)";
                        case SUM -> "SUM(a1)";
                        case MINIMUM -> "MIN(a1)";
                        case MAXIMUM -> "MAX(a1)";
                        case MEDIAN -> dialect.median("a1");
                        case COUNT, COUNT_DISTINCT -> throw new NotExpressible("a count of figures has no meaning");
                    };
            List<String> shown = new ArrayList<>(by);
            shown.add(figure + " AS a1");
            return "SELECT " + String.join(", ", shown) + " FROM (" + rows + ") figures" + list(" GROUP BY ", by);
        }

        /** The last SELECT over parts of several grains. */
        private final class Finished {
            private final List<Value> groups;
            private final Map<Aggregate, String> written;

            Finished(List<Value> groups, Map<Aggregate, String> written) {
                this.groups = groups;
                this.written = written;
            }

            private String value(Value value) {
                int at = groups.indexOf(value);
                if (at >= 0) {
                    return "m1.g" + (at + 1);
                }
                String window = groups.isEmpty() ? "1" : "m1.g" + groups.size();
                Source none = new Source(
                        graph,
                        dialect,
                        graph.schema().relations().keySet().iterator().next(),
                        new Source.Aliases(),
                        false);
                return expressions.value(value, new Context(none, written::get, window));
            }

            String of(LogicalQuery query, String from) {
                if (!query.per().isEmpty() || query.nth()) {
                    throw new NotExpressible("the first of each group can be asked by one figure only");
                }
                List<String> shown = Stream.concat(query.columns().stream(), query.measures().stream())
                        .map(column -> value(column.value()) + " AS " + label(column))
                        .toList();
                List<String> held = query.having().stream()
                        .map(condition -> {
                            Condition.Compare compare = (Condition.Compare) condition;
                            return value(compare.left()) + " "
                                    + compare.relation().sign() + " " + value(compare.right());
                        })
                        .toList();
                List<String> ordered = query.order().stream()
                        .map(order -> dialect.order(value(order.by()), order.descending()))
                        .toList();
                return "SELECT " + String.join(", ", shown) + from + where(" WHERE ", held)
                        + list(" ORDER BY ", ordered) + limit(query);
            }
        }

        // ---- pieces

        private String relation(Value value) {
            return value.fields()
                    .map(each -> each instanceof Field field ? field.relation() : ((Value.Formula) each).relation())
                    .findFirst()
                    .orElseThrow(() -> new NotExpressible("it is not said of what"));
        }

        private String label(Shown shown) {
            return dialect.quoted(shown.label().replace(".", " "));
        }

        private String labels(List<Shown> shown) {
            return shown.stream().map(this::label).collect(Collectors.joining(", "));
        }

        private String limit(LogicalQuery query) {
            return query.limit().map(most -> " LIMIT " + most).orElse("");
        }

        private static String where(String word, List<String> held) {
            return held.isEmpty() ? "" : word + String.join(" AND ", held);
        }

        private static String list(String word, List<String> parts) {
            return parts.isEmpty() ? "" : word + String.join(", ", parts);
        }
    }
}
