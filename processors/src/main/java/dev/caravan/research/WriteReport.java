package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.research.Research.Stage;
import dev.caravan.research.Research.Task;
import dev.caravan.research.ResearchReport.Chapter;
import dev.caravan.research.ResearchReport.Quality;
import dev.caravan.research.ResearchReport.Source;
import dev.caravan.research.ResearchReport.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stage synthesize: writes the report in the terms of the sources, each statement with the number of one. */
public final class WriteReport extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_report";

    private static final int MISSING = 12;

    /** With the desks. */
    public WriteReport(ResearchDesks desks) {
        super(KEY, desks);
    }

    /** The passages that were found, numbered in the order in which the tasks found them, best first. */
    static List<Source> sources(Research research) {
        Map<String, Source> sources = new LinkedHashMap<>();
        research.tasks().stream()
                .flatMap(task -> task.findings().stream())
                .forEach(finding -> sources.computeIfAbsent(
                        finding.passage().id(),
                        id -> new Source(sources.size() + 1, finding.passage(), finding.via())));
        return List.copyOf(sources.values());
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        sources(research).forEach(source -> numbers.put(source.passage().id(), source.number()));
        StringBuilder found = new StringBuilder();
        for (Task task : research.tasks()) {
            found.append("### ").append(task.query()).append('\n');
            for (Finding finding : task.findings()) {
                found.append('[')
                        .append(numbers.get(finding.passage().id()))
                        .append("] ")
                        .append(finding.passage().section())
                        .append(' ')
                        .append(finding.passage().heading())
                        .append(": ")
                        .append(String.join(" ", finding.sentences()))
                        .append('\n');
            }
        }
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", research.question());
        inputs.put("Analysis", research.analysis());
        inputs.put("Findings", found.toString());
        inputs.put("What this writing must see to", research.focus());
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        Research research = run.research();
        List<Source> found = sources(research);
        Map<Integer, Source> cited = new LinkedHashMap<>();
        List<Chapter> chapters = new ArrayList<>();
        for (JsonNode chapter : reply.path("chapters")) {
            List<Statement> statements = new ArrayList<>();
            for (JsonNode each : chapter.path("statements")) {
                int number = each.path("source").asInt();
                String text = each.path("text").asText().strip();
                // what cites no source that was found can be checked by nobody
                if (number >= 1 && number <= found.size() && !text.isEmpty()) {
                    Source source = found.get(number - 1);
                    Source listed = cited.computeIfAbsent(
                            number, key -> new Source(cited.size() + 1, source.passage(), source.via()));
                    statements.add(new Statement(text, listed.number()));
                }
            }
            if (!statements.isEmpty()) {
                chapters.add(new Chapter(chapter.path("heading").asText().strip(), statements));
            }
        }
        List<Trail> trail =
                research.tasks().stream().flatMap(task -> task.trail().stream()).toList();
        ResearchReport report = new ResearchReport(
                research.question(),
                research.language(),
                research.tasks().stream().map(WriteReport::worked).toList(),
                chapters,
                List.copyOf(cited.values()),
                trail,
                missing(research, trail),
                research.notes(),
                Quality.NONE);
        return run.gone(
                research.withReport(Optional.of(report))
                        .withAttempts(research.attempts() + 1)
                        .at(Stage.ASSESS),
                Map.of("attempt", research.attempts() + 1, "statements", report.statements(), "sources", cited.size()));
    }

    private static ResearchReport.Worked worked(Task task) {
        return new ResearchReport.Worked(
                task.query(),
                task.findings().size(),
                (int) task.trail().stream().filter(Trail::followed).count(),
                task.searches(),
                task.tokens(),
                task.stopped());
    }

    /** Words of the question that nothing speaks of, tasks that brought nothing, and what was referred to and is not in the collection. */
    private static List<String> missing(Research research, List<Trail> trail) {
        List<String> missing = new ArrayList<>();
        research.gaps().stream()
                .filter(gap -> gap.kind() == Research.Gap.Kind.WORD)
                .forEach(gap -> missing.add(gap.about()));
        research.tasks().stream()
                .filter(task -> task.findings().isEmpty() && research.tasks().size() > 1)
                .forEach(task -> missing.add(task.query()));
        trail.stream()
                .filter(each -> each.reason() == Trail.Reason.NOT_IN_COLLECTION)
                .map(each -> each.text() + " (" + each.from() + ")")
                .distinct()
                .limit(MISSING)
                .forEach(missing::add);
        return missing;
    }
}
