package dev.caravan.derive;

import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.text.Words;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads what can be asked of a database from the database itself: tables, columns and their comments, keys, and where no foreign
 * keys are declared, columns that are called like the key of another table and hold its values.
 */
public final class DeriveSchema {
    private static final int SAMPLE = 20_000;
    private static final int MOST_VALUES = 5_000;
    private static final int LONGEST_VALUE = 120;
    private static final double CONTAINED = 0.5;

    private static final Set<String> SYSTEM = Set.of("information_schema", "pg_catalog");
    private static final Pattern SECRET = Pattern.compile("password|pwd|secret|token|hash|api_?key|ssn|credential");
    private static final Pattern PERSONAL =
            Pattern.compile("e?mail|phone|telephone|fax|url|website|homepage|(^|_)ip(_|$)|user_agent");
    // "0 for user, 1 for merchant", "1 = active"
    private static final Pattern CODE = Pattern.compile(
            "(?:^|[\\s,;:(])(-?\\w{1,4})\\s*(?:=|for|means|->|:)\\s*'?([A-Za-z][A-Za-z -]{1,30}?)'?(?=[,;.)]|$| or | and )");
    private static final Map<String, String> YES_OR_NO = Map.of("0", "no", "1", "yes");
    private static final String IDENTIFYING = ".*(id|code|key|nr|no|number|name|symbol)$";
    private static final String PERSON = "(first|last|middle|full|user|sur|contact).?name";
    private static final Set<String> GENERIC = Set.of(
            "daily",
            "snapshot",
            "table",
            "tbl",
            "dim",
            "fact",
            "history",
            "log",
            "data",
            "info",
            "list",
            "count",
            "master",
            "all");

    private final Connection database;
    private final Map<String, Map<String, Column>> columns = new TreeMap<>();
    private final Map<String, String> comments = new TreeMap<>();
    private final Set<String> views = new HashSet<>();
    private final Map<String, Set<String>> unique = new HashMap<>();
    private final Map<String, List<String>> keys = new HashMap<>();
    private final Map<String, Map<String, String>> references = new HashMap<>();

    private final boolean flat;
    private final String text;
    private final UnaryOperator<String> quoted;

    private DeriveSchema(Connection database) throws SQLException {
        this.database = database;
        String product = database.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        boolean mysql = product.contains("mysql") || product.contains("mariadb");
        this.flat = mysql || product.contains("sqlite");
        this.text = mysql ? "CHAR" : product.contains("sqlite") ? "TEXT" : "VARCHAR";
        this.quoted = mysql ? name -> SchemaNames.quoted(name).replace('"', '`') : SchemaNames::quoted;
    }

    /** The schema of everything that the connection may read, system tables excepted. */
    public static Schema of(Connection database) throws SQLException {
        return withGuesses(database).schema();
    }

    /** The same, with what of it the database does not declare. */
    public static DerivedSchema withGuesses(Connection database) throws SQLException {
        return new DeriveSchema(database).derive();
    }

