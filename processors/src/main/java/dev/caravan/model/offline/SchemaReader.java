package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.model.offline.SchemaLexicon.Option;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.model.offline.SchemaSql.Item;
import dev.caravan.model.offline.SchemaSql.Order;
import dev.caravan.model.offline.SchemaSql.Query;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads questions on any schema: which tables, columns and stored values the words mean, what is counted or summed, by what,
 * under which conditions and in which order.
 */
final class SchemaReader {
    private static final Set<String> EACH = Set.of("each", "every", "per", "different");
    private static final Set<String> MOST = Set.of(
            "most",
            "highest",
            "largest",
            "greatest",
            "biggest",
            "top",
            "longest",
            "maximum",
            "max",
            "tallest",
            "best",
            "latest",
            "newest",
            "heaviest",
            "richest",
            "farthest",
            "furthest",
            "oldest",
            "fastest");
    private static final Set<String> LEAST = Set.of(
            "least",
            "lowest",
            "smallest",
            "fewest",
            "shortest",
            "minimum",
            "min",
            "cheapest",
            "worst",
            "earliest",
            "lightest",
            "bottom",
            "poorest",
            "youngest",
            "slowest");
    private static final Set<String> IN_TIME = Set.of("latest", "newest", "earliest", "oldest");
    private static final Set<String> NEGATIVE =
            Set.of("no", "not", "without", "never", "neither", "none", "lack", "lacks", "lacking", "non");
    private static final Set<String> EXCEPT = Set.of("not", "excluding", "except", "exclude", "without", "non");
    private static final Set<String> UNIQUE = Set.of("distinct", "unique", "different");
    private static final Map<String, String> AGGREGATES = Map.of(
            "average",
            "avg",
            "mean",
            "avg",
            "avg",
            "avg",
            "total",
            "sum",
            "sum",
            "sum",
            "combined",
            "sum",
            "overall",
            "sum",
            "median",
            "median");
    // words that only carry a question
    private static final Set<String> CARRYING = Set.of(
            "number",
            "count",
            "name",
            "list",
            "return",
            "show",
            "display",
            "order",
            "ordered",
            "sort",
            "sorted",
            "ranked",
            "group",
            "grouped",
            "ratio",
            "proportion",
            "percentage",
            "respective",
            "corresponding",
            "term",
            "descending",
            "ascending",
            "alphabetical",
            "alphabetically",
            "result",
            "both",
            "only",
            "also",
            "exactly",
            "find",
            "calculate",
            "compute",
            "based",
            "include",
            "including",
            "inclusive",
            "located",
            "associated",
            "related",
            "belong",
            "received",
            "made",
            "offered",
            "used",
            "using",
            "written",
            "write",
            "wrote",
            "published",
            "given",
            "there",
            "database",
            "data",
            "table",
            "column",
            "row",
            "value",
            "record",
            "entry",
            "starting",
            "start",
            "contain",
            "containing",
            "contains",
            "like",
            "called",
            "between",
            "past",
            "last",
            "previous",
            "ago",
            "today",
            "current",
            "currently",
            "out",
            "over",
            "across",
            "vary",
            "differ",
            "change",
            "compared",
            "first",
            "live",
            "work",
            "operate",
            "serve",
            "served",
            "put",
            "posted",
            "occurred",
            "happened",
            "took",
            "taken",
            "taught",
            "teach",
            "sold",
            "sell",
            "bought",
            "sent",
            "excluding",
            "except",
            "other",
            "same",
            "least",
            "greater",
            "larger",
            "higher",
            "lower",
            "fewer",
            "less",
            "more",
            "join",
            "left",
            "right",
            "inner",
            "frequently",
            "often",
            "common",
            "popular",
            "expensive");
    private static final Set<String> UNITS = Set.of("day", "week", "month", "quarter", "year");
    private static final Pattern SENTENCE = Pattern.compile("[.?!;](?=\\s+[\"'“]?\\p{L})");
    private static final Pattern TOLD =
            Pattern.compile("(?i)^(return|give|show|display|include|provide|list|output|report|state)\\b");
    private static final Pattern HINT =
            Pattern.compile("(?i)^(match|always|filter|assume|use|represent|consider|when|note|treat|do not)\\b");
    private static final Pattern ASIDE = Pattern.compile(
            "(?i)\\([^()]*\\b(inclusive|including|match|case|wildcards?|i\\.e|e\\.g)\\b[^()]*\\)|\\b(?:,? ?by doing|using|with) a left join.*?(?=[.?!]|$)");
    private static final String AGENTLESS = "grouped|split|broken|divided|segmented|categori[sz]ed|classified|listed";
    private static final Pattern QUOTED =
            Pattern.compile("(?<![\\p{L}\\p{N}])['\"“‘]([^'\"“”‘’]+)['\"”’](?![\\p{L}\\p{N}])");
    private static final String MONTHS =
            "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
    private static final Pattern DATE = Pattern.compile("(?i)\\b(\\d{4})-(\\d\\d)-(\\d\\d)\\b|\\b(" + MONTHS
            + ")\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b|\\b(\\d{1,2})(?:st|nd|rd|th)? (" + MONTHS
            + ")\\.?,? (\\d{4})\\b");
    private static final Pattern RECENT = Pattern.compile(
            "(?i)\\b(?:past|last|previous|within)\\s+(?:the\\s+)?(?:past\\s+|last\\s+)?(\\w+)?\\s*(?:calendar |business )?(day|week|month|quarter|year)s?\\b");
    private static final Pattern AGO = Pattern.compile("(?i)\\b(\\w+) (day|week|month|year)s? ago\\b");
    private static final Pattern THIS = Pattern.compile("(?i)\\b(?:this|current) (week|month|quarter|year)\\b");
    private static final Pattern YEAR = Pattern.compile(
            "(?i)\\b(?:(in|during|of|for|since|after|before|until) )?(?:the )?(?:year )?((?:19|20)\\d\\d)\\b(?:'s)?");
    private static final Pattern RATIO =
            Pattern.compile("(?i)\\b(ratio|proportion|percentage|fraction|share)\\b(?: of| between)?");
    private static final Map<String, String> OPERATORS = operators();

    private static Map<String, String> operators() {
        Map<String, String> operators = new LinkedHashMap<>();
        for (String words : List.of("no fewer than", "no less than", "at least", "minimum of", "not less than")) {
            operators.put(words, ">=");
        }
        for (String words : List.of("no more than", "at most", "maximum of", "up to", "not more than")) {
            operators.put(words, "<=");
        }
        for (String words : List.of(
                "more than",
                "greater than",
                "higher than",
                "larger than",
                "older than",
                "longer than",
                "over",
                "above",
                "exceeding",
                "exceeds",
                "exceed",
                "better than")) {
            operators.put(words, ">");
        }
        for (String words : List.of(
                "less than",
                "fewer than",
                "lower than",
                "smaller than",
                "younger than",
                "shorter than",
                "under",
                "below")) {
            operators.put(words, "<");
        }
        for (String words : List.of("equal to", "equals", "exactly")) {
            operators.put(words, "=");
        }
        return operators;
    }

    private final Schema schema;
    private final SchemaLexicon lexicon;
    private final SchemaSql sql;

    SchemaReader(Schema schema, List<Member> members) {
        this.schema = schema;
        this.lexicon = new SchemaLexicon(schema, members);
        this.sql = new SchemaSql(schema);
    }

    /**
     * What a question was taken for.
     *
     * @param query empty where nothing could be made of it
     * @param problem why not
     * @param known whether anything in it is in the schema
     * @param notes how it was read, in sentences
     */
    record Reading(Optional<String> query, String problem, boolean known, List<String> notes) {}

    /** Reads a question; what follows an empty line is advice to whoever writes SQL. */
    Reading read(String question) {
        String first = question.strip().split("\\n\\s*\\n")[0];
        Parse parse = new Parse(first);
        if (parse.links.isEmpty()) {
            return new Reading(Optional.empty(), "None of its words means anything in these data.", false, List.of());
        }
        try {
            Optional<Query> query = parse.query();
            List<String> unread = parse.unread();
            if (!unread.isEmpty()) {
                parse.notes.add(UnreadWords.note(unread));
            }
            return query.map(made -> new Reading(Optional.of(sql.text(made)), "", true, parse.notes))
                    .orElseGet(() -> new Reading(
                            Optional.empty(),
                            "It is not clear what is asked of " + parse.tables() + ".",
                            true,
                            List.of()));
        } catch (SchemaSql.NotJoined e) {
            return new Reading(
                    Optional.empty(),
                    "The tables cannot be brought together: " + e.getMessage() + ".",
                    true,
                    List.of());
        }
    }

    /** A place in the question that means something: words from start (inclusive) to end (exclusive). */
    private static final class Link {
        final int start;
        final int end;
        List<Option> options;
        Option chosen;
        boolean used;
        boolean generic;
        boolean like;

        Link(int start, int end, List<Option> options) {
            this.start = start;
            this.end = end;
            this.options = options;
        }

        boolean isTable() {
            return chosen.isTable();
        }

        boolean isValue() {
            return chosen.isValue();
        }

        boolean isColumn() {
            return chosen.isColumn();
        }
    }

    /** Something to be computed, with its place. */
    private record Measure(int start, int end, Expr value, String name, Link link) {}

    /** The reading of one question. */
    private final class Parse {
        final Words words;
        final int size;
        final List<Link> links = new ArrayList<>();
        final List<String> notes = new ArrayList<>();
        private final boolean[] taken;
        private final int[] sentence;
        private final Set<Integer> toldSentences = new HashSet<>();
        private final Set<Integer> silent = new HashSet<>();
        private final List<Measure> measures = new ArrayList<>();
        private final List<Expr> groups = new ArrayList<>();
        private final List<Item> groupItems = new ArrayList<>();
        private final List<Expr> where = new ArrayList<>();
        private final List<Expr> having = new ArrayList<>();
        private final List<Order> orders = new ArrayList<>();
        private final List<Link> groupLinks = new ArrayList<>();
        private final Map<Expr, Integer> places = new LinkedHashMap<>();
        private int limit;
        private int ratioCut = -1;
        private boolean ranked;

        Parse(String text) {
            words = Words.of(text);
            size = words.size();
            taken = new boolean[size];
            sentence = new int[size];
            sentences(text);
            link();
            choose();
        }

        String tables() {
            return links.stream()
                    .filter(link -> link.chosen != null)
                    .map(link -> link.chosen.table())
                    .distinct()
                    .collect(Collectors.joining(", "));
        }

        /** Words that mean something and were taken for nothing. */
        List<String> unread() {
            List<String> unread = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                String word = word(i);
                boolean spoken = taken[i]
                        || !SchemaLexicon.isContent(word)
                        || word.length() < 3
                        || CARRYING.contains(words.list().get(i).stem())
                        || CARRYING.contains(word)
                        || OPERATORS.keySet().stream().anyMatch(said -> (" " + said + " ").contains(" " + word + " "));
                boolean steers = EACH.contains(word)
                        || MOST.contains(word)
                        || LEAST.contains(word)
                        || NEGATIVE.contains(word)
                        || UNIQUE.contains(word)
                        || AGGREGATES.containsKey(word)
                        || UNITS.contains(words.list().get(i).stem());
                if (!spoken && !steers && !unread.contains(word) && number(word).isEmpty() && !isNearName(word)) {
                    unread.add(word);
                }
            }
            return unread;
        }

        /** A verb that says what a table or a column is called by anyhow: "joined" beside a date of joining. */
        private boolean isNearName(String word) {
            String begin = word.substring(0, Math.min(word.length(), 4));
            return links.stream()
                    .filter(link -> link.chosen != null)
                    .map(link -> schema.relations().get(link.chosen.table()))
                    .anyMatch(relation -> relation.columns().values().stream()
                            .flatMap(column -> column.names().stream())
                            .flatMap(name -> java.util.Arrays.stream(name.split(" ")))
                            .anyMatch(part -> part.length() > 3 && part.startsWith(begin)));
        }

        // ---- words

        private String word(int i) {
            return i < 0 || i >= size ? "" : words.list().get(i).folded();
        }

