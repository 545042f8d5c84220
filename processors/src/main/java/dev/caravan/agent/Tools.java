package dev.caravan.agent;

import dev.caravan.turn.Mode;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;

/** The tools an agent can be given. */
public final class Tools {
  /** Answers a data question by SQL. */
  public static final String QUERY = "query_tool";

  /** Answers a question about methods, definitions and coverage from the documents. */
  public static final String DOCS = "docs_tool";

  private static final ToolSpecification QUERY_TOOL =
      ToolSpecification.builder()
          .name(QUERY)
          .description(
              "Answers one question about trade or economic complexity from the database. Give it a"
                  + " complete question in plain words, with countries, products and years.")
          .parameters(
              JsonObjectSchema.builder()
                  .addStringProperty("question", "the question, complete in itself")
                  .addStringProperty(
                      "context",
                      "what else helps to answer it: definitions, columns, caveats; may be left out")
                  .required("question")
                  .build())
          .build();

  private static final ToolSpecification DOCS_TOOL =
      ToolSpecification.builder()
          .name(DOCS)
          .description(
              "Explains from the documentation: what a metric means and how it is computed, where the data come from and"
                  + " how they are cleaned, classifications, coverage and limits, and which SQL reproduces a country"
                  + " page. Holds no figures of countries: use " + QUERY + " for those. Does not count as a query.")
          .parameters(
              JsonObjectSchema.builder()
                  .addStringProperty("question", "what is to be explained")
                  .addStringProperty(
                      "context", "what the person wants to find out, so that the explanation fits; may be left out")
                  .required("question")
                  .build())
          .build();

  private Tools() {}

  /** The tools of a mode: the documentation always; the SQL tool is the only data tool there is so far. */
  public static List<ToolSpecification> of(Mode mode) {
    return switch (mode) {
      case AUTO, GRAPHQL_SQL, SQL_ONLY -> List.of(QUERY_TOOL, DOCS_TOOL);
    };
  }

  /** Whether a call of the tool counts as a query. */
  public static boolean isCounted(String tool) {
    return !Turn.FREE_TOOLS.contains(tool);
  }
}
