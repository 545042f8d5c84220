package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.research.Research.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Stage finalize: what is wanted, and the queries that the tasks are made of. */
public final class ConcludeConversation extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_plan";

    /** With the desks. */
    public ConcludeConversation(ResearchDesks desks) {
        super(KEY, desks);
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.research().question());
        inputs.put("Conversation", GenerateQueries.conversation(run.research()));
        inputs.put("Analysis", run.research().analysis());
        inputs.put("Gaps", GenerateQueries.gaps(run.research()));
        inputs.put("Passages", AnalyzeRetrieval.latest(run.research(), desk.collection()));
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        List<String> queries = Replies.texts(reply, "queries").stream()
                .map(String::strip)
                .filter(query -> !query.isEmpty())
                .distinct()
                .limit(desk.limits().tasks())
                .toList();
        Research research = run.research();
        return run.gone(
                research.withAnalysis(reply.path("analysis").asText().strip())
                        .withResearchQueries(queries.isEmpty() ? List.of(research.wanted()) : queries)
                        .at(Stage.LIST),
                Map.of("queries", queries, "ended", research.ended()));
    }
}
