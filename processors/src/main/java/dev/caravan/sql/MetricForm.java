package dev.caravan.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.query.IllegalQuery;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Condition;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Scope;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.semantic.SemanticQuery.Years;
import dev.caravan.sql.SqlRun.Resolved;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A question to data with metrics as a form that a model fills in: it can name nothing but the metrics and dimensions of the semantic
 * model and the members that were found for the names in the question. Which tables and joins that takes is not the model's to say.
 */
final class MetricForm {
    private static final List<String> SIGNS = List.of(">", ">=", "<", "<=");
    private static final String YEAR = "year";
    private static final int HEADING = 4;

    private final SemanticModel model;
    private final SqlRun run;
    private final Map<String, Entity> names = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();

    /** For a run whose names were looked up. */
    MetricForm(SemanticModel model, SqlRun run) {
        this.model = model;
        this.run = run;
        run.resolved().stream().map(Resolved::entity).forEach(entity -> names.put(label(entity), entity));
    }

    private static String label(Entity entity) {
        if (entity instanceof Entity.Group group) {
            return group.name() + " (" + group.type() + ")";
        }
        return entity instanceof Entity.Product product
                ? product.name() + " (" + product.productClass().schema() + " " + product.code() + ")"
                : entity.name();
    }

    // ---- what a model is told

    /** A line for each metric: what it is called in the form, what people call it, its unit and what it needs. */
    String metrics() {
        return model.metrics().entrySet().stream()
                .filter(each -> isFigure(each.getValue()))
                .map(each -> each.getKey() + ": " + each.getValue().label() + " ["
                        + each.getValue().unit() + "]"
                        + each.getValue().note().map(note -> ". " + note).orElse(""))
                .collect(Collectors.joining("\n"));
    }

    private static boolean isFigure(Metric metric) {
        return !metric.unit().isEmpty();
    }

    /** The members that conditions may name, with the words of the question; codes of places are for statements. */
    String members() {
        return run.resolved().stream()
                .map(each -> "\"" + each.text() + "\": " + label(each.entity())
                        + (each.entity() instanceof Entity.Country country
                                ? ", iso3_code '" + country.code() + "'"
                                : ""))
                .collect(Collectors.joining("\n"));
    }

    // ---- the form

    /** The form of a reply. */
    JsonSchema reply() {
        return JsonSchema.builder()
                .name(GenerateSql.KEY)
                .rootElement(JsonObjectSchema.builder()
                        .addProperty("query", query())
                        .addProperty("assumptions", array(new JsonStringSchema()))
                        .addStringProperty("unanswerable", "only where no metric can answer it: why")
                        .addStringProperty("sql", "only where no query can say it: one SELECT")
                        .build())
                .build();
    }

