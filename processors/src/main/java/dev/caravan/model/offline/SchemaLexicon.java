package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.IdleWords;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What words may mean in a schema: tables, columns and the values that are stored in them. */
final class SchemaLexicon {
    /** The most words that one thing is called by. */
    static final int LONGEST = 6;

    private static final Set<String> COUNTS = Set.of("count", "num", "total", "cnt");
    private static final Set<String> UNITS = Set.of(
            "miles",
            "km",
            "kilometers",
            "cm",
            "m",
            "meters",
            "kg",
            "lbs",
            "usd",
            "eur",
            "hours",
            "hrs",
            "minutes",
            "seconds",
            "percent",
            "percentage",
            "pct",
            "days",
            "sqkm");
    // what people say for what columns are called
    private static final Map<String, List<String>> SYNONYMS = Map.of(
            "population",
            List.of("people", "inhabitants", "residents"),
            "salary",
            List.of("pay", "wage", "earnings"),
            "price",
            List.of("cost"),
            "cost",
            List.of("price"),
            "sale price",
            List.of("revenue", "revenue amount", "sales amount"),
            "amount",
            List.of("revenue"),
            "comment text",
            List.of("comment"),
            "text",
            List.of("message", "content"));
    private static final Pattern COUNTED = Pattern.compile(
            "(?i)\\bnumber of ([a-z]+(?: [a-z]+)?)(?=\\.|,|$| in\\b| for\\b| of\\b| that\\b| who\\b| by\\b| the\\b| an?\\b)");
    private static final Map<String, String> OPPOSITES = Map.of(
            "open",
            "closed",
            "active",
            "inactive",
            "available",
            "unavailable",
            "verified",
            "unverified",
            "paid",
            "unpaid",
            "enabled",
            "disabled",
            "public",
            "private");
    private static final Set<String> PARTS = Set.of("first", "last", "middle", "full", "user");
    private static final String AGE = "@";
    private static final String DURATION = "~";
    private static final Column COMPUTED = new Column(Type.NUMBER, List.of(), "", false, Map.of());

    /**
     * Something that words may mean.
     *
     * @param table as schema.table
     * @param column of it; empty for the table itself
     * @param value of the column; empty for the column itself
     * @param strength 3 for what it is called, less for what is only like it
     * @param counting whether the column holds a number of what the words name
     */
    record Option(String table, String column, String value, int strength, boolean counting) {
        boolean isTable() {
            return column.isEmpty();
        }

        boolean isValue() {
            return !value.isEmpty();
        }

        boolean isColumn() {
            return !isTable() && !isValue();
        }
    }

    private final Schema schema;
    private final Map<String, List<Option>> names = new HashMap<>();
    private final Map<String, List<Option>> values = new HashMap<>();
    private final List<Map.Entry<String, Option>> stored = new ArrayList<>();

    SchemaLexicon(Schema schema, List<Member> members) {
        this.schema = schema;
        schema.relations().forEach(this::add);
        Map<String, Set<String>> byColumn = new HashMap<>();
        members.forEach(member -> byColumn.computeIfAbsent(member.dimension(), d -> new LinkedHashSet<>())
                .add(member.code()));
        byColumn.forEach((dimension, codes) -> RegionCodes.names(codes, Schema.columnOf(dimension))
                .forEach((code, name) -> values.computeIfAbsent(Words.key(name), k -> new ArrayList<>())
                        .add(new Option(Schema.tableOf(dimension), Schema.columnOf(dimension), code, 3, false))));
        schema.relations().forEach((table, relation) -> relation.columns().forEach((name, column) -> column.codes()
                .forEach((code, meaning) -> values.computeIfAbsent(Words.key(meaning), k -> new ArrayList<>())
                        .add(new Option(table, name, code, 2, false)))));
        for (Member member : members) {
            Option option = new Option(
                    Schema.tableOf(member.dimension()), Schema.columnOf(member.dimension()), member.code(), 3, false);
            String key = Words.key(member.display());
            values.computeIfAbsent(key, k -> new ArrayList<>()).add(option);
            stored.add(Map.entry(" " + key + " ", option));
            member.names().forEach(name -> values.computeIfAbsent(Words.key(name), k -> new ArrayList<>())
                    .add(option));
        }
    }

    private void add(String table, Relation relation) {
        for (int i = 0; i < relation.names().size(); i++) {
            put(relation.names().get(i), new Option(table, "", "", 3, false));
        }
        relation.columns().forEach((name, column) -> add(table, relation, name, column));
        computed(table, relation);
    }

