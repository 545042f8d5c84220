package dev.caravan.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Exists;
import dev.caravan.query.Condition.OneOf;
import dev.caravan.query.Condition.Relation;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Today;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The JSON form of logical queries over a schema, as models write them and traces show them. Whatever is wrong with a query is
 * named, so that whoever wrote it can mend it.
 *
 * <p>A query has {@code rows, show, figures, where, having, order, first, within, distinct, ties, nth}. A value is the name of a column or a
 * figure of the model ({@code orders.freight}), a time cut to a grain ({@code orders.order_date@month}), or an object such as {@code
 * {"figure": "sum", "of": "orders.freight", "where": []}}. A condition is {@code {"of": value, "is": "=", "value": 5}}.
 */
public final class QueryJson {
    private static final Set<String> KEYS = new LinkedHashSet<>(List.of(
            "rows", "show", "figures", "where", "having", "order", "first", "within", "distinct", "ties", "nth"));

    private final QueryNames names;
    private final QueryWords words;
    private final LiteralReader literals;

    /**
     * For a schema.
     *
     * @param stored the values that a column is known to have; empty where they are not known
     */
    public QueryJson(SchemaGraph graph, StoredValues stored) {
        this.names = new QueryNames(graph.schema());
        this.words = new QueryWords(graph.schema());
        this.literals = new LiteralReader(graph.schema(), stored);
    }

    // ---- reading

    /**
     * The query.
     *
     * @throws IllegalQuery naming everything that does not fit
     */
    public LogicalQuery read(JsonNode node) throws IllegalQuery {
        Reading reading = new Reading();
        LogicalQuery query = reading.query(node);
        if (!reading.faults.isEmpty()) {
            throw new IllegalQuery(reading.faults);
        }
        return query;
    }

    /** One query under way; faults are gathered, and stand-ins take the place of what is wrong. */
    private final class Reading {
        private final List<String> faults = new ArrayList<>();
        private List<Shown> figures = List.of();

        LogicalQuery query(JsonNode node) {
            node.fieldNames().forEachRemaining(key -> {
                if (!KEYS.contains(key)) {
                    faults.add("a query has no " + key + "; it has " + String.join(", ", KEYS));
                }
            });
            Optional<String> subject = text(node, "rows").flatMap(this::table);
            List<Shown> columns = shown(node.path("show"));
            figures = shown(node.path("figures"));
            for (Shown figure : figures) {
                if (figure.value().aggregates().findAny().isEmpty()) {
                    faults.add("figures: " + figure.label()
                            + " is no figure; write {\"figure\": \"sum\", \"of\": …} or put it into show");
                }
            }
            List<Condition> where = conditions(node.path("where"));
            List<Condition> having = conditions(node.path("having"));
            List<Order> order = new ArrayList<>();
            node.path("order").forEach(each -> value(each.path("by"))
                    .ifPresent(by ->
                            order.add(new Order(by, each.path("descending").asBoolean(false)))));
            Optional<Integer> first = Optional.of(node.path("first"))
                    .filter(JsonNode::isNumber)
                    .map(JsonNode::intValue)
                    .filter(number -> number > 0);
            List<Value> within = new ArrayList<>();
            node.path("within").forEach(each -> value(each).ifPresent(within::add));
            check(subject, columns, having, order, first, within);
            return new LogicalQuery(
                    subject,
                    columns,
                    figures,
                    where,
                    having,
                    order,
                    first,
                    within,
                    node.path("distinct").asBoolean(false),
                    node.path("ties").asBoolean(false),
                    node.path("nth").asBoolean(false));
        }

