package dev.caravan.semantic;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Names of tables and columns as they are written in statements. */
public final class SchemaNames {
    // words that PostgreSQL or DuckDB do not take for a name as they stand
    private static final Set<String> RESERVED = Set.of(
            // a word of the parser before a comma
            "number",
            "all",
            "analyse",
            "analyze",
            "and",
            "anti",
            "any",
            "array",
            "as",
            "asc",
            "asof",
            "asymmetric",
            "at",
            "authorization",
            "binary",
            "both",
            "by",
            "case",
            "cast",
            "check",
            "collate",
            "collation",
            "column",
            "concurrently",
            "constraint",
            "create",
            "cross",
            "default",
            "deferrable",
            "desc",
            "describe",
            "distinct",
            "do",
            "else",
            "end",
            "except",
            "false",
            "fetch",
            "for",
            "foreign",
            "freeze",
            "from",
            "full",
            "glob",
            "grant",
            "group",
            "having",
            "ilike",
            "in",
            "initially",
            "inner",
            "intersect",
            "into",
            "is",
            "isnull",
            "join",
            "lambda",
            "lateral",
            "leading",
            "left",
            "like",
            "limit",
            "natural",
            "not",
            "notnull",
            "null",
            "offset",
            "on",
            "only",
            "or",
            "order",
            "outer",
            "overlaps",
            "pivot",
            "pivot_longer",
            "pivot_wider",
            "placing",
            "positional",
            "primary",
            "qualify",
            "references",
            "returning",
            "right",
            "select",
            "semi",
            "show",
            "similar",
            "some",
            "summarize",
            "symmetric",
            "table",
            "tablesample",
            "then",
            "to",
            "trailing",
            "true",
            "union",
            "unique",
            "unpack",
            "unpivot",
            "user",
            "using",
            "variadic",
            "verbose",
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
