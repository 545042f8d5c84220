package dev.caravan.sql;

import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.SqlTokens.Kind;
import dev.caravan.sql.SqlTokens.Refused;
import dev.caravan.sql.SqlTokens.Token;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.Statements;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.util.TablesNamesFinder;

/**
 * Lets through exactly one SELECT over known tables with known functions, and nothing else.
 *
 * <p>It is the first of three checks: the database's EXPLAIN names the relations that are really read ({@link
 * ValidateSql}), and the role may read the allowed tables only. The parser is not a security boundary (its table finder
 * is known to overlook subqueries in odd places), so keywords and functions are checked on the bare tokens, where nothing
 * can hide.
 */
public final class SqlGuard {
    private static final Pattern TABLE = Pattern.compile("(\"?)(\\w+)\\1\\.(\"?)(\\w+)\\3");
    private static final int LONGEST = 20_000;
    private static final int DEEPEST = 40;
    private static final long MOST_ROWS_OF_SERIES = 10_000;

    private static final Set<String> FORBIDDEN = Set.of(
            "insert",
            "update",
            "delete",
            "merge",
            "drop",
            "alter",
            "create",
            "truncate",
            "grant",
            "revoke",
            "copy",
            "call",
            "do",
            "execute",
            "prepare",
            "deallocate",
            "set",
            "reset",
            "listen",
            "unlisten",
            "notify",
            "lock",
            "vacuum",
            "analyze",
            "into",
            "table",
            "import",
            "load",
            "attach",
            "detach",
            "install",
            "export",
            "pragma",
            "begin",
            "commit",
            "rollback",
            "savepoint",
            "declare",
            "fetch",
            "discard",
            "cluster",
            "reindex",
            "refresh",
            "comment",
            "security",
            "explain",
            "show",
            "use",
            "tablesample",
            "xmltable",
            "json_table",
            "recursive");

    // what only DuckDB knows
    private static final Set<String> FORBIDDEN_IN_DUCKDB = Set.of(
            "checkpoint",
            "describe",
            "summarize",
            "pivot",
            "unpivot",
            "force",
            "vacuum",
            "getvariable",
            "query",
            "query_table",
            "columns");

    // functions without parentheses that tell about the server, and types that look up its catalogs
    private static final Set<String> TELLTALE = Set.of(
            "current_user",
            "session_user",
            "system_user",
            "user",
            "current_role",
            "current_catalog",
            "current_schema",
            "regclass",
            "regproc",
            "regprocedure",
            "regoper",
            "regoperator",
            "regtype",
            "regrole",
            "regnamespace",
            "regconfig",
            "regdictionary",
            "regcollation");

    // functions that take a row or any value: t.json_agg calls one where t has no such column
    private static final Set<String> OF_ANYTHING = Set.of(
            "to_json",
            "to_jsonb",
            "row_to_json",
            "json_agg",
            "jsonb_agg",
            "json_agg_strict",
            "jsonb_agg_strict",
            "json_build_array",
            "jsonb_build_array",
            "array_to_json",
            "quote_literal",
            "quote_nullable",
            "num_nulls",
            "num_nonnulls",
            "record_out",
            "record_send",
            "hash_record",
            "hash_record_extended",
            "xmlagg");

    // words that may stand before a parenthesis without being a function
    private static final Set<String> BEFORE_PARENTHESIS = Set.of(
            "select",
            "from",
            "where",
            "and",
            "or",
            "not",
            "in",
            "exists",
            "any",
            "all",
            "some",
            "as",
            "on",
            "using",
            "over",
            "filter",
            "by",
            "values",
            "then",
            "else",
            "when",
            "union",
            "except",
            "intersect",
            "join",
            "lateral",
            "having",
            "case",
            "between",
            "like",
            "ilike",
            "is",
            "limit",
            "offset",
            "group",
            "within",
            "row",
            "array",
            "interval",
            "distinct",
            "materialized",
            "grouping",
            "sets",
            "rollup",
            "cube",
            "partition",
            "order",
            "with",
            "numeric",
            "decimal",
            "varchar",
            "char",
            "character",
            "varying",
            "float",
            "time",
            "timestamp",
            "bit");

    private final Set<String> tables;
    private final Set<String> functions;
    private final Dialect dialect;

    /**
     * A guard of PostgreSQL.
     *
     * @param tables allowed tables as schema.name, lower case
     * @param functions allowed functions, lower case
     */
    public SqlGuard(Set<String> tables, Set<String> functions) {
        this(tables, functions, Dialect.POSTGRESQL);
    }

