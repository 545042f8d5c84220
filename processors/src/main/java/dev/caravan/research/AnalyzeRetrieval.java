package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Stage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Stage analyze_retrieval: how much of the question the passages cover and what they leave open; and whether the conversation is over. */
public final class AnalyzeRetrieval extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_gaps";

    /** Reason for the end: much is covered, little is new, few gaps are left. */
    public static final String CONVERGENCE = "convergence";

    private static final double COVERED = 0.8;
    private static final double DUPLICATES = 0.7;
    private static final int GAPS = 2;
    private static final int MOST_GAPS = 12;
    private static final int SHOWN = 12;

    /** With the desks. */
    public AnalyzeRetrieval(ResearchDesks desks) {
        super(KEY, desks);
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.research().question());
        inputs.put("Conversation", GenerateQueries.conversation(run.research()));
        inputs.put("Passages", latest(run.research(), desk.collection()));
        return inputs;
    }

    /** The passages that were found last, which stand last in the list of those that are known. */
    static String latest(Research research, ResearchCollection collection) {
        List<String> known = research.known();
        return known.subList(Math.max(0, known.size() - SHOWN), known.size()).stream()
                .map(collection::passage)
                .map(passage -> passage.section() + " " + passage.heading() + "\n" + passage.text())
                .collect(Collectors.joining("\n\n"));
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        List<Gap> gaps = new ArrayList<>();
        for (JsonNode gap : reply.path("gaps")) {
            String about = gap.path("about").asText().strip();
            if (!about.isEmpty() && gaps.size() < MOST_GAPS) {
                gaps.add(new Gap(kind(gap.path("kind").asText()), about));
            }
        }
        Research research = run.research()
                .withCoverage(Math.max(0, Math.min(1, reply.path("coverage").asDouble())))
                .withGaps(gaps.stream().distinct().toList());
        String ended = ended(research);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("coverage", Math.round(100 * research.coverage()) / 100.0);
        told.put("duplicates", Math.round(100 * research.duplicates()) / 100.0);
        told.put("gaps", research.gaps().stream().map(Gap::about).toList());
        if (!ended.isEmpty()) {
            told.put("ended", ended);
        }
        return run.gone(research.withEnded(ended).at(ended.isEmpty() ? Stage.QUESTIONS : Stage.CONCLUDE), told);
    }

    private static Gap.Kind kind(String written) {
        try {
            return Gap.Kind.valueOf(written.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return Gap.Kind.MATTER; // what a model names otherwise is a matter in words
        }
    }

    /** Whether the conversation is over before the person is asked again, and why; empty when it goes on. */
    static String ended(Research research) {
        return research.coverage() >= COVERED
                        && research.duplicates() >= DUPLICATES
                        && research.gaps().size() <= GAPS
                ? CONVERGENCE
                : "";
    }
}