        private boolean is(int i, String phrase) {
            String[] parts = phrase.split(" ");
            for (int k = 0; k < parts.length; k++) {
                if (!word(i + k).equals(parts[k])) {
                    return false;
                }
            }
            return true;
        }

        private String between(int from, int to) {
            return from >= to ? "" : words.slice(from, to).toLowerCase(Locale.ROOT);
        }

        private String gap(int i) {
            return i <= 0 || i >= size
                    ? ""
                    : words.text()
                            .substring(
                                    words.list().get(i - 1).end(),
                                    words.list().get(i).start());
        }

        private int at(int offset) {
            for (int i = 0; i < size; i++) {
                if (words.list().get(i).end() > offset) {
                    return i;
                }
            }
            return size;
        }

        private void sentences(String text) {
            Matcher ends = SENTENCE.matcher(text);
            List<Integer> cuts = new ArrayList<>();
            while (ends.find()) {
                cuts.add(ends.end());
            }
            for (int i = 0; i < size; i++) {
                int start = words.list().get(i).start();
                sentence[i] = (int) cuts.stream().filter(cut -> cut <= start).count();
            }
            int begin = 0;
            for (int i = 0; i <= cuts.size(); i++) {
                int end = i < cuts.size() ? cuts.get(i) : text.length();
                String said = text.substring(begin, end).strip();
                if (i > 0 && TOLD.matcher(said).find()) {
                    toldSentences.add(i);
                }
                if (i > 0 && HINT.matcher(said).find()) {
                    silent.add(i);
                }
                begin = end;
            }
        }

        private static boolean isPlural(Words.Word word) {
            return !word.folded().equals(word.stem());
        }

        // ---- what words mean

        private void link() {
            for (int i = 0; i < size; i++) {
                taken[i] |= silent.contains(sentence[i]);
            }
            for (Matcher aside = ASIDE.matcher(words.text()); aside.find(); ) {
                for (int i = at(aside.start()); i < at(aside.end() - 1); i++) {
                    taken[i] = true;
                }
            }
            quotes();
            for (Matcher date = DATE.matcher(words.text()); date.find(); ) {
                for (int i = at(date.start()); i < at(date.end()); i++) {
                    taken[i] = true;
                }
            }
            for (int length = SchemaLexicon.LONGEST; length > 0; length--) {
                for (int start = 0; start + length <= size; start++) {
                    if (isFree(start, start + length)) {
                        add(start, start + length);
                    }
                }
            }
            capitals();
            links.sort(Comparator.comparingInt(link -> link.start));
        }

        private boolean isFree(int start, int end) {
            for (int i = start; i < end; i++) {
                if (taken[i] || i > start && (sentence[i] != sentence[start] || gap(i).matches("(?s).*[,;:(].*"))) {
                    return false;
                }
            }
            return true;
        }

        private void add(int start, int end) {
            String key = words.key(start, end);
            boolean single = end - start == 1;
            String only = word(start);
            if (single && (only.equals("name") || only.equals("names"))) {
                Link link = put(start, end, new ArrayList<>(lexicon.nameColumns()));
                link.generic = true;
                return;
            }
            if (single && (only.equals("id") || only.equals("ids"))) {
                put(start, end, new ArrayList<>(lexicon.keyColumns())).generic = true;
                return;
            }
            boolean enumerated = EACH.contains(word(start - 1))
                    || word(start - 1).equals("by") && !UNITS.contains(only)
                    || gap(start).contains(",")
                    || gap(end).contains(",");
            if (single && (!SchemaLexicon.isContent(only) && !enumerated || isSteering(start))) {
                return;
            }
            List<Option> options = new ArrayList<>(lexicon.named(key));
            if (options.isEmpty() && end - start == 2) {
                // "check-ins" of the table checkin
                options.addAll(lexicon.named(Words.stem(word(start) + word(start + 1))));
            }
            boolean digits = IntStream.range(start, end).allMatch(i -> word(i).matches("[\\d.,]+"));
            boolean capital = words.list().get(start).isCapitalised() && start > 0;
            for (Option value : digits ? List.<Option>of() : lexicon.valued(key)) {
                boolean lower = value.value().equals(value.value().toLowerCase(Locale.ROOT));
                boolean kind = single
                        && lower
                        && end < size
                        && lexicon.named(words.key(end, end + 1)).stream()
                                .anyMatch(option ->
                                        option.isTable() && option.table().equals(value.table()));
                if (kind) {
                    options.add(value);
                } else if (key.length() > 1
                        && (options.isEmpty() || capital)
                        && (capital || lower || !single || options.isEmpty() && key.length() > 3)) {
                    options.add(value);
                }
            }
            if (!options.isEmpty()) {
                put(start, end, options);
            }
        }

        /** Words that steer the question, unless they are the only name of something that stands behind "the". */
        private boolean isSteering(int i) {
            String word = word(i);
            return word.equals("number")
                            && (word(i + 1).equals("of") || word(i - 1).equals("total"))
                    || Set.of(
                                    "total", "average", "count", "order", "ordered", "sorted", "list", "return",
                                    "result", "ratio", "each", "most", "least", "top")
                            .contains(word)
                    || Set.of("minimum", "maximum", "low", "high", "open").contains(word)
                            && i + 1 < size
                            && !gap(i + 1).contains(",")
                            && !lexicon.named(words.key(i + 1, i + 2)).isEmpty();
        }

        private Link put(int start, int end, List<Option> options) {
            Link link = new Link(start, end, options);
            links.add(link);
            for (int i = start; i < end; i++) {
                taken[i] = true;
            }
            return link;
        }

        private void quotes() {
            Matcher quoted = QUOTED.matcher(words.text());
            while (quoted.find()) {
                int start = at(quoted.start(1));
                int end = at(quoted.end(1) - 1) + 1;
                if (start >= size || end <= start || taken[start]) {
                    continue;
                }
                String key = Words.key(quoted.group(1));
                List<Option> exact = lexicon.valued(key);
                boolean part = between(Math.max(0, start - 5), start)
                        .matches("(?s).*\\b(contain\\w*|includ\\w*|like|start\\w*|begin\\w*|end\\w*)\\b.*");
                List<Option> options = exact.isEmpty() || part ? lexicon.containing(key) : exact;
                if (options.isEmpty()) {
                    options = textColumns();
                }
                List<Option> meant = new ArrayList<>();
                Set<String> seen = new HashSet<>();
                for (Option option : options) {
                    if (seen.add(option.table() + "." + option.column())) {
                        boolean whole = !exact.isEmpty() && !part;
                        meant.add(
                                whole
                                        ? option
                                        : new Option(
                                                option.table(),
                                                option.column(),
                                                quoted.group(1).strip(),
                                                2,
                                                false));
                    }
                }
                if (!meant.isEmpty()) {
                    Link link = put(start, Math.min(end, size), meant);
                    link.like = exact.isEmpty() || part;
                }
            }
        }

        private List<Option> textColumns() {
            List<Option> options = new ArrayList<>();
            schema.relations().forEach((table, relation) -> relation.columns().forEach((name, column) -> {
                if (column.type() == Type.TEXT) {
                    options.add(new Option(table, name, "", 1, false));
                }
            }));
            return options;
        }

        /** Capitalised words that nothing is called by: parts of stored names. */
        private void capitals() {
            for (int start = 1; start < size; start++) {
                int end = start;
                while (end < size
                        && !taken[end]
                        && words.list().get(end).isCapitalised()
                        && sentence[end] == sentence[start]
                        && (end == start || gap(end).isBlank())) {
                    end++;
                }
                for (int last = end; last > start; last--) {
                    String key = words.key(start, last);
                    List<Option> options = key.length() < 3 || sentence[start - 1] != sentence[start]
                            ? List.of()
                            : lexicon.containing(key);
                    if (!options.isEmpty()) {
                        List<Option> meant = new ArrayList<>();
                        Set<String> seen = new HashSet<>();
                        for (Option option : options) {
                            if (seen.add(option.table() + "." + option.column())) {
                                meant.add(new Option(
                                        option.table(), option.column(), words.slice(start, last), 2, false));
                            }
                        }
                        put(start, last, meant).like = true;
                        break;
                    }
                }
            }
        }

        // ---- which of its meanings each has

        private void choose() {
            List<Link> open = new ArrayList<>(links);
            Optional<Link> first = links.stream()
                    .filter(link ->
                            link.options.stream().anyMatch(option -> option.isTable() && option.strength() == 3))
                    .findFirst();
            open.sort(Comparator.comparing((Link link) -> first.isEmpty() || first.get() != link)
                    .thenComparingInt((Link link) -> (int)
                            link.options.stream().map(Option::table).distinct().count())
                    .thenComparing(link -> link.generic)
                    .thenComparing(link -> link.start));
            Set<String> chosen = new LinkedHashSet<>();
            for (Link link : open) {
                referBack(link);
                link.chosen = link.options.stream()
                        .min(Comparator.comparingDouble(option -> cost(option, link, chosen)))
                        .orElseThrow();
                chosen.add(link.chosen.table());
            }
        }

        /** "… the easiness scores … Show the scores": the same column again. */
        private void referBack(Link link) {
            if (sentence[link.start] == 0 || link.options.stream().noneMatch(Option::isColumn)) {
                return;
            }
            String last = words.list().get(link.end - 1).stem();
            for (Link other : links) {
                boolean same = other.start < link.start
                        && sentence[other.start] < sentence[link.start]
                        && !other.generic
                        && words.list().get(other.end - 1).stem().equals(last)
                        && other.end - other.start > link.end - link.start;
                if (same) {
                    other.options.stream()
                            .filter(Option::isColumn)
                            .filter(option -> !link.options.contains(option))
                            .forEach(option -> {
                                link.options = new ArrayList<>(link.options);
                                link.options.add(option);
                            });
                }
            }
        }

        private double cost(Option option, Link link, Set<String> chosen) {
            double near = chosen.stream()
                    .mapToDouble(table -> sql.distance(table, option.table()))
                    .min()
                    .orElse(0);
            double central = 0;
            for (Link other : links) {
                if (other != link) {
                    central += Math.min(
                            5,
                            other.options.stream()
                                    .mapToDouble(each -> sql.distance(option.table(), each.table()))
                                    .min()
                                    .orElse(0));
                }
            }
            double cost = 3 * Math.min(near, 8) + 0.5 * central + 2 * (3 - option.strength());
            int index = links.indexOf(link);
            Optional<Link> before = index > 0 ? Optional.of(links.get(index - 1)) : Optional.empty();
            Optional<Link> behind = index + 1 < links.size() ? Optional.of(links.get(index + 1)) : Optional.empty();
            if (option.isColumn()) {
                boolean of = behind.isPresent()
                        && between(link.end, behind.get().start)
                                .matches("\\s*(of|for|from)( (the|a|an|all|each|every|any|those|these))*\\s*")
                        && has(behind.get(), option.table());
                boolean possessed =
                        before.isPresent() && before.get().end == link.start && has(before.get(), option.table());
                boolean each = EACH.contains(word(link.start - 1));
                boolean with = before.isPresent()
                        && between(before.get().end, link.start)
                                .matches("\\s*(with|having|whose|that have|which have|has|have)( (the|a|an))*\\s*")
                        && has(before.get(), option.table());
                boolean again = sentence[link.start] > 0
                        && links.stream()
                                .anyMatch(other -> other.chosen != null
                                        && other.chosen.equals(option)
                                        && sentence[other.start] < sentence[link.start]);
                Optional<Link> head = links.stream()
                        .filter(other -> other.options.stream().anyMatch(Option::isTable))
                        .findFirst();
                boolean ofSubject = (link.generic || sentence[link.start] > 0)
                        && head.isPresent()
                        && has(head.get(), option.table());
                cost -= of || possessed ? 4 : with ? 6 : 0;
                cost += schema.relations().get(option.table()).references().containsKey(option.column()) ? 1 : 0;
                cost -= 1.5 * said(option, link);
                cost -= (again ? 6 : 0) + (ofSubject ? 2 : 0);
                cost += each && lexicon.column(option).type() == Type.NUMBER && !isIdentifier(option) ? 2 : 0;
            }
            if (option.isTable()) {
                boolean asked =
                        Set.of("which", "what", "list", "many", "of", "who").contains(word(link.start - 1))
                                || word(link.start - 2).equals("number");
                cost -= asked ? 2 : 0.5;
            }
            if (option.isValue()) {
                boolean said = false;
                for (Link other : links) {
                    boolean close = other != link
                            && (other.end <= link.start && link.start - other.end <= 2
                                    || other.start >= link.end && other.start - link.end <= 1);
                    said |= close
                            && other.options.stream()
                                    .anyMatch(each -> each.isColumn()
                                            && each.column().equals(option.column())
                                            && each.table().equals(option.table()));
                }
                String preposition = word(link.start - 1);
                boolean directed = Set.of("from", "to", "by").contains(preposition)
                        && lexicon.column(option).names().stream().anyMatch(name -> name.startsWith(preposition + " "));
                boolean shown = lexicon.display(option.table()).contains(option.column());
                cost -= (said ? 4 : 0) + (directed ? 5 : 0) + (shown ? 0.5 : 0);
                if (before.isPresent() && before.get().end == link.start
                        || behind.isPresent() && behind.get().start == link.end) {
                    Link beside =
                            before.isPresent() && before.get().end == link.start ? before.get() : behind.orElseThrow();
                    cost -= has(beside, option.table()) ? 4 : 0;
                }
            }
            return cost;
        }