        private void check(
                Optional<String> subject,
                List<Shown> columns,
                List<Condition> having,
                List<Order> order,
                Optional<Integer> first,
                List<Value> within) {
            if (columns.isEmpty() && figures.isEmpty() && faults.isEmpty()) {
                faults.add("nothing is shown: show needs columns, or figures a figure");
            }
            columns.stream()
                    .filter(each -> each.value().aggregates().findAny().isPresent())
                    .forEach(each -> faults.add("show: " + each.label() + " is a figure; put it into figures"));
            if (having.stream()
                    .flatMap(condition -> condition.operands().stream())
                    .anyMatch(value -> value.aggregates().findAny().isEmpty()
                            && value.fields().findAny().isPresent())) {
                faults.add("having is about figures; conditions on columns go into where");
            }
            if (first.isPresent() && order.isEmpty()) {
                faults.add("first needs an order: by what are the first " + first.get() + " chosen");
            }
            if (!within.isEmpty() && first.isEmpty()) {
                faults.add("within needs first: how many of each");
            }
            if (!figures.isEmpty() && subject.isPresent() && columns.isEmpty()) {
                faults.add("the figures are those of each of " + subject.get()
                        + ": show needs the columns that name them, or rows goes");
            }
        }

        private List<Shown> shown(JsonNode nodes) {
            List<Shown> shown = new ArrayList<>();
            Set<String> used = new LinkedHashSet<>();
            for (JsonNode node : nodes) {
                Optional<Value> value = value(node.has("as") && node.has("value") ? node.path("value") : node);
                if (value.isPresent()) {
                    String label = node.path("as").asText(words.label(value.get()));
                    String unique = label;
                    for (int n = 2; !used.add(unique); n++) {
                        unique = label + " " + n;
                    }
                    shown.add(new Shown(value.get(), unique));
                }
            }
            return shown;
        }

        private Optional<String> table(String name) {
            Optional<String> found = names.table(name);
            if (found.isEmpty()) {
                faults.add(names.noTable(name));
            }
            return found;
        }

        private Optional<Value> value(JsonNode node) {
            if (node.isTextual()) {
                return named(node.asText().strip());
            } else if (node.has("figure")) {
                return figure(node);
            } else if (node.has("column")) {
                return named(node.path("column").asText())
                        .map(value -> value instanceof Field field
                                ? new Field(
                                        field.relation(),
                                        field.column(),
                                        node.path("via").asText())
                                : value);
            } else if (node.has("cut")) {
                return value(node.path("cut"))
                        .flatMap(of -> grain(node.path("grain").asText()).map(grain -> new Bucket(of, grain)));
            } else if (node.has("calculate")) {
                return calculation(node);
            } else if (node.has("overall")) {
                return value(node.path("overall")).map(Value.Overall::new);
            } else if (node.has("share")) {
                return value(node.path("share")).map(Value.ShareOfAll::new);
            } else if (node.has("change")) {
                return value(node.path("change"))
                        .map(of -> new Value.Change(of, node.path("percent").asBoolean(false)));
            } else if (node.has("running")) {
                return value(node.path("running")).map(Value.Running::new);
            } else if (node.has("from") && node.has("to")) {
                Optional<Value> to = value(node.path("to"));
                return value(node.path("from"))
                        .flatMap(from ->
                                to.flatMap(until -> grain(node.path("unit").asText("day"))
                                        .map(unit -> new Value.Elapsed(from, until, unit))));
            } else if (node.has("today")) {
                return grain(node.path("unit").asText("day"))
                        .map(unit -> new Today(node.path("today").asInt(), unit));
            } else if (node.has("number")) {
                return Optional.of(new Literal(node.path("number").decimalValue()));
            }
            faults.add("no value is written as " + node);
            return Optional.empty();
        }

        /** A column, a figure of the model, a time cut to a grain, or a figure that stands in the query already. */
        private Optional<Value> named(String name) {
            if (name.matches("(?i)figure \\d+")) {
                int at = Integer.parseInt(name.substring(7)) - 1;
                if (at >= 0 && at < figures.size()) {
                    return Optional.of(figures.get(at).value());
                }
                faults.add("there is no " + name + "; the query has " + figures.size() + " figures");
                return Optional.empty();
            }
            int cut = name.indexOf('@');
            Optional<Value> found = names.value(cut < 0 ? name : name.substring(0, cut));
            if (found.isEmpty()) {
                faults.add(names.noColumn(cut < 0 ? name : name.substring(0, cut)));
                return Optional.empty();
            }
            if (cut < 0) {
                return found;
            }
            if (!literals.isTime(found.get())) {
                faults.add(name + ": only days and times can be cut to a " + name.substring(cut + 1));
                return Optional.empty();
            }
            return grain(name.substring(cut + 1)).map(grain -> new Bucket(found.get(), grain));
        }

