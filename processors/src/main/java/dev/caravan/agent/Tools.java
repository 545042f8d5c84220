package dev.caravan.agent;

import dev.caravan.turn.Mode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;
import java.util.Set;

/** The tools an agent can be given. */
public final class Tools {
  /** Answers a data question by SQL. */
  public static final String QUERY = "query_tool";

  /** Tools whose calls are look-ups, not data queries, and cost nothing of the query budget. */
  private static final Set<String> FREE = Set.of("docs_tool");

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

  private Tools() {}

  /** The tools of a mode. The SQL tool is the only data tool there is so far, whatever the mode. */
  public static List<ToolSpecification> of(Mode mode) {
    return switch (mode) {
      case AUTO, GRAPHQL_SQL, SQL_ONLY -> List.of(QUERY_TOOL);
    };
  }

  /** Whether a call of the tool counts as a query. */
  public static boolean isCounted(String tool) {
    return !FREE.contains(tool);
  }
}