        /** How many of a column's other words the question says as well, from none to all of them. */
        private double said(Option option, Link link) {
            Set<String> own = new HashSet<>();
            for (int i = link.start; i < link.end; i++) {
                own.add(words.list().get(i).stem());
            }
            double best = 0;
            for (String name : lexicon.column(option).names()) {
                List<String> others = Words.of(name.replaceAll("(?<=[a-z])(?=\\d)", " ")).list().stream()
                        .map(Words.Word::stem)
                        .filter(stem -> !own.contains(stem))
                        .toList();
                if (!others.isEmpty()) {
                    best = Math.max(
                            best,
                            (double) others.stream()
                                            .filter(stem -> words.list().stream()
                                                    .anyMatch(
                                                            word -> word.stem().equals(stem)))
                                            .count()
                                    / others.size());
                }
            }
            return best;
        }

        private static boolean has(Link link, String table) {
            return link.options.stream()
                    .anyMatch(option -> option.isTable() && option.table().equals(table));
        }

        private boolean isIdentifier(Option option) {
            return schema.relations().get(option.table()).key().contains(option.column())
                    || schema.relations().get(option.table()).references().containsKey(option.column());
        }

        // ---- what is asked

        Optional<Query> query() {
            if (RATIO.matcher(words.text()).find()
                    && links.stream().noneMatch(link -> words.slice(link.start, link.end)
                            .toLowerCase(Locale.ROOT)
                            .matches(".*(ratio|percentage|share).*"))) {
                return ratio();
            }
            groups(0, size);
            conditions(0, size);
            measures(0, size);
            ranking();
            ordering();
            return assembled();
        }

        private Optional<Link> next(int from, int most) {
            return links.stream()
                    .filter(link -> link.start >= from
                            && link.start - from <= most
                            && sentence[link.start] == sentence[Math.min(from, size - 1)])
                    .findFirst();
        }

        private Expr column(Link link) {
            return lexicon.expression(link.chosen, today());
        }

        private boolean isNumeric(Link link) {
            return link.isColumn()
                    && lexicon.column(link.chosen).type() == Type.NUMBER
                    && !isIdentifier(link.chosen)
                    && !lexicon.isFlag(link.chosen);
        }

        private boolean isDate(Link link) {
            return link.isColumn()
                    && Set.of(Type.DATE, Type.TIMESTAMP)
                            .contains(lexicon.column(link.chosen).type());
        }

        /** The columns that show a row of a table. */
        private List<Item> shown(String table) {
            Set<String> columns = new LinkedHashSet<>(lexicon.display(table));
            List<String> key = schema.relations().get(table).key();
            if (key.size() == 1
                    && (columns.isEmpty()
                            || !schema.relations().get(table).references().containsKey(key.get(0)))) {
                columns.addAll(key);
            }
            return columns.stream()
                    .map(column -> new Item(Expr.column(table, column), column))
                    .toList();
        }

        private List<Item> items(Link link) {
            return link.isTable()
                    ? shown(link.chosen.table())
                    : List.of(new Item(column(link), SchemaLexicon.label(link.chosen)));
        }

        // ---- groups

        private void groups(int from, int to) {
            repeatedly(from);
            for (int i = from; i < to; i++) {
                if (i == ratioCut) {
                    continue;
                }
                boolean each = EACH.contains(word(i))
                        && !(word(i).equals("different")
                                && !Set.of("across", "for", "by", "in", "of").contains(word(i - 1)));
                boolean by = word(i).equals("by")
                                && i > 0
                                && !word(i - 1).matches("top|order|ordered|sort|sorted|ranked|arranged|followed")
                        || word(i).equals("across");
                if (!each && !by) {
                    continue;
                }
                Optional<Link> found = next(i + 1, 2);
                while (found.isPresent() && found.get().isTable()) {
                    int end = found.get().end;
                    // "each business category": the last noun is meant
                    Optional<Link> head = links.stream()
                            .filter(other -> other.start == end
                                    && gap(end).isBlank()
                                    && !other.isValue()
                                    && !isNumeric(other)
                                    && !items(other).isEmpty())
                            .findFirst();
                    if (head.isEmpty()) {
                        break;
                    }
                    found.get().used = true;
                    found = head;
                }
                Optional<Link> link = found;
                String unit = Words.stem(word(i + 1).equals("calendar") ? word(i + 2) : word(i + 1));
                boolean near = link.isPresent()
                        && links.stream()
                                .anyMatch(other -> other != link.get()
                                        && other.isTable()
                                        && other.chosen
                                                .table()
                                                .equals(link.get().chosen.table()));
                boolean asColumn = link.isPresent()
                        && link.get().start == i + 1
                        && link.get().isColumn()
                        && (near || dateColumn(i + 1).isEmpty());
                if (UNITS.contains(unit) && !asColumn && over(unit, i + 1)) {
                    continue;
                }
                boolean agent = link.isPresent()
                        && link.get().isTable()
                        && word(i).equals("by")
                        && word(i - 1).matches(".*(ed|en|wn|ght)|made")
                        && !word(i - 1).matches(AGENTLESS);
                if (link.isEmpty()
                        || agent
                        || link.get().used
                        || by && isNumeric(link.get())
                        || link.get().isValue()) {
                    continue;
                }
                boolean mean = word(i).equals("per")
                        && link.get().isTable()
                        && between(Math.max(0, i - 6), i).matches("(?s).*\\b(average|mean|avg)\\b.*")
                        && words.text().toLowerCase(Locale.ROOT).contains("top ");
                if (mean) {
                    // "the average amount per treatment" is an average over treatments
                    continue;
                }
                boolean measured = by && measureAhead(i + 1, link.get());
                if (!measured) {
                    group(link.get());
                }
            }
        }

        /** "Over the years", "monthly", "quarterly sales". */
        private void repeatedly(int from) {
            Matcher said = Pattern.compile(
                            "(?i)\\b(?:over (?:the )?(day|week|month|quarter|year)s|over time|(annual|year|month|quarter|week|dai)ly|(annual))\\b")
                    .matcher(words.text());
            if (said.find() && at(said.start()) >= from && groups.isEmpty()) {
                String unit = said.group(1) != null ? said.group(1) : said.group(2) != null ? said.group(2) : "year";
                String plain =
                        unit.toLowerCase(Locale.ROOT).replace("annual", "year").replace("dai", "day");
                over(plain, at(said.start()));
                take(at(said.start()), at(said.end() - 1) + 1);
            }
        }

        private boolean over(String unit, int near) {
            Optional<Expr> year = unit.equals("year") ? yearColumn() : Optional.empty();
            Optional<Expr> value = year.or(() -> dateColumn(near)
                    .map(column -> new Expr("date_trunc('" + unit + "', " + column.sql() + ")", false)));
            value.filter(each -> !groups.contains(each)).ifPresent(each -> {
                groups.add(each);
                groupItems.add(new Item(each, unit));
            });
            return value.isPresent();
        }

        /** "By number of sales", "by total amount": an order, no group. */
        private boolean measureAhead(int from, Link link) {
            String said = between(from, link.start);
            return said.matches("(?s).*\\b(number|count|total|average|sum|highest|lowest|most|amount)\\b.*")
                    || isNumeric(link);
        }

        private void group(Link link) {
            link.used = true;
            groupLinks.add(link);
            for (Item item : items(link)) {
                groups.add(item.value());
                groupItems.add(item);
            }
            // "per year and region", "for each make, model"
            Optional<Link> more = links.stream()
                    .filter(other -> other.start > link.start && other.start - link.end <= 3)
                    .findFirst();
            boolean chained = more.isPresent()
                    && !more.get().used
                    && !isNumeric(more.get())
                    && !more.get().isValue()
                    && between(link.end, more.get().start)
                            .matches("\\s*(and|,|and each|and per|and by|and for each)?( the| each)?\\s*")
                    && sentence[more.get().start] == sentence[link.start]
                    && (between(link.end, more.get().start).contains("and")
                            || gap(more.get().start).contains(","));
            if (chained) {
                group(more.get());
            }
        }

        // ---- conditions

        private void conditions(int from, int to) {
            dates(from, to);
            daysOfWeek(from, to);
            comparisons(from, to);
            negations(from, to);
            given(from, to);
            for (Link link : links) {
                if (link.start < from || link.start >= to || link.used) {
                    continue;
                }
                if (link.isValue() || link.like) {
                    value(link);
                } else if (link.isColumn() && lexicon.isFlag(link.chosen) && !isAsked(link)) {
                    boolean no = IntStream.range(Math.max(from, link.start - 3), link.start)
                            .anyMatch(i -> NEGATIVE.contains(word(i)));
                    Expr column = column(link);
                    link.used = true;
                    boolean number = lexicon.column(link.chosen).type() == Type.NUMBER;
                    when(
                            new Expr(
                                    number ? column.sql() + (no ? " = 0" : " = 1") : (no ? "NOT " : "") + column.sql(),
                                    false),
                            link.start);
                }
            }
        }

        /** A yes-or-no column that is asked for instead of being a condition: "how many have an exam and how many do not". */
        private boolean isAsked(Link link) {
            String rest = between(link.end, size);
            if (rest.matches("(?s).*\\b(and how many|or not|do not|don't|and those without|and without)\\b.*")
                    && links.stream()
                            .noneMatch(other -> other != link
                                    && other.isColumn()
                                    && lexicon.column(other.chosen).type() == Type.FLAG)) {
                group(link);
                return true;
            }
            return toldSentences.contains(sentence[link.start]);
        }

        private void value(Link link) {
            link.used = true;
            Expr column = column(link);
            String said = link.chosen.value().isEmpty() ? words.slice(link.start, link.end) : link.chosen.value();
            boolean no = IntStream.range(Math.max(0, link.start - 3), link.start)
                    .anyMatch(i -> EXCEPT.contains(word(i)) || is(i, "other than"));
            Type type = lexicon.column(link.chosen).type();
            Expr condition;
            if (link.like) {
                String before = between(Math.max(0, link.start - 4), link.start);
                String pattern = before.matches("(?s).*\\b(start|starts|starting|begin|begins|beginning)\\b.*")
                        ? said + "%"
                        : before.matches("(?s).*\\b(end|ends|ending)\\b.*") ? "%" + said : "%" + said + "%";
                condition = new Expr(column.sql() + (no ? " NOT ILIKE " : " ILIKE ") + literal(pattern), false);
            } else if (type == Type.FLAG) {
                condition = new Expr((no == said.equals("1") ? "NOT " : "") + column.sql(), false);
            } else if (type == Type.NUMBER) {
                condition = new Expr(column.sql() + (no ? " <> " : " = ") + said.replaceAll("[^\\d.-]", ""), false);
            } else {
                condition = new Expr(column.sql() + (no ? " <> " : " = ") + literal(said), false);
            }
            // several values of one column: any of them
            Optional<Link> twin = links.stream()
                    .filter(other -> other != link
                            && other.isValue()
                            && !other.used
                            && !no
                            && !link.like
                            && !other.like
                            && other.chosen.table().equals(link.chosen.table())
                            && other.chosen.column().equals(link.chosen.column())
                            && other.start - link.end <= 3
                            && other.start > link.start
                            && between(link.end, other.start).matches("\\s*(,|or|and)*( the)?\\s*"))
                    .findFirst();
            if (twin.isPresent()) {
                twin.get().used = true;
                condition = new Expr(
                        column.sql() + " IN (" + literal(said) + ", "
                                + literal(twin.get().chosen.value()) + ")",
                        false);
            }
            when(condition, link.start);
            // "in the city of New York": the column only says what the name is
            links.stream()
                    .filter(other -> other.isColumn()
                            && !other.used
                            && other.chosen.column().equals(link.chosen.column())
                            && (other.end <= link.start && link.start - other.end <= 2 || other.start == link.end))
                    .filter(other -> !groupLinks.contains(other))
                    .forEach(other -> other.used = true);
        }