        private Optional<Value> figure(JsonNode node) {
            String said = node.path("figure").asText().toUpperCase(Locale.ROOT);
            Optional<Value.Function> function = enumerated(Value.Function.values(), said, "figure");
            List<Condition> where = conditions(node.path("where"));
            Optional<String> counted =
                    node.path("of").isTextual() ? names.table(node.path("of").asText()) : Optional.empty();
            Optional<String> rows = text(node, "rows").flatMap(this::table).or(() -> counted);
            if (function.isEmpty()) {
                return Optional.empty();
            }
            if (rows.isPresent() && (counted.isPresent() || !node.has("of"))) {
                if (function.get() != Value.Function.COUNT && function.get() != Value.Function.COUNT_DISTINCT) {
                    faults.add("the " + node.path("figure").asText() + " of " + rows.get()
                            + " needs a column: a table can only be counted");
                    return Optional.empty();
                }
                return Optional.of(new Aggregate(Value.Function.COUNT, rows.get(), Optional.empty(), where));
            }
            return value(node.path("of")).flatMap(of -> {
                Optional<String> relation = rows.or(() -> of.fields()
                        .map(each -> each instanceof Field field ? field.relation() : ((Formula) each).relation())
                        .findFirst());
                if (relation.isEmpty()) {
                    faults.add("a figure needs the rows that it is taken of");
                    return Optional.empty();
                }
                boolean added = function.get() == Value.Function.SUM
                        || function.get() == Value.Function.AVERAGE
                        || function.get() == Value.Function.MEDIAN;
                if (added && of instanceof Field field && !literals.isNumber(field)) {
                    faults.add("the " + node.path("figure").asText() + " of " + names.shortName(field)
                            + " makes no sense: it is no number to compute with");
                    return Optional.empty();
                }
                boolean key = function.get() == Value.Function.COUNT && of instanceof Field field && names.isKey(field);
                return Optional.of(
                        new Aggregate(function.get(), relation.get(), key ? Optional.empty() : Optional.of(of), where));
            });
        }

        private Optional<Value> calculation(JsonNode node) {
            Optional<Value> right = value(node.path("right"));
            String sign = node.path("calculate").asText();
            Optional<Value.Operator> operator = java.util.Arrays.stream(Value.Operator.values())
                    .filter(each -> each.sign().equals(sign))
                    .findFirst();
            if (operator.isEmpty()) {
                faults.add("calculate is one of + - * /, not " + sign);
            }
            return value(node.path("left"))
                    .flatMap(left ->
                            right.flatMap(other -> operator.map(each -> new Value.Calculation(each, left, other))));
        }

        private Optional<Value.Grain> grain(String said) {
            return enumerated(Value.Grain.values(), said.toUpperCase(Locale.ROOT), "grain");
        }

        private <E extends Enum<E>> Optional<E> enumerated(E[] values, String said, String what) {
            for (E value : values) {
                if (value.name().equals(said)) {
                    return Optional.of(value);
                }
            }
            faults.add("there is no " + what + " " + said.toLowerCase(Locale.ROOT) + "; there are "
                    + java.util.Arrays.stream(values)
                            .map(each -> each.name().toLowerCase(Locale.ROOT))
                            .toList());
            return Optional.empty();
        }

        private List<Condition> conditions(JsonNode nodes) {
            List<Condition> conditions = new ArrayList<>();
            nodes.forEach(node -> condition(node).ifPresent(conditions::add));
            return conditions;
        }

