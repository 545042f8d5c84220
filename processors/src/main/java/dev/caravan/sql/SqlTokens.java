package dev.caravan.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a statement into words and signs, and refuses whatever could hide one of them from a reader. */
final class SqlTokens {
    private static final int MOST = 4_000;
    private static final String SIGNS = "()[],.;:+-*/%^<>=!|&~";
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NUMBER = Pattern.compile("(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

    private SqlTokens() {}

    /** What a token is. */
    enum Kind {
        /** A keyword or an identifier, in lower case. */
        WORD,
        /** An identifier in double quotes, in lower case, so that no spelling of a known name gets by. */
        QUOTED,
        /** A string literal. */
        TEXT,
        /** A number. */
        NUMBER,
        /** One of the signs. */
        SIGN
    }

    /** A token; the text of a string literal is left out. */
    record Token(Kind kind, String text) {
        boolean is(String wordOrSign) {
            return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(wordOrSign);
        }

        boolean isName() {
            return kind == Kind.WORD || kind == Kind.QUOTED;
        }
    }

    /** Something that is not let through; the message says what, for the model that wrote it. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /** The tokens of a statement. */
    static List<Token> of(String sql) throws Refused {
        List<Token> tokens = new ArrayList<>();
        Matcher word = WORD.matcher(sql);
        Matcher number = NUMBER.matcher(sql);
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (tokens.size() > MOST) {
                throw new Refused("the statement has more than " + MOST + " words and signs");
            }
            if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
                i++;
            } else if (c == '\'' || c == '"') {
                int end = endOfQuoted(sql, i, c);
                tokens.add(
                        c == '"'
                                ? new Token(
                                        Kind.QUOTED,
                                        sql.substring(i + 1, end - 1).toLowerCase(Locale.ROOT))
                                : new Token(Kind.TEXT, ""));
                i = end;
            } else if (sql.startsWith("--", i) || sql.startsWith("/*", i)) {
                throw new Refused("comments are not allowed");
            } else if (word.region(i, sql.length()).lookingAt()) {
                i = word.end();
                tokens.add(new Token(Kind.WORD, word.group().toLowerCase(Locale.ROOT)));
                if (isQuote(sql, i) || sql.startsWith("&", i) && isQuote(sql, i + 1)) {
                    throw new Refused("quoted text with a prefix such as " + word.group() + "'…' is not allowed");
                }
            } else if (number.region(i, sql.length()).lookingAt()) {
                i = number.end();
                tokens.add(new Token(Kind.NUMBER, number.group()));
                if (i < sql.length() && (Character.isLetterOrDigit(sql.charAt(i)) || sql.charAt(i) == '_')) {
                    throw new Refused("after the number " + number.group() + " a space is missing");
                }
            } else if (SIGNS.indexOf(c) >= 0) {
                if (c == ';' && !sql.substring(i + 1).isBlank()) {
                    throw new Refused("only one statement is allowed");
                }
                tokens.add(new Token(Kind.SIGN, String.valueOf(c)));
                i++;
            } else {
                throw new Refused("the character "
                        + (c > 32 && c < 127 ? String.valueOf(c) : String.format(Locale.ROOT, "U+%04X", (int) c))
                        + " is allowed in quoted text only");
            }
        }
        return tokens;
    }

    private static boolean isQuote(String sql, int at) {
        return at < sql.length() && (sql.charAt(at) == '\'' || sql.charAt(at) == '"');
    }

    private static int endOfQuoted(String sql, int start, char quote) throws Refused {
        int i = start + 1;
        while (i < sql.length()) {
            if (sql.charAt(i) == 0) {
                break;
            }
            if (sql.charAt(i) == quote) {
                if (i + 1 == sql.length() || sql.charAt(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            }
            i++;
        }
        throw new Refused("a quotation mark is not closed");
    }
}
