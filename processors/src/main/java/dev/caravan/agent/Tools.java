package dev.caravan.agent;

import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;

/** The tools an agent can be given. */
public final class Tools {
    /** Answers a data question by SQL. */
    public static final String QUERY = "query_tool";

    /** Answers a data question by the Atlas GraphQL APIs. */
    public static final String GRAPHQL = "atlas_graphql";

    /** Answers a question about methods, definitions and coverage from the documents. */
    public static final String DOCS = "docs_tool";

    private static final ToolSpecification QUERY_TOOL = ToolSpecification.builder()
            .name(QUERY)
            .description("Answers one question about trade or economic complexity from the database. Give it a"
                    + " complete question in plain words, with countries, products and years.")
            .parameters(JsonObjectSchema.builder()
                    .addStringProperty("question", "the question, complete in itself")
                    .addStringProperty(
                            "context", "what else helps to answer it: definitions, columns, caveats; may be left out")
                    .required("question")
                    .build())
            .build();

    private static final ToolSpecification GRAPHQL_TOOL = ToolSpecification.builder()
            .name(GRAPHQL)
            .description(
                    "Answers one question about a country, product, group or pair of countries from the Atlas of Economic"
                            + " Complexity's own APIs, with links to its pages. The only source of derived country metrics:"
                            + " diversification grade, strategy, growth dynamics, new products, ranks, growth opportunities."
                            + " It refuses what needs sums or comparisons over many countries.")
            .parameters(JsonObjectSchema.builder()
                    .addStringProperty("question", "the question, complete in itself")
                    .addStringProperty(
                            "context", "what else helps to choose the query or to find what is named; may be left out")
                    .required("question")
                    .build())
            .build();

    private static final ToolSpecification DOCS_TOOL = ToolSpecification.builder()
            .name(DOCS)
            .description(
                    "Explains from the documentation: what a metric means and how it is computed, where the data come from and"
                            + " how they are cleaned, classifications, coverage and limits, and which SQL reproduces a country"
                            + " page. Holds no figures of countries: use " + QUERY
                            + " for those. Does not count as a query.")
            .parameters(JsonObjectSchema.builder()
                    .addStringProperty("question", "what is to be explained")
                    .addStringProperty(
                            "context",
                            "what the person wants to find out, so that the explanation fits; may be left out")
                    .required("question")
                    .build())
            .build();

    private Tools() {}

    /** The tools of a mode that is settled, the documentation always; {@code auto} not yet settled has no GraphQL. */
    public static List<ToolSpecification> of(Mode mode) {
        return switch (mode) {
            case AUTO, SQL_ONLY -> List.of(QUERY_TOOL, DOCS_TOOL);
            case GRAPHQL_SQL -> List.of(QUERY_TOOL, GRAPHQL_TOOL, DOCS_TOOL);
            case GRAPHQL_ONLY -> List.of(GRAPHQL_TOOL, DOCS_TOOL);
        };
    }

    /** Whether a mode has the GraphQL tool. */
    public static boolean hasGraphql(Mode mode) {
        return of(mode).contains(GRAPHQL_TOOL);
    }

    /** Whether a call of the tool counts as a query. */
    public static boolean isCounted(String tool) {
        return !Turn.FREE_TOOLS.contains(tool);
    }
}