    private JsonSchemaElement query() {
        List<String> dimensions = List.copyOf(model.dimensions().keySet());
        List<String> metrics = model.metrics().entrySet().stream()
                .filter(each -> isFigure(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        JsonObjectSchema measure = JsonObjectSchema.builder()
                .addProperty("metric", one(metrics))
                .addProperty("as", one(forms()))
                .addProperty("over", one(dimensions))
                .required("metric", "as")
                .build();
        JsonObjectSchema.Builder query = JsonObjectSchema.builder()
                .addProperty("measures", array(measure))
                .addProperty("by", array(one(dimensions)));
        if (!names.isEmpty()) {
            query.addProperty(
                    "where",
                    array(JsonObjectSchema.builder()
                            .addProperty("dimension", one(dimensions))
                            .addProperty("is", one(List.copyOf(names.keySet())))
                            .addProperty("not", new JsonBooleanSchema())
                            .required("dimension", "is")
                            .build()));
        }
        return query.addProperty("from_year", new JsonIntegerSchema())
                .addProperty("to_year", new JsonIntegerSchema())
                .addProperty("level", one(levels()))
                .addProperty("class", one(List.copyOf(model.classes().keySet())))
                .addProperty("largest_first", new JsonBooleanSchema())
                .addProperty("first", new JsonIntegerSchema())
                .addProperty(
                        "having",
                        array(JsonObjectSchema.builder()
                                .addProperty("metric", one(metrics))
                                .addProperty("is", one(SIGNS))
                                .addProperty("value", new JsonNumberSchema())
                                .required("metric", "is", "value")
                                .build()))
                .addProperty("count", new JsonBooleanSchema())
                .required("measures")
                .build();
    }

    private static List<String> forms() {
        return Stream.of(Form.values())
                .map(form -> form.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private List<String> levels() {
        return model.tables().stream()
                .flatMap(table -> table.levels().stream())
                .distinct()
                .sorted()
                .map(String::valueOf)
                .toList();
    }

    private static JsonSchemaElement array(JsonSchemaElement items) {
        return JsonArraySchema.builder().items(items).build();
    }

    private static JsonSchemaElement one(List<String> values) {
        return JsonEnumSchema.builder().enumValues(values).build();
    }

    // ---- what was filled in

    /**
     * Reads a form that was filled in.
     *
     * @throws IllegalQuery naming all that does not fit the model
     */
    SemanticQuery read(JsonNode form) throws IllegalQuery {
        List<Measure> measures = measures(form.path("measures"));
        Set<String> by = new LinkedHashSet<>();
        form.path("by")
                .forEach(each -> by.add(known(each.asText(), model.dimensions().keySet(), "dimension")));
        List<Entity.Product> goods = new ArrayList<>();
        Map<String, List<Entity>> named = named(form.path("where"), goods);
        List<String> classes = classes(form.path("class").asText(""), goods);
        Years years = years(form, measures, by, classes);
        int level = level(form, by, goods);
        List<Restriction> where = restrictions(named, level);
        List<Condition> conditions = conditions(form.path("having"));
        if (!faults.isEmpty()) {
            throw new IllegalQuery(faults);
        }
        String first = measures.get(0).metric();
        return new SemanticQuery(
                classes,
                level,
                measures,
                List.copyOf(by),
                where,
                years,
                form.has("largest_first") && !form.path("largest_first").asBoolean(true),
                form.path("first").asInt(0) > 0 ? Optional.of(form.path("first").asInt()) : Optional.empty(),
                conditions.stream()
                        .filter(each -> each.metric().equals(first))
                        .map(Condition::threshold)
                        .toList(),
                form.path("count").asBoolean(false),
                conditions.stream().filter(each -> !each.metric().equals(first)).toList());
    }

    private String known(String said, Set<String> all, String what) {
        if (!all.contains(said)) {
            faults.add("there is no " + what + " \"" + said + "\"; there are " + String.join(", ", all));
        }
        return said;
    }

    private List<Measure> measures(JsonNode said) {
        List<Measure> measures = new ArrayList<>();
        for (JsonNode each : said) {
            String metric = known(each.path("metric").asText(), model.metrics().keySet(), "metric");
            String form = each.path("as").asText("value");
            String over = each.path("over").asText("");
            if (!over.isEmpty()) {
                known(over, model.dimensions().keySet(), "dimension");
            }
            if (!forms().contains(form)) {
                faults.add("as is \"" + form + "\"; it must be one of " + String.join(", ", forms()));
                continue;
            }
            Form as = Form.valueOf(form.toUpperCase(Locale.ROOT));
            boolean whole = as == Form.SHARE || as == Form.RANK;
            if (whole && over.isEmpty()) {
                faults.add("a " + form + " needs over: the dimension whose members make up the whole");
            }
            measures.add(new Measure(metric, as, whole ? over : ""));
        }
        if (measures.isEmpty()) {
            faults.add("a query needs a measure");
        }
        return measures;
    }

    /** The members of the conditions, by dimension and whether they are left out, such as "country" and "not country". */
    private Map<String, List<Entity>> named(JsonNode said, List<Entity.Product> goods) {
        Map<String, List<Entity>> named = new LinkedHashMap<>();
        for (JsonNode each : said) {
            String dimension =
                    known(each.path("dimension").asText(), model.dimensions().keySet(), "dimension");
            Entity entity = names.get(each.path("is").asText());
            if (entity == null) {
                faults.add("\"" + each.path("is").asText() + "\" is not one of the names that were found: "
                        + String.join(", ", names.keySet()));
                continue;
            }
            if (entity instanceof Entity.Product product) {
                goods.add(product);
            }
            boolean place = !(entity instanceof Entity.Product);
            Optional<String> fitting = fitting(dimension, place);
            if (fitting.isEmpty()) {
                faults.add("\"" + each.path("is").asText() + "\" is no " + dimension);
                continue;
            }
            named.computeIfAbsent(
                            (each.path("not").asBoolean(false) ? "not " : "") + fitting.get(), k -> new ArrayList<>())
                    .add(entity);
        }
        return named;
    }

    /** A place belongs to what looks places up, anything else to the rest; a group is a group of the members of a dimension. */
    private Optional<String> fitting(String dimension, boolean place) {
        String asked = dimension.equals("group") ? "country" : dimension;
        boolean ofPlaces = model.dimensions().containsKey(asked)
                && model.membership()
                        .map(membership -> membership
                                .key()
                                .equals(model.dimensions().get(asked).key()))
                        .orElse(false);
        return !asked.equals(YEAR) && ofPlaces == place ? Optional.of(asked) : Optional.empty();
    }

    private List<String> classes(String said, List<Entity.Product> goods) {
        if (!goods.isEmpty()) {
            return goods.stream()
                    .map(product -> product.productClass().schema())
                    .distinct()
                    .toList();
        }
        ProductClass extracted =
                run.extraction().map(SqlRun.Extraction::productClass).orElse(ProductClass.HS92);
        boolean fixed = run.overrides().schema().isPresent();
        String chosen = said.isEmpty() || fixed ? extracted.schema() : said;
        return List.of(known(chosen, model.classes().keySet(), "class"));
    }

    private Years years(JsonNode form, List<Measure> measures, Set<String> by, List<String> classes) {
        int first = classes.stream()
                .filter(model.classes()::containsKey)
                .mapToInt(each -> model.classes().get(each).from())
                .max()
                .orElse(0);
        int last = classes.stream()
                .filter(model.classes()::containsKey)
                .mapToInt(each -> model.classes().get(each).to())
                .min()
                .orElse(0);
        boolean ends = measures.stream().anyMatch(each -> each.form() == Form.GROWTH || each.form() == Form.CHANGE);
        boolean series = by.contains(YEAR);
        int to = form.path("to_year").asInt(form.path("from_year").asInt(last));
        int from = form.path("from_year").asInt(series || ends ? first : to);
        IntStream.of(from, to)
                .filter(year -> year < first || year > last)
                .distinct()
                .forEach(year -> faults.add("there are no data of " + year + ", only of " + first + " to " + last));
        if (from > to) {
            faults.add("from_year " + from + " is after to_year " + to);
        }
        return new Years(from, to, ends ? Span.ENDS : series ? Span.EACH : from == to ? Span.ONE : Span.TOTAL);
    }

    private int level(JsonNode form, Set<String> by, List<Entity.Product> goods) {
        int said = form.path("level").asInt(0);
        int named = goods.stream().mapToInt(Entity.Product::level).max().orElse(0);
        // rows by what lies below what was named, or what was named itself
        boolean listed = goods.isEmpty()
                || by.stream().anyMatch(each -> fitting(each, false).isPresent());
        return listed ? Math.max(said == 0 ? HEADING : said, named) : named;
    }

    private static List<Restriction> restrictions(Map<String, List<Entity>> named, int level) {
        List<Restriction> where = new ArrayList<>();
        named.forEach((key, entities) -> {
            boolean not = key.startsWith("not ");
            String dimension = not ? key.substring("not ".length()) : key;
            Map<Scope, List<String>> codes = new LinkedHashMap<>();
            entities.forEach(entity -> codes.computeIfAbsent(scope(entity, not, level), k -> new ArrayList<>())
                    .add(entity.code()));
            codes.forEach((scope, all) -> where.add(new Restriction(dimension, all, scope)));
        });
        return where;
    }

    private static Scope scope(Entity entity, boolean not, int level) {
        if (entity instanceof Entity.Group) {
            return not ? Scope.NOT_MEMBERS_OF : Scope.MEMBERS_OF;
        }
        boolean above = entity instanceof Entity.Product product && product.level() < level;
        return above ? not ? Scope.NOT_WITHIN : Scope.WITHIN : not ? Scope.NOT_THESE : Scope.THESE;
    }

    private List<Condition> conditions(JsonNode said) {
        List<Condition> conditions = new ArrayList<>();
        for (JsonNode each : said) {
            String metric = known(each.path("metric").asText(), model.metrics().keySet(), "metric");
            String sign = each.path("is").asText();
            if (SIGNS.contains(sign)) {
                conditions.add(new Condition(
                        metric, new Threshold(sign, each.path("value").asDouble())));
            } else {
                faults.add("\"" + sign + "\" compares nothing; it must be one of " + String.join(" ", SIGNS));
            }
        }
        return conditions;
    }

    // ---- what it means

    /** A query in words, for the person who asked. */
    String words(SemanticQuery query) {
        StringBuilder words = new StringBuilder("Read as: ");
        words.append(query.count() ? "how many have " : "");
        words.append(query.measures().stream().map(this::words).collect(Collectors.joining(", ")));
        for (Restriction each : query.where()) {
            String members = each.codes().stream()
                    .map(code -> names.values().stream()
                            .filter(entity -> entity.code().equals(code))
                            .findFirst()
                            .map(Entity::name)
                            .orElse(code))
                    .collect(Collectors.joining(", "));
            words.append(each.isExclusion() ? ", without " : ", ")
                    .append(model.dimensions().get(each.dimension()).label())
                    .append(' ')
                    .append(members);
        }
        List<String> by = query.by().stream()
                .map(each -> model.dimensions().get(each).label())
                .toList();
        words.append(by.isEmpty() ? "" : ", by " + String.join(" and ", by));
        words.append(", ").append(query.years().from());
        words.append(
                query.years().to() == query.years().from()
                        ? ""
                        : " to " + query.years().to());
        Stream.concat(
                        query.thresholds().stream()
                                .map(each ->
                                        new Condition(query.measures().get(0).metric(), each)),
                        query.conditions().stream())
                .forEach(each -> words.append(", ")
                        .append(model.metric(each.metric()).label())
                        .append(' ')
                        .append(each.threshold().operator())
                        .append(' ')
                        .append(each.threshold().value()));
        query.limit().ifPresent(limit -> words.append(query.ascending() ? ", the smallest " : ", the largest ")
                .append(limit));
        String classes = query.classes().stream()
                .map(each -> model.classes().get(each).label())
                .collect(Collectors.joining(" and "));
        return words.append(" (").append(classes).append(").").toString();
    }

    private String words(Measure measure) {
        String label = model.metric(measure.metric()).label();
        return switch (measure.form()) {
            case VALUE -> label;
            case AVERAGE -> "average " + label;
            case SHARE -> label + " in percent of all by "
                    + model.dimensions().get(measure.over()).label();
            case GROWTH -> "growth of " + label;
            case CHANGE -> "change of " + label;
            case RANK -> "place by " + label + " among "
                    + model.dimensions().get(measure.over()).plural();
        };
    }
}