        private Optional<Condition> condition(JsonNode node) {
            if (node.has("not")) {
                return condition(node.path("not")).map(Condition.Not::new);
            } else if (node.has("all")) {
                return Optional.of(new Condition.All(conditions(node.path("all"))));
            } else if (node.has("any")) {
                return Optional.of(new Condition.AnyOf(conditions(node.path("any"))));
            } else if (node.has("exists") || node.has("lacks")) {
                boolean lacks = node.has("lacks");
                return table(node.path(lacks ? "lacks" : "exists").asText())
                        .map(table -> new Exists(table, node.path("via").asText(), conditions(node.path("where"))))
                        .map(exists -> lacks ? new Condition.Not(exists) : exists);
            }
            return value(node.path("of")).flatMap(of -> compared(of, node));
        }

        private Optional<Condition> compared(Value of, JsonNode node) {
            String is = node.path("is").asText("=").toLowerCase(Locale.ROOT);
            switch (is) {
                case "missing":
                    return Optional.of(new Condition.Missing(of));
                case "present":
                    return Optional.of(new Condition.Not(new Condition.Missing(of)));
                case "contains", "starts":
                    return Optional.of(
                            new Condition.Contains(of, node.path("value").asText(), is.equals("starts")));
                default:
                    break;
            }
            if (node.has("than")) {
                Optional<Value> than = value(node.path("than"));
                if (is.equals("among")) {
                    return than.filter(Value.Field.class::isInstance)
                            .map(other -> new Condition.Among(of, (Value.Field) other));
                }
                return sign(is).flatMap(relation -> than.map(other -> new Compare(of, relation, other)));
            }
            JsonNode value = node.path("value");
            if (value.isMissingNode()) {
                faults.add("the condition on " + words.label(of) + " has no value");
                return Optional.empty();
            }
            boolean several = value.isArray() || is.equals("in");
            if (several) {
                List<Literal> each = new ArrayList<>();
                parts(value).forEach(one -> literals.read(one, of, faults).ifPresent(each::add));
                Condition oneOf = new OneOf(of, each);
                return Optional.of(is.equals("!=") || is.equals("<>") ? new Condition.Not(oneOf) : oneOf);
            }
            Optional<Condition> span = literals.span(value, of, is);
            if (span.isPresent()) {
                return span;
            }
            return sign(is).flatMap(relation ->
                    literals.read(value, of, faults).map(literal -> new Compare(of, relation, literal)));
        }

        /** Several values: as an array, or in one text between bars. */
        private List<JsonNode> parts(JsonNode value) {
            List<JsonNode> parts = new ArrayList<>();
            if (value.isTextual()) {
                for (String part : value.asText().split("\\|")) {
                    parts.add(TextNode.valueOf(part.strip()));
                }
            } else if (value.isArray()) {
                value.forEach(parts::add);
            } else {
                parts.add(value);
            }
            return parts;
        }

        private Optional<Relation> sign(String said) {
            String sign = said.equals("!=") ? "<>" : said;
            Optional<Relation> found = java.util.Arrays.stream(Relation.values())
                    .filter(each -> each.sign().equals(sign))
                    .findFirst();
            if (found.isEmpty()) {
                faults.add("is may be =, !=, <, <=, >, >=, in, contains, starts, missing or present, not " + said);
            }
            return found;
        }

        private Optional<String> text(JsonNode node, String key) {
            return Optional.of(node.path(key).asText("")).filter(each -> !each.isBlank());
        }
    }

    // ---- writing

    /** A query as an object that JSON libraries write, by which {@link #read} makes the same query. */
    public Map<String, Object> write(LogicalQuery query) {
        Map<String, Object> json = new LinkedHashMap<>();
        query.subject().ifPresent(subject -> json.put("rows", subject));
        put(json, "show", query.columns().stream().map(this::shown).toList());
        put(json, "figures", query.measures().stream().map(this::shown).toList());
        put(json, "where", query.where().stream().map(this::written).toList());
        put(json, "having", query.having().stream().map(this::written).toList());
        put(
                json,
                "order",
                query.order().stream()
                        .map(order -> Map.of("by", written(order.by()), "descending", order.descending()))
                        .toList());
        query.limit().ifPresent(limit -> json.put("first", limit));
        put(json, "within", query.per().stream().map(this::written).toList());
        if (query.distinct()) {
            json.put("distinct", true);
        }
        if (query.ties()) {
            json.put("ties", true);
        }
        if (query.nth()) {
            json.put("nth", true);
        }
        return json;
    }

