package dev.caravan.research;

import dev.caravan.research.Research.Stage;
import dev.caravan.research.ResearchReport.Chapter;
import dev.caravan.research.ResearchReport.Source;
import dev.caravan.research.ResearchReport.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Stage attribute_sources: holds each statement against the passage it cites. One that does not stand there, and does in another passage of
 * the report, cites that; one that stands in none is left out, and the report says how many were.
 */
public final class AttributeSources {
    private static final Pattern FIGURE = Pattern.compile("\\d+(?:[.,]\\d+)*");
    // as much of what a statement says must be said by its source, where both are in one language
    private static final double SAID = 0.6;

    private final ResearchDesks desks;

    /** With the desks. */
    public AttributeSources(ResearchDesks desks) {
        this.desks = desks;
    }

    /** The report with statements that stand in what they cite, and nothing else. */
    public ResearchRun attribute(ResearchRun run) {
        return attributed(run, desks.of(run));
    }

    static ResearchRun attributed(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        ResearchReport report = research.report().orElseThrow();
        Map<String, Source> cited = new LinkedHashMap<>();
        List<Chapter> chapters = new ArrayList<>();
        int dropped = 0;
        for (Chapter chapter : report.chapters()) {
            List<Statement> statements = new ArrayList<>();
            for (Statement statement : chapter.statements()) {
                Optional<Source> source = source(statement, report, desk.collection());
                dropped += source.isPresent() ? 0 : 1;
                source.ifPresent(known -> statements.add(new Statement(
                        statement.text(),
                        cited.computeIfAbsent(
                                        known.passage().id(),
                                        id -> new Source(cited.size() + 1, known.passage(), known.via()))
                                .number())));
            }
            if (!statements.isEmpty()) {
                chapters.add(new Chapter(chapter.heading(), statements));
            }
        }
        ResearchReport attributed = report.withChapters(chapters).withSources(List.copyOf(cited.values()));
        Research done = research.withReport(Optional.of(attributed)).at(Stage.DONE);
        if (dropped > 0) {
            String note = ResearchTexts.of(research.language()).text("note.dropped", dropped);
            done = done.withReport(Optional.of(attributed.withNotes(
                    java.util.stream.Stream.concat(attributed.notes().stream(), java.util.stream.Stream.of(note))
                            .toList())));
        }
        return run.gone(done, Map.of("statements", attributed.statements(), "dropped", dropped));
    }

    private static Optional<Source> source(Statement statement, ResearchReport report, ResearchCollection collection) {
        Optional<Source> named = report.sources().stream()
                .filter(source -> source.number() == statement.source())
                .filter(source -> stands(statement.text(), source.passage(), collection))
                .findFirst();
        return named.or(() -> report.sources().stream()
                .filter(source -> stands(statement.text(), source.passage(), collection))
                .findFirst());
    }

    /** Whether a passage says a statement: word for word, or all of its figures and most of its telling words. */
    static boolean stands(String statement, Passage passage, ResearchCollection collection) {
        String text = statement.replaceFirst(" …$", "");
        if (passage.text().contains(text)) {
            return true;
        }
        String said = passage.number() + " " + passage.heading() + " " + passage.text();
        Set<String> figures =
                FIGURE.matcher(said).results().map(found -> found.group()).collect(Collectors.toSet());
        boolean figured = FIGURE.matcher(text).results().allMatch(found -> figures.contains(found.group()));
        Set<String> wanted = collection.analysis().terms(text);
        if (!figured || wanted.isEmpty()) {
            return false;
        }
        Set<String> terms = collection.analysis().terms(said);
        if (!TextAnalysis.language(text).equals(TextAnalysis.language(passage.text()))) {
            // words of another language cannot be compared; figures and names are what is left
            return FIGURE.matcher(text).find();
        }
        return wanted.stream().filter(terms::contains).count() >= SAID * wanted.size();
    }
}
