package dev.caravan.research;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a research found, every statement with the passage it rests on.
 *
 * @param title the question
 * @param language of its own words, {@code de} or {@code en}
 * @param tasks what was researched
 * @param chapters one for each task that brought something
 * @param sources in the order of their numbers, counted from 1
 * @param trail which reference led where
 * @param missing what was looked for or referred to and not found
 * @param notes what the person should know of how it came about
 * @param quality how good it is
 */
@RecordBuilder
public record ResearchReport(
        String title,
        String language,
        List<Worked> tasks,
        List<Chapter> chapters,
        List<Source> sources,
        List<Trail> trail,
        List<String> missing,
        List<String> notes,
        Quality quality)
        implements ResearchReportBuilder.With {

    /**
     * A task that was worked on.
     *
     * @param query what was searched for
     * @param findings passages that it brought
     * @param followed references that were followed for it
     * @param searches it made
     * @param tokens of the texts it read
     * @param stopped the limit that ended it; empty where nothing was left to do
     */
    public record Worked(String query, int findings, int followed, int searches, int tokens, String stopped) {}

    /** A part of the report: what was searched for, and what was found. */
    public record Chapter(String heading, List<Statement> statements) {
        /** Takes a copy. */
        public Chapter {
            statements = List.copyOf(statements);
        }
    }

    /**
     * One statement.
     *
     * @param text in the words of the source
     * @param source number of its source
     */
    public record Statement(String text, int source) {}

    /**
     * A source.
     *
     * @param number by which it is cited
     * @param passage the passage
     * @param via the section whose reference led to it; empty where a search did
     */
    public record Source(int number, Passage passage, String via) {}

    /**
     * Five scores of 0 to 100.
     *
     * @param factualAccuracy statements that stand in their source
     * @param semanticValidity how relevant the statements are
     * @param structuralIntegrity tasks that have a chapter
     * @param citationCorrectness statements whose source is listed
     * @param queryRelevance how much of what was asked for the statements speak of
     */
    public record Quality(
            int factualAccuracy,
            int semanticValidity,
            int structuralIntegrity,
            int citationCorrectness,
            int queryRelevance) {
        /** Of a report that says nothing. */
        static final Quality NONE = new Quality(0, 0, 0, 0, 0);

        /** By the names of the form that judges it. */
        Map<String, Object> described() {
            Map<String, Object> scores = new LinkedHashMap<>();
            scores.put("factual_accuracy", factualAccuracy);
            scores.put("semantic_validity", semanticValidity);
            scores.put("structural_integrity", structuralIntegrity);
            scores.put("citation_correctness", citationCorrectness);
            scores.put("query_relevance", queryRelevance);
            scores.put("total", total());
            return scores;
        }

        /** The sum, 0 to 500. */
        public int total() {
            return factualAccuracy + semanticValidity + structuralIntegrity + citationCorrectness + queryRelevance;
        }
    }

    /** Takes copies. */
    public ResearchReport {
        tasks = List.copyOf(tasks);
        chapters = List.copyOf(chapters);
        sources = List.copyOf(sources);
        trail = List.copyOf(trail);
        missing = List.copyOf(missing);
        notes = List.copyOf(notes);
    }

    /** How many statements it has. */
    public int statements() {
        return chapters.stream()
                .mapToInt(chapter -> chapter.statements().size())
                .sum();
    }

    /** The passage that a statement cites; empty where its source is not listed. */
    Optional<Passage> cited(Statement statement) {
        return sources.stream()
                .filter(source -> source.number() == statement.source())
                .map(Source::passage)
                .findFirst();
    }

    /** The telling words of its statements. */
    Set<String> terms(TextAnalysis analysis) {
        StringBuilder all = new StringBuilder();
        chapters.forEach(chapter -> chapter.statements()
                .forEach(statement -> all.append(statement.text()).append(' ')));
        return analysis.terms(all.toString());
    }

    /** A reason as it is written in JSON. */
    static String code(Trail.Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /** The report as Markdown: chapters with numbered citations, sources, what led where, what was not found. */
    public String markdown() {
        ResearchTexts texts = ResearchTexts.of(language);
        StringBuilder text = new StringBuilder();
        for (Chapter chapter : chapters) {
            text.append("### ").append(chapter.heading()).append("\n\n");
            chapter.statements().forEach(each -> text.append("- ")
                    .append(each.text().replace("\n", " "))
                    .append(" [")
                    .append(each.source())
                    .append("]\n"));
            text.append('\n');
        }
        text.append("### ").append(texts.text("report.sources")).append("\n\n");
        for (Source source : sources) {
            text.append('[')
                    .append(source.number())
                    .append("] ")
                    .append(source.passage().place());
            if (!source.passage().heading().isEmpty()) {
                text.append(", ").append(source.passage().heading());
            }
            if (source.passage().page() > 0) {
                text.append(", ")
                        .append(texts.text("report.page", source.passage().page()));
            }
            if (!source.via().isEmpty()) {
                text.append(" (").append(texts.text("report.via", source.via())).append(')');
            }
            text.append("\n\n");
        }
        if (!missing.isEmpty()) {
            text.append("### ").append(texts.text("report.missing")).append("\n\n");
            missing.forEach(each -> text.append("- ").append(each).append('\n'));
        }
        notes.forEach(note -> text.append('\n').append(note).append('\n'));
        return text.toString().strip() + "\n";
    }
}
