package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage query_planner: one query, or several that build on each other. */
public final class PlanQuery {
    /** Key of the prompt. */
    public static final String KEY = "query_planner";

    private static final String COMPLEXITY_MEANING =
            """
      how many queries it takes:
      - simple: one statement can do it
      - complex: several that are compared, that build on each other, or that have nothing to do with each other""";

    private static final String STRATEGY_MEANING =
            """
      with complex, what is done with the results:
      - comparison: the same figures of several members, side by side
      - sequence: one part needs the result of another
      - synthesis: independent parts that are told together""";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("query_planner")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "complexity",
                            JsonEnumSchema.builder()
                                    .description(COMPLEXITY_MEANING)
                                    .enumValues("simple", "complex")
                                    .build())
                    .addProperty(
                            "sub_queries",
                            JsonArraySchema.builder()
                                    .description(
                                            "with complex: the parts, at most six, each behind those it depends on")
                                    .items(JsonObjectSchema.builder()
                                            .addStringProperty("id", "a short name")
                                            .addStringProperty(
                                                    "description",
                                                    "a complete question; {id} stands for the first name in the result of that part")
                                            .addProperty(
                                                    "depends_on",
                                                    JsonArraySchema.builder()
                                                            .description("ids of the parts whose results it needs")
                                                            .items(JsonStringSchema.builder()
                                                                    .build())
                                                            .build())
                                            .addBooleanProperty(
                                                    "queried",
                                                    "whether the database is asked; false for a part that only compares")
                                            .required("id", "description")
                                            .build())
                                    .build())
                    .addProperty(
                            "combination_strategy",
                            JsonEnumSchema.builder()
                                    .description(STRATEGY_MEANING)
                                    .enumValues("comparison", "sequence", "synthesis")
                                    .build())
                    .required("complexity")
                    .build())
            .build();

    private static final int MOST = 6;

    private final Domains domains;

    /** With the workspaces. */
    public PlanQuery(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body AnalystRun run) {
        Domain domain = domains.of(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put(ClarifyQuery.HELD, ClarifyQuery.held(domain, run.question()));
        inputs.put("Question", run.question());
        return domain.prompts().messages(KEY, inputs, Map.of("analyst", run, "domain", domain));
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
                if (id.isEmpty()
                        || part.path("description").asText().isBlank()
                        || !ids.containsAll(before)
                        || !ids.add(id)) {
                    return run.withPlan(Plan.simple(run.question()));
                }
                parts.add(new Plan.SubQuery(
                        id,
                        part.path("description").asText(),
                        before,
                        part.path("queried").asBoolean(true)));
            }
            boolean complex =
                    object.path("complexity").asText().equals("complex") && parts.size() > 1 && parts.size() <= MOST;
            return run.withPlan(
                    complex
                            ? new Plan(
                                    parts, object.path("combination_strategy").asText("synthesis"))
                            : Plan.simple(run.question()));
        } catch (Replies.Unreadable e) {
            return run.withPlan(Plan.simple(run.question()));
        }
    }
}
