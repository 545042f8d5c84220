package dev.caravan.sql;

import static dev.caravan.sql.QueryReply.array;
import static dev.caravan.sql.QueryReply.one;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.IllegalQuery;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Dimension;
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
import dev.caravan.semantic.SqlCompiler;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A question to data with metrics as a form that a model fills in: it can name nothing but the metrics and dimensions of the semantic
 * model and the members that were found for the names in the question. Which tables and joins that takes is not the model's to say.
 */
public final class MetricForm {
    private static final List<String> SIGNS = List.of(">", ">=", "<", "<=");
    private static final String YEAR = "year";
    private static final int HEADING = 4;
    private static final Pattern YEARS = Pattern.compile(
            "(?<!\\b(?:than|least|over|above|under|below) )\\b((?:19|20)\\d\\d)(?:[-–/](\\d\\d)(?!\\d))?\\b");

    /**
     * A member that a question names.
     *
     * @param text the words of the question
     * @param label what the form calls it, different for each
     * @param name as said in sentences
     * @param code as filtered by
     * @param dimension whose member it is, or of a group whose members' group it is
     * @param group whether it is a group of members
     * @param level of a dimension with levels how many digits it has; 0 in others
     * @param dataClass the class that alone has it, if one does
     */
    public record Named(
            String text,
            String label,
            String name,
            String code,
            String dimension,
            boolean group,
            int level,
            Optional<String> dataClass) {
        /** A member of a dimension without levels. */
        public static Named member(String text, String label, String name, String code, String dimension) {
            return new Named(text, label, name, code, dimension, false, 0, Optional.empty());
        }
    }

    private final SemanticModel model;
    private final String question;
    private final List<Named> found;
    private final Map<String, Named> names = new LinkedHashMap<>();
    private final String usual;
    private final boolean fixed;
    private final List<String> faults = new ArrayList<>();

    /**
     * For a question.
     *
     * @param found what it names
     * @param question its words: a year that it names may not be left out
     * @param usual the data class that is meant where none is said
     * @param fixed whether no other may be taken
     */
    public MetricForm(SemanticModel model, String question, List<Named> found, String usual, boolean fixed) {
        this.model = model;
        this.question = question;
        this.found = List.copyOf(found);
        this.usual = usual;
        this.fixed = fixed;
        found.forEach(each -> names.putIfAbsent(each.label(), each));
    }

    // ---- what a model is told

