package dev.caravan.research;

import java.util.List;

/**
 * What a research found, every statement with the passage it rests on.
 *
 * @param title the question
 * @param language of its own words, {@code de} or {@code en}
 * @param chapters one for each task that brought something
 * @param sources in the order of their numbers, counted from 1
 * @param trail which reference led where
 * @param missing what was looked for or referred to and not found
 * @param quality how good it is
 */
public record ResearchReport(
        String title,
        String language,
        List<Chapter> chapters,
        List<Source> sources,
        List<Trail> trail,
        List<String> missing,
        Quality quality) {

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
        /** The sum, 0 to 500. */
        public int total() {
            return factualAccuracy + semanticValidity + structuralIntegrity + citationCorrectness + queryRelevance;
        }
    }

    /** Takes copies. */
    public ResearchReport {
        chapters = List.copyOf(chapters);
        sources = List.copyOf(sources);
        trail = List.copyOf(trail);
        missing = List.copyOf(missing);
    }

    /** The report as Markdown: chapters with numbered citations, sources, what led where, what was not found. */
    public String markdown() {
        boolean german = language.equals("de");
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
        text.append("### ").append(german ? "Quellen" : "Sources").append("\n\n");
        for (Source source : sources) {
            text.append('[')
                    .append(source.number())
                    .append("] ")
                    .append(source.passage().section());
            if (!source.passage().heading().isEmpty()) {
                text.append(", ").append(source.passage().heading());
            }
            if (!source.via().isEmpty()) {
                text.append(german ? " (über " : " (by way of ")
                        .append(source.via())
                        .append(')');
            }
            text.append("\n\n");
        }
        if (!missing.isEmpty()) {
            text.append("### ").append(german ? "Nicht gefunden" : "Not found").append("\n\n");
            missing.forEach(each -> text.append("- ").append(each).append('\n'));
        }
        return text.toString().strip() + "\n";
    }
}
