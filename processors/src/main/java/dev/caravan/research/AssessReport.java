package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.research.Research.Stage;
import dev.caravan.research.ResearchReport.Quality;
import dev.caravan.research.ResearchReport.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stage quality_check: judges the report in five dimensions, and decides whether it is accepted or written once more with a focus. What can
 * be measured, whether statements stand in what they cite, is never judged better than measured.
 */
public final class AssessReport extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_quality";

    /** A report below this sum of scores may be written once more. */
    public static final int ACCEPTED = 350;

    /** With the desks. */
    public AssessReport(ResearchDesks desks) {
        super(KEY, desks);
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        ResearchReport report = run.research().report().orElseThrow();
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.research().question());
        inputs.put("Report", report.markdown());
        StringBuilder sources = new StringBuilder();
        report.sources().forEach(source -> sources.append('[')
                .append(source.number())
                .append("] ")
                .append(source.passage().section())
                .append(": ")
                .append(source.passage().text())
                .append('\n'));
        inputs.put("Sources", sources.toString());
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        Research research = run.research();
        ResearchReport report = research.report().orElseThrow();
        Quality measured = measured(research, report, desk.collection());
        Quality quality = new Quality(
                Math.min(measured.factualAccuracy(), points(reply, "factual_accuracy")),
                points(reply, "semantic_validity"),
                points(reply, "structural_integrity"),
                Math.min(measured.citationCorrectness(), points(reply, "citation_correctness")),
                points(reply, "query_relevance"));
        boolean retry = quality.total() < ACCEPTED
                && research.attempts() <= desk.limits().retries()
                && reply.path("action").asText().equals("retry");
        String focus = reply.path("focus").asText().strip();
        Map<String, Object> told = new LinkedHashMap<>(quality.described());
        told.put("issues", Replies.texts(reply, "issues"));
        told.put("action", retry ? "retry" : "accept");
        if (retry) {
            told.put("focus", focus);
        }
        return run.gone(
                research.withReport(Optional.of(report.withQuality(quality)))
                        .withFocus(retry ? (focus.isEmpty() ? research.question() : focus) : research.focus())
                        .at(retry ? Stage.WRITE : Stage.ATTRIBUTE),
                told);
    }

    private static int points(JsonNode reply, String name) {
        return Math.max(0, Math.min(100, reply.path(name).asInt()));
    }

    /** The scores as far as they can be measured by words. */
    static Quality measured(Research research, ResearchReport report, ResearchCollection collection) {
        List<Statement> statements = report.chapters().stream()
                .flatMap(chapter -> chapter.statements().stream())
                .toList();
        if (statements.isEmpty()) {
            return Quality.NONE;
        }
        Relevance relevance = new Relevance(collection, research.question());
        int standing = 0;
        int listed = 0;
        double relevant = 0;
        StringBuilder all = new StringBuilder();
        for (Statement statement : statements) {
            Optional<Passage> passage = report.cited(statement);
            listed += passage.isPresent() ? 1 : 0;
            standing += passage.filter(cited -> AttributeSources.stands(statement.text(), cited, collection))
                            .isPresent()
                    ? 1
                    : 0;
            relevant +=
                    passage.map(cited -> Math.min(1, 2 * relevance.of(cited))).orElse(0.0);
            passage.ifPresent(cited -> all.append(cited.heading())
                    .append(' ')
                    .append(statement.text())
                    .append(' '));
        }
        int count = statements.size();
        return new Quality(
                100 * standing / count,
                (int) Math.round(100 * relevant / count),
                100 * report.chapters().size() / Math.max(1, research.tasks().size()),
                100 * listed / count,
                (int) Math.round(100 * relevance.of(all.toString())));
    }
}