    /** A guard of any database. */
    public SqlGuard(Set<String> tables, Set<String> functions, Dialect dialect) {
        this.tables = Set.copyOf(tables);
        this.functions = Set.copyOf(functions);
        this.dialect = dialect;
    }

    /** A guard for everything a semantic model knows, in PostgreSQL. */
    public static SqlGuard of(SemanticModel model) {
        return of(model, Dialect.POSTGRESQL);
    }

    /** A guard for everything a semantic model knows. */
    public static SqlGuard of(SemanticModel model, Dialect dialect) {
        return new SqlGuard(tables(model), new HashSet<>(model.functions()), dialect);
    }

    /** The tables of a semantic model: facts, look-ups and groups. */
    public static Set<String> tables(SemanticModel model) {
        Set<String> tables = new TreeSet<>();
        model.readable().keySet().forEach(table -> tables.add(table.toLowerCase(Locale.ROOT)));
        model.dimensions().values().stream()
                .map(SemanticModel.Dimension::table)
                .filter(table -> !table.isEmpty())
                .forEach(table ->
                        model.classes().keySet().forEach(dataClass -> tables.add(table.replace("{class}", dataClass))));
        model.membership().ifPresent(membership -> tables.add(membership.table()));
        return tables;
    }

    /** The allowed tables as schema.name. */
    public Set<String> tables() {
        return tables;
    }

    /** Whether a function may be called. */
    boolean allows(String function) {
        return functions.contains(function);
    }

    /**
     * Checks a statement.
     *
     * @return why it is refused, in words for the model that wrote it; empty when it may go on
     */
    public Optional<String> refuse(String sql) {
        if (sql.isBlank()) {
            return Optional.of("there is no statement");
        }
        if (sql.length() > LONGEST) {
            return Optional.of("the statement is longer than " + LONGEST + " characters");
        }
        try {
            List<Token> tokens = SqlTokens.of(sql);
            checkNesting(tokens);
            checkWords(tokens);
            checkParsed(sql);
            return Optional.empty();
        } catch (Refused e) {
            return Optional.of(e.getMessage());
        }
    }

    private static void checkNesting(List<Token> tokens) throws Refused {
        int depth = 0;
        for (Token token : tokens) {
            if (token.is("(") || token.is("[") || token.is("case")) {
                depth++;
            } else if (token.is(")") || token.is("]") || token.is("end")) {
                depth--;
            }
            if (depth > DEEPEST) {
                throw new Refused("parentheses are nested more than " + DEEPEST + " deep");
            }
        }
    }

