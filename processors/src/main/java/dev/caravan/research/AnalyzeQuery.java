package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Stage;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stage analyze_query of the short form: what a question is about, and whether anything of it has to be asked back before the tasks are
 * listed. Nothing is searched, and the person is asked once at most.
 */
public final class AnalyzeQuery extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_analysis";

    /** The choice by which a request wants one round of questions, or none. */
    public static final String CLARIFICATION = "clarification";

    /** Reason for the end: nothing had to be asked. */
    public static final String CLEAR = "clear";

    private static final String SHORT = "short";
    private static final int UNCLEAR = 6;

    /** With the desks. */
    public AnalyzeQuery(ResearchDesks desks) {
        super(KEY, desks);
    }

    /** Whether a turn wants the short form. */
    static boolean wanted(Turn turn) {
        return turn.choice(CLARIFICATION).filter(SHORT::equals).isPresent();
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.research().question());
        inputs.put(
                "Documents",
                desk.collection().registry().statutes().stream()
                        .map(statute -> "- " + String.join(", ", statute.names()))
                        .collect(Collectors.joining("\n")));
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        List<String> concepts = texts(reply, "concepts");
        List<String> entities = texts(reply, "entities");
        String scope = reply.path("scope").asText().strip();
        List<Gap> gaps = new ArrayList<>();
        Set<String> words = TextAnalysis.tellingWords(run.research().question()).stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        for (String about : texts(reply, "unclear")) {
            boolean word = words.contains(about.toLowerCase(Locale.ROOT));
            gaps.add(new Gap(word ? Gap.Kind.WORD : Gap.Kind.MATTER, about));
        }
        boolean asks = reply.path("clarification_needed").asBoolean() || !gaps.isEmpty();
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("concepts", concepts);
        told.put("entities", entities);
        told.put("scope", scope);
        told.put("clarification_needed", asks);
        told.put("unclear", gaps.stream().map(Gap::about).toList());
        return run.gone(
                run.research()
                        .withRound(1)
                        .withGaps(gaps)
                        .withAnalysis(Stream.of(scope, String.join(", ", concepts), String.join(", ", entities))
                                .filter(part -> !part.isBlank())
                                .collect(Collectors.joining("; ")))
                        .withEnded(asks ? "" : CLEAR)
                        .at(asks ? Stage.QUESTIONS : Stage.CONCLUDE),
                told);
    }

    private static List<String> texts(JsonNode reply, String field) {
        return Replies.texts(reply, field).stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .distinct()
                .limit(UNCLEAR)
                .toList();
    }
}