        private static String literal(String text) {
            return "'" + text.replace("'", "''") + "'";
        }

        private String today() {
            return schema.today().map(day -> "DATE '" + day + "'").orElse("CURRENT_DATE");
        }

        /** The date that a condition near a word is about. */
        private Optional<Expr> dateColumn(int near) {
            Optional<Link> said = links.stream()
                    .filter(this::isDate)
                    .filter(link -> sentence[link.start] == sentence[Math.min(near, size - 1)]
                            && Math.abs(link.start - near) <= 8
                            && !groupLinks.contains(link))
                    .min(Comparator.comparingInt(link -> Math.abs(link.start - near)));
            if (said.isPresent()) {
                return said.map(this::column);
            }
            Map<String, Double> tables = new LinkedHashMap<>();
            for (Link link : links) {
                double away = isNumeric(link)
                        ? 0.04 * Math.abs(near - link.start)
                        : link.isTable()
                                ? 0.08 * Math.abs(near - link.start) * (link.start > near ? 2 : 1)
                                : 0.08 * Math.abs(near - link.start) + 0.5;
                tables.merge(link.chosen.table(), away, Math::min);
            }
            Set.copyOf(tables.keySet()).forEach(known -> schema.relations().keySet().stream()
                    .filter(other -> sql.distance(known, other) <= 1)
                    .sorted()
                    .forEach(other -> tables.putIfAbsent(other, 2.5)));
            double best = Double.NEGATIVE_INFINITY;
            Optional<Expr> found = Optional.empty();
            for (Map.Entry<String, Double> each : tables.entrySet()) {
                String table = each.getKey();
                for (Map.Entry<String, Column> column :
                        schema.relations().get(table).columns().entrySet()) {
                    if (!Set.of(Type.DATE, Type.TIMESTAMP)
                            .contains(column.getValue().type())) {
                        continue;
                    }
                    double score = -each.getValue();
                    String names = String.join(" ", column.getValue().names());
                    for (int i = Math.max(0, near - 10); i < Math.min(size, near + 6); i++) {
                        String said1 = word(i);
                        boolean alike = said1.length() > 3
                                && SchemaLexicon.isContent(said1)
                                && Words.of(names + " " + column.getValue().description()).list().stream()
                                        .anyMatch(part -> part.folded().length() > 2
                                                && (said1.startsWith(part.stem())
                                                        || part.folded().length() > 4
                                                                && part.folded()
                                                                        .startsWith(said1.substring(
                                                                                0, Math.min(said1.length(), 5)))));
                        score += alike ? 3 - 0.1 * Math.abs(i - near) : 0;
                    }
                    boolean several = schema.relations().get(table).columns().values().stream()
                                    .filter(other ->
                                            Set.of(Type.DATE, Type.TIMESTAMP).contains(other.type()))
                                    .count()
                            > 1;
                    score -= !several
                            ? 0
                            : names.matches(".*\\b(updated|modified)\\b.*")
                                    ? 2
                                    : names.matches(".*\\bcreated\\b.*") ? 1.5 : 0;
                    score -= names.matches(".*\\b(birth|end|due)\\b.*") ? 0.4 : 0;
                    if (score > best) {
                        best = score;
                        found = Optional.of(Expr.column(table, column.getKey()));
                    }
                }
            }
            return found;
        }

        /** A column that holds years as numbers, of the tables that the question is about. */
        private Optional<Expr> yearColumn() {
            Set<String> tables = new LinkedHashSet<>();
            links.stream()
                    .filter(link -> !UNITS.contains(words.list().get(link.start).stem()))
                    .map(link -> link.chosen.table())
                    .forEach(tables::add);
            for (String table : tables) {
                for (Map.Entry<String, Column> column :
                        schema.relations().get(table).columns().entrySet()) {
                    boolean year = column.getValue().type() == Type.NUMBER
                            && column.getValue().names().stream().anyMatch(name -> name.matches("year( .*)?|.* year"));
                    if (year) {
                        return Optional.of(Expr.column(table, column.getKey()));
                    }
                }
            }
            return Optional.empty();
        }

        private void when(Expr said, int place) {
            Expr condition = said;
            Expr last = where.isEmpty() ? null : where.get(where.size() - 1);
            boolean either = last != null
                    && places.containsKey(last)
                    && places.get(last) < place
                    && place - places.get(last) <= 6
                    && between(places.get(last), place).matches("(?s).*\\bor\\b.*")
                    && last.tables().equals(said.tables())
                    && !last.sql().contains("SELECT");
            if (either) {
                where.remove(last);
                condition = new Expr("(" + last.sql() + " OR " + said.sql() + ")", false);
            }
            where.add(condition);
            places.put(condition, place);
        }

        private void dates(int from, int to) {
            String text = words.text();
            int begin = from >= size ? text.length() : words.list().get(from).start();
            int end = to >= size ? text.length() : words.list().get(to).start();
            String part = text.substring(0, end);
            Matcher recent = RECENT.matcher(part);
            Matcher ago = AGO.matcher(part);
            Matcher current = THIS.matcher(part);
            List<String> days = new ArrayList<>();
            List<Integer> places1 = new ArrayList<>();
            Matcher date = DATE.matcher(part);
            while (date.find()) {
                if (date.start() >= begin) {
                    days.add(day(date));
                    places1.add(at(date.start()));
                }
            }
            if (recent.find(begin) && !recent.group().toLowerCase(Locale.ROOT).startsWith("within the first")) {
                int place = at(recent.start());
                Optional<Double> many = recent.group(1) == null ? Optional.of(1.0) : number(recent.group(1));
                Optional<Expr> column = dateColumn(place);
                if (many.isPresent() && column.isPresent()) {
                    when(
                            new Expr(
                                    column.get().sql() + " >= " + today() + " - INTERVAL '"
                                            + many.get().intValue() + " "
                                            + recent.group(2).toLowerCase(Locale.ROOT) + "s'",
                                    false),
                            place);
                    take(place, at(recent.end()));
                } else if (many.isPresent()
                        && yearColumn().isPresent()
                        && recent.group(2).equalsIgnoreCase("year")) {
                    when(
                            new Expr(
                                    yearColumn().get().sql() + " >= extract(YEAR FROM " + today() + ") - "
                                            + many.get().intValue(),
                                    false),
                            place);
                    take(place, at(recent.end()));
                }
            } else if (ago.find(begin) && number(ago.group(1)).isPresent()) {
                int place = at(ago.start());
                int many = number(ago.group(1)).orElseThrow().intValue();
                String unit = ago.group(2).toLowerCase(Locale.ROOT);
                if (unit.equals("year") && yearColumn().isPresent()) {
                    when(
                            new Expr(
                                    yearColumn().get().sql() + " = extract(YEAR FROM " + today() + ") - " + many,
                                    false),
                            place);
                } else {
                    dateColumn(place)
                            .ifPresent(column -> when(
                                    new Expr(
                                            "date_trunc('" + unit + "', " + column.sql() + ") = date_trunc('" + unit
                                                    + "', " + today() + " - INTERVAL '" + many + " " + unit + "s')",
                                            false),
                                    place));
                }
                take(place, at(ago.end()));
            } else if (current.find(begin)) {
                int place = at(current.start());
                String unit = current.group(1).toLowerCase(Locale.ROOT);
                dateColumn(place)
                        .ifPresent(column -> when(
                                new Expr(
                                        "date_trunc('" + unit + "', " + column.sql() + ") = date_trunc('" + unit + "', "
                                                + today() + ")",
                                        false),
                                place));
            } else if (days.size() >= 2) {
                dateColumn(places1.get(0)).ifPresent(column -> {
                    when(new Expr(column.sql() + " >= DATE '" + days.get(0) + "'", false), places1.get(0));
                    when(
                            new Expr(column.sql() + " < DATE '" + days.get(1) + "' + INTERVAL '1 day'", false),
                            places1.get(0));
                });
            } else if (days.size() == 1) {
                int place = places1.get(0);
                String before = between(Math.max(0, place - 3), place);
                String day = "DATE '" + days.get(0) + "'";
                dateColumn(place)
                        .ifPresent(column -> when(
                                new Expr(
                                        before.matches("(?s).*\\b(before|prior to|earlier than)\\b.*")
                                                ? column.sql() + " < " + day
                                                : before.matches("(?s).*\\b(after|later than)\\b.*")
                                                        ? column.sql() + " >= " + day + " + INTERVAL '1 day'"
                                                        : before.matches("(?s).*\\b(since|from|starting)\\b.*")
                                                                ? column.sql() + " >= " + day
                                                                : before.matches("(?s).*\\b(until|by|through)\\b.*")
                                                                        ? column.sql() + " < " + day
                                                                                + " + INTERVAL '1 day'"
                                                                        : column.sql() + " >= " + day + " AND "
                                                                                + column.sql() + " < " + day
                                                                                + " + INTERVAL '1 day'",
                                        false),
                                place));
            } else {
                years(begin, part);
            }
        }

        private void years(int begin, String part) {
            Matcher year = YEAR.matcher(part);
            List<Integer> years = new ArrayList<>();
            int place = -1;
            String preposition = "";
            while (year.find()) {
                int word = at(year.start(2));
                boolean counted = word + 1 < size
                        && links.stream().anyMatch(link -> link.start == word + 1)
                        && year.group(1) == null;
                if (year.start(2) >= begin && word < size && !taken[word] && !counted) {
                    years.add(Integer.parseInt(year.group(2)));
                    place = place < 0 ? word : place;
                    preposition = years.size() == 1 && year.group(1) != null
                            ? year.group(1).toLowerCase(Locale.ROOT)
                            : preposition;
                    taken[word] = true;
                }
            }
            if (years.isEmpty()) {
                return;
            }
            Optional<Expr> number = yearColumn();
            Optional<Expr> value = number.or(() ->
                    dateColumnAt(years).map(column -> new Expr("extract(YEAR FROM " + column.sql() + ")", false)));
            if (value.isEmpty()) {
                return;
            }
            String column = value.get().sql();
            int first = years.get(0);
            String said = years.size() > 1
                    ? between(0, size).matches("(?s).*\\b(between|from|to|through)\\b.*")
                            ? column + " BETWEEN " + first + " AND " + years.get(1)
                            : column + " IN (" + first + ", " + years.get(1) + ")"
                    : column
                            + switch (preposition) {
                                case "since" -> " >= ";
                                case "after" -> " > ";
                                case "before" -> " < ";
                                case "until" -> " <= ";
                                default -> " = ";
                            }
                            + first;
            when(new Expr(said, false), place);
            // "in the year 2020": the word year is said by that
            int at = place;
            links.stream()
                    .filter(link -> link.end == at
                            && link.isColumn()
                            && !groupLinks.contains(link)
                            && word(link.start).equals("year"))
                    .forEach(link -> link.used = true);
        }

        private Optional<Expr> dateColumnAt(List<Integer> years) {
            int near = IntStream.range(0, size)
                    .filter(i -> word(i).equals(String.valueOf(years.get(0))))
                    .findFirst()
                    .orElse(0);
            return dateColumn(near);
        }

        private void take(int from, int to) {
            for (int i = from; i < Math.min(size, to); i++) {
                taken[i] = true;
                int at = i;
                links.stream()
                        .filter(link -> link.start == at
                                && (link.isColumn() || link.isTable())
                                && UNITS.contains(Words.stem(word(at))))
                        .forEach(link -> link.used = true);
            }
        }

