package dev.caravan.semantic;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Names of tables and columns as they are written in statements. */
public final class SchemaNames {
    // words that PostgreSQL or DuckDB do not take for a name as they stand
    private static final Set<String> RESERVED = Set.of(
            "all",
            "analyse",
            "analyze",
            "and",
            "any",
            "array",
            "as",
            "asc",
            "both",
            "case",
            "cast",
            "check",
            "collate",
            "column",
            "constraint",
            "create",
            "cross",
            "default",
            "desc",
            "distinct",
            "do",
            "else",
            "end",
            "except",
            "false",
            "fetch",
            "for",
            "foreign",
            "from",
            "full",
            "grant",
            "group",
            "having",
            "in",
            "inner",
            "intersect",
            "into",
            "is",
            "join",
            "lateral",
            "leading",
            "left",
            "like",
            "limit",
            "natural",
            "not",
            // a word of the parser before a comma
            "number",
            "null",
            "offset",
            "on",
            "only",
            "or",
            "order",
            "outer",
            "primary",
            "references",
            "right",
            "select",
            "show",
            "some",
            "table",
            "then",
            "to",
            "trailing",
            "true",
            "union",
            "unique",
            "user",
            "using",
            "when",
            "where",
            "window",
            "with");

    private SchemaNames() {}

    /** A name, its parts by points, each quoted where it has to be. */
    public static String quoted(String name) {
        return Arrays.stream(name.split("\\.")).map(SchemaNames::part).collect(Collectors.joining("."));
    }

    private static String part(String part) {
        return part.matches("[a-z_][a-z0-9_]*") && !RESERVED.contains(part.toLowerCase(Locale.ROOT))
                ? part
                : "\"" + part.replace("\"", "\"\"") + "\"";
    }
}