    private DerivedSchema derive() throws SQLException {
        Map<String, Map<String, Integer>> types = new TreeMap<>();
        Map<String, Map<String, String>> remarks = new TreeMap<>();
        DatabaseMetaData meta = database.getMetaData();
        try (ResultSet tables = meta.getTables(database.getCatalog(), null, "%", new String[] {
            "TABLE", "VIEW", "MATERIALIZED VIEW", "BASE TABLE", "PARTITIONED TABLE"
        })) {
            while (tables.next()) {
                String schema = schema(tables, "TABLE");
                boolean internal = SYSTEM.contains(schema) || schema.startsWith("pg_");
                if (!internal && !tables.getString("TABLE_NAME").startsWith("sqlite_")) {
                    String table = schema + "." + tables.getString("TABLE_NAME");
                    types.put(table, new LinkedHashMap<>());
                    comments.put(table, text(tables.getString("REMARKS")));
                    if (tables.getString("TABLE_TYPE").contains("VIEW")) {
                        views.add(table);
                    }
                }
            }
        }
        try (ResultSet found = meta.getColumns(database.getCatalog(), null, "%", "%")) {
            while (found.next()) {
                String table = schema(found, "TABLE") + "." + found.getString("TABLE_NAME");
                if (types.containsKey(table)) {
                    types.get(table)
                            .put(
                                    found.getString("COLUMN_NAME"),
                                    type(found.getInt("DATA_TYPE"), found.getString("TYPE_NAME")));
                    remarks.computeIfAbsent(table, t -> new HashMap<>())
                            .put(found.getString("COLUMN_NAME"), text(found.getString("REMARKS")));
                }
            }
        }
        types.values().removeIf(Map::isEmpty);
        Set<String> names = new LinkedHashSet<>();
        types.forEach((table, found) -> {
            names.add(bare(table));
            names.addAll(found.keySet());
        });
        NameWords words = new NameWords(names);
        for (Map.Entry<String, Map<String, Integer>> table : types.entrySet()) {
            describe(table.getKey(), table.getValue(), remarks.getOrDefault(table.getKey(), Map.of()), words);
        }
        for (String table : types.keySet()) {
            declared(meta, table);
        }
        Map<String, Set<String>> referring = new HashMap<>();
        references.forEach((table, known) -> referring.put(table, Set.copyOf(known.keySet())));
        infer(words);
        Map<String, Set<String>> called = tableNames(words);
        Map<String, Relation> relations = new LinkedHashMap<>();
        GuessMeasures measures = new GuessMeasures();
        for (String table : columns.keySet()) {
            relations.put(
                    table,
                    new Relation(
                            List.copyOf(called.get(table)),
                            comments.get(table),
                            key(table),
                            references.getOrDefault(table, Map.of()),
                            columns.get(table),
                            measures.of(columns.get(table), references.getOrDefault(table, Map.of()), keys.get(table)),
                            views.contains(table)));
        }
        return new DerivedSchema(new Schema(Optional.empty(), relations), guesses(relations, referring));
    }

    private List<DerivedSchema.Guess> guesses(Map<String, Relation> relations, Map<String, Set<String>> declared) {
        List<DerivedSchema.Guess> guesses = new ArrayList<>();
        relations.forEach((table, relation) -> {
            if (relation.view()) {
                return;
            }
            if (!keys.containsKey(table)) {
                relation.key().forEach(column -> guesses.add(new DerivedSchema.Key(table, column)));
            }
            relation.references().forEach((column, target) -> {
                if (!declared.getOrDefault(table, Set.of()).contains(column)) {
                    guesses.add(new DerivedSchema.Reference(table, column, target));
                }
            });
            relation.measures()
                    .forEach((name, measure) -> guesses.add(new DerivedSchema.Figure(table, name, measure.formula())));
        });
        return guesses;
    }

    /** Engines without schemas have a catalog, or one schema that is not named. */
    private String schema(ResultSet found, String prefix) throws SQLException {
        String schema = found.getString(prefix + "_SCHEM");
        if (schema == null) {
            schema = found.getString(prefix + "_CAT");
        }
        return schema == null ? "main" : schema;
    }

    private static String text(String remark) {
        return remark == null ? "" : remark.strip();
    }

    private static String bare(String table) {
        return table.substring(table.indexOf('.') + 1);
    }

    private void describe(String table, Map<String, Integer> types, Map<String, String> remarks, NameWords words)
            throws SQLException {
        Map<String, long[]> counts = counts(table, types.keySet());
        String prefix = prefix(types.keySet().stream()
                .map(column -> column.toLowerCase(Locale.ROOT))
                .toList());
        List<String> own = words.of(bare(table));
        Map<String, Column> described = new LinkedHashMap<>();
        for (Map.Entry<String, Integer> each : types.entrySet()) {
            String column = each.getKey();
            Type type = type(each.getValue());
            long[] count = counts.get(column);
            if (count[0] > 0 && count[1] == count[0] && count[2] == count[0]) {
                unique.computeIfAbsent(table, t -> new LinkedHashSet<>()).add(column);
            }
            String lower = column.toLowerCase(Locale.ROOT);
            boolean secret = SECRET.matcher(lower).find();
            if (secret) {
                continue;
            }
            boolean named = type == Type.TEXT
                    && count[2] > 0
                    && count[2] <= MOST_VALUES
                    && count[3] <= LONGEST_VALUE
                    && !PERSONAL.matcher(lower).find();
            Set<String> phrases =
                    NameWords.phrases(words.of(column.substring(Math.min(prefix.length(), column.length() - 1))));
            if (!prefix.isEmpty()) {
                phrases.addAll(NameWords.phrases(words.of(column)));
            }
            List<String> plain = NameWords.spelt(words.of(column));
            int same = 0;
            while (same < own.size()
                    && same < plain.size() - 1
                    && Words.stem(own.get(same)).equals(Words.stem(plain.get(same)))) {
                same++;
            }
            if (same > 0) {
                phrases.add(String.join(" ", plain.subList(same, plain.size())));
            }
            Map<String, String> codes = codes(remarks.getOrDefault(column, ""), type);
            described.put(
                    column,
                    new Column(
                            type,
                            List.copyOf(phrases),
                            remarks.getOrDefault(column, ""),
                            named,
                            codes.isEmpty() && isYesOrNo(table, column, type, count) ? YES_OR_NO : codes));
        }
        columns.put(table, described);
    }

