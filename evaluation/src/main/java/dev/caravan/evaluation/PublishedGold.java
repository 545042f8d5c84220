package dev.caravan.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The notation of right answers in Defog's sql-eval: several statements separated by semicolons are equally right, and of the
 * columns in braces any, but at least one, may be selected; empty braces stand for the columns that were.
 */
final class PublishedGold {
    private static final int MOST_COLUMNS = 6;
    // braces outside of quotes, and what the quotes hold
    private static final Pattern BRACES = Pattern.compile("'(?:[^']|'')*'|\\{([^{}]*)}");
    private static final Pattern ALIAS = Pattern.compile("(?is)\\s+as\\s+\\S+\\s*$");

    private PublishedGold() {}

    /** Every statement that a text of this notation stands for. */
    static List<String> statements(String text) {
        List<String> statements = new ArrayList<>();
        for (String part : parts(text, ';')) {
            if (!part.isBlank()) {
                statements.addAll(expanded(part.strip()));
            }
        }
        return statements.stream().distinct().toList();
    }

    private static List<String> expanded(String statement) {
        Matcher matcher = BRACES.matcher(statement);
        String inner = null;
        while (matcher.find() && inner == null) {
            inner = matcher.group(1) == null || matcher.group(1).isBlank() ? null : matcher.group(1);
        }
        if (inner == null) {
            return List.of(statement);
        }
        List<String> columns = parts(inner, ',').stream().map(String::strip).toList();
        if (columns.size() > MOST_COLUMNS) {
            return expanded(filled(statement, inner, columns));
        }
        List<String> statements = new ArrayList<>();
        for (int chosen = 1; chosen < 1 << columns.size(); chosen++) {
            List<String> some = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                if ((chosen & 1 << i) != 0) {
                    some.add(columns.get(i));
                }
            }
            statements.addAll(expanded(filled(statement, inner, some)));
        }
        return statements;
    }

    /** Puts columns for the first braces that hold these, and for those that are the same or empty. */
    private static String filled(String statement, String inner, List<String> columns) {
        String selected = String.join(", ", columns);
        String grouped = String.join(
                ", ",
                columns.stream()
                        .map(column -> ALIAS.matcher(column).replaceFirst(""))
                        .toList());
        return BRACES.matcher(statement).replaceAll(found -> {
            if (found.group(1) == null) {
                return Matcher.quoteReplacement(found.group());
            }
            boolean empty = found.group(1).isBlank();
            return Matcher.quoteReplacement(empty ? grouped : found.group(1).equals(inner) ? selected : found.group());
        });
    }

    /** Splits where a mark stands outside of quotes, parentheses and braces. */
    private static List<String> parts(String text, char mark) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        boolean quoted = false;
        for (char c : text.toCharArray()) {
            quoted ^= c == '\'';
            if (!quoted) {
                depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
            }
            if (c == mark && !quoted && depth == 0) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