        private static String day(Matcher date) {
            if (date.group(1) != null) {
                return date.group(1) + "-" + date.group(2) + "-" + date.group(3);
            }
            boolean american = date.group(4) != null;
            String month = (american ? date.group(4) : date.group(8))
                    .toLowerCase(Locale.ROOT)
                    .substring(0, 3);
            int number = 1 + "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(month) / 3;
            return String.format(
                    Locale.ROOT,
                    "%s-%02d-%02d",
                    american ? date.group(6) : date.group(9),
                    number,
                    Integer.parseInt(american ? date.group(5) : date.group(7)));
        }

        private static Optional<Double> number(String word) {
            String folded = word.toLowerCase(Locale.ROOT);
            Integer small = Grammar.NUMBERS.get(folded);
            if (small != null) {
                return Optional.of(small.doubleValue());
            }
            return folded.matches("\\d+(\\.\\d+)?|\\d{1,3}(,\\d{3})+(\\.\\d+)?")
                    ? Optional.of(Double.parseDouble(folded.replace(",", "")))
                    : Optional.empty();
        }

        private static String plain(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? String.valueOf((long) value)
                    : String.valueOf(value);
        }

        /** "More than 2 papers", "rating above 4", "with ID 2". */
        private void comparisons(int from, int to) {
            for (int i = from; i < to; i++) {
                Optional<Double> number = taken[i] ? Optional.empty() : number(word(i));
                if (number.isEmpty()
                        || word(i - 1).equals("top")
                        || MOST.contains(word(i - 1))
                        || LEAST.contains(word(i - 1))) {
                    continue;
                }
                if (word(i - 1).equals("between")
                        && word(i + 1).equals("and")
                        && number(word(i + 2)).isPresent()) {
                    int place = i;
                    Optional<Link> column = links.stream()
                            .filter(link ->
                                    isNumeric(link) && link.end < place && sentence[link.start] == sentence[place])
                            .reduce((one, two) -> two);
                    if (column.isPresent()) {
                        column.get().used = true;
                        when(
                                new Expr(
                                        column(column.get()).sql() + " BETWEEN " + plain(number.get()) + " AND "
                                                + plain(number(word(i + 2)).orElseThrow()),
                                        false),
                                i);
                        taken[i] = true;
                        taken[i + 2] = true;
                    }
                    continue;
                }
                int end = i + 1;
                double value = number.get();
                if (Grammar.MAGNITUDES.containsKey(word(end)) || word(end).equals("hundred")) {
                    value *= word(end).equals("hundred") ? 100 : Grammar.MAGNITUDES.get(word(end));
                    end++;
                    if (word(end).equals("thousand")) {
                        value *= 1000;
                        end++;
                    }
                }
                int first = i;
                String operator = "";
                for (Map.Entry<String, String> each : OPERATORS.entrySet()) {
                    int length = each.getKey().split(" ").length;
                    int begin = word(i - 1).equals("a") ? i - 1 - length : i - length;
                    if (operator.isEmpty() && begin >= 0 && is(begin, each.getKey())) {
                        operator = each.getValue();
                        first = begin;
                    }
                }
                if (operator.isEmpty() && (is(end, "or more") || is(end, "or higher") || is(end, "or above"))) {
                    operator = ">=";
                    end += 2;
                }
                if (operator.isEmpty()
                        && (is(end, "or less") || is(end, "or fewer") || is(end, "or lower") || is(end, "or below"))) {
                    operator = "<=";
                    end += 2;
                }
                int afterEnd = end;
                Optional<Link> behind = links.stream()
                        .filter(link -> link.start >= afterEnd
                                && link.start < to
                                && link.start - afterEnd <= 1
                                && (link.start == afterEnd
                                        || !Set.of(
                                                        "to", "of", "in", "and", "for", "or", "from", "by", "on", "at",
                                                        "who", "that")
                                                .contains(word(afterEnd)))
                                && !link.used
                                && !link.isValue()
                                && sentence[link.start] == sentence[afterEnd - 1])
                        .findFirst();
                int begin = first;
                Optional<Link> before = links.stream()
                        .filter(link -> link.end <= begin
                                && link.start >= from
                                && begin - link.end <= 4
                                && !link.isValue()
                                && sentence[link.start] == sentence[begin])
                        .reduce((one, two) -> two);
                boolean numbered = before.isPresent()
                        && before.get().isColumn()
                        && lexicon.column(before.get().chosen).type() == Type.NUMBER;
                if (operator.isEmpty()) {
                    boolean equal = numbered
                            && begin - before.get().end <= 1
                            && (before.get().end == begin
                                    || Set.of("is", "of", "equals", "number").contains(word(begin - 1)));
                    if (equal) {
                        before.get().used = true;
                        when(new Expr(column(before.get()).sql() + " = " + plain(value), false), before.get().start);
                        taken[i] = true;
                    } else if (behind.isPresent()
                            && behind.get().isTable()
                            && counted(begin)
                            && related(behind.get(), "=", value, begin)) {
                        taken[i] = true;
                    }
                    continue;
                }
                Optional<Link> same = behind.isPresent() && is(behind.get().end, "with the same")
                        ? next(behind.get().end + 3, 1).filter(Link::isColumn)
                        : Optional.empty();
                if (same.isPresent()) {
                    Link counted = behind.get();
                    subject().filter(link -> link != counted && !link.used).ifPresent(this::group);
                    group(same.get());
                    measure(
                            first,
                            counted.end,
                            Expr.rows(counted.chosen.table()),
                            "number_of_" + label(counted),
                            counted);
                    having.add(new Expr(
                            Expr.rows(counted.chosen.table()).sql() + " " + operator + " " + plain(value), true));
                    taken[i] = true;
                    continue;
                }
                if (behind.isPresent()
                        && (behind.get().isTable()
                                || behind.get().isColumn() && !isNumeric(behind.get()) && !isDate(behind.get()))) {
                    if (related(behind.get(), operator, value, begin)) {
                        taken[i] = true;
                    }
                    continue;
                }
                Optional<Link> compared = behind.filter(this::isNumeric).or(() -> before.filter(link -> numbered));
                if (compared.isEmpty()) {
                    compared = described(first);
                }
                if (compared.isEmpty()) {
                    // "mountains higher than 5000": the one figure that a mountain has
                    String bound = operator;
                    double number1 = value;
                    links.stream()
                            .filter(link -> link.isTable()
                                    && link.end <= begin
                                    && link.start >= from
                                    && sentence[link.start] == sentence[begin])
                            .reduce((one, two) -> two)
                            .flatMap(this::figure)
                            .ifPresent(column ->
                                    when(new Expr(column.sql() + " " + bound + " " + plain(number1), false), begin));
                }
                if (compared.isPresent()) {
                    Link link = compared.get();
                    link.used = true;
                    taken[i] = true;
                    String function = AGGREGATES.getOrDefault(word(link.start - 1), "");
                    if (!function.isEmpty() && !function.equals("median")) {
                        having.add(new Expr(
                                function + "(" + column(link).sql() + ") " + operator + " " + plain(value), true));
                    } else {
                        when(new Expr(column(link).sql() + " " + operator + " " + plain(value), false), link.start);
                    }
                }
            }
        }

        /** "Papers that have 1 keyphrase": a number of what belongs to something. */
        private boolean counted(int number) {
            return between(Math.max(0, number - 3), number)
                    .matches("(?s).*\\b(have|has|had|with|having|exactly|only|to|in)\\b.*");
        }

        /** "People", "inhabitants" and other words that a column's description uses for its unit. */
        private Optional<Link> described(int number) {
            return links.stream()
                    .filter(this::isNumeric)
                    .filter(link -> sentence[link.start] == sentence[number] && !link.used && link.start < number)
                    .reduce((one, two) -> two);
        }

        /** A condition on how many rows of another table belong to a row of the one before. */
        private boolean related(Link other, String operator, double value, int place) {
            Optional<Link> owner = links.stream()
                    .filter(link -> link != other
                            && link.end <= place
                            && place - link.end < 12
                            && link.isTable()
                            && !link.chosen.table().equals(other.chosen.table())
                            && sentence[link.start] == sentence[place])
                    .reduce((one, two) -> two)
                    .or(() -> links.stream()
                            .filter(link -> link != other
                                    && link.isTable()
                                    && !link.chosen.table().equals(other.chosen.table()))
                            .findFirst())
                    .or(() -> links.stream()
                            .filter(link -> link.isColumn()
                                    && link.generic
                                    && !link.chosen.table().equals(other.chosen.table()))
                            .findFirst());
            if (owner.isEmpty()) {
                return false;
            }
            Optional<Expr> many = sql.related(owner.get().chosen.table(), other.chosen.table(), List.of());
            if (many.isEmpty()) {
                return false;
            }
            other.used = true;
            when(new Expr(many.get().sql() + " " + operator + " " + plain(value), false), place);
            return true;
        }

        /** "Without sales", "have not received any treatments", "no minor". */
        private void negations(int from, int to) {
            for (int i = from; i < to; i++) {
                if (!NEGATIVE.contains(word(i)) && !word(i).equals("t") && !word(i).equals("excluding")) {
                    continue;
                }
                int at = i;
                Optional<Link> absent = links.stream()
                        .filter(link -> link.start > at
                                && link.start - at <= 6
                                && !link.used
                                && sentence[link.start] == sentence[at]
                                && !link.isValue())
                        .findFirst();
                if (absent.isEmpty()
                        || word(i - 1).equals("or")
                        || word(i + 1).equals("including")
                        || word(i + 1).equals("include")) {
                    continue;
                }
                Link named = absent.get();
                // "never been lent in any loans": the rows are missing, not their date
                Link link = links.stream()
                        .filter(other -> named.isColumn()
                                && other.isTable()
                                && other.start > named.start
                                && other.start - at <= 8
                                && other.chosen.table().equals(named.chosen.table())
                                && sentence[other.start] == sentence[at])
                        .findFirst()
                        .orElse(named);
                boolean any = Set.of("no", "without", "excluding", "lack", "lacks", "lacking", "never", "none")
                                .contains(word(i))
                        || between(i, link.start)
                                .matches("(?s).*\\b(any|a|an|had|have|received|made|used|been|get|got)\\b.*");
                if (!any || groupLinks.contains(link)) {
                    continue;
                }
                if (link.isTable()) {
                    Optional<Link> owner = links.stream()
                            .filter(other -> other != link
                                    && !other.chosen.table().equals(link.chosen.table())
                                    && (other.isTable() || other.isColumn())
                                    && sql.distance(other.chosen.table(), link.chosen.table()) < 5)
                            .min(Comparator.comparingInt((Link other) -> other.isTable() ? 0 : 1)
                                    .thenComparingInt(other -> other.start));
                    if (owner.isPresent()) {
                        List<Expr> inner = new ArrayList<>();
                        for (Link other : links) {
                            if (other.isValue()
                                    && !other.used
                                    && other.chosen.table().equals(link.chosen.table())) {
                                int before = where.size();
                                value(other);
                                inner.addAll(where.subList(before, where.size()));
                                where.subList(before, where.size()).clear();
                            }
                        }
                        sql.exists(owner.get().chosen.table(), link.chosen.table(), inner)
                                .ifPresent(exists -> when(new Expr("NOT " + exists.sql(), false), at));
                        String gone = link.chosen.table();
                        links.stream()
                                .filter(other -> other.chosen.table().equals(gone))
                                .forEach(other -> other.used = true);
                    }
                } else if (isNumeric(link)) {
                    link.used = true;
                    when(new Expr(column(link).sql() + " = 0", false), at);
                } else if (link.isColumn() && lexicon.column(link.chosen).type() != Type.FLAG) {
                    link.used = true;
                    when(new Expr(column(link).sql() + " IS NULL", false), at);
                }
            }
        }