    private void checkWords(List<Token> tokens) throws Refused {
        Token first = tokens.get(0);
        if (!first.is("select") && !first.is("with") && !first.is("(")) {
            throw new Refused("only SELECT is allowed, not " + first.text().toUpperCase(Locale.ROOT));
        }
        Set<Integer> columnLists = columnLists(tokens);
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (!token.isName()) {
                continue;
            }
            String text = token.text();
            boolean word = token.kind() == Kind.WORD;
            boolean qualified = is(tokens, i - 1, ".");
            boolean forbidden =
                    FORBIDDEN.contains(text) || dialect == Dialect.DUCKDB && FORBIDDEN_IN_DUCKDB.contains(text);
            if (word && !qualified && !is(tokens, i - 1, "as") && forbidden) {
                throw new Refused(text.toUpperCase(Locale.ROOT) + " is not allowed");
            }
            if (text.startsWith("pg_") || text.equals("information_schema") || TELLTALE.contains(text) && !qualified) {
                throw new Refused("system tables, types and functions such as " + text + " are not allowed");
            }
            if (!word && tables.contains(text)) {
                throw new Refused("a table is written schema.table, each part quoted by itself or not at all");
            }
            if (word
                    && text.equals("for")
                    && (is(tokens, i + 1, "share") || is(tokens, i + 1, "no") || is(tokens, i + 1, "key"))) {
                throw new Refused("locking rows is not allowed");
            }
            if (qualified && OF_ANYTHING.contains(text) && dialect == Dialect.POSTGRESQL) {
                throw new Refused("the function " + text + " of a whole row is not allowed; name a column");
            }
            if (qualified && is(tokens, i - 2, ")")) {
                throw new Refused("fields of a row in parentheses are not allowed; name a column");
            }
            boolean called = is(tokens, i + 1, "(") && !columnLists.contains(i);
            boolean keyword = word && !qualified && BEFORE_PARENTHESIS.contains(text);
            if (called && !keyword && (qualified || !functions.contains(text))) {
                throw new Refused("the function " + text + " is not allowed");
            }
            if (called && text.equals("generate_series")) {
                checkSeries(tokens, i + 2);
            }
        }
    }

    private static boolean is(List<Token> tokens, int at, String text) {
        return at >= 0 && at < tokens.size() && tokens.get(at).is(text);
    }

    /**
     * Names whose parenthesis lists columns instead of arguments: behind AS, behind a closed parenthesis as an alias of
     * what it holds, and at the head of a common table expression.
     */
    private static Set<Integer> columnLists(List<Token> tokens) {
        Set<Integer> lists = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        // depths at which the heads of common table expressions stand, until the SELECT behind them
        Set<Integer> heads = new HashSet<>();
        int closed = -1;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.is("with") && (i == 0 || is(tokens, i - 1, "("))) {
                heads.add(open.size());
            } else if (token.is("select") || token.is("values")) {
                heads.remove(open.size());
            } else if (token.isName() && is(tokens, i + 1, "(")) {
                boolean head = heads.contains(open.size()) && (is(tokens, i - 1, "with") || is(tokens, i - 1, ","));
                // SELECT DISTINCT ON (…) f(…): the one place where a call follows a parenthesis
                boolean alias =
                        is(tokens, i - 1, ")") && !(is(tokens, closed - 1, "on") && is(tokens, closed - 2, "distinct"));
                if ((head || alias || is(tokens, i - 1, "as")) && listsNames(tokens, i + 2)) {
                    lists.add(i);
                }
            } else if (token.is("(")) {
                open.push(i);
            } else if (token.is(")")) {
                heads.remove(open.size());
                closed = open.isEmpty() ? -1 : open.pop();
            }
        }
        return lists;
    }

    private static boolean listsNames(List<Token> tokens, int start) {
        for (int i = start; i < tokens.size() && !tokens.get(i).is(")"); i++) {
            if (!tokens.get(i).isName() && !tokens.get(i).is(",")) {
                return false;
            }
        }
        return true;
    }

    /** A series of literal bounds only, so that its length is known. */
    private static void checkSeries(List<Token> tokens, int start) throws Refused {
        long[] numbers = {0, 0, 1};
        int i = start;
        for (int n = 0; n < 3; n++) {
            int sign = is(tokens, i, "-") ? -1 : 1;
            i += sign < 0 ? 1 : 0;
            boolean whole = i < tokens.size() && tokens.get(i).text().matches("\\d{1,9}");
            if (!whole) {
                break;
            }
            numbers[n] = sign * Long.parseLong(tokens.get(i).text());
            i++;
            if (is(tokens, i, ")") && n > 0) {
                if (numbers[2] != 0 && Math.abs((numbers[1] - numbers[0]) / numbers[2]) < MOST_ROWS_OF_SERIES) {
                    return;
                }
                break;
            }
            if (!is(tokens, i, ",")) {
                break;
            }
            i++;
        }
        throw new Refused("generate_series takes whole numbers as they stand, and makes at most " + MOST_ROWS_OF_SERIES
                + " rows");
    }

    private void checkParsed(String sql) throws Refused {
        Set<String> named;
        try {
            Statements statements = CCJSqlParserUtil.parseStatements(sql, parser -> parser.withTimeOut(3_000));
            if (statements.size() != 1 || !(statements.get(0) instanceof Select)) {
                throw new Refused("only one SELECT is allowed");
            }
            named = new TablesNamesFinder<Void>().getTables(statements.get(0));
        } catch (JSQLParserException | RuntimeException e) {
            throw new Refused("the statement cannot be read: " + firstLine(e));
        } catch (StackOverflowError e) {
            // long chains of operators nest in the parser, though not in the text
            throw new Refused("the statement is too long to be checked");
        }
        for (String name : named) {
            Matcher parts = TABLE.matcher(name);
            if (!parts.matches()
                    || !tables.contains((parts.group(2) + "." + parts.group(4)).toLowerCase(Locale.ROOT))) {
                throw new Refused("the table " + name + " is not one of the known tables");
            }
        }
    }

    private static String firstLine(Exception e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        // the parser puts the class of its cause before the reason
        return message.lines()
                .findFirst()
                .orElse("")
                .replaceFirst("^(?:[a-z]++\\.)++[A-Z]\\w++: ", "")
                .strip();
    }
}
