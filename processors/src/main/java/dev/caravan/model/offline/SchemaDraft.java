package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaLexicon.Option;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.model.offline.SchemaSql.Item;
import dev.caravan.model.offline.SchemaSql.Order;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.ArrayList;
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

/** The work on one question on a schema: its words, what they mean, which are accounted for, and what was read so far. */
final class SchemaDraft {
    private static final Pattern SENTENCE = Pattern.compile("[.?!;](?=\\s+[\"'“]?\\p{L})");
    private static final Pattern TOLD =
            Pattern.compile("(?i)^(return|give|show|display|include|provide|list|output|report|state)\\b");
    private static final Pattern HINT =
            Pattern.compile("(?i)^(match|always|filter|assume|use|represent|consider|when|note|treat|do not)\\b");

    /** A place in the question that means something: words from start (inclusive) to end (exclusive). */
    static final class Link {
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
    record Measure(int start, int end, Expr value, String name, Link link) {}

    final Schema schema;
    final SchemaLexicon lexicon;
    final SchemaSql sql;
    final Words words;
    final int size;
    final List<Link> links = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    /** By word: whether it is part of something that was read. */
    final boolean[] taken;
    /** By word: the sentence it stands in. */
    final int[] sentence;
    /** Sentences that only say what to tell: "Return the name and the total". */
    final Set<Integer> toldSentences = new HashSet<>();
    /** Sentences of advice, which are not read. */
    final Set<Integer> silent = new HashSet<>();

    final List<Measure> measures = new ArrayList<>();
    final List<Expr> groups = new ArrayList<>();
    final List<Item> groupItems = new ArrayList<>();
    final List<Expr> where = new ArrayList<>();
    final List<Expr> having = new ArrayList<>();
    final List<Order> orders = new ArrayList<>();
    final List<Link> groupLinks = new ArrayList<>();
    /** By condition: the word where it is said. */
    final Map<Expr, Integer> places = new LinkedHashMap<>();
    /** 0 for none. */
    int limit;
    /** The word that divides the two parts of a ratio; -1 for none. */
    int ratioCut = -1;
    /** Whether a superlative gave the order. */
    boolean ranked;
    /** Whether an order without a column is descending, where there is one. */
    Optional<Boolean> alphabetical = Optional.empty();

    SchemaDraft(String text, Schema schema, SchemaLexicon lexicon, SchemaSql sql) {
        this.schema = schema;
        this.lexicon = lexicon;
        this.sql = sql;
        words = Words.of(text);
        size = words.size();
        taken = new boolean[size];
        sentence = new int[size];
        sentences(text);
    }

    String word(int i) {
        return i < 0 || i >= size ? "" : words.list().get(i).folded();
    }

    boolean is(int i, String phrase) {
        String[] parts = phrase.split(" ");
        for (int k = 0; k < parts.length; k++) {
            if (!word(i + k).equals(parts[k])) {
                return false;
            }
        }
        return true;
    }

    String between(int from, int to) {
        return from >= to ? "" : words.slice(from, to).toLowerCase(Locale.ROOT);
    }

    String gap(int i) {
        return i <= 0 || i >= size
                ? ""
                : words.text()
                        .substring(
                                words.list().get(i - 1).end(),
                                words.list().get(i).start());
    }

    int at(int offset) {
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

    Optional<Link> next(int from, int most) {
        return links.stream()
                .filter(link -> link.start >= from
                        && link.start - from <= most
                        && sentence[link.start] == sentence[Math.min(from, size - 1)])
                .findFirst();
    }

    Expr column(Link link) {
        return lexicon.expression(link.chosen, today());
    }

    boolean isNumeric(Link link) {
        return link.isColumn()
                && lexicon.column(link.chosen).type() == Type.NUMBER
                && !isIdentifier(link.chosen)
                && !lexicon.isFlag(link.chosen);
    }

    boolean isDate(Link link) {
        return link.isColumn()
                && Set.of(Type.DATE, Type.TIMESTAMP)
                        .contains(lexicon.column(link.chosen).type());
    }

    boolean isIdentifier(Option option) {
        return schema.relations().get(option.table()).key().contains(option.column())
                || schema.relations().get(option.table()).references().containsKey(option.column());
    }

    /** The columns that show a row of a table. */
    List<Item> shown(String table) {
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

    List<Item> items(Link link) {
        return link.isTable()
                ? shown(link.chosen.table())
                : List.of(new Item(column(link), SchemaLexicon.label(link.chosen)));
    }

    String today() {
        return schema.today().map(day -> "DATE '" + day + "'").orElse("CURRENT_DATE");
    }

    void take(int from, int to) {
        for (int i = from; i < Math.min(size, to); i++) {
            taken[i] = true;
            int at = i;
            links.stream()
                    .filter(link -> link.start == at
                            && (link.isColumn() || link.isTable())
                            && SchemaGrammar.UNITS.contains(Words.stem(word(at))))
                    .forEach(link -> link.used = true);
        }
    }

    void when(Expr said, int place) {
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

    String label(Link link) {
        return words.slice(link.start, link.end).toLowerCase(Locale.ROOT).replaceAll("\\W+", "_");
    }

    void measure(int start, int end, Expr value, String name, Link link) {
        link.used = true;
        measures.add(new Measure(start, end, value, name, link));
    }

    Optional<Link> subject() {
        return links.stream()
                .filter(link ->
                        !link.isValue() && measures.stream().noneMatch(m -> m.link() == link && m.start() < link.start))
                .findFirst();
    }

    /** The column of a table whose rows stand for several. */
    Optional<Expr> counter(String table) {
        return schema.relations().get(table).columns().entrySet().stream()
                .filter(column -> column.getValue().type() == Type.NUMBER
                        && column.getValue().names().stream().anyMatch(Set.of("count", "quantity")::contains))
                .map(column -> Expr.column(table, column.getKey()))
                .findFirst();
    }

    Expr distinctRows(String table) {
        List<String> key = schema.relations().get(table).key();
        return key.size() == 1
                ? new Expr("count(DISTINCT " + Expr.column(table, key.get(0)).sql() + ")", true)
                : Expr.rows(table);
    }

    /** The one figure of a table that is no key. */
    Optional<Expr> figure(Link link) {
        List<String> numbers = schema.relations().get(link.chosen.table()).columns().entrySet().stream()
                .filter(column -> column.getValue().type() == Type.NUMBER
                        && !isIdentifier(new Option(link.chosen.table(), column.getKey(), "", 3, false)))
                .map(Map.Entry::getKey)
                .toList();
        return numbers.size() == 1 ? Optional.of(Expr.column(link.chosen.table(), numbers.get(0))) : Optional.empty();
    }

    String root() {
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

    static boolean isPlural(Words.Word word) {
        return !word.folded().equals(word.stem());
    }

    static boolean has(Link link, String table) {
        return link.options.stream()
                .anyMatch(option -> option.isTable() && option.table().equals(table));
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static Optional<Double> number(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        Integer small = Grammar.NUMBERS.get(folded);
        if (small != null) {
            return Optional.of(small.doubleValue());
        }
        return folded.matches("\\d+(\\.\\d+)?|\\d{1,3}(,\\d{3})+(\\.\\d+)?")
                ? Optional.of(Double.parseDouble(folded.replace(",", "")))
                : Optional.empty();
    }

    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