        /** "Have declared a minor": the column is filled. */
        private void given(int from, int to) {
            for (Link link : links) {
                boolean open = !link.used
                        && link.start >= from
                        && link.start < to
                        && link.isColumn()
                        && !link.generic
                        && lexicon.column(link.chosen).type() == Type.TEXT
                        && sentence[link.start] == 0;
                if (open
                        && between(Math.max(from, link.start - 4), link.start)
                                .matches("(?s).*\\b(have|has|had|having|with)( \\w+(ed|en|t))? (a|an|any)\\s*")) {
                    link.used = true;
                    when(new Expr(column(link).sql() + " IS NOT NULL", false), link.start);
                }
            }
        }

        private void daysOfWeek(int from, int to) {
            List<String> days = List.of("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday");
            for (int i = from; i < to; i++) {
                String stem = words.list().get(i).stem();
                String which = stem.equals("weekend")
                        ? "IN (0, 6)"
                        : stem.equals("weekday")
                                ? "BETWEEN 1 AND 5"
                                : days.contains(stem) && !taken[i] ? "= " + days.indexOf(stem) : "";
                int at = i;
                if (!which.isEmpty() && dateColumn(i).isPresent()) {
                    dateColumn(i)
                            .ifPresent(column ->
                                    when(new Expr("extract(DOW FROM " + column.sql() + ") " + which, false), at));
                } else if (word(i).equals("today")
                        && !is(i - 1, "from")
                        && dateColumn(i).isPresent()) {
                    dateColumn(i)
                            .ifPresent(column -> when(new Expr("date(" + column.sql() + ") = " + today(), false), at));
                }
            }
        }

        // ---- measures

        private void measures(int from, int to) {
            for (int i = from; i < to; i++) {
                int here = i;
                if (measures.stream().anyMatch(m -> m.start() <= here && here < m.end() && m.start() >= from)) {
                    continue;
                }
                boolean count = is(i, "how many")
                        || is(i, "number of")
                        || is(i, "numbers of")
                        || is(i, "count of")
                        || is(i, "counts of")
                        || is(i, "count the");
                Optional<Link> whole = links.stream()
                        .filter(link ->
                                link.start == here && link.chosen.isColumn() && link.chosen.counting() && !link.used)
                        .findFirst();
                if (whole.isPresent()) {
                    measure(
                            i,
                            whole.get().end,
                            column(whole.get()),
                            whole.get().chosen.column(),
                            whole.get());
                } else if (count) {
                    count(i, i + 2);
                } else if (Set.of("count", "counts").contains(word(i))
                        && measures.stream().noneMatch(known -> known.end() == here)) {
                    suffixed(i);
                } else if (AGGREGATES.containsKey(word(i))
                        && (!is(i + 1, "number of") && !is(i + 1, "count of")
                                || links.stream().anyMatch(link -> link.start == here + 1)
                                || next(i + 3, 1).filter(this::isNumeric).isPresent())) {
                    aggregate(i, AGGREGATES.get(word(i)));
                } else if ((word(i).equals("maximum") || word(i).equals("minimum")) && !ranks(i)) {
                    aggregate(i, word(i).equals("maximum") ? "max" : "min");
                }
            }
        }

        /** Whether a superlative says which rows are wanted, and not what is computed. */
        private boolean ranks(int i) {
            return IntStream.range(0, i).anyMatch(k -> Set.of("which", "who").contains(word(k)));
        }

        private void count(int at, int from) {
            Optional<Link> target = next(from, 4);
            if (target.isEmpty()) {
                return;
            }
            Link link = target.get();
            if (link.isValue() || link.isColumn() && lexicon.column(link.chosen).type() == Type.FLAG) {
                int behind = link.end;
                target = next(behind, 2).filter(Link::isTable);
                if (target.isEmpty()) {
                    return;
                }
                link = target.get();
            }
            boolean unique = IntStream.range(from, link.start).anyMatch(i -> UNIQUE.contains(word(i)));
            Optional<Expr> stored = link.isTable() ? counter(link.chosen.table()) : Optional.empty();
            if (stored.isPresent() && !unique) {
                measure(at, link.end, new Expr("sum(" + stored.get().sql() + ")", true), "total_" + label(link), link);
            } else if (link.isTable()) {
                measure(
                        at,
                        link.end,
                        unique ? distinctRows(link.chosen.table()) : Expr.rows(link.chosen.table()),
                        "number_of_" + label(link),
                        link);
            } else if (isNumeric(link) && !link.generic) {
                measure(
                        at,
                        link.end,
                        link.chosen.counting()
                                ? column(link)
                                : new Expr("sum(" + column(link).sql() + ")", true),
                        "total_" + link.chosen.column(),
                        link);
            } else {
                measure(
                        at,
                        link.end,
                        new Expr("count(DISTINCT " + column(link).sql() + ")", true),
                        "number_of_" + link.chosen.column(),
                        link);
            }
        }

        /** The column of a table whose rows stand for several. */
        private Optional<Expr> counter(String table) {
            return schema.relations().get(table).columns().entrySet().stream()
                    .filter(column -> column.getValue().type() == Type.NUMBER
                            && column.getValue().names().stream().anyMatch(Set.of("count", "quantity")::contains))
                    .map(column -> Expr.column(table, column.getKey()))
                    .findFirst();
        }

        private Expr distinctRows(String table) {
            List<String> key = schema.relations().get(table).key();
            return key.size() == 1
                    ? new Expr(
                            "count(DISTINCT " + Expr.column(table, key.get(0)).sql() + ")", true)
                    : Expr.rows(table);
        }

        /** "Sales count". */
        private void suffixed(int at) {
            Optional<Link> before = links.stream()
                    .filter(link -> link.end == at && link.isTable())
                    .findFirst();
            before.ifPresent(link ->
                    measure(link.start, at + 1, Expr.rows(link.chosen.table()), "number_of_" + label(link), link));
        }

        private String label(Link link) {
            return words.slice(link.start, link.end).toLowerCase(Locale.ROOT).replaceAll("\\W+", "_");
        }

        private void measure(int start, int end, Expr value, String name, Link link) {
            link.used = true;
            measures.add(new Measure(start, end, value, name, link));
        }

        private void aggregate(int at, String function) {
            Optional<Link> target = next(at + 1, 4);
            while (target.isPresent() && target.get().isValue()) {
                target = next(target.get().end, 2);
            }
            if (target.isEmpty() || groupLinks.contains(target.get())) {
                return;
            }
            Link link = target.get();
            if (link.isTable()) {
                Optional<Link> further = next(link.end, 1).filter(this::isNumeric);
                if (further.isPresent()) {
                    link = further.get();
                } else if (function.equals("sum") && !Set.of("count", "counts").contains(word(link.end))) {
                    amount(link)
                            .ifPresentOrElse(
                                    column -> measure(
                                            at,
                                            target(at).end,
                                            new Expr("sum(" + column.sql() + ")", true),
                                            "total",
                                            target(at)),
                                    () -> measure(
                                            at,
                                            target(at).end,
                                            Expr.rows(target(at).chosen.table()),
                                            "number_of_" + label(target(at)),
                                            target(at)));
                    return;
                } else {
                    return;
                }
            }
            if (isNumeric(link)) {
                String column = column(link).sql();
                Expr value = function.equals("median")
                        ? new Expr("percentile_cont(0.5) WITHIN GROUP (ORDER BY " + column + ")", true)
                        : new Expr(function + "(" + column + ")", true);
                measure(
                        at,
                        link.end,
                        value,
                        (function.equals("sum") ? "total" : function.equals("avg") ? "average" : function) + "_"
                                + SchemaLexicon.label(link.chosen),
                        link);
            }
        }

        private Link target(int at) {
            return next(at + 1, 4).orElseThrow();
        }

        /** The column of a table that its total is made of: "total sales". */
        private Optional<Expr> amount(Link table) {
            boolean money = words.text()
                    .toLowerCase(Locale.ROOT)
                    .matches("(?s).*\\b(revenue|amount|value|worth|spent|sales in|quarterly sales|monthly sales)\\b.*");
            Set<String> nouns = schema.relations().get(table.chosen.table()).names().stream()
                    .flatMap(name -> Words.of(name).list().stream())
                    .map(Words.Word::stem)
                    .collect(Collectors.toSet());
            return schema.relations().get(table.chosen.table()).columns().entrySet().stream()
                    .filter(column -> column.getValue().type() == Type.NUMBER
                            && column.getKey().matches("(?i).*(amount|price|amt|value|total|cost|revenue).*"))
                    .filter(column -> money
                            || column.getValue().names().stream()
                                    .anyMatch(name -> name.split(" ").length > 1
                                            && nouns.contains(Words.stem(name.split(" ")[0]))))
                    .map(column -> Expr.column(table.chosen.table(), column.getKey()))
                    .findFirst();
        }

        // ---- order

        private void ranking() {
            // "the 3 aircraft with the highest speed"
            for (Link link : links) {
                boolean some = link.isTable()
                        && limit == 0
                        && Set.of("the", "are", "list", "return", "which", "first", "show", "give")
                                .contains(word(link.start - 2));
                if (some && number(word(link.start - 1)).isPresent()) {
                    limit = number(word(link.start - 1)).orElseThrow().intValue();
                }
            }
            for (int i = 0; i < size; i++) {
                int at = i;
                boolean most = MOST.contains(word(i));
                boolean least = LEAST.contains(word(i));
                if (!most && !least
                        || word(i - 1).equals("at")
                        || gap(i).contains("-")
                        || measures.stream().anyMatch(m -> m.start() == at)) {
                    continue;
                }
                Optional<Double> many = number(word(i + 1)).or(() -> number(word(at - 1)));
                boolean top = Set.of("top", "bottom", "best", "worst").contains(word(i));
                if (many.isPresent()) {
                    limit = limit == 0 ? many.get().intValue() : limit;
                }
                Optional<Measure> measure = measures.stream()
                        .filter(m -> m.start() > at
                                && m.start() - at <= (top ? 14 : 3)
                                && sentence[m.start()] == sentence[at])
                        .findFirst();
                if (measure.isEmpty()
                        && top
                        && links.stream()
                                .noneMatch(link ->
                                        link.start > at && isNumeric(link) && sentence[link.start] == sentence[at])) {
                    measure =
                            measures.stream().filter(m -> m.value().aggregate()).findFirst();
                }
                if (measure.isPresent()) {
                    rank(measure.get().value(), most);
                    continue;
                }
                if (is(i + 1, "frequently")
                        || is(i + 1, "common")
                        || is(i + 1, "commonly")
                        || is(i + 1, "often")
                        || is(i + 1, "popular")
                        || is(i + 1, "active")
                        || is(i + 1, "frequent")) {
                    if (orders.isEmpty()) {
                        Link counted = links.stream()
                                .filter(link ->
                                        link.isTable() && link.chosen.table().equals(root()))
                                .findFirst()
                                .orElse(links.get(0));
                        measures.add(new Measure(i, i + 2, Expr.rows(root()), "number", counted));
                        rank(measures.get(measures.size() - 1).value(), most);
                    }
                    continue;
                }
                if (is(i + 1, "expensive") || word(i).equals("cheapest")) {
                    Optional<Link> price = links.stream()
                            .filter(this::isNumeric)
                            .filter(link -> link.chosen.column().matches("(?i).*(price|cost|fee|amount).*"))
                            .findFirst();
                    if (price.isPresent()) {
                        rankBy(price.get(), most);
                        continue;
                    }
                }
                Optional<Link> first = next(i + 1, many.isPresent() ? 2 : 3);
                Optional<Link> link = first.filter(Link::isValue)
                        .flatMap(value -> next(value.end, 1))
                        .or(() -> first);
                if (link.isPresent()
                        && IN_TIME.contains(word(i))
                        && dateColumn(i).isPresent()
                        && !isNumeric(link.get())) {
                    rank(dateColumn(i).get(), word(i).equals("latest") || word(i).equals("newest"));
                } else if (link.isPresent() && isNumeric(link.get())) {
                    rankBy(link.get(), most);
                } else if (link.isPresent()
                        && (top || link.get().isTable() && word(link.get().end).equals("by"))) {
                    // "top 5 countries by total amount", the measure being a column
                    Optional<Link> by = links.stream()
                            .filter(other -> other.start > link.get().start
                                    && isNumeric(other)
                                    && sentence[other.start] == sentence[at])
                            .findFirst();
                    by.ifPresent(other -> rankBy(other, most));
                } else if (link.isPresent()
                        && link.get().isTable()
                        && measures.stream()
                                .anyMatch(m -> m.link().chosen.equals(link.get().chosen)
                                        && m.value().aggregate())
                        && !groupLinks.contains(link.get())) {
                    link.get().used = true;
                    rank(
                            measures.stream()
                                    .filter(m -> m.link().chosen.equals(link.get().chosen))
                                    .findFirst()
                                    .orElseThrow()
                                    .value(),
                            most);
                } else if (link.isPresent()
                        && !link.get().used
                        && link.get().isTable()
                        && !link.get().equals(subject().orElse(null))) {
                    link.get().used = true;
                    Expr value = counter(link.get().chosen.table())
                            .map(column -> new Expr("sum(" + column.sql() + ")", true))
                            .orElseGet(() -> Expr.rows(link.get().chosen.table()));
                    measures.add(new Measure(i, link.get().end, value, "number_of_" + label(link.get()), link.get()));
                    rank(value, most);
                } else if (most || least) {
                    // "the longest river", "the highest mountain": its one figure
                    Optional<Expr> figure = link.filter(Link::isTable).flatMap(this::figure);
                    figure.ifPresent(value -> rank(value, most && !word(at).equals("shortest")));
                }
            }
        }