    private void add(String table, Relation relation, String name, Column column) {
        Matcher counted = COUNTED.matcher(column.description());
        if (column.type() == Type.NUMBER && counted.find() && !isTable(counted.group(1))) {
            counting(counted.group(1).toLowerCase(Locale.ROOT), table, name, 2);
            String[] said = counted.group(1).toLowerCase(Locale.ROOT).split(" ");
            if (said.length == 2) {
                counting(said[1] + " " + said[0], table, name, 2);
            }
        }
        Set<String> phrases = new LinkedHashSet<>(column.names());
        for (String phrase : phrases) {
            put(phrase, new Option(table, name, "", 3, false));
            relation.names().forEach(called -> put(called + " " + phrase, new Option(table, name, "", 3, false)));
            List<String> parts = Arrays.asList(phrase.split(" "));
            int size = parts.size();
            String first = parts.get(0);
            String last = parts.get(size - 1);
            if (size > 1
                    && column.type() == Type.NUMBER
                    && (COUNTS.contains(first) || first.equals("number") || COUNTS.contains(last))) {
                counting(
                        String.join(
                                " ",
                                COUNTS.contains(first) || first.equals("number")
                                        ? parts.subList(1, size)
                                        : parts.subList(0, size - 1)),
                        table,
                        name,
                        3);
            }
            if (size > 1 && UNITS.contains(last)) {
                put(String.join(" ", parts.subList(0, size - 1)), new Option(table, name, "", 2, false));
            }
            if (size == 2 && column.type() != Type.TEXT) {
                put(first + last, new Option(table, name, "", 2, false));
            }
            SYNONYMS.forEach((word, others) -> {
                if (phrase.equals(word)) {
                    others.forEach(other -> put(other, new Option(table, name, "", 1, false)));
                }
            });
            if (size > 1 && (first.equals("is") || first.equals("has") || first.equals("was"))) {
                String told = String.join(" ", parts.subList(1, size));
                put(told, new Option(table, name, "", 3, false));
                String opposite = OPPOSITES.getOrDefault(told, "");
                if (!opposite.isEmpty()) {
                    values.computeIfAbsent(Words.key(opposite), k -> new ArrayList<>())
                            .add(new Option(table, name, "0", 3, false));
                }
            }
            if (size > 1
                    && !PARTS.contains(first)
                    && (last.equals("name") || last.equals("code") || last.equals("title"))) {
                put(String.join(" ", parts.subList(0, size - 1)), new Option(table, name, "", 2, false));
            }
            if (size > 1 && last.equals("id")) {
                put(String.join(" ", parts.subList(0, size - 1)), new Option(table, name, "", 1, false));
            }
            if (size > 2) {
                put(String.join(" ", parts.subList(1, size)), new Option(table, name, "", 2, false));
            }
        }
    }

    /** Whether a table holds the things themselves, which are counted there. */
    private boolean isTable(String noun) {
        String key = Words.key(noun);
        return schema.relations().values().stream().anyMatch(relation -> relation.names().stream()
                .anyMatch(name -> Words.key(name).equals(key)));
    }

    private void counting(String counted, String table, String column, int strength) {
        put("number of " + counted, new Option(table, column, "", strength, true));
        put("total " + counted, new Option(table, column, "", Math.min(2, strength), true));
        put(counted, new Option(table, column, "", Math.min(2, strength), true));
    }

    /** What dates tell beside themselves: an age since a birth, and the time between a start and an end. */
    private void computed(String table, Relation relation) {
        Map<String, String> ends = new LinkedHashMap<>();
        relation.columns().forEach((name, column) -> {
            boolean time = column.type() == Type.DATE || column.type() == Type.TIMESTAMP;
            if (time && column.names().stream().anyMatch(called -> called.contains("birth"))) {
                put("age", new Option(table, AGE + name, "", 3, false));
            }
            for (String end : List.of("start", "end")) {
                if (time
                        && column.names().stream().anyMatch(called -> (" " + called + " ").contains(" " + end + " "))) {
                    ends.putIfAbsent(end, name);
                }
            }
        });
        if (ends.size() == 2
                && !relation.columns().get(ends.get("start")).type().equals(Type.DATE)) {
            Option lasting = new Option(table, DURATION + ends.get("start") + DURATION + ends.get("end"), "", 3, false);
            put("duration", lasting);
            relation.names().forEach(called -> put(called + " duration", lasting));
        }
    }

