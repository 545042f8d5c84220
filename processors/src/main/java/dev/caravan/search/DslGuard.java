package dev.caravan.search;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.caravan.search.IndexLayout.IndexField;
import dev.caravan.search.SearchProblem.Kind;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Lets a search through only where every part of it is known to be harmless: what is not on one of the lists here is refused, whatever
 * it would do. There are no scripts, no patterns that a person cannot read, no other index, and no more groups or rows than are read.
 */
public final class DslGuard {
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(40)
                            .maxStringLength(2_000)
                            .maxNumberLength(40)
                            .maxDocumentLength(65_536)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Set<String> TOP =
            Set.of("query", "aggs", "aggregations", "sort", "size", "from", "_source", "track_total_hits");
    private static final Set<String> QUERIES = Set.of(
            "bool", "term", "terms", "range", "exists", "prefix", "wildcard", "fuzzy", "match_all", "match_none");
    private static final Set<String> FIGURES =
            Set.of("avg", "sum", "min", "max", "stats", "extended_stats", "value_count", "cardinality", "percentiles");
    private static final Set<String> DIVISIONS = Set.of(
            "terms", "date_histogram", "histogram", "range", "date_range", "filter", "filters", "missing", "composite");
    private static final Set<String> INTERVALS = Set.of("year", "quarter", "month", "week", "day", "hour", "minute");
    private static final Set<String> FORMATS = Set.of("yyyy", "yyyy-MM", "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss");
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_ -]{0,59}");
    private static final int DEEPEST_QUERY = 8;
    private static final int DEEPEST_GROUPS = 4;
    private static final int MOST_CLAUSES = 200;
    private static final int MOST_VALUES = 5_000;
    private static final int MOST_AGGREGATIONS = 30;
    private static final int MOST_GROUPS = 1_000;
    private static final long MOST_BUCKETS = 20_000;
    private static final int MOST_RANGES = 50;
    private static final int LAST_ROW = 10_000;
    private static final int LONGEST_PATTERN = 100;
    private static final int MOST_STARS = 3;

    private final IndexLayout layout;
    private final int mostRows;

    /**
     * For indices.
     *
     * @param mostRows how many rows may be read at most
     */
    public DslGuard(IndexLayout layout, int mostRows) {
        this.layout = layout;
        this.mostRows = mostRows;
    }

    /**
     * Reads a search that was written as text.
     *
     * @throws SearchProblem of kind REFUSED where it is no JSON object, or too large
     */
    public static JsonNode read(String text) {
        try {
            JsonNode body = JSON.readTree(text);
            if (body == null || !body.isObject()) {
                throw new SearchProblem(Kind.REFUSED, "a search is a JSON object with query, aggs, sort, size");
            }
            return body;
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
            throw new SearchProblem(
                    Kind.REFUSED, "the search is no proper JSON" + place + ": " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Checks a search.
     *
     * @param relation whose index is asked
     * @throws SearchProblem of kind REFUSED naming the place and what may stand there
     */
    public void check(String relation, JsonNode body) {
        if (!layout.relations().contains(relation)) {
            throw new SearchProblem(
                    Kind.REFUSED,
                    "there is no index '" + relation + "'; there are "
                            + String.join(", ", new TreeSet<>(layout.relations())));
        }
        new Check(layout.fields(relation)).body(body);
    }

    /** Of one search; counts what it has too many of. */
    private final class Check {
        private final Map<String, IndexField> fields;
        private int clauses;
        private int aggregations;

        Check(Map<String, IndexField> fields) {
            this.fields = fields;
        }

        private void body(JsonNode body) {
            members(body, TOP, "the search");
            refuse(body.has("aggs") && body.has("aggregations"), "the search: give aggs or aggregations, not both");
            int size = whole(body, "size", 0, mostRows, "the search");
            int from = whole(body, "from", 0, LAST_ROW, "the search");
            refuse(from + size > LAST_ROW, "from and size: rows after the first " + LAST_ROW + " are not read");
            JsonNode total = body.path("track_total_hits");
            refuse(
                    !total.isMissingNode() && !(total.isBoolean() && total.booleanValue()),
                    "track_total_hits: totals are always counted to the end");
            if (body.has("query")) {
                query(body.get("query"), "query", 1);
            }
            aggregations(body, "", 1, 1);
            sort(body.path("sort"), "sort");
            source(body.path("_source"));
        }

        // ---- queries

        private void query(JsonNode query, String at, int depth) {
            refuse(depth > DEEPEST_QUERY, at + ": conditions may stand within each other " + DEEPEST_QUERY + " deep");
            refuse(++clauses > MOST_CLAUSES, at + ": a search may have " + MOST_CLAUSES + " conditions");
            String kind = single(query, QUERIES, at);
            String here = at + "." + kind;
            JsonNode content = query.get(kind);
            object(content, here);
            switch (kind) {
                case "bool" -> bool(content, here, depth);
                case "match_all", "match_none" -> members(content, Set.of(), here);
                case "exists" -> {
                    members(content, Set.of("field"), here);
                    field(content.path("field"), here + ".field");
                }
                case "terms" -> {
                    String field = single(content, Set.of(), here);
                    field(field, here);
                    values(content.get(field), here + "." + field);
                }
                case "range" -> range(content, here);
                default -> text(kind, content, here);
            }
        }

        private void bool(JsonNode bool, String at, int depth) {
            members(bool, Set.of("must", "filter", "should", "must_not", "minimum_should_match"), at);
            for (String part : List.of("must", "filter", "should", "must_not")) {
                JsonNode given = bool.path(part);
                if (given.isArray()) {
                    for (int i = 0; i < given.size(); i++) {
                        query(given.get(i), at + "." + part + "[" + i + "]", depth + 1);
                    }
                } else if (!given.isMissingNode()) {
                    query(given, at + "." + part, depth + 1);
                }
            }
            whole(bool, "minimum_should_match", 0, MOST_CLAUSES, at);
        }

        private void values(JsonNode values, String at) {
            refuse(!values.isArray(), at + ": give a list of values; values of other documents are not looked up");
            refuse(values.size() > MOST_VALUES, at + ": a list may have " + MOST_VALUES + " values");
            values.forEach(value -> scalar(value, at));
        }

        private void range(JsonNode range, String at) {
            String name = single(range, Set.of(), at);
            field(name, at);
            JsonNode bounds = range.get(name);
            object(bounds, at + "." + name);
            members(bounds, Set.of("gt", "gte", "lt", "lte"), at + "." + name);
            bounds.forEach(bound -> {
                scalar(bound, at + "." + name);
                refuse(
                        bound.isTextual()
                                && (bound.textValue().contains("||")
                                        || bound.textValue().startsWith("now")),
                        at + "." + name + ": write the day itself; days are not computed here");
            });
        }

        private void text(String kind, JsonNode content, String at) {
            String name = single(content, Set.of(), at);
            IndexField field = field(name, at);
            String here = at + "." + name;
            JsonNode given = content.get(name);
            Set<String> known = kind.equals("fuzzy")
                    ? Set.of("value", "fuzziness", "prefix_length", "max_expansions")
                    : Set.of("value", "case_insensitive");
            if (given.isObject()) {
                members(given, known, here);
            }
            JsonNode value = given.isObject() ? given.path("value") : given;
            scalar(value, here);
            if (kind.equals("term")) {
                return;
            }
            refuse(field.type() != Type.TEXT, here + ": " + kind + " is for texts, and this is a " + named(field));
            refuse(!value.isTextual() || value.textValue().isEmpty(), here + ": give a text");
            refuse(value.textValue().length() > LONGEST_PATTERN, here + ": " + LONGEST_PATTERN + " characters at most");
            if (kind.equals("wildcard")) {
                String plain = value.textValue().replaceAll("\\\\.", "x");
                refuse(
                        plain.chars().filter(c -> c == '*' || c == '?').count() > MOST_STARS,
                        here + ": " + MOST_STARS + " wildcards at most");
                refuse(
                        plain.replaceAll("[*?]", "").isEmpty(),
                        here + ": a pattern needs letters; exists finds any value");
            }
            if (kind.equals("fuzzy")) {
                JsonNode fuzziness = given.path("fuzziness");
                refuse(
                        given.isObject()
                                && !fuzziness.isMissingNode()
                                && !Set.of("0", "1", "2", "AUTO").contains(fuzziness.asText()),
                        here + ".fuzziness: 0, 1, 2 or AUTO");
                whole(given, "prefix_length", 0, LONGEST_PATTERN, here);
                whole(given, "max_expansions", 1, 50, here);
            }
        }

        // ---- aggregations

        private void aggregations(JsonNode parent, String at, int depth, long buckets) {
            String member = parent.has("aggs") ? "aggs" : "aggregations";
            JsonNode all = parent.path(member);
            if (all.isMissingNode()) {
                return;
            }
            String here = at.isEmpty() ? member : at + "." + member;
            object(all, here);
            refuse(depth > DEEPEST_GROUPS, here + ": groups may stand within each other " + DEEPEST_GROUPS + " deep");
            all.properties().forEach(each -> {
                refuse(
                        !NAME.matcher(each.getKey()).matches(),
                        here + ": '" + each.getKey() + "' is no name; letters, digits, blanks, _ and - are");
                aggregation(each.getValue(), here + "." + each.getKey(), depth, buckets);
            });
        }

        private void aggregation(JsonNode aggregation, String at, int depth, long buckets) {
            refuse(
                    ++aggregations > MOST_AGGREGATIONS,
                    at + ": a search may have " + MOST_AGGREGATIONS + " aggregations");
            object(aggregation, at);
            List<String> kinds = new ArrayList<>();
            aggregation.fieldNames().forEachRemaining(kinds::add);
            kinds.removeAll(List.of("aggs", "aggregations"));
            Set<String> known = new TreeSet<>(FIGURES);
            known.addAll(DIVISIONS);
            refuse(kinds.size() != 1, at + ": give one kind, of " + String.join(", ", known));
            String kind = kinds.get(0);
            refuse(
                    !known.contains(kind),
                    at + ": '" + kind + "' is not allowed; allowed are " + String.join(", ", known));
            String here = at + "." + kind;
            JsonNode content = aggregation.get(kind);
            object(content, here);
            boolean inner = aggregation.has("aggs") || aggregation.has("aggregations");
            if (FIGURES.contains(kind)) {
                refuse(inner, at + ": a figure has no groups within it");
                figure(kind, content, here);
                return;
            }
            long groups = buckets * groups(kind, content, here, aggregation);
            refuse(
                    groups > MOST_BUCKETS,
                    here + ": up to " + groups + " groups, and " + MOST_BUCKETS + " may be; give smaller sizes");
            aggregations(aggregation, at, depth + 1, groups);
        }

        private void figure(String kind, JsonNode content, String at) {
            Set<String> known =
                    switch (kind) {
                        case "cardinality" -> Set.of("field", "precision_threshold");
                        case "percentiles" -> Set.of("field", "percents");
                        default -> Set.of("field");
                    };
            members(content, known, at);
            IndexField field = field(content.path("field"), at + ".field");
            boolean counts = kind.equals("cardinality") || kind.equals("value_count");
            boolean ends = (kind.equals("min") || kind.equals("max"))
                    && (field.type() == Type.DATE || field.type() == Type.TIMESTAMP);
            refuse(
                    field.type() != Type.NUMBER && !counts && !ends,
                    at + ": " + kind + " is for numbers, and " + field.path() + " is a " + named(field));
            whole(content, "precision_threshold", 0, 40_000, at);
            JsonNode percents = content.path("percents");
            refuse(
                    !percents.isMissingNode() && (!percents.isArray() || percents.size() > 20),
                    at + ".percents: a list of 20 at most");
            percents.forEach(percent -> refuse(
                    !percent.isNumber() || percent.doubleValue() < 0 || percent.doubleValue() > 100,
                    at + ".percents: numbers from 0 to 100"));
        }

        /** How many groups it makes at most. */
        private long groups(String kind, JsonNode content, String at, JsonNode aggregation) {
            switch (kind) {
                case "terms":
                    members(content, Set.of("field", "size", "order", "min_doc_count"), at);
                    field(content.path("field"), at + ".field");
                    whole(content, "min_doc_count", 1, Integer.MAX_VALUE, at);
                    order(content.path("order"), at + ".order", aggregation);
                    return content.has("size") ? whole(content, "size", 1, MOST_GROUPS, at) : 10;
                case "date_histogram":
                    members(content, Set.of("field", "calendar_interval", "format", "min_doc_count", "order"), at);
                    dated(content, at);
                    whole(content, "min_doc_count", 0, Integer.MAX_VALUE, at);
                    order(content.path("order"), at + ".order", aggregation);
                    return 1;
                case "histogram":
                    members(content, Set.of("field", "interval", "min_doc_count", "order"), at);
                    numeric(content, at);
                    whole(content, "min_doc_count", 1, Integer.MAX_VALUE, at);
                    refuse(!content.has("min_doc_count"), at + ": give min_doc_count 1; empty groups are not made");
                    refuse(content.path("interval").asDouble(0) <= 0, at + ".interval: a number above 0");
                    order(content.path("order"), at + ".order", aggregation);
                    return 1;
                case "range", "date_range":
                    return ranges(kind, content, at);
                case "filter":
                    query(content, at, 1);
                    return 1;
                case "filters":
                    members(content, Set.of("filters"), at);
                    object(content.path("filters"), at + ".filters");
                    refuse(content.path("filters").size() > MOST_RANGES, at + ": " + MOST_RANGES + " filters at most");
                    content.path("filters")
                            .properties()
                            .forEach(each -> query(each.getValue(), at + "." + each.getKey(), 1));
                    return content.path("filters").size();
                case "missing":
                    members(content, Set.of("field"), at);
                    field(content.path("field"), at + ".field");
                    return 1;
                default:
                    return composite(content, at);
            }
        }

        private long ranges(String kind, JsonNode content, String at) {
            members(content, Set.of("field", "ranges"), at);
            if (kind.equals("range")) {
                numeric(content, at);
            } else {
                dated(content, at);
            }
            JsonNode ranges = content.path("ranges");
            refuse(
                    !ranges.isArray() || ranges.isEmpty() || ranges.size() > MOST_RANGES,
                    at + ".ranges: a list of 1 to " + MOST_RANGES);
            ranges.forEach(range -> {
                members(range, Set.of("from", "to", "key"), at + ".ranges");
                range.forEach(bound -> scalar(bound, at + ".ranges"));
                refuse(
                        range.path("from").asText().contains("||")
                                || range.path("to").asText().contains("||")
                                || range.path("from").asText().startsWith("now")
                                || range.path("to").asText().startsWith("now"),
                        at + ".ranges: write the day itself; days are not computed here");
            });
            return ranges.size();
        }

        private long composite(JsonNode content, String at) {
            members(content, Set.of("size", "sources", "after"), at);
            JsonNode sources = content.path("sources");
            refuse(!sources.isArray() || sources.isEmpty() || sources.size() > 12, at + ".sources: a list of 1 to 12");
            for (int i = 0; i < sources.size(); i++) {
                String here = at + ".sources[" + i + "]";
                String name = single(sources.get(i), Set.of(), here);
                refuse(!NAME.matcher(name).matches(), here + ": '" + name + "' is no name");
                String kind = single(sources.get(i).get(name), Set.of("terms", "date_histogram", "histogram"), here);
                JsonNode source = sources.get(i).get(name).get(kind);
                members(
                        source,
                        Set.of("field", "missing_bucket", "order", "calendar_interval", "format", "interval"),
                        here);
                switch (kind) {
                    case "terms" -> field(source.path("field"), here);
                    case "date_histogram" -> dated(source, here);
                    default -> {
                        numeric(source, here);
                        refuse(source.path("interval").asDouble(0) <= 0, here + ".interval: a number above 0");
                    }
                }
                refuse(
                        source.has("order")
                                && !Set.of("asc", "desc")
                                        .contains(source.path("order").asText()),
                        here + ".order: asc or desc");
            }
            content.path("after").forEach(value -> scalar(value, at + ".after"));
            return content.has("size") ? whole(content, "size", 1, MOST_GROUPS, at) : 10;
        }

        private void order(JsonNode order, String at, JsonNode aggregation) {
            if (order.isMissingNode()) {
                return;
            }
            Set<String> known = new TreeSet<>(Set.of("_count", "_key"));
            JsonNode inner = aggregation.has("aggs") ? aggregation.get("aggs") : aggregation.path("aggregations");
            inner.fieldNames().forEachRemaining(known::add);
            for (JsonNode each : order.isArray() ? order : List.of(order)) {
                object(each, at);
                each.properties().forEach(by -> {
                    String name = by.getKey().replaceFirst("\\.(count|min|max|avg|sum)$", "");
                    refuse(!known.contains(name), at + ": order by " + String.join(", ", known));
                    refuse(!Set.of("asc", "desc").contains(by.getValue().asText()), at + ": asc or desc");
                });
            }
        }

        // ---- lists

        private void sort(JsonNode sort, String at) {
            if (sort.isMissingNode()) {
                return;
            }
            refuse(sort.isArray() && sort.size() > 8, at + ": 8 fields at most");
            for (JsonNode each : sort.isArray() ? sort : List.of(sort)) {
                if (each.isTextual()) {
                    field(each, at);
                    continue;
                }
                String name = single(each, Set.of(), at);
                field(name, at);
                JsonNode how = each.get(name);
                if (how.isObject()) {
                    members(how, Set.of("order", "missing"), at + "." + name);
                    refuse(
                            how.has("missing")
                                    && !Set.of("_last", "_first")
                                            .contains(how.path("missing").asText()),
                            at + "." + name + ".missing: _last or _first");
                }
                JsonNode order = how.isObject() ? how.path("order") : how;
                refuse(
                        !order.isMissingNode() && !Set.of("asc", "desc").contains(order.asText()),
                        at + "." + name + ": asc or desc");
            }
        }

        private void source(JsonNode source) {
            if (source.isMissingNode() || source.isBoolean()) {
                return;
            }
            refuse(!source.isArray(), "_source: a list of fields");
            source.forEach(name -> field(name, "_source"));
        }

        // ---- pieces

        private void dated(JsonNode content, String at) {
            IndexField field = field(content.path("field"), at + ".field");
            refuse(
                    field.type() != Type.DATE && field.type() != Type.TIMESTAMP,
                    at + ": " + field.path() + " is no date");
            refuse(
                    content.has("calendar_interval")
                            && !INTERVALS.contains(
                                    content.path("calendar_interval").asText()),
                    at + ".calendar_interval: " + String.join(", ", new TreeSet<>(INTERVALS)));
            refuse(
                    content.has("format")
                            && !FORMATS.contains(content.path("format").asText()),
                    at + ".format: " + String.join(", ", new TreeSet<>(FORMATS)));
        }

        private void numeric(JsonNode content, String at) {
            IndexField field = field(content.path("field"), at + ".field");
            refuse(field.type() != Type.NUMBER, at + ": " + field.path() + " is no number");
        }

        private IndexField field(JsonNode name, String at) {
            refuse(!name.isTextual(), at + ": name a field");
            return field(name.textValue(), at);
        }

        private IndexField field(String name, String at) {
            IndexField exact = fields.get(name);
            IndexField lower = name.endsWith(".lower") ? fields.get(name.substring(0, name.length() - 6)) : null;
            IndexField found = exact != null ? exact : lower != null && lower.type() == Type.TEXT ? lower : null;
            if (found == null) {
                throw new SearchProblem(
                        Kind.REFUSED,
                        at + ": there is no field '" + shown(name) + "'"
                                + NearestName.of(name, List.copyOf(fields.keySet()))
                                        .map(near -> "; did you mean " + near + "?")
                                        .orElse(""));
            }
            refuse(
                    found.type() == Type.OTHER && !at.equals("_source"),
                    at + ": " + found.path() + " can only be shown");
            return found;
        }

        private String named(IndexField field) {
            return field.type().name().toLowerCase(Locale.ROOT);
        }

        private void scalar(JsonNode value, String at) {
            refuse(!value.isValueNode() || value.isMissingNode(), at + ": give a text, a number, true or false");
        }

        /** The only member of an object; of a list of allowed names, or any where none is given. */
        private String single(JsonNode object, Set<String> known, String at) {
            object(object, at);
            refuse(object.size() != 1, at + ": give exactly one of its kind");
            String name = object.fieldNames().next();
            refuse(
                    !known.isEmpty() && !known.contains(name),
                    at + ": '" + shown(name) + "' is not allowed; allowed are "
                            + String.join(", ", new TreeSet<>(known)));
            return name;
        }

        private void members(JsonNode object, Set<String> known, String at) {
            object(object, at);
            object.fieldNames()
                    .forEachRemaining(name -> refuse(
                            !known.contains(name),
                            at + ": '" + shown(name) + "' is not allowed"
                                    + (known.isEmpty()
                                            ? ""
                                            : "; allowed are " + String.join(", ", new TreeSet<>(known)))));
        }

        private void object(JsonNode node, String at) {
            refuse(!node.isObject(), at + ": must be an object");
        }

        private int whole(JsonNode object, String member, int least, int most, String at) {
            JsonNode number = object.path(member);
            if (number.isMissingNode()) {
                return 0;
            }
            refuse(
                    !number.isIntegralNumber()
                            || !number.canConvertToInt()
                            || number.intValue() < least
                            || number.intValue() > most,
                    at + "." + member + ": a whole number from " + least + " to " + most);
            return number.intValue();
        }

        private String shown(String name) {
            return name.length() > 60 ? name.substring(0, 60) + "…" : name;
        }

        private void refuse(boolean bad, String message) {
            if (bad) {
                throw new SearchProblem(Kind.REFUSED, message);
            }
        }
    }
}