        /** The one figure of a table that is no key. */
        private Optional<Expr> figure(Link link) {
            List<String> numbers = schema.relations().get(link.chosen.table()).columns().entrySet().stream()
                    .filter(column -> column.getValue().type() == Type.NUMBER
                            && !isIdentifier(new Option(link.chosen.table(), column.getKey(), "", 3, false)))
                    .map(Map.Entry::getKey)
                    .toList();
            return numbers.size() == 1
                    ? Optional.of(Expr.column(link.chosen.table(), numbers.get(0)))
                    : Optional.empty();
        }

        private void rankBy(Link link, boolean most) {
            Expr value = column(link);
            Optional<Measure> measured =
                    measures.stream().filter(m -> m.link() == link).findFirst();
            if (measured.isPresent()) {
                rank(measured.get().value(), most);
                return;
            }
            boolean grouped = !groups.isEmpty()
                    || measures.stream().anyMatch(m -> m.value().aggregate());
            rank(grouped ? new Expr((most ? "max(" : "min(") + value.sql() + ")", true) : value, most);
            if (!link.used) {
                link.used = true;
                measures.add(new Measure(
                        link.start,
                        link.end,
                        grouped ? new Expr((most ? "max(" : "min(") + value.sql() + ")", true) : value,
                        link.chosen.column(),
                        link));
            }
        }

        private void rank(Expr value, boolean descending) {
            if (orders.isEmpty()) {
                orders.add(new Order(value, descending));
                ranked = true;
            }
        }

        private Optional<Link> subject() {
            return links.stream()
                    .filter(link -> !link.isValue()
                            && measures.stream().noneMatch(m -> m.link() == link && m.start() < link.start))
                    .findFirst();
        }

        private void ordering() {
            Matcher said = Pattern.compile("(?i)\\b(order(?:ed)?|sort(?:ed)?|arranged?|ranked)\\b")
                    .matcher(words.text());
            while (said.find()) {
                int at = at(said.start());
                String rest = words.text()
                        .substring(said.start())
                        .toLowerCase(Locale.ROOT)
                        .split("[.?!]")[0];
                boolean descending = rest.matches(
                        "(?s).*\\b(descending|desc|highest to lowest|highest first|decreasing|most to least|largest to smallest|newest first|most recent first)\\b.*");
                boolean ascending = rest.matches(
                        "(?s).*\\b(ascending|asc|lowest to highest|lowest|alphabetical\\w*|increasing|smallest|oldest first)\\b.*");
                Optional<Measure> measure =
                        measures.stream().filter(m -> m.start() >= at).findFirst();
                Optional<Link> link = links.stream()
                        .filter(l -> l.start > at && !l.isValue() && sentence[l.start] == sentence[at])
                        .findFirst();
                Expr value = null;
                if (measure.isPresent() && rest.contains(" by")) {
                    value = measures.stream()
                            .filter(m -> m.link().chosen.equals(measure.get().link().chosen))
                            .findFirst()
                            .orElseThrow()
                            .value();
                    Measure repeated = measure.get();
                    if (measures.stream()
                            .anyMatch(m -> m != repeated && m.value().equals(repeated.value()))) {
                        measures.remove(repeated);
                    }
                } else if (link.isPresent() && rest.contains(" by")) {
                    Optional<Measure> same = measures.stream()
                            .filter(m -> m.link().chosen.equals(link.get().chosen))
                            .findFirst();
                    value = same.map(Measure::value)
                            .orElseGet(() -> link.get().isTable()
                                    ? items(link.get()).get(0).value()
                                    : column(link.get()));
                    link.get().used = true;
                }
                if (value != null) {
                    orders.clear();
                    orders.add(new Order(value, descending));
                    if (measure.isEmpty() || !rest.contains(" by")) {
                        int begin = link.get().end;
                        links.stream()
                                .filter(l -> l.start > begin
                                        && l.start - begin <= 3
                                        && l.isColumn()
                                        && sentence[l.start] == sentence[at]
                                        && between(begin, l.start)
                                                .matches("\\s*,?\\s*(and|then|and then|,)\\s*(by )?(the )?"))
                                .findFirst()
                                .ifPresent(l -> orders.add(new Order(column(l), descending)));
                    }
                } else if (!orders.isEmpty() && (descending || ascending)) {
                    Order known = orders.get(0);
                    orders.set(0, new Order(known.value(), descending || known.descending() && !ascending));
                } else if (rest.contains("alphabetical") || descending || ascending) {
                    alphabetical = Optional.of(descending);
                }
                if (limit == 0) {
                    ranked = false;
                }
            }
        }

        private Optional<Boolean> alphabetical = Optional.empty();

        private String root() {
            return measures.stream()
                    .filter(m -> m.value().aggregate())
                    .map(m -> m.link().chosen.table())
                    .findFirst()
                    .or(() -> {
                        Optional<Link> fine = links.stream()
                                .filter(Link::isTable)
                                .filter(link -> links.stream()
                                        .allMatch(other -> sql.isToOne(link.chosen.table(), other.chosen.table())))
                                .findFirst();
                        return fine.or(this::subject).map(link -> link.chosen.table());
                    })
                    .orElseGet(() -> links.get(0).chosen.table());
        }

        // ---- the statement

        private Optional<Query> assembled() {
            boolean aggregated = measures.stream().anyMatch(m -> m.value().aggregate())
                    || orders.stream().anyMatch(order -> order.value().aggregate());
            List<Item> items = new ArrayList<>(groupItems);
            List<Expr> extra = new ArrayList<>(groups);
            boolean told = links.stream().anyMatch(link -> toldSentences.contains(sentence[link.start]));
            List<Link> rest =
                    links.stream().filter(link -> !link.used && !link.isValue()).toList();
            boolean countOnly = aggregated && groups.isEmpty() && orders.isEmpty() && having.isEmpty();
            List<Link> columns = rest.stream().filter(Link::isColumn).toList();
            Optional<Link> subject = subject();
            int firstMeasure = measures.stream().mapToInt(Measure::start).min().orElse(0);
            for (Link link : rest) {
                boolean leading = link.isTable()
                        && subject.isPresent()
                        && subject.get() == link
                        && columns.stream()
                                .noneMatch(other -> other.chosen.table().equals(link.chosen.table()) && other.generic);
                boolean wanted = link.isColumn()
                        ? !countOnly || toldSentences.contains(sentence[link.start]) || link.start < firstMeasure
                        : leading && !countOnly && (groups.isEmpty() || !aggregated)
                                || told && toldSentences.contains(sentence[link.start]) && !covered(link, columns);
                boolean aside = aggregated
                        && !groups.isEmpty()
                        && link.isColumn()
                        && (isNumeric(link)
                                || !toldSentences.contains(sentence[link.start]) && link.start > firstMeasure);
                if (!wanted || aside) {
                    continue;
                }
                if (link.generic
                        && links.stream()
                                .anyMatch(other -> other.end == link.start && other.isColumn() && !other.generic)) {
                    // "the region name" is the region
                    continue;
                }
                if (link.generic && !words.list().get(link.start).stem().startsWith("id")) {
                    lexicon.display(link.chosen.table())
                            .forEach(column -> items.add(new Item(Expr.column(link.chosen.table(), column), column)));
                } else {
                    items.addAll(items(link));
                }
                if (link.isColumn()
                        && aggregated
                        && lexicon.display(link.chosen.table()).contains(link.chosen.column())
                        && groups.isEmpty()) {
                    schema.relations().get(link.chosen.table()).key().stream()
                            .limit(1)
                            .forEach(key -> extra.add(Expr.column(link.chosen.table(), key)));
                }
            }
            measures.forEach(m -> items.add(new Item(m.value(), m.name())));
            boolean bare = measures.stream().noneMatch(m -> m.value().aggregate())
                    && !measures.isEmpty()
                    && items.size() == measures.size()
                    && !told;
            if (bare || items.isEmpty()) {
                subject.or(() -> links.stream().filter(Link::isTable).findFirst())
                        .ifPresent(link -> items.addAll(
                                0,
                                link.generic
                                                || link.isColumn()
                                                        && measures.stream().anyMatch(m -> m.link() == link)
                                        ? shown(link.chosen.table())
                                        : link.isValue() ? List.of() : items(link)));
            }
            List<Item> distinct = new ArrayList<>();
            Set<String> seen = new HashSet<>();
            items.stream().filter(item -> seen.add(item.value().sql())).forEach(distinct::add);
            if (distinct.isEmpty()) {
                return Optional.empty();
            }
            if (aggregated) {
                // figures that stand for a row of their own become sums of the rows put together
                distinct.replaceAll(item -> !item.value().aggregate()
                                && measures.stream()
                                        .anyMatch(m -> m.value().equals(item.value()) && isNumeric(m.link()))
                        ? new Item(new Expr("sum(" + item.value().sql() + ")", true), item.name())
                        : item);
            } else if (!groups.isEmpty()
                    && !measures.isEmpty()
                    && measures.stream().allMatch(m -> m.link().chosen.counting())) {
                boolean own = groupLinks.stream()
                        .allMatch(link -> link.chosen
                                        .table()
                                        .equals(measures.get(0).link().chosen.table())
                                && (link.isTable() || isIdentifier(link.chosen)));
                if (!own) {
                    distinct.replaceAll(
                            item -> measures.stream().anyMatch(m -> m.value().equals(item.value()))
                                    ? new Item(new Expr("sum(" + item.value().sql() + ")", true), item.name())
                                    : item);
                    orders.replaceAll(
                            order -> measures.stream().anyMatch(m -> m.value().equals(order.value()))
                                    ? new Order(new Expr("sum(" + order.value().sql() + ")", true), order.descending())
                                    : order);
                }
            }
            if (limit == 0 && ranked && orders.size() == 1 && isSingular()) {
                limit = 1;
            }
            boolean firstOfEach = limit == 1
                    && !groups.isEmpty()
                    && !orders.get(0).value().aggregate()
                    && distinct.stream().noneMatch(item -> item.value().aggregate());
            alphabetical.ifPresent(descending -> {
                if (orders.isEmpty()) {
                    orders.add(new Order(distinct.get(0).value(), descending));
                }
            });
            String root = root();
            Set<String> shown = new LinkedHashSet<>();
            distinct.forEach(item -> shown.addAll(item.value().tables()));
            boolean nowAggregated =
                    distinct.stream().anyMatch(item -> item.value().aggregate())
                            || orders.stream().anyMatch(order -> order.value().aggregate());
            Set<String> all = new LinkedHashSet<>(shown);
            where.forEach(condition -> all.addAll(condition.tables()));
            // what is only named joins the rows that have it
            links.stream()
                    .filter(link -> link.isTable() && !link.used && !nowAggregated)
                    .forEach(link -> all.add(link.chosen.table()));
            String base = nowAggregated || shown.isEmpty() || shown.contains(root)
                    ? root
                    : shown.iterator().next();
            boolean repeats = !nowAggregated && all.stream().anyMatch(table -> !sql.isToOne(base, table));
            boolean asked = words.text().toLowerCase(Locale.ROOT).matches("(?s).*\\b(distinct|unique|different)\\b.*");
            boolean unique = !nowAggregated && (repeats || asked || !shown.contains(base));
            List<Expr> conditions = new ArrayList<>(where);
            if (nowAggregated) {
                for (Link link : links) {
                    boolean joins = link.isTable()
                            && !link.used
                            && !all.contains(link.chosen.table())
                            && sql.distance(base, link.chosen.table()) < 4
                            && !link.chosen.table().equals(base);
                    if (joins) {
                        sql.exists(base, link.chosen.table(), List.of()).ifPresent(conditions::add);
                    }
                }
            }
            if (firstOfEach && !nowAggregated) {
                return Optional.of(
                        new Query(base, distinct, conditions, List.of(), List.of(), false, orders, 0, false, groups));
            }
            return Optional.of(new Query(
                    base, distinct, conditions, having, nowAggregated ? extra : List.of(), unique, orders, limit));
        }