    /** The expression of a column, or of what is computed from columns. */
    Expr expression(Option option, String today) {
        if (option.column().startsWith(AGE)) {
            return new Expr(
                    "extract(YEAR FROM age(" + today + ", "
                            + Expr.column(option.table(), option.column().substring(1))
                                    .sql() + "))",
                    false);
        }
        if (option.column().startsWith(DURATION)) {
            String[] ends = option.column().substring(1).split(DURATION);
            return new Expr(
                    "extract(EPOCH FROM ("
                            + Expr.column(option.table(), ends[1]).sql() + " - "
                            + Expr.column(option.table(), ends[0]).sql() + "))",
                    false);
        }
        return Expr.column(option.table(), option.column());
    }

    /** What a column is called in a result. */
    static String label(Option option) {
        return option.column().startsWith(AGE)
                ? "age"
                : option.column().startsWith(DURATION) ? "duration_seconds" : option.column();
    }

    private void put(String name, Option option) {
        String key = Words.key(name);
        List<Option> known = names.computeIfAbsent(key, k -> new ArrayList<>());
        boolean better = known.stream()
                .noneMatch(other -> other.table().equals(option.table())
                        && other.column().equals(option.column())
                        && other.strength() >= option.strength());
        if (!key.isEmpty() && better) {
            known.removeIf(other ->
                    other.table().equals(option.table()) && other.column().equals(option.column()));
            known.add(option);
        }
    }

    /** The tables and columns that are called so. */
    List<Option> named(String key) {
        return names.getOrDefault(key, List.of());
    }

    /** The stored values that read so. */
    List<Option> valued(String key) {
        return values.getOrDefault(key, List.of());
    }

    /** The stored values that contain these words, or are contained in them. */
    List<Option> containing(String key) {
        List<Option> found = new ArrayList<>();
        for (Map.Entry<String, Option> each : stored) {
            if (each.getKey().contains(" " + key + " ")) {
                found.add(each.getValue());
            }
        }
        return found;
    }

    /** The columns that name a row to people: a name or title, or first and last name; else its key. */
    List<String> display(String table) {
        Relation relation = schema.relations().get(table);
        List<String> parts = columns(relation, "first name", "firstname", "last name", "lastname");
        if (parts.size() > 1) {
            return parts;
        }
        List<String> whole = columns(relation, "name", "title", "full name", "username", "user name");
        if (!whole.isEmpty()) {
            return whole.subList(0, 1);
        }
        for (Map.Entry<String, Column> column : relation.columns().entrySet()) {
            boolean own = column.getValue().names().stream()
                    .anyMatch(name -> relation.names().contains(name));
            boolean named = column.getValue().names().stream()
                    .anyMatch(name -> (name.endsWith(" name") || name.endsWith(" title"))
                            && relation.names().stream()
                                    .anyMatch(called -> called.contains(name.replaceFirst(" (name|title)$", ""))
                                            || name.contains(called)));
            if (column.getValue().type() == Type.TEXT
                    && (own || named)
                    && !relation.references().containsKey(column.getKey())) {
                return List.of(column.getKey());
            }
        }
        return relation.key();
    }

    private static List<String> columns(Relation relation, String... phrases) {
        List<String> found = new ArrayList<>();
        for (String phrase : phrases) {
            relation.columns().forEach((name, column) -> {
                if (!found.contains(name) && column.names().contains(phrase)) {
                    found.add(name);
                }
            });
        }
        return found;
    }

    /** The columns that "name" may mean. */
    List<Option> nameColumns() {
        List<Option> options = new ArrayList<>();
        schema.relations().keySet().forEach(table -> {
            List<String> shown = display(table);
            if (!shown.equals(schema.relations().get(table).key())
                    || shown.stream().anyMatch(column -> column.endsWith("name"))) {
                shown.forEach(column -> options.add(new Option(table, column, "", 3, false)));
            }
        });
        return options;
    }

    /** Numbers that tell rows apart, for "id". */
    List<Option> keyColumns() {
        List<Option> options = new ArrayList<>();
        schema.relations().forEach((table, relation) -> {
            if (relation.key().size() == 1) {
                options.add(new Option(table, relation.key().get(0), "", 3, false));
            }
        });
        return options;
    }

    /** Whether a column says yes or no, be it by numbers. */
    boolean isFlag(Option option) {
        Column column = column(option);
        return column.type() == Type.FLAG
                || column.type() == Type.NUMBER
                        && column.names().stream().anyMatch(name -> name.startsWith("is ") || name.startsWith("has "));
    }

    Column column(Option option) {
        if (option.column().startsWith(AGE) || option.column().startsWith(DURATION)) {
            return COMPUTED;
        }
        return schema.relations().get(option.table()).columns().get(option.column());
    }

    /** Whether a word can stand for something by itself. */
    static boolean isContent(String folded) {
        return !IdleWords.ALL.contains(folded.toLowerCase(Locale.ROOT));
    }
}