    /** A line for each metric: what it is called in the form, what people call it, its unit and what it needs. */
    public String metrics() {
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

    /** The members that conditions may name, with the words of the question. */
    public String members() {
        return found.stream()
                .map(each -> "\"" + each.text() + "\": " + each.label())
                .collect(Collectors.joining("\n"));
    }

    // ---- the form

    /** The form of a reply, under the name of its prompt. */
    public JsonSchema reply(String name) {
        return QueryReply.of(name, query(), "only where no metric can answer it: why");
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
                            .addProperty(
                                    "dimension",
                                    one(dimensions.stream()
                                            .filter(each -> found.stream().anyMatch(name -> isIn(name, each)))
                                            .toList()))
                            .addProperty("is", one(List.copyOf(names.keySet())))
                            .addProperty("not", new JsonBooleanSchema())
                            .required("dimension", "is")
                            .build()));
        }
        if (!levels().isEmpty()) {
            query.addProperty("level", one(levels()));
        }
        return query.addProperty("from_year", new JsonIntegerSchema())
                .addProperty("to_year", new JsonIntegerSchema())
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

    // ---- what was filled in

    /**
     * Puts the statement of a form that was filled in into a run, with what it says in words.
     *
     * @throws IllegalQuery naming all that does not fit the model
     * @throws SqlCompiler.NotAnswerable when no table has what it needs
     */
    public SqlRun compiled(SqlRun run, JsonNode form, SqlCompiler compiler) throws IllegalQuery {
        SemanticQuery query = read(form);
        return run.withSql(compiler.compile(query)).withNotes(List.of(words(query)));
    }

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
        Map<String, List<Named>> named = named(form.path("where"));
        List<Named> all = named.values().stream().flatMap(List::stream).toList();
        List<String> classes = classes(form.path("class").asText(""), all);
        Years years = years(form, measures, by, classes);
        int level = level(form, by, all);
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
    private Map<String, List<Named>> named(JsonNode said) {
        Map<String, List<Named>> named = new LinkedHashMap<>();
        for (JsonNode each : said) {
            String dimension =
                    known(each.path("dimension").asText(), model.dimensions().keySet(), "dimension");
            String label = each.path("is").asText();
            Named member = names.get(label);
            if (member == null) {
                faults.add("\"" + label + "\" is not one of the names that were found: "
                        + String.join(", ", names.keySet()));
            } else if (model.dimensions().containsKey(dimension) && !isIn(member, dimension)) {
                faults.add("\"" + label + "\" is no " + dimension);
            } else {
                // what is asked of a group is asked of its members
                String of = isListedBy(dimension, member.dimension()) ? dimension : member.dimension();
                named.computeIfAbsent((each.path("not").asBoolean(false) ? "not " : "") + of, k -> new ArrayList<>())
                        .add(member);
            }
        }
        return named;
    }

    private boolean isIn(Named member, String dimension) {
        return isListedBy(dimension, member.dimension()) || member.group() && dimension.equals("group");
    }

    /** Whether two dimensions have the same members, in different roles: who sells and who buys. */
    private boolean isListedBy(String dimension, String own) {
        Dimension asked = model.dimensions().get(dimension);
        Dimension held = model.dimensions().get(own);
        return dimension.equals(own)
                || asked != null
                        && held != null
                        && !held.table().isEmpty()
                        && asked.table().equals(held.table())
                        && asked.code().equals(held.code());
    }

    private List<String> classes(String said, List<Named> all) {
        List<String> own = all.stream()
                .flatMap(each -> each.dataClass().stream())
                .distinct()
                .toList();
        String chosen = said.isEmpty() || fixed ? usual : said;
        return own.isEmpty() ? List.of(known(chosen, model.classes().keySet(), "class")) : own;
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
        for (int named : named(first, last)) {
            if (named < from || named > to) {
                faults.add("the question names " + named + ", and from_year " + from + " to to_year " + to
                        + " leave it out");
            }
        }
        if (from > to) {
            faults.add("from_year " + from + " is after to_year " + to);
        }
        return new Years(from, to, ends ? Span.ENDS : series ? Span.EACH : from == to ? Span.ONE : Span.TOTAL);
    }

    /** The years that the question names; one that is written as two is the second of them. */
    private List<Integer> named(int first, int last) {
        return YEARS.matcher(question)
                .results()
                .map(found -> found.group(2) == null
                        ? Integer.parseInt(found.group(1))
                        : Integer.parseInt(found.group(1)) + 1)
                .filter(year -> year >= first && year <= last)
                .toList();
    }

    private int level(JsonNode form, Set<String> by, List<Named> all) {
        int said = form.path("level").asInt(0);
        List<Named> levelled = all.stream().filter(each -> each.level() > 0).toList();
        int named = levelled.stream().mapToInt(Named::level).max().orElse(0);
        // rows by what lies below what was named, or what was named itself
        boolean listed = levelled.isEmpty()
                || by.stream().anyMatch(each -> levelled.stream().anyMatch(one -> isListedBy(each, one.dimension())));
        return listed ? Math.max(said == 0 ? HEADING : said, named) : named;
    }

    private static List<Restriction> restrictions(Map<String, List<Named>> named, int level) {
        List<Restriction> where = new ArrayList<>();
        named.forEach((key, members) -> {
            boolean not = key.startsWith("not ");
            String dimension = not ? key.substring("not ".length()) : key;
            Map<Scope, List<String>> codes = new LinkedHashMap<>();
            members.forEach(member -> codes.computeIfAbsent(scope(member, not, level), k -> new ArrayList<>())
                    .add(member.code()));
            codes.forEach((scope, all) -> where.add(new Restriction(dimension, all, scope)));
        });
        return where;
    }

    private static Scope scope(Named member, boolean not, int level) {
        if (member.group()) {
            return not ? Scope.NOT_MEMBERS_OF : Scope.MEMBERS_OF;
        }
        boolean above = member.level() > 0 && member.level() < level;
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
                            .filter(member -> member.code().equals(code))
                            .findFirst()
                            .map(Named::name)
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
                        .append(
                                each.than().isEmpty()
                                        ? each.threshold().value()
                                        : model.metric(each.than()).label()));
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
