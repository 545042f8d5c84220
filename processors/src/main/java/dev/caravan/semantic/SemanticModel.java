package dev.caravan.semantic;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.text.ReadOnce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What can be asked of a database, read from a workspace's {@code semantic-model.yaml}.
 *
 * @param name of the data, as said in answers
 * @param classes data sets that share one shape, by schema name, each with its years; one nameless
 *     class where there is only one
 * @param dimensions what values can be grouped and filtered by
 * @param tables facts, those with the fewest dimensions first
 * @param metrics what can be measured
 * @param membership where groups of members are kept, if there are any
 * @param absent what people ask of such data that these do not hold: what it is, and a pattern of the words that ask for it
 * @param paraphrases questions that mean another one
 * @param functions functions that a query may call, besides the usual ones, which are always added
 * @param sets metrics that go by one name together
 * @param vague judgements that need a metric to mean anything, with what they may mean
 * @param events what people date a question by instead of naming a year
 * @param schema tables as the database has them, instead of or beside metrics
 */
public record SemanticModel(
        String name,
        Map<String, DataClass> classes,
        Map<String, Dimension> dimensions,
        List<FactTable> tables,
        Map<String, Metric> metrics,
        Optional<Membership> membership,
        Map<String, String> absent,
        List<Paraphrase> paraphrases,
        List<String> functions,
        Map<String, MetricSet> sets,
        Optional<Vague> vague,
        Map<String, Event> events,
        Optional<Schema> schema) {

    /** Aggregates, windows and harmless arithmetic: what is allowed whatever a file says, since the built-in model writes it. */
    private static final List<String> USUAL_FUNCTIONS = List.of(
            "sum",
            "count",
            "avg",
            "min",
            "max",
            "round",
            "abs",
            "ceil",
            "floor",
            "power",
            "sqrt",
            "ln",
            "exp",
            "sign",
            "coalesce",
            "nullif",
            "greatest",
            "least",
            "rank",
            "dense_rank",
            "row_number",
            "ntile",
            "lag",
            "lead",
            "first_value",
            "last_value",
            "lower",
            "upper",
            "trim",
            "concat",
            "cast",
            "extract");

    /** And what the compiler of logical queries writes about times and middles. */
    private static final List<String> SCHEMA_FUNCTIONS = Stream.concat(
                    USUAL_FUNCTIONS.stream(),
                    Stream.of(
                            "date_trunc",
                            "date_part",
                            "date_sub",
                            "age",
                            "median",
                            "percentile_cont",
                            // of SQLite
                            "strftime",
                            "julianday",
                            "date",
                            // of MySQL
                            "date_format",
                            "timestampdiff",
                            "year",
                            "quarter",
                            "month",
                            "weekday",
                            "dayofweek",
                            "concat"))
            .toList();

    /**
     * Something that dates a question: "since the pandemic".
     *
     * @param label as said to people
     * @param names as people write it, in lower case
     * @param before the last year that it left untouched; 0 where the years differ by country
     * @param from its first year
     * @param to its last year
     * @param byCountry the year by code of country, where they differ
     */
    public record Event(
            String label, List<String> names, int before, int from, int to, Map<String, Integer> byCountry) {
        /** Takes copies. */
        public Event {
            names = List.copyOf(names);
            byCountry = byCountry == null ? Map.of() : Map.copyOf(byCountry);
        }

        /** The event of one year. */
        Event in(int year) {
            return new Event(label, names, year - 1, year, year, Map.of());
        }

        /** What it is for a question about some countries; empty where it came to none of them, or to each at another time. */
        public Optional<Event> of(Set<String> countries) {
            if (byCountry.isEmpty()) {
                return Optional.of(this);
            }
            List<Integer> years = countries.stream()
                    .filter(byCountry::containsKey)
                    .map(byCountry::get)
                    .distinct()
                    .toList();
            return years.size() == 1 ? Optional.of(in(years.get(0))) : Optional.empty();
        }
    }

    /**
     * The table that says which members belong to which group.
     *
     * @param table its name
     * @param key the member's key column, the same values as in fact tables
     * @param type the column of the group's type
     * @param name the column of the group's name
     */
    public record Membership(String table, String key, String type, String name) {}

    /**
     * A data set with the shape of the others.
     *
     * @param label as said to people
     * @param from first year
     * @param to last year
     * @param names what people call it; empty where they do not choose
     */
    public record DataClass(String label, int from, int to, List<String> names) {
        /** A class that is not chosen by name has none. */
        public DataClass {
            names = names == null ? List.of() : List.copyOf(names);
        }
    }

    /**
     * Metrics that are asked for together, such as the offence of a team.
     *
     * @param synonyms what people call them
     * @param metrics their names
     * @param alone words that mean them where no figure is named, such as a verb
     */
    public record MetricSet(List<String> synonyms, List<String> metrics, List<String> alone) {
        /** Takes copies. */
        public MetricSet {
            alone = alone == null ? List.of() : List.copyOf(alone);
            synonyms = List.copyOf(synonyms);
            metrics = List.copyOf(metrics);
        }
    }

    /**
     * Words that mean others, as "who won the title" means a ranking.
     *
     * @param says pattern of the words; case does not matter
     * @param means what stands for them, with $1 for the first group of the pattern
     * @param note what has to be known about it; said with every answer that uses it
     */
    public record Paraphrase(String says, String means, String note) {
        /** The question in other words; empty where it is none of these. */
        public Optional<String> of(String question) {
            Matcher said = Pattern.compile(says, Pattern.CASE_INSENSITIVE).matcher(question);
            return said.find() ? Optional.of(said.replaceFirst(means)) : Optional.empty();
        }
    }

    /**
     * Words that judge without saying by what.
     *
     * @param synonyms the words
     * @param choices by dimension, the metrics to offer instead
     */
    public record Vague(List<String> synonyms, Map<String, List<String>> choices) {
        /** Takes copies. */
        public Vague {
            synonyms = List.copyOf(synonyms);
            choices = new LinkedHashMap<>(choices);
        }
    }

    /**
     * What a member must have reached to take part in a ranking, unless the person says otherwise.
     *
     * @param dimension whose members
     * @param metric in which
     * @param atLeast how much, by data class; {@code total} over several years together
     */
    public record Qualification(String dimension, String metric, Map<String, Double> atLeast) {
        /** Takes a copy. */
        public Qualification {
            atLeast = Map.copyOf(atLeast);
        }
    }

    /**
     * A dimension with a look-up table, or a plain column where {@code table} is empty.
     *
     * @param label singular, as a column heading
     * @param plural as said in sentences
     * @param table look-up table; {class} stands for the data class
     * @param key the look-up table's key column
     * @param display the column of its name
     * @param code the column of its code, used in filters
     * @param ancestors columns with the keys of the members above it, if it has levels
     * @param of the dimension whose look-up table holds it, for an attribute; empty for others
     * @param names further columns with names of its members
     * @param weight column that tells which of several members of one name is meant as a rule
     * @param person whether "who" asks for it
     * @param synonyms what people call it
     * @param introduced words that stand before a member in this role, where two dimensions share members or names are common words
     * @param values members that are no names, with what people call them
     * @param split whether its members are years that people write as two, as in 2022-23
     * @param joined what stands between several codes of one member, such as "-" in "G-F"; empty where each has one
     */
    public record Dimension(
            String label,
            String plural,
            String table,
            String key,
            String display,
            String code,
            List<String> ancestors,
            String of,
            List<String> names,
            Optional<String> weight,
            boolean person,
            List<String> synonyms,
            List<String> introduced,
            Map<String, List<String>> values,
            boolean split,
            String joined) {
        /** Parts the file leaves out are empty. */
        public Dimension {
            ancestors = ancestors == null ? List.of() : List.copyOf(ancestors);
            of = of == null ? "" : of;
            names = names == null ? List.of() : List.copyOf(names);
            weight = Objects.requireNonNullElse(weight, Optional.empty());
            synonyms = synonyms == null ? List.of() : List.copyOf(synonyms);
            introduced = introduced == null ? List.of() : List.copyOf(introduced);
            values = values == null ? Map.of() : new LinkedHashMap<>(values);
            joined = joined == null ? "" : joined;
        }
    }

    /**
     * A fact table.
     *
     * @param name with {class} and {level} as place holders
     * @param dimensions dimension name to key column: the table's grain
     * @param measures its value columns
     * @param levels levels it exists for; empty when it has none
     * @param classes classes it exists for; empty means all
     * @param filter a condition that every query of it carries, {t} standing for its alias
     * @param description what a row of it is, for choosing among tables; may be empty
     * @param perRow whether its measures are counts of single events instead of averages
     */
    public record FactTable(
            String name,
            Map<String, String> dimensions,
            List<String> measures,
            List<Integer> levels,
            List<String> classes,
            Optional<String> filter,
            String description,
            boolean perRow) {
        /** Parts the file leaves out are empty. */
        public FactTable {
            measures = List.copyOf(measures);
            levels = levels == null ? List.of() : List.copyOf(levels);
            classes = classes == null ? List.of() : List.copyOf(classes);
            filter = Objects.requireNonNullElse(filter, Optional.empty());
            description = description == null ? "" : description;
        }

        /** The name for one class and level. */
        public String of(String dataClass, int level) {
            return name.replace("{class}", dataClass).replace("{level}", Integer.toString(level));
        }
    }

    /**
     * A metric.
     *
     * @param label as said in sentences
     * @param unit USD, percent, index, people or count
     * @param column its column where one row of a table is one value
     * @param sum its formula over several rows, columns in braces; empty when it cannot be summed up
     * @param synonyms what people call it
     * @param note what has to be known to read it rightly; said with every answer that uses it
     * @param comparableOverTime whether its values of different years can be set side by side
     * @param rankFilter a condition on the country look-up when ranking, {c} standing for its alias
     * @param ascending whether small values are the good ones
     * @param dimensions dimensions without which it has no meaning
     * @param scale factor from the stored value to the unit
     * @param averaged the metric that is meant instead when an average is asked for
     * @param qualify what members must have reached to be ranked by it
     * @param superlatives words that rank by it, 1 for large values first, -1 for small ones
     * @param bounded the metric that a minimum of it means, unless it is said to be an average
     * @param beside words that mean another metric in a condition beside this one: "attempts" beside a percentage
     * @param meaning what it tells, in a sentence, for those who ask what it means
     * @param bareOf the dimension behind whose name a bare number means this metric: "players under 25"
     */
    public record Metric(
            String label,
            String unit,
            Optional<String> column,
            Optional<String> sum,
            List<String> synonyms,
            Optional<String> note,
            @JsonProperty("comparable_over_time") Boolean comparableOverTime,
            @JsonProperty("rank_filter") Optional<String> rankFilter,
            boolean ascending,
            List<String> dimensions,
            Double scale,
            Optional<String> averaged,
            Optional<Qualification> qualify,
            Map<String, Integer> superlatives,
            Optional<String> bounded,
            Map<String, String> beside,
            Optional<String> meaning,
            @JsonProperty("bare_of") Optional<String> bareOf) {
        private static final Pattern COLUMN = Pattern.compile("\\{(\\w+)}");

        /** Parts the file leaves out are empty; values are comparable over time unless said otherwise. */
        public Metric {
            column = Objects.requireNonNullElse(column, Optional.empty());
            sum = Objects.requireNonNullElse(sum, Optional.empty());
            synonyms = synonyms == null ? List.of() : List.copyOf(synonyms);
            note = Objects.requireNonNullElse(note, Optional.empty());
            comparableOverTime = comparableOverTime == null || comparableOverTime;
            rankFilter = Objects.requireNonNullElse(rankFilter, Optional.empty());
            dimensions = dimensions == null ? List.of() : List.copyOf(dimensions);
            scale = scale == null ? 1.0 : scale;
            averaged = Objects.requireNonNullElse(averaged, Optional.empty());
            qualify = Objects.requireNonNullElse(qualify, Optional.empty());
            superlatives = superlatives == null ? Map.of() : Map.copyOf(superlatives);
            bounded = Objects.requireNonNullElse(bounded, Optional.empty());
            beside = beside == null ? Map.of() : Map.copyOf(beside);
            meaning = Objects.requireNonNullElse(meaning, Optional.empty());
            bareOf = Objects.requireNonNullElse(bareOf, Optional.empty());
        }

        /** What it means: what the model's file says of it, otherwise its unit; with its formula and its note. */
        public String inWords() {
            String name = label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
            String told =
                    meaning.map(text -> name + ": " + text).orElse(name + " is a figure of the data, in " + unit + ".");
            String order = ascending ? " A small value is the better one." : "";
            String formula = sum.map(
                            text -> " Over several rows it is worked out as `" + text.replaceAll("[{}]", "") + "`.")
                    .orElse("");
            return told + order + formula + note.map(text -> " " + text).orElse("");
        }

        /** The columns it is made of when summed up, or its column. */
        public Set<String> columns(boolean summed) {
            Set<String> columns = new LinkedHashSet<>();
            if (summed && sum.isPresent()) {
                Matcher matcher = COLUMN.matcher(sum.get());
                while (matcher.find()) {
                    columns.add(matcher.group(1));
                }
            } else {
                column.ifPresent(columns::add);
            }
            return columns;
        }
    }

    /** Checks that it is complete, and that metrics and tables fit together. */
    public SemanticModel {
        schema = Objects.requireNonNullElse(schema, Optional.empty());
        classes = classes == null ? Map.of() : new LinkedHashMap<>(classes);
        dimensions = dimensions == null ? Map.of() : new LinkedHashMap<>(dimensions);
        tables = tables == null ? List.of() : List.copyOf(tables);
        metrics = metrics == null ? Map.of() : new LinkedHashMap<>(metrics);
        List<String> lacking = new ArrayList<>();
        lack(name == null || name.isBlank(), "name, as said in answers", lacking);
        // a schema by itself says all that these would
        if (schema.isEmpty() || !metrics.isEmpty()) {
            lack(classes.isEmpty(), "classes, at least one with a label and its years", lacking);
            lack(dimensions.isEmpty(), "dimensions", lacking);
            lack(tables.isEmpty(), "tables", lacking);
            lack(metrics.isEmpty(), "metrics", lacking);
        }
        if (!lacking.isEmpty()) {
            throw new IllegalArgumentException("semantic model: there is no " + String.join("; there is no ", lacking));
        }
        membership = Objects.requireNonNullElse(membership, Optional.empty());
        absent = absent == null ? Map.of() : new LinkedHashMap<>(absent);
        paraphrases = paraphrases == null ? List.of() : List.copyOf(paraphrases);
        functions = Stream.concat(
                        (schema != null && schema.isPresent() ? SCHEMA_FUNCTIONS : USUAL_FUNCTIONS).stream(),
                        functions == null ? Stream.empty() : functions.stream())
                .distinct()
                .toList();
        sets = sets == null ? Map.of() : new LinkedHashMap<>(sets);
        vague = Objects.requireNonNullElse(vague, Optional.empty());
        events = events == null ? Map.of() : new LinkedHashMap<>(events);
        List<String> faults = new ArrayList<>();
        for (FactTable table : tables) {
            for (String dimension : table.dimensions().keySet()) {
                if (!dimensions.containsKey(dimension)) {
                    faults.add("table " + table.name() + " has the unknown dimension " + dimension);
                }
            }
        }
        for (MetricSet set : sets.values()) {
            for (String metric : set.metrics()) {
                if (!metrics.containsKey(metric)) {
                    faults.add("a set has the unknown metric " + metric);
                }
            }
        }
        for (Map.Entry<String, Metric> entry : metrics.entrySet()) {
            Metric metric = entry.getValue();
            if (metric.column().isEmpty() && metric.sum().isEmpty()) {
                faults.add("metric " + entry.getKey() + " has neither column nor sum");
            }
            Set<String> columns = metric.columns(true);
            if (tables.stream().noneMatch(table -> table.measures().containsAll(columns))) {
                faults.add("no table has all columns of metric " + entry.getKey() + ": " + columns);
            }
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("semantic model: " + String.join("; ", faults));
        }
    }

    private static void lack(boolean missing, String what, List<String> lacking) {
        if (missing) {
            lacking.add(what);
        }
    }

    private static final ReadOnce<SemanticModel> READ = new ReadOnce<>(SemanticModel::parse);

    /**
     * Reads and checks the file.
     *
     * @throws IllegalArgumentException naming the file and what is wrong with it
     */
    public static SemanticModel read(Path file) {
        return READ.of(file);
    }

    private static SemanticModel parse(Path file) {
        try {
            return YAMLMapper.builder()
                    .addModule(new com.fasterxml.jackson.datatype.jdk8.Jdk8Module())
                    .addModule(new com.fasterxml.jackson.datatype.jsr310.JavaTimeModule())
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build()
                    .readValue(file.toFile(), SemanticModel.class);
        } catch (JsonProcessingException e) {
            String at = e.getLocation() == null || e.getLocation().getLineNr() < 1
                    ? ""
                    : ":" + e.getLocation().getLineNr();
            String fault =
                    e.getCause() instanceof IllegalArgumentException own ? own.getMessage() : e.getOriginalMessage();
            throw new IllegalArgumentException(file + at + ": " + fault); // all that the cause says
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /**
     * The model with the years that data really cover.
     *
     * @param years first and last year by class; classes that are missing here have no data
     */
    public SemanticModel withCoverage(Map<String, int[]> years) {
        Map<String, DataClass> covered = new LinkedHashMap<>();
        classes.forEach((name, dataClass) -> {
            int[] span = years.get(name);
            if (span != null) {
                covered.put(name, new DataClass(dataClass.label(), span[0], span[1], dataClass.names()));
            }
        });
        return new SemanticModel(
                this.name,
                covered.isEmpty() ? classes : covered,
                dimensions,
                tables,
                metrics,
                membership,
                absent,
                paraphrases,
                functions,
                sets,
                vague,
                events,
                schema);
    }

    /** The model with the part of its schema that data hold. */
    public SemanticModel withSchema(Schema held) {
        return new SemanticModel(
                name,
                classes,
                dimensions,
                tables,
                metrics,
                membership,
                absent,
                paraphrases,
                functions,
                sets,
                vague,
                events,
                Optional.of(held));
    }

    /** The database schema of its tables, where data may say what they are; empty where it names no table. */
    public Optional<String> home() {
        return Stream.concat(
                        tables.stream().map(FactTable::name),
                        schema.stream().flatMap(known -> known.relations().keySet().stream()))
                .findFirst()
                .map(table -> table.replaceAll("\\..*", ""));
    }

    /** The dimension whose members are single rows that people have a word for, such as games; empty where there is none. */
    public Optional<String> eventDimension() {
        return dimensions.entrySet().stream()
                .filter(each -> each.getValue().table().isEmpty()
                        && each.getValue().of().isEmpty())
                .filter(each -> !each.getValue().synonyms().isEmpty()
                        && each.getValue().values().isEmpty())
                .filter(each -> tables.stream()
                        .anyMatch(table -> table.perRow() && table.dimensions().containsKey(each.getKey())))
                .filter(each -> !each.getValue().split())
                .map(Map.Entry::getKey)
                .filter(name -> !name.equals("year"))
                .findFirst();
    }

    /** Whose event it is, such as a team's game: the dimension of its table that is said without a word before it. */
    public Optional<String> eventOf() {
        return eventDimension().stream()
                .flatMap(event -> tables.stream()
                        .filter(table -> table.perRow() && table.dimensions().containsKey(event)))
                .flatMap(table -> table.dimensions().keySet().stream())
                .filter(name -> dimensions.containsKey(name))
                .filter(name -> !dimensions.get(name).table().isEmpty()
                        && dimensions.get(name).introduced().isEmpty())
                .findFirst();
    }

    /** The metric of that name; an unknown one is a programming error. */
    public Metric metric(String metric) {
        return Optional.ofNullable(metrics.get(metric))
                .orElseThrow(() -> new IllegalArgumentException("no metric " + metric));
    }

    /** The latest year of any class; empty where there are none, which is so for a schema by itself. */
    public OptionalInt lastYear() {
        return classes.values().stream().mapToInt(DataClass::to).max();
    }

    /** Whether a text names one of the metrics, by its label or by what people call it. */
    public boolean namesMetric(String text) {
        String words = words(text);
        return metrics.values().stream()
                .flatMap(metric -> Stream.concat(Stream.of(metric.label()), metric.synonyms().stream()))
                .anyMatch(name -> words.contains(words(name)));
    }

    private static String words(String text) {
        return " "
                + text.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}]+", " ")
                        .strip() + " ";
    }

    /** Every concrete table with its columns: what a query may read. */
    public Map<String, Set<String>> readable() {
        Map<String, Set<String>> readable = new LinkedHashMap<>();
        for (FactTable table : tables) {
            for (String dataClass : classes.keySet()) {
                if (table.classes().isEmpty() || table.classes().contains(dataClass)) {
                    for (int level : table.levels().isEmpty() ? List.of(0) : table.levels()) {
                        Set<String> columns =
                                new LinkedHashSet<>(table.dimensions().values());
                        columns.addAll(table.measures());
                        readable.put(table.of(dataClass, level), columns);
                    }
                }
            }
        }
        schema.ifPresent(known -> known.relations()
                .forEach((table, relation) ->
                        readable.put(table, relation.columns().keySet())));
        return readable;
    }
}
