package dev.caravan.model.offline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words that steer a question on any schema, such as "each", "the highest" or "at least". */
final class SchemaGrammar {
    static final Set<String> EACH = Set.of("each", "every", "per", "different");
    static final Set<String> MOST = Set.of(
            "most",
            "highest",
            "largest",
            "greatest",
            "biggest",
            "top",
            "longest",
            "maximum",
            "max",
            "tallest",
            "best",
            "latest",
            "newest",
            "heaviest",
            "richest",
            "farthest",
            "furthest",
            "oldest",
            "fastest");
    static final Set<String> LEAST = Set.of(
            "least",
            "lowest",
            "smallest",
            "fewest",
            "shortest",
            "minimum",
            "min",
            "cheapest",
            "worst",
            "earliest",
            "lightest",
            "bottom",
            "poorest",
            "youngest",
            "slowest");
    static final Set<String> IN_TIME = Set.of("latest", "newest", "earliest", "oldest");
    static final Set<String> NEGATIVE =
            Set.of("no", "not", "without", "never", "neither", "none", "lack", "lacks", "lacking", "non");
    static final Set<String> EXCEPT = Set.of("not", "excluding", "except", "exclude", "without", "non");
    static final Set<String> UNIQUE = Set.of("distinct", "unique", "different");
    static final Map<String, String> AGGREGATES = Map.of(
            "average",
            "avg",
            "mean",
            "avg",
            "avg",
            "avg",
            "total",
            "sum",
            "sum",
            "sum",
            "combined",
            "sum",
            "overall",
            "sum",
            "median",
            "median");
    // words that only carry a question
    static final Set<String> CARRYING = Set.of(
            "number",
            "count",
            "name",
            "list",
            "return",
            "show",
            "display",
            "order",
            "ordered",
            "sort",
            "sorted",
            "ranked",
            "group",
            "grouped",
            "ratio",
            "proportion",
            "percentage",
            "respective",
            "corresponding",
            "term",
            "descending",
            "ascending",
            "alphabetical",
            "alphabetically",
            "result",
            "both",
            "only",
            "also",
            "exactly",
            "find",
            "calculate",
            "compute",
            "based",
            "include",
            "including",
            "inclusive",
            "located",
            "associated",
            "related",
            "belong",
            "received",
            "made",
            "offered",
            "used",
            "using",
            "written",
            "write",
            "wrote",
            "published",
            "given",
            "there",
            "database",
            "data",
            "table",
            "column",
            "row",
            "value",
            "record",
            "entry",
            "starting",
            "start",
            "contain",
            "containing",
            "contains",
            "like",
            "called",
            "between",
            "past",
            "last",
            "previous",
            "ago",
            "today",
            "current",
            "currently",
            "out",
            "over",
            "across",
            "vary",
            "differ",
            "change",
            "compared",
            "first",
            "live",
            "work",
            "operate",
            "serve",
            "served",
            "put",
            "posted",
            "occurred",
            "happened",
            "took",
            "taken",
            "taught",
            "teach",
            "sold",
            "sell",
            "bought",
            "sent",
            "excluding",
            "except",
            "other",
            "same",
            "least",
            "greater",
            "larger",
            "higher",
            "lower",
            "fewer",
            "less",
            "more",
            "join",
            "left",
            "right",
            "inner",
            "frequently",
            "often",
            "common",
            "popular",
            "expensive");
    static final Set<String> UNITS = Set.of("day", "week", "month", "quarter", "year");
    static final Map<String, String> OPERATORS = operators();

    private SchemaGrammar() {}

    private static Map<String, String> operators() {
        Map<String, String> operators = new LinkedHashMap<>();
        for (String words : List.of("no fewer than", "no less than", "at least", "minimum of", "not less than")) {
            operators.put(words, ">=");
        }
        for (String words : List.of("no more than", "at most", "maximum of", "up to", "not more than")) {
            operators.put(words, "<=");
        }
        for (String words : List.of(
                "more than",
                "greater than",
                "higher than",
                "larger than",
                "older than",
                "longer than",
                "over",
                "above",
                "exceeding",
                "exceeds",
                "exceed",
                "better than")) {
            operators.put(words, ">");
        }
        for (String words : List.of(
                "less than",
                "fewer than",
                "lower than",
                "smaller than",
                "younger than",
                "shorter than",
                "under",
                "below")) {
            operators.put(words, "<");
        }
        for (String words : List.of("equal to", "equals", "exactly")) {
            operators.put(words, "=");
        }
        return operators;
    }
}
