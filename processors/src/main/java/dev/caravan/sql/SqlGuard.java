package dev.caravan.sql;

import dev.caravan.semantic.SemanticModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.Statements;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.util.TablesNamesFinder;

/**
 * Lets through exactly one SELECT over known tables with known functions, and nothing else.
 *
 * <p>It is the first of three checks: the database's EXPLAIN names the relations that are really
 * read ({@link AcceptExplain}), and the role may read the allowed tables only. The parser is not a
 * security boundary (its table finder is known to overlook subqueries in odd places), so keywords and
 * functions are checked on the bare tokens, where nothing can hide.
 */
public final class SqlGuard {
  private static final int LONGEST = 20_000;
  private static final int DEEPEST = 40;

  private static final Set<String> FORBIDDEN =
      Set.of(
          "insert", "update", "delete", "merge", "drop", "alter", "create", "truncate", "grant",
          "revoke", "copy", "call", "do", "execute", "prepare", "deallocate", "set", "reset",
          "listen", "unlisten", "notify", "lock", "vacuum", "analyze", "into", "table", "import",
          "load", "attach", "detach", "install", "export", "pragma", "begin", "commit", "rollback",
          "savepoint", "declare", "fetch", "discard", "cluster", "reindex", "refresh", "comment",
          "security", "explain", "show", "use", "tablesample", "xmltable", "json_table", "rows_from");

  // words that may stand before a parenthesis without being a function
  private static final Set<String> BEFORE_PARENTHESIS =
      Set.of(
          "select", "from", "where", "and", "or", "not", "in", "exists", "any", "all", "some", "as",
          "on", "using", "over", "filter", "by", "values", "then", "else", "when", "union", "except",
          "intersect", "join", "lateral", "having", "case", "between", "like", "ilike", "is", "limit",
          "offset", "group", "within", "row", "array", "interval", "distinct", "materialized",
          "grouping", "sets", "rollup", "cube", "partition", "order", "return", "with",
          "numeric", "decimal", "varchar", "char", "character", "varying", "float", "time",
          "timestamp", "bit");

  private final Set<String> tables;
  private final Set<String> functions;

  /**
   * A guard.
   *
   * @param tables allowed tables as schema.name, lower case
   * @param functions allowed functions, lower case
   */
  public SqlGuard(Set<String> tables, Set<String> functions) {
    this.tables = Set.copyOf(tables);
    this.functions = Set.copyOf(functions);
  }

  /** A guard for everything a semantic model knows. */
  public static SqlGuard of(SemanticModel model) {
    return new SqlGuard(tables(model), new HashSet<>(model.functions()));
  }

  /** The tables of a semantic model: facts, look-ups and groups. */
  public static Set<String> tables(SemanticModel model) {
    Set<String> tables = new TreeSet<>(model.readable().keySet());
    model.dimensions().values().stream()
        .map(SemanticModel.Dimension::table)
        .filter(table -> !table.isEmpty())
        .forEach(
            table ->
                model.classes().keySet()
                    .forEach(dataClass -> tables.add(table.replace("{class}", dataClass))));
    model.membership().ifPresent(membership -> tables.add(membership.table()));
    return tables;
  }

  /** The allowed tables as schema.name. */
  public Set<String> tables() {
    return tables;
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
    List<Token> tokens = new ArrayList<>();
    Optional<String> fault = scan(sql, tokens);
    return fault.isPresent() ? fault : checkTokens(tokens).or(() -> checkParsed(sql));
  }

  private record Token(String text, boolean name, boolean quoted) {}

