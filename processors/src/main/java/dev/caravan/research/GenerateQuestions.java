package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.research.Research.Asked;
import dev.caravan.research.Research.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Stage generate_questions: two or three questions to the person, aimed at the gaps; then the research waits. */
public final class GenerateQuestions extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_questions";

    private static final int QUESTIONS = 3;
    private static final int OPTIONS = 4;

    /** With the desks. */
    public GenerateQuestions(ResearchDesks desks) {
        super(KEY, desks);
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.research().question());
        inputs.put("Conversation", GenerateQueries.conversation(run.research()));
        inputs.put("Gaps", GenerateQueries.gaps(run.research()));
        inputs.put("Passages", AnalyzeRetrieval.latest(run.research(), desk.collection()));
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        List<Asked> asked = new ArrayList<>();
        for (JsonNode each : reply.path("questions")) {
            String question = each.path("question").asText().strip();
            if (!question.isEmpty() && asked.size() < QUESTIONS) {
                asked.add(new Asked(
                        question,
                        Replies.texts(each, "options").stream()
                                .map(String::strip)
                                .filter(option -> !option.isEmpty())
                                .distinct()
                                .limit(OPTIONS)
                                .toList()));
            }
        }
        return run.gone(
                run.research().withAsked(asked).at(Stage.ASKED),
                Map.of("questions", asked.stream().map(Asked::question).toList()));
    }
}
