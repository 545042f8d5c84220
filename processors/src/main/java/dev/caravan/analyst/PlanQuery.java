package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.langchain4j.data.message.ChatMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage query_planner: one query, or several that build on each other. */
public final class PlanQuery {
  /** Key of the prompt. */
  public static final String KEY = "query_planner";

  private static final int MOST = 6;

  private final Domains domains;

  /** With the workspaces. */
  public PlanQuery(Domains domains) {
    this.domains = domains;
  }

  /** The messages to send. */
  public List<ChatMessage> prepare(@Body AnalystRun run) {
    Domain domain = domains.of(run);
    return domain.prompts().messages(KEY, Map.of("Question", run.question()), Map.of("analyst", run, "domain", domain));
  }

  /** Takes the reply; a plan that cannot be followed becomes one query. */
  public AnalystRun accept(@Body AnalystRun run, @Variable("reply") String reply) {
    try {
      JsonNode object = Replies.object(reply);
      List<Plan.SubQuery> parts = new ArrayList<>();
      Set<String> ids = new HashSet<>();
      for (JsonNode part : object.path("sub_queries")) {
        String id = part.path("id").asText();
        List<String> before = Replies.texts(part, "depends_on");
        // each depends on parts before it only, so that there is no circle
        if (id.isEmpty() || part.path("description").asText().isBlank() || !ids.containsAll(before) || !ids.add(id)) {
          return run.withPlan(Plan.simple(run.question()));
        }
        parts.add(new Plan.SubQuery(id, part.path("description").asText(), before, part.path("queried").asBoolean(true)));
      }
      boolean complex = object.path("complexity").asText().equals("complex") && parts.size() > 1 && parts.size() <= MOST;
      return run.withPlan(complex ? new Plan(parts, object.path("combination_strategy").asText("synthesis")) : Plan.simple(run.question()));
    } catch (Replies.Unreadable e) {
      return run.withPlan(Plan.simple(run.question()));
    }
  }
}
