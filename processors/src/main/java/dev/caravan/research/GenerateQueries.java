package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.research.Research.Exchange;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Stage generate_queries: three queries of a round, at first of the question, later of the replies and the gaps. */
public final class GenerateQueries extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_queries";

    private static final int QUERIES = 3;

    /** With the desks. */
    public GenerateQueries(ResearchDesks desks) {
        super(KEY, desks);
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.research().question());
        inputs.put("Conversation", conversation(run.research()));
        inputs.put("Gaps", gaps(run.research()));
        inputs.put("Earlier queries", String.join("\n", run.research().queries()));
        return inputs;
    }

    /** What the person was asked and replied. */
    static String conversation(Research research) {
        return research.dialogue().stream()
                .map(Exchange::reply)
                .filter(reply -> !reply.isBlank())
                .collect(Collectors.joining("\n"));
    }

    /** A line for each gap. */
    static String gaps(Research research) {
        return research.gaps().stream().map(Gap::about).map(gap -> "- " + gap).collect(Collectors.joining("\n"));
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        Research research = run.research();
        List<String> queries = new ArrayList<>();
        // the first round begins with the question as it was asked, whatever a model makes of it
        if (research.dialogue().isEmpty()) {
            queries.add(research.question());
        }
        queries.addAll(Replies.texts(reply, "queries"));
        List<String> kept = queries.stream()
                .map(String::strip)
                .filter(query -> !query.isEmpty())
                .distinct()
                .limit(QUERIES)
                .toList();
        int round = research.round() + 1;
        return run.gone(
                research.withRound(round)
                        .withQueries(kept.isEmpty() ? List.of(research.question()) : kept)
                        .at(Stage.RETRIEVE),
                Map.of("round", round, "queries", kept));
    }
}