        /** Columns of a table are wanted instead of its usual ones. */
        private boolean covered(Link table, List<Link> columns) {
            return columns.stream()
                    .anyMatch(column -> column.chosen.table().equals(table.chosen.table())
                            && (column.generic
                                    || lexicon.display(table.chosen.table()).contains(column.chosen.column())));
        }

        /** Whether one row is asked for: "which course has the highest …". */
        private boolean isSingular() {
            Optional<Link> subject = subject();
            if (subject.isEmpty()) {
                return false;
            }
            Link link = subject.get();
            boolean generic = link.generic;
            Link counted = generic
                    ? links.stream()
                            .filter(other -> other.isTable() && other.start > link.start)
                            .findFirst()
                            .orElse(link)
                    : link;
            return !isPlural(words.list().get(counted.end - 1))
                    && !between(0, size).matches("(?s).*\\b(order(ed)?|sort(ed)?)\\b.*");
        }

        // ---- ratios

        private Optional<Query> ratio() {
            Matcher said = RATIO.matcher(words.text());
            if (!said.find()) {
                return Optional.empty();
            }
            boolean percent = said.group(1).equalsIgnoreCase("percentage");
            int from = at(said.end() - 1) + 1;
            int to = IntStream.range(0, size)
                    .filter(i -> sentence[i] > sentence[Math.min(from, size - 1)])
                    .findFirst()
                    .orElse(size);
            int cut = cut(from, to);
            ratioCut = cut;
            if (cut < 0) {
                return part(from, to, percent);
            }
            int second = cut + (is(cut, "out of") || is(cut, "compared to") || is(cut, "divided by") ? 2 : 1);
            groups(from, to);
            dates(second, to);
            int dated = where.size();
            Side one = side(from, cut);
            Side two = side(second, to);
            if (one.value.isEmpty() || two.value.isEmpty()) {
                return Optional.empty();
            }
            // what is said at the end holds for both, unless the first has a condition of its own on the same column
            List<Expr> shared = new ArrayList<>(where.subList(0, dated));
            List<Expr> ownTwo = new ArrayList<>();
            for (Expr condition : two.conditions) {
                String column = condition.sql().split(" ")[0];
                boolean placeOnly = places.getOrDefault(condition, 0) > two.place
                        && !condition.sql().contains("SELECT")
                        && condition.sql().matches("(?s).*( = '| ILIKE '| IN \\().*");
                boolean rival = one.conditions.stream()
                        .anyMatch(other ->
                                other.sql().replace("NOT ", "").split(" ")[0].equals(column.replace("NOT", "")));
                boolean compared = two.table.equals(one.table) && placeOnly && !rival;
                (compared ? shared : ownTwo).add(condition);
            }
            boolean grouped = !groups.isEmpty();
            List<Item> items = new ArrayList<>(groupItems);
            if (one.plain && two.plain && one.table.equals(two.table) && one.conditions.isEmpty() && ownTwo.isEmpty()) {
                boolean own = groupLinks.stream()
                        .allMatch(link -> link.chosen.table().equals(one.table)
                                && (link.isTable()
                                        || isIdentifier(link.chosen)
                                        || lexicon.display(one.table).contains(link.chosen.column())));
                if (!own) {
                    return Optional.of(new Query(
                            one.table,
                            with(
                                    items,
                                    divided(
                                            new Expr("sum(" + one.value.get().sql() + ")", true),
                                            new Expr("sum(" + two.value.get().sql() + ")", true),
                                            percent)),
                            shared,
                            List.of(),
                            groups,
                            false,
                            List.of(),
                            0));
                }
                if (items.isEmpty()) {
                    items.addAll(shown(one.table));
                }
                Expr ratio = divided(one.value.get(), two.value.get(), percent);
                return Optional.of(new Query(
                        one.table,
                        with(items, ratio),
                        shared,
                        List.of(),
                        List.of(),
                        false,
                        List.of(new Order(ratio, true)),
                        0));
            }
            Expr upper = one.aggregate();
            Expr lower = two.aggregate();
            if (!grouped && (!one.table.equals(two.table) || one.single() && two.single())) {
                Expr ratio = divided(
                        scalar(one, upper, one.conditions, shared), scalar(two, lower, ownTwo, shared), percent);
                return Optional.of(
                        new Query("", with(items, ratio), List.of(), List.of(), List.of(), false, List.of(), 0));
            }
            if (one.table.equals(two.table)) {
                List<Item> all =
                        with(items, divided(filtered(upper, one.conditions), filtered(lower, ownTwo), percent));
                return Optional.of(new Query(one.table, all, shared, List.of(), groups, false, List.of(), 0));
            }
            // two kinds of things in the groups of one: each counted by itself, whatever the joins repeat
            Set<String> groupTables =
                    groups.stream().flatMap(group -> group.tables().stream()).collect(Collectors.toSet());
            String base = groupTables.contains(one.table)
                    ? one.table
                    : groupTables.contains(two.table)
                            ? two.table
                            : sql.isToOne(one.table, two.table) ? one.table : two.table;
            List<Item> all = with(
                    items, divided(filtered(one.unique(), one.conditions), filtered(two.unique(), ownTwo), percent));
            all.add(new Item(one.unique(), "first_count"));
            all.add(new Item(two.unique(), "second_count"));
            return Optional.of(new Query(base, all, shared, List.of(), groups, false, List.of(), 0, true));
        }

        /** "What proportion of rivers are longer than 3000": those of all. */
        private Optional<Query> part(int from, int to, boolean percent) {
            groups(from, to);
            Side side = side(from, to);
            if (side.value.isEmpty() || side.conditions.isEmpty() || side.plain) {
                return Optional.empty();
            }
            Expr ratio = divided(filtered(side.value.get(), side.conditions), side.value.get(), percent);
            return Optional.of(new Query(
                    side.table,
                    with(new ArrayList<>(groupItems), ratio),
                    List.of(),
                    List.of(),
                    groups,
                    false,
                    List.of(),
                    0));
        }

        private static List<Item> with(List<Item> items, Expr ratio) {
            List<Item> all = new ArrayList<>(items);
            all.add(new Item(ratio, "ratio"));
            return all;
        }

        private static Expr divided(Expr upper, Expr lower, boolean percent) {
            return new Expr(
                    (percent ? "100.0" : "1.0") + " * " + upper.sql() + " / nullif(" + lower.sql() + ", 0)",
                    upper.aggregate() || lower.aggregate());
        }

        private static Expr filtered(Expr value, List<Expr> conditions) {
            return conditions.isEmpty()
                    ? value
                    : new Expr(
                            value.sql() + " FILTER (WHERE "
                                    + conditions.stream().map(Expr::sql).collect(Collectors.joining(" AND ")) + ")",
                            true);
        }

        private Expr scalar(Side side, Expr value, List<Expr> own, List<Expr> shared) {
            List<Expr> conditions = new ArrayList<>(own);
            shared.stream()
                    .filter(condition ->
                            condition.tables().stream().allMatch(table -> sql.distance(side.table, table) < 4))
                    .forEach(conditions::add);
            return new Expr(
                    "("
                            + sql.text(new Query(
                                    side.table,
                                    List.of(new Item(value, "value")),
                                    conditions,
                                    List.of(),
                                    List.of(),
                                    false,
                                    List.of(),
                                    0))
                            + ")",
                    false);
        }

        /** Where the second part of a ratio begins. */
        private int cut(int from, int to) {
            for (String mark : List.of("out of", "compared to", "divided by", "to", "and", "per", "over", "among")) {
                for (int i = from + 1; i < to; i++) {
                    int at = i;
                    boolean before = links.stream()
                            .anyMatch(link -> link.start >= from && link.end <= at && !link.isValue()
                                    || link.start >= from && link.end <= at);
                    boolean behind =
                            links.stream().anyMatch(link -> link.start > at && link.start < to && link.start - at <= 8);
                    boolean part = Set.of(
                                    "belong",
                                    "belongs",
                                    "belonging",
                                    "related",
                                    "relate",
                                    "due",
                                    "up",
                                    "more",
                                    "according",
                                    "attached",
                                    "assigned",
                                    "linked")
                            .contains(word(i - 1));
                    int next = links.stream()
                            .filter(link -> link.start > at)
                            .mapToInt(link -> link.start)
                            .min()
                            .orElse(at + 1);
                    boolean filled = between(i + mark.split(" ").length, next)
                            .matches(
                                    "(?s)(\\s|the|non|not|-|total|number|of|all|those|its|their|average|maximum|minimum|sum|count|length|every|other|same)*");
                    if (is(i, mark)
                            && before
                            && behind
                            && !part
                            && filled
                            && !(mark.equals("to")
                                    && links.stream().anyMatch(link -> link.start < at && link.end > at))) {
                        return i;
                    }
                }
            }
            return -1;
        }

        /** One of the two parts of a ratio. */
        private final class Side {
            Optional<Expr> value = Optional.empty();
            String table = "";
            boolean plain;
            boolean averaged;
            int place;
            final List<Expr> conditions = new ArrayList<>();

            /** The value over all rows. */
            Expr aggregate() {
                return plain
                        ? new Expr(
                                (single() ? "max(" : "sum(")
                                        + value.orElseThrow().sql() + ")",
                                true)
                        : value.orElseThrow();
            }

            /** Whether a condition leaves one row of it. */
            boolean single() {
                return plain
                        && conditions.stream()
                                .anyMatch(condition -> condition.sql().contains(" = '")
                                        || condition.sql().contains("ILIKE"));
            }

            /** The value, rows that joins repeat being counted once. */
            Expr unique() {
                return value.orElseThrow().sql().startsWith("{#") ? distinctRows(table) : aggregate();
            }
        }

        private Side side(int from, int to) {
            Side side = new Side();
            int known = measures.size();
            int before = where.size();
            measures(from, to);
            conditions(from, to);
            List<Measure> own = measures.subList(known, measures.size());
            Optional<Link> table = links.stream()
                    .filter(link -> link.start >= from
                            && link.start < to
                            && link.isTable()
                            && (!link.used || own.stream().anyMatch(m -> m.link() == link))
                            && !groupLinks.contains(link))
                    .findFirst();
            Optional<Link> number = links.stream()
                    .filter(link ->
                            link.start >= from && link.start < to && isNumeric(link) && !groupLinks.contains(link))
                    .findFirst();
            if (!own.isEmpty()) {
                side.value = Optional.of(own.get(0).value());
                side.table = own.get(0).link().chosen.table();
                side.plain = !own.get(0).value().aggregate();
                side.place = own.get(0).end();
            } else if (number.isPresent()
                    && (!number.get().used)
                    && (table.isEmpty() || number.get().start <= table.get().start + 2)) {
                side.value = Optional.of(column(number.get()));
                side.table = number.get().chosen.table();
                side.plain = true;
                side.place = number.get().end;
                number.get().used = true;
            } else if (table.isPresent()) {
                side.value = Optional.of(Expr.rows(table.get().chosen.table()));
                side.table = table.get().chosen.table();
                side.place = table.get().end;
                table.get().used = true;
            }
            side.conditions.addAll(where.subList(before, where.size()));
            return side;
        }
    }
}
