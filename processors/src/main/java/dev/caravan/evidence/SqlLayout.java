package dev.caravan.evidence;

import com.github.vertical_blank.sqlformatter.SqlFormatter;
import com.github.vertical_blank.sqlformatter.core.FormatConfig;
import com.github.vertical_blank.sqlformatter.languages.Dialect;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Lays a statement out over lines, as people read it. Nothing but the blanks between its words and signs changes. */
final class SqlLayout {
    private static final int WIDTH = 72;
    private static final FormatConfig LAYOUT =
            FormatConfig.builder().indent("  ").maxColumnLength(WIDTH).build();

    // texts, names and numbers with their dots, operators, and signs that stand alone
    private static final Pattern TOKEN = Pattern.compile("'[^']*'|\"[^\"]*\"|[\\w.$]+|[^\\s\\w.$'\"(),;\\[\\]]+|\\S");

    private SqlLayout() {}

    /** The statement over lines; as it is where it fits on one, has comments, or the formatter does not keep its words. */
    static String of(String sql) {
        if (sql.length() <= WIDTH && !sql.contains("\n") || sql.contains("--") || sql.contains("/*")) {
            return sql;
        }
        String laidOut = SqlFormatter.of(Dialect.PostgreSql).format(sql, LAYOUT).strip();
        return tokens(laidOut).equals(tokens(sql)) ? laidOut : sql;
    }

    private static List<String> tokens(String sql) {
        return TOKEN.matcher(sql).results().map(MatchResult::group).toList();
    }
}
