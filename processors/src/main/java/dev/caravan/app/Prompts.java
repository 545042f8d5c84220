package dev.caravan.app;

import dev.caravan.agent.AskAgent;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.docs.SynthesizeAnswer;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.graphql.ExtractEntities;
import dev.caravan.graphql.ResolveIds;
import dev.caravan.model.Prompt;
import dev.caravan.sql.ExtractionPrompt;
import dev.caravan.sql.GenerateSql;
import dev.caravan.sql.LookUpCodes;
import java.util.List;
import java.util.Optional;

/** Every prompt there is; docs/prompts.md lists the same for people. */
public final class Prompts {
  /** In the order in which a question meets them. */
  public static final List<Prompt> ALL =
      List.of(
          new Prompt(
              AskAgent.KEY, "chooses tools and writes the answer", List.of("conversation", "question", "tool results"),
              Optional.empty(), false, true, false),
          Prompt.ofForm(
              ExtractionPrompt.KEY, "finds the classification, places and products that a question names", ExtractionPrompt.REPLY, true,
              "Question", "Fixed by the person", "Service categories"),
          Prompt.ofForm(
              LookUpCodes.KEY, "chooses among candidate codes", LookUpCodes.REPLY, true, "Question", "Candidates"),
          // SQL is written anew each time: a statement that was good yesterday may miss today's tables
          Prompt.ofForm(
              GenerateSql.KEY, "writes one SELECT", GenerateSql.REPLY, false,
              "Question", "Context", "Fixed by the person", "Resolved names", "Tables", "Metrics", "Years",
              "Statement that was not accepted", "Reason"),
          Prompt.ofForm(
              ClassifyQuery.KEY, "takes a question for a query type of the Atlas API, or rejects it", ClassifyQuery.REPLY, true,
              "Question", "Context", "Query types"),
          Prompt.ofForm(
              ExtractEntities.KEY, "finds what a question for the Atlas API names", ExtractEntities.REPLY, true,
              "Question", "Context", "Query type", "Fixed by the person", "Service categories"),
          Prompt.ofForm(
              ResolveIds.KEY, "chooses among candidate countries, products and groups", ResolveIds.REPLY, true, "Question", "Candidates"),
          Prompt.ofForm(
                  SelectDocuments.KEY, "chooses documents by their descriptions", SelectDocuments.REPLY, true,
                  "Question", "Context", "Documents")
              .repeatedOnce(),
          new Prompt(
              SynthesizeAnswer.KEY, "writes an explanation from the chosen documents", List.of("Question", "Context", "Sections"),
              Optional.empty(), true, false, true));

  private Prompts() {}

  /** The prompt of a key. */
  static Prompt of(String key) {
    return ALL.stream().filter(prompt -> prompt.key().equals(key)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no prompt " + key));
  }
}
