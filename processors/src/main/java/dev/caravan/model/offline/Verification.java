package dev.caravan.model.offline;

import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn.PastTurn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A figure that is to be checked by both sources: which words ask for that, and what the comparison says. */
final class Verification {
    private static final String CHECK =
            "(re-?|double-?|cross-?|counter-?)?\\s?(verif(y|ied|ication)|check(ed|ing)?|confirm(ed)?|validated?|corroborated?)";
    private static final String SOURCES =
            "\\b(both|two|either|each) (of the )?(data )?(sources?|tools?|ways|apis?|databases?)\\b|\\b(sql|database|tables?)\\b,? (and|&|as well as|plus|against) (with |by |from |the )*(the )?(atlas |graphql )*(api|graphql|atlas)\\b|\\b(atlas |graphql )*(api|graphql)\\b,? (and|&|as well as|plus|against) (with |by |from )?(the )?(sql|database|tables?)\\b|\\b(the )?other (source|tool)\\b";
    private static final Pattern BEHIND = Pattern.compile(
            "(?is)^(?<rest>.{8,}?)[\\s,.;:?!–—-]+(and |then |but |also |please |can you |could you |would you |i want (it|this) |to be )*\\b"
                    + CHECK
                    + "\\b(?<how>( (it|this|that|these|them|the (number|figure|result|value|answer)s?|with|using|against|by|in|from|through)\\b[^?]*)?)[.?!\\s]*$");
    private static final Pattern AHEAD = Pattern.compile("(?is)^\\W*(please |can you |could you |would you )*" + CHECK
            + "( that| whether)? (?<rest>.{8,}?)[\\s,–—-]+(with|using|against|in|from|by|across|through)? ?(the )?(?<how>"
            + SOURCES + ").*$");
    private static final Pattern WITH_BOTH =
            Pattern.compile("(?is)^(?<rest>.{8,}?)[\\s,.;:–—-]+(according to|with|using|from|by|in|from) (?<how>"
                    + SOURCES + ")[.?!\\s]*$");
    private static final Pattern THAT = Pattern.compile(
            "(?is)^\\W*((and|now|please|can you|could you|ok|okay),? )*" + CHECK
                    + " (it|this|that|these|them|(the|that|this) (figure|number|result|value|answer)s?)\\b[^?]*[.?!\\s]*$");
    private static final double SAME = 0.005;
    private static final Map<String, String> ITEMS = Map.of("gdp", "GDP", "gdp_per_capita", "GDP per capita");

    private Verification() {}

    /** The question without the words that ask for a check; empty where it asks for none. */
    static Optional<String> question(String text, List<PastTurn> history) {
        if (!history.isEmpty() && THAT.matcher(text).matches()) {
            return Optional.of(history.get(history.size() - 1).asked());
        }
        for (Pattern form : List.of(AHEAD, BEHIND, WITH_BOTH)) {
            Matcher asked = form.matcher(text);
            if (asked.matches()) {
                return Optional.of(asked.group("rest").strip().replaceAll("[,.;:?!\\s]+$", "") + "?");
            }
        }
        return Optional.empty();
    }

    /** What the two sources say together; the database's figure has been told. */
    static String tell(ToolResult own, Optional<ToolResult> other, boolean allowed, SemanticModel model) {
        if (!allowed) {
            return "The figure was not checked by a second source: in the mode in use only the database is asked, not the Atlas API as well.";
        }
        if (other.isEmpty() || other.get().status() != ToolResult.Status.OK) {
            return "Of both sources only the database has this figure; the Atlas API has no answer to it, so that it could not be compared.";
        }
        Optional<Table> rows = own.evidence()
                .filter(SqlEvidence.class::isInstance)
                .map(evidence -> ((SqlEvidence) evidence).table())
                .filter(table -> table.rows().size() == 1);
        GraphqlEvidence api = (GraphqlEvidence) other.get().evidence().orElseThrow();
        Optional<String> metric = rows.flatMap(table -> table.columns().stream()
                .map(Table.Column::name)
                .filter(name -> model.metrics().containsKey(name))
                .findFirst());
        Optional<Double> here =
                metric.flatMap(name -> cell(rows.get(), rows.get().rows().get(0), name));
        Optional<Double> there = metric.flatMap(name -> there(rows.get(), api.table(), name));
        if (here.isEmpty() || there.isEmpty()) {
            return "Both sources were asked; the Atlas API gives its answer in another form, so that the figures could not be compared one by one. Its table stands beside this answer.";
        }
        String unit = model.metric(metric.get()).unit();
        double difference = Math.abs(here.get() - there.get());
        if (difference <= SAME * Math.max(Math.abs(here.get()), Math.abs(there.get()))) {
            return "Both sources agree: the Atlas API gives " + Figures.write(there.get(), unit) + ".";
        }
        return "Both sources were asked, and they differ: the Atlas API gives " + Figures.write(there.get(), unit)
                + ", the database " + Figures.write(here.get(), unit) + ". " + reason(own, api);
    }

    private static String reason(ToolResult own, GraphqlEvidence api) {
        String mine = own.evidence()
                .map(evidence -> String.join(" ", evidence.notes()))
                .orElse("");
        boolean goods = mine.contains("goods only");
        return goods
                ? "The database counts goods only here, the API goods and services."
                : mine.contains("services together")
                        ? "The database counts goods and services together; the API's figure is "
                                + (api.notes().stream().anyMatch(note -> note.contains("services"))
                                        ? "reckoned alike, of another vintage."
                                        : "that of its own page, which may hold goods only.")
                        : "The reason is not told by either of them.";
    }

    private static Optional<Double> there(Table mine, Table table, String metric) {
        boolean facts = table.columns().get(0).name().equals("item");
        String item = ITEMS.getOrDefault(metric, metric);
        Optional<Object> code = value(mine, mine.rows().get(0), "product_code");
        Optional<Object> year = value(mine, mine.rows().get(0), "year");
        return table.rows().stream()
                .filter(row -> !facts || item.equals(String.valueOf(row.get(0))))
                .filter(row -> code.isEmpty()
                        ? value(table, row, "product")
                                .filter(p -> !String.valueOf(p).startsWith("All "))
                                .isEmpty()
                        : value(table, row, "product_code").equals(code))
                .filter(row -> year.isEmpty()
                        || value(table, row, "year").isEmpty()
                        || String.valueOf(value(table, row, "year").get()).equals(String.valueOf(year.get())))
                .map(row -> cell(table, row, facts ? "value" : metric))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Object> value(Table table, List<Object> row, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals(column)) {
                return Optional.ofNullable(row.get(i));
            }
        }
        return Optional.empty();
    }

    private static Optional<Double> cell(Table table, List<Object> row, String column) {
        return value(table, row, column).filter(Number.class::isInstance).map(cell -> ((Number) cell).doubleValue());
    }
}