  /** Splits into names and signs; refuses what could hide a token from a reader. */
  private static Optional<String> scan(String sql, List<Token> tokens) {
    int depth = 0;
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (c == '\'' || c == '"') {
        int end = endOfQuoted(sql, i, c);
        if (end < 0) {
          return Optional.of("a quotation mark is not closed");
        }
        String previous = tokens.isEmpty() ? "" : tokens.get(tokens.size() - 1).text();
        boolean prefixed = i > 0 && Character.isLetterOrDigit(sql.charAt(i - 1));
        if (prefixed) {
          return Optional.of("strings with a prefix such as " + previous + "'…' are not allowed");
        }
        tokens.add(
            c == '"'
                ? new Token(sql.substring(i + 1, end - 1).toLowerCase(Locale.ROOT), true, true)
                : new Token("'", false, true));
        i = end;
        continue;
      }
      if (sql.startsWith("--", i) || sql.startsWith("/*", i)) {
        return Optional.of("comments are not allowed");
      }
      if (c > 126 || c < 32 && c != '\n' && c != '\t' && c != '\r') {
        return Optional.of("the character " + String.format("U+%04X", (int) c) + " is allowed in quoted text only");
      }
      if (c == '$' || c == '\\' || c == '`') {
        return Optional.of("the character " + c + " is not allowed");
      }
      if (Character.isLetter(c) || c == '_') {
        int end = i;
        while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_') && sql.charAt(end) < 127) {
          end++;
        }
        tokens.add(new Token(sql.substring(i, end).toLowerCase(Locale.ROOT), true, false));
        i = end;
        continue;
      }
      if (c == '(' || c == '[') {
        depth++;
        if (depth > DEEPEST) {
          return Optional.of("parentheses are nested more than " + DEEPEST + " deep");
        }
      } else if (c == ')' || c == ']') {
        depth--;
      }
      if (c == ';' && !sql.substring(i + 1).isBlank()) {
        return Optional.of("only one statement is allowed");
      }
      if (!Character.isWhitespace(c)) {
        tokens.add(new Token(String.valueOf(c), false, false));
      }
      i++;
    }
    return Optional.empty();
  }

  private static int endOfQuoted(String sql, int start, char quote) {
    int i = start + 1;
    while (i < sql.length()) {
      if (sql.charAt(i) == quote) {
        if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
          i += 2;
          continue;
        }
        return i + 1;
      }
      i++;
    }
    return -1;
  }

  private Optional<String> checkTokens(List<Token> tokens) {
    String first = tokens.get(0).text();
    if (!first.equals("select") && !first.equals("with") && !first.equals("(")) {
      return Optional.of("only SELECT is allowed, not " + first.toUpperCase(Locale.ROOT));
    }
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (!token.name()) {
        continue;
      }
      String text = token.text();
      boolean qualified = i > 0 && tokens.get(i - 1).text().equals(".");
      boolean named = i > 0 && tokens.get(i - 1).text().equals("as") || qualified;
      if (!token.quoted() && !named && FORBIDDEN.contains(text)) {
        return Optional.of(text.toUpperCase(Locale.ROOT) + " is not allowed");
      }
      if (text.startsWith("pg_") || text.equals("information_schema")) {
        return Optional.of("system tables and functions such as " + text + " are not allowed");
      }
      if (!token.quoted() && text.equals("for") && i + 1 < tokens.size()
          && Set.of("update", "share", "no", "key").contains(tokens.get(i + 1).text())) {
        return Optional.of("locking rows is not allowed");
      }
      if (!token.quoted() && text.equals("recursive")) {
        return Optional.of("recursive queries are not allowed");
      }
      boolean called = i + 1 < tokens.size() && tokens.get(i + 1).text().equals("(");
      boolean keyword = !token.quoted() && !qualified && BEFORE_PARENTHESIS.contains(text);
      if (called && !keyword && (!functions.contains(text) || qualified)) {
        return Optional.of("the function " + text + " is not allowed");
      }
    }
    return Optional.empty();
  }

  private Optional<String> checkParsed(String sql) {
    Statements statements;
    try {
      statements = CCJSqlParserUtil.parseStatements(sql, parser -> parser.withTimeOut(3_000));
    } catch (JSQLParserException | RuntimeException e) {
      return Optional.of("the statement cannot be read: " + firstLine(e));
    }
    if (statements.size() != 1) {
      return Optional.of("only one statement is allowed");
    }
    Statement statement = statements.get(0);
    if (!(statement instanceof Select)) {
      return Optional.of("only SELECT is allowed");
    }
    Set<String> named = new TablesNamesFinder<Void>().getTables(statement);
    for (String name : named) {
      String plain = name.replace("\"", "").toLowerCase(Locale.ROOT);
      if (!tables.contains(plain)) {
        return Optional.of("the table " + plain + " is not one of the known tables");
      }
    }
    return Optional.empty();
  }

  private static String firstLine(Exception e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.lines().findFirst().orElse("").strip();
  }
}
