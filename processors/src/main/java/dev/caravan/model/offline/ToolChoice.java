package dev.caravan.model.offline;

import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.graphql.QueryType;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which data tool gets a question, and which one is asked next when the first gave no good answer. */
final class ToolChoice {
    /** The tool of the trade workspace that writes SQL. */
    static final String QUERY = "query_tool";

    /** The one that asks the Atlas GraphQL APIs. */
    static final String GRAPHQL = "atlas_graphql";

    /** The one that explains from the documents. */
    static final String DOCS = "docs_tool";

    // values of these columns are never nothing for a country that trades
    private static final Set<String> NEVER_ZERO =
            Set.of("exports", "imports", "gdp", "gdp_per_capita", "population", "world_exports");
    private static final Set<String> NEVER_ZERO_ITEMS =
            Set.of("exports", "imports", "GDP", "GDP per capita", "population", "world exports");

    private ToolChoice() {}

    /** The tool for a question: the Atlas API for what it alone has, SQL for the rest. */
    static String first(QueryTypeReader.Taken taken, Mode mode) {
        return switch (mode) {
            case GRAPHQL_ONLY -> GRAPHQL;
            case GRAPHQL_SQL -> taken.type() != QueryType.REJECT && taken.derived() ? GRAPHQL : QUERY;
            case AUTO, SQL_ONLY -> QUERY;
        };
    }

    /** A question to be asked again, of the other tool. */
    record Again(String tool, String question) {}

    /** Results that failed, or cannot be true, and whose question the other tool has not been asked yet. */
    static List<Again> again(Turn turn) {
        List<Again> again = new ArrayList<>();
        if (Mode.of(turn) != Mode.GRAPHQL_SQL) {
            return again;
        }
        for (ToolResult result : turn.results()) {
            String question = result.call().question();
            boolean graphql = result.call().tool().equals(GRAPHQL);
            String other = graphql ? QUERY : GRAPHQL;
            boolean asked = turn.results().stream()
                    .anyMatch(r ->
                            r.call().tool().equals(other) && r.call().question().equals(question));
            boolean wanting = graphql
                    ? Set.of(Status.REJECTED, Status.UNAVAILABLE, Status.NO_ROWS)
                                    .contains(result.status())
                            || isImplausible(result)
                    : result.status() == Status.UNAVAILABLE;
            if (wanting && !asked) {
                again.add(new Again(other, question));
            }
        }
        return again;
    }

    /** Whether a result says nothing or less where there must be something. */
    static boolean isImplausible(ToolResult result) {
        if (result.status() != Status.OK || !(result.evidence().orElse(null) instanceof GraphqlEvidence evidence)) {
            return false;
        }
        Table table = evidence.table();
        boolean facts = table.columns().get(0).name().equals("item");
        // a single product or partner may well be traded for nothing; totals may not
        boolean totals = table.columns().get(0).name().equals("year");
        for (List<Object> row : table.rows()) {
            if (facts && NEVER_ZERO_ITEMS.contains(String.valueOf(row.get(0))) && isNothing(row.get(1))) {
                return true;
            }
            for (int i = 0; totals && i < row.size(); i++) {
                if (NEVER_ZERO.contains(table.columns().get(i).name()) && isNothing(row.get(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isNothing(Object cell) {
        return cell instanceof Number number && number.doubleValue() <= 0;
    }
}