    private static void put(Map<String, Object> json, String key, List<?> values) {
        if (!values.isEmpty()) {
            json.put(key, values);
        }
    }

    private Object shown(Shown shown) {
        return words.label(shown.value()).equals(shown.label())
                ? written(shown.value())
                : Map.of("value", written(shown.value()), "as", shown.label());
    }

    private Object written(Value value) {
        if (value instanceof Field field) {
            String name = field.relation() + "." + field.column();
            return field.via().isEmpty() ? name : ordered("column", name, "via", field.via());
        } else if (value instanceof Formula formula) {
            return formula.relation() + "." + words.label(formula);
        } else if (value instanceof Bucket bucket) {
            Object of = written(bucket.of());
            String grain = lower(bucket.grain());
            return of instanceof String name ? name + "@" + grain : ordered("cut", of, "grain", grain);
        } else if (value instanceof Aggregate aggregate) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("figure", lower(aggregate.function()));
            json.put("rows", aggregate.relation());
            aggregate.of().ifPresent(of -> json.put("of", written(of)));
            put(json, "where", aggregate.where().stream().map(this::written).toList());
            return json;
        } else if (value instanceof Value.Calculation calculation) {
            return ordered(
                    "calculate", calculation.operator().sign(),
                    "left", written(calculation.left()),
                    "right", written(calculation.right()));
        } else if (value instanceof Value.Overall overall) {
            return Map.of("overall", written(overall.of()));
        } else if (value instanceof Value.ShareOfAll share) {
            return Map.of("share", written(share.of()));
        } else if (value instanceof Value.Change change) {
            return ordered("change", written(change.of()), "percent", change.percent());
        } else if (value instanceof Value.Running running) {
            return Map.of("running", written(running.of()));
        } else if (value instanceof Value.Elapsed elapsed) {
            return ordered("from", written(elapsed.from()), "to", written(elapsed.to()), "unit", lower(elapsed.unit()));
        } else if (value instanceof Today today) {
            return ordered("today", today.shift(), "unit", lower(today.unit()));
        }
        return Map.of("number", ((Literal) value).value());
    }

    private Object written(Condition condition) {
        if (condition instanceof Compare compare) {
            return compare.right() instanceof Literal literal
                    ? ordered(
                            "of", written(compare.left()),
                            "is", compare.relation().sign(),
                            "value", scalar(literal))
                    : ordered(
                            "of", written(compare.left()),
                            "is", compare.relation().sign(),
                            "than", written(compare.right()));
        } else if (condition instanceof OneOf oneOf) {
            return ordered(
                    "of", written(oneOf.of()),
                    "is", "in",
                    "value", oneOf.values().stream().map(QueryJson::scalar).toList());
        } else if (condition instanceof Condition.Contains contains) {
            return ordered(
                    "of", written(contains.of()),
                    "is", contains.atStart() ? "starts" : "contains",
                    "value", contains.text());
        } else if (condition instanceof Condition.Missing missing) {
            return ordered("of", written(missing.of()), "is", "missing");
        } else if (condition instanceof Condition.Among among) {
            return ordered("of", written(among.of()), "is", "among", "than", written(among.other()));
        } else if (condition instanceof Condition.Not not) {
            return Map.of("not", written(not.of()));
        } else if (condition instanceof Condition.All all) {
            return Map.of("all", all.of().stream().map(this::written).toList());
        } else if (condition instanceof Condition.AnyOf any) {
            return Map.of("any", any.of().stream().map(this::written).toList());
        }
        Exists exists = (Exists) condition;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("exists", exists.relation());
        if (!exists.via().isEmpty()) {
            json.put("via", exists.via());
        }
        put(json, "where", exists.where().stream().map(this::written).toList());
        return json;
    }

    private static Object scalar(Literal literal) {
        return literal.value() instanceof java.time.LocalDate day ? day.toString() : literal.value();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> ordered(Object... each) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (int i = 0; i < each.length; i += 2) {
            json.put((String) each[i], each[i + 1]);
        }
        return json;
    }
}