    /** Whether a column that is not of truth values holds both 0 and 1, and nothing else. */
    private boolean isYesOrNo(String table, String column, Type type, long[] count) throws SQLException {
        if (type != Type.NUMBER && type != Type.TEXT || count[2] != 2 || count[3] != 1) {
            return false;
        }
        Set<String> values = new LinkedHashSet<>();
        String sql = "SELECT DISTINCT " + quoted.apply(column) + " FROM " + quoted.apply(table) + " WHERE "
                + quoted.apply(column) + " IS NOT NULL";
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next() && values.size() < 3) {
                values.add(rows.getString(1));
            }
        }
        return values.equals(YES_OR_NO.keySet());
    }

    /** What the comment says that codes stand for. */
    private static Map<String, String> codes(String remark, Type type) {
        Map<String, String> codes = new LinkedHashMap<>();
        Matcher said = CODE.matcher(remark);
        while (said.find()) {
            boolean fits = type == Type.NUMBER
                    ? said.group(1).matches("-?\\d+")
                    : type == Type.TEXT && said.group(1).matches("[A-Z0-9]{1,4}");
            if (fits) {
                codes.put(said.group(1), said.group(2).strip());
            }
        }
        return codes.size() > 1 ? codes : Map.of();
    }

    /** What all columns of a table begin with, such as the sb_ of sb_name and sb_date. */
    private static String prefix(List<String> names) {
        if (names.size() < 3) {
            return "";
        }
        String common = names.get(0);
        for (String name : names) {
            int same = 0;
            while (same < common.length() && same < name.length() && common.charAt(same) == name.charAt(same)) {
                same++;
            }
            common = common.substring(0, same);
        }
        return common.length() < 2 ? "" : common;
    }

    /** By column of a sample: rows, rows that have it, different values, and the longest of them. */
    private Map<String, long[]> counts(String table, Set<String> names) throws SQLException {
        String sql = "SELECT count(*)"
                + names.stream()
                        .map(quoted)
                        .map(c -> ", count(" + c + "), count(DISTINCT CAST(" + c + " AS " + text
                                + ")), max(length(CAST(" + c + " AS " + text + ")))")
                        .collect(Collectors.joining())
                + " FROM (SELECT * FROM " + quoted.apply(table) + " LIMIT " + SAMPLE + ") t";
        Map<String, long[]> counts = new HashMap<>();
        try (Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            int i = 2;
            for (String name : names) {
                counts.put(name, new long[] {row.getLong(1), row.getLong(i), row.getLong(i + 1), row.getLong(i + 2)});
                i += 3;
            }
        }
        return counts;
    }

    /** Engines without types for times say them in the name of the type. */
    private static int type(int type, String name) {
        String upper = name == null ? "" : name.toUpperCase(Locale.ROOT);
        return upper.startsWith("DATETIME") || upper.startsWith("TIMESTAMP")
                ? Types.TIMESTAMP
                : upper.equals("DATE") ? Types.DATE : upper.startsWith("BOOL") ? Types.BOOLEAN : type;
    }

    private static Type type(int type) {
        return switch (type) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.FLOAT,
                    Types.REAL,
                    Types.DOUBLE,
                    Types.NUMERIC,
                    Types.DECIMAL -> Type.NUMBER;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR -> Type.TEXT;
            case Types.DATE -> Type.DATE;
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Type.TIMESTAMP;
            case Types.BIT, Types.BOOLEAN -> Type.FLAG;
            default -> Type.OTHER;
        };
    }

    private void declared(DatabaseMetaData meta, String table) throws SQLException {
        String named = table.substring(0, table.indexOf('.'));
        String schema = flat ? null : named;
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet found = meta.getPrimaryKeys(database.getCatalog(), schema, bare(table))) {
            while (found.next()) {
                key.put(found.getInt("KEY_SEQ"), found.getString("COLUMN_NAME"));
            }
        }
        if (!key.isEmpty() && columns.get(table).keySet().containsAll(key.values())) {
            keys.put(table, List.copyOf(key.values()));
        }
        try (ResultSet found = meta.getImportedKeys(database.getCatalog(), schema, bare(table))) {
            while (found.next()) {
                String other = schema(found, "PKTABLE") + "." + found.getString("PKTABLE_NAME");
                String column = found.getString("FKCOLUMN_NAME");
                if (columns.containsKey(other) && columns.get(table).containsKey(column)) {
                    references
                            .computeIfAbsent(table, t -> new LinkedHashMap<>())
                            .put(column, other + "." + found.getString("PKCOLUMN_NAME"));
                }
            }
        }
    }

    private List<String> key(String table) {
        if (keys.containsKey(table)) {
            return keys.get(table);
        }
        return identifiers(table).stream().limit(1).toList();
    }

    /** Columns that tell the rows of a table apart and look like it: the first is its key unless one is declared. */
    private List<String> identifiers(String table) {
        String name = bare(table).toLowerCase(Locale.ROOT);
        return unique.getOrDefault(table, Set.of()).stream()
                .filter(columns.get(table)::containsKey)
                .filter(column -> column.toLowerCase(Locale.ROOT).matches(IDENTIFYING)
                        && !column.toLowerCase(Locale.ROOT).matches(PERSON))
                .sorted(Comparator.comparingInt(column -> rank(column.toLowerCase(Locale.ROOT), name)))
                .toList();
    }

    /** An id of the table's own before the others, ids before codes, and codes before names. */
    private static int rank(String column, String table) {
        boolean own = column.charAt(0) == table.charAt(0);
        return (column.endsWith("id") ? 0 : column.endsWith("name") ? 4 : 2) + (own ? 0 : 1);
    }

    /** Whether a table only says which rows of others belong together. */
    private boolean isBridge(String table) {
        return columns.get(table).keySet().stream()
                .allMatch(column -> column.toLowerCase(Locale.ROOT).matches(".*(id|code|key)$"));
    }

    /** References that nobody has declared. */
    private void infer(NameWords words) throws SQLException {
        record Target(String table, String column) {}
        List<Target> targets = new ArrayList<>();
        for (String table : columns.keySet()) {
            List<String> candidates =
                    new ArrayList<>(keys.getOrDefault(table, List.of()).size() == 1 ? keys.get(table) : List.of());
            if (keys.getOrDefault(table, List.of()).isEmpty() && !isBridge(table) && !views.contains(table)) {
                candidates.addAll(identifiers(table));
            }
            candidates.forEach(column -> targets.add(new Target(table, column)));
        }
        for (String table : columns.keySet()) {
            if (views.contains(table)) {
                // what a view joins is joined already
                continue;
            }
            Map<String, String> known = references.computeIfAbsent(table, t -> new LinkedHashMap<>());
            for (Map.Entry<String, Column> column : columns.get(table).entrySet()) {
                if (known.containsKey(column.getKey())
                        || keys.getOrDefault(table, List.of()).equals(List.of(column.getKey()))) {
                    continue;
                }
                boolean own = key(table).equals(List.of(column.getKey()))
                        || words.of(column.getKey()).stream()
                                .map(Words::stem)
                                .toList()
                                .containsAll(words.of(bare(table)).stream()
                                        .map(Words::stem)
                                        .toList());
                int best = 0;
                Target chosen = null;
                for (Target target : targets) {
                    boolean alike =
                            columns.get(target.table()).get(target.column()).type()
                                    == column.getValue().type();
                    int fit = target.table().equals(table) || !alike
                            ? 0
                            : fit(table, column.getKey(), target.table(), target.column(), words);
                    if (fit > best
                            && (!own || fit > 6)
                            && contained(table, column.getKey(), target.table(), target.column())) {
                        best = fit;
                        chosen = target;
                    }
                }
                boolean mutual = chosen != null
                        && (chosen.table() + "." + chosen.column()).equals(chosen.table() + "." + column.getKey())
                        && references
                                .getOrDefault(chosen.table(), Map.of())
                                .getOrDefault(chosen.column(), "")
                                .equals(table + "." + column.getKey());
                if (chosen != null && !mutual) {
                    known.put(column.getKey(), chosen.table() + "." + chosen.column());
                }
            }
        }
    }

    /** How much a column looks like a reference to another table's key, by its name: 0 for not at all. */
    private static int fit(String table, String column, String other, String key, NameWords words) {
        String one = column.toLowerCase(Locale.ROOT);
        String two = key.toLowerCase(Locale.ROOT);
        List<String> entity = words.of(bare(other)).stream().map(Words::stem).toList();
        List<String> said = words.of(column).stream().map(Words::stem).toList();
        String last = entity.get(entity.size() - 1);
        boolean plainName = two.equals("name")
                || two.equals("id")
                || two.equals("code")
                || two.equals("number")
                || two.equals("key");
        if (one.equals(two) && !plainName) {
            // the table that is called like it is where it comes from: customer_id of customers before that of accounts
            boolean home = said.containsAll(entity)
                    || entity.size() == 1 && two.charAt(0) == entity.get(0).charAt(0);
            return home ? 10 : entity.size() == 1 ? 6 : 5;
        }
        boolean identifier = one.endsWith("id") || one.endsWith("code") || one.endsWith("key");
        if (identifier && said.size() > 1 && said.get(said.size() - 2).equals(last)) {
            return 7;
        }
        String head = words.of(column).get(said.size() - 1);
        boolean amount = said.stream().anyMatch(Set.of("num", "number", "count", "total", "cnt")::contains)
                || !head.equals(Words.stem(head));
        if (said.get(said.size() - 1).equals(last) && !amount && !plainName && two.matches(".*(id|code)$")) {
            return 6;
        }
        boolean suffix = two.length() > 5 && one.endsWith(two) && !plainName;
        boolean suffixWithoutPrefix =
                identifier && two.length() > 6 && one.length() > 5 && tail(one, two) >= Math.max(5, two.length() - 3);
        return suffix ? 5 : suffixWithoutPrefix ? 4 : 0;
    }

    /** How many letters two names share at their ends. */
    private static int tail(String one, String two) {
        int same = 0;
        while (same < one.length()
                && same < two.length()
                && one.charAt(one.length() - 1 - same) == two.charAt(two.length() - 1 - same)) {
            same++;
        }
        return same;
    }

    /** Whether the values of a column are, for the most part, keys of the other table. */
    private boolean contained(String table, String column, String other, String key) throws SQLException {
        String sql = "SELECT count(*), count(k.v) FROM (SELECT DISTINCT " + quoted.apply(column) + " AS v FROM "
                + quoted.apply(table) + " WHERE " + quoted.apply(column)
                + " IS NOT NULL LIMIT 500) c LEFT JOIN (SELECT DISTINCT " + quoted.apply(key) + " AS v FROM "
                + quoted.apply(other) + ") k ON k.v = c.v";
        try (Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1) > 0 && row.getLong(2) >= CONTAINED * row.getLong(1);
        }
    }

    /** What the rows of each table are called: its name, and shorter forms that mean no other table. */
    private Map<String, Set<String>> tableNames(NameWords words) {
        String shared = prefix(columns.keySet().stream()
                .map(table -> bare(table).toLowerCase(Locale.ROOT))
                .toList());
        boolean prefixed = shared.length() > 1
                && columns.keySet().stream().noneMatch(table -> bare(table).length() <= shared.length());
        Map<String, List<List<String>>> forms = new LinkedHashMap<>();
        Map<String, Integer> uses = new HashMap<>();
        for (String table : columns.keySet()) {
            String name = prefixed ? bare(table).substring(shared.length()) : bare(table);
            List<String> all = words.of(name).stream().map(Words::stem).toList();
            List<List<String>> found = new ArrayList<>(List.of(all));
            List<String> plain = new ArrayList<>(all);
            while (plain.size() > 1 && GENERIC.contains(plain.get(plain.size() - 1))) {
                plain.remove(plain.size() - 1);
            }
            for (int from = 0; from < plain.size() && !views.contains(table); from++) {
                found.add(List.copyOf(plain.subList(from, plain.size())));
            }
            forms.put(table, found);
            found.stream()
                    .distinct()
                    .forEach(form -> uses.merge(String.join(" ", NameWords.spelt(form)), 1, Integer::sum));
        }
        Map<String, Set<String>> names = new LinkedHashMap<>();
        forms.forEach((table, found) -> {
            Set<String> called = new LinkedHashSet<>();
            for (List<String> form : found) {
                if (form.equals(found.get(0)) || uses.get(String.join(" ", NameWords.spelt(form))) == 1) {
                    called.addAll(NameWords.phrases(form));
                }
            }
            names.put(table, called);
        });
        return names;
    }
}
