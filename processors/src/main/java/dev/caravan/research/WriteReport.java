package dev.caravan.research;

import dev.caravan.research.Research.Task;
import dev.caravan.research.ResearchReport.Chapter;
import dev.caravan.research.ResearchReport.Quality;
import dev.caravan.research.ResearchReport.Source;
import dev.caravan.research.ResearchReport.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes the report in the words of the sources, and judges it. */
public final class WriteReport {
    /** A report below this sum of scores is written once more. */
    public static final int ACCEPTED = 350;

    private static final int STATEMENTS = 12;
    private static final int MORE_STATEMENTS = 18;
    private static final int SENTENCES_OF_A_SECTION = 2;
    private static final int LONGEST = 700;
    private static final int MISSING = 12;

    private final ResearchCollection collection;

    /** Of findings in a collection. */
    public WriteReport(ResearchCollection collection) {
        this.collection = collection;
    }

    /** The report of what the tasks brought; a second writing, which has a focus, takes in more. */
    public ResearchReport write(Research research) {
        Map<String, Source> sources = new LinkedHashMap<>();
        List<Chapter> chapters = new ArrayList<>();
        Set<String> told = new HashSet<>();
        List<Trail> trail = new ArrayList<>();
        int most = research.focus().isEmpty() ? STATEMENTS : MORE_STATEMENTS;
        for (Task task : research.tasks()) {
            trail.addAll(task.trail());
            List<Statement> statements = statements(task, most, sources, told);
            if (!statements.isEmpty()) {
                chapters.add(new Chapter(task.query(), statements));
            }
        }
        List<Source> listed = List.copyOf(sources.values());
        return new ResearchReport(
                research.question(),
                research.language(),
                chapters,
                listed,
                trail,
                missing(research, trail),
                quality(research, chapters, listed));
    }

    /** The best sentence of each section comes before the second of any, so that what references led to has its place. */
    private List<Statement> statements(Task task, int most, Map<String, Source> sources, Set<String> told) {
        List<Statement> statements = new ArrayList<>();
        for (int round = 0; round < SENTENCES_OF_A_SECTION; round++) {
            Set<String> sections = new HashSet<>();
            for (Finding finding : task.findings()) {
                if (statements.size() >= most
                        || sections.contains(finding.passage().section())) {
                    continue;
                }
                Optional<String> next =
                        finding.sentences().stream().filter(told::add).findFirst();
                if (next.isPresent()) {
                    sections.add(finding.passage().section());
                    Source source = sources.computeIfAbsent(
                            finding.passage().id(),
                            id -> new Source(sources.size() + 1, finding.passage(), finding.via()));
                    statements.add(new Statement(shortened(next.get()), source.number()));
                }
            }
        }
        return statements;
    }

    private static String shortened(String sentence) {
        if (sentence.length() <= LONGEST) {
            return sentence;
        }
        int end = sentence.lastIndexOf(' ', LONGEST);
        return sentence.substring(0, end > 0 ? end : LONGEST) + " …";
    }

    /** Words of the question that nothing speaks of, and what was referred to and is not in the collection. */
    private static List<String> missing(Research research, List<Trail> trail) {
        List<String> missing = new ArrayList<>();
        research.gaps().stream()
                .filter(gap -> gap.kind() == Research.Gap.Kind.WORD)
                .forEach(gap -> missing.add(gap.about()));
        trail.stream()
                .filter(each -> each.reason() == Trail.Reason.NOT_IN_COLLECTION)
                .map(each -> each.text() + " (" + each.from() + ")")
                .distinct()
                .limit(MISSING)
                .forEach(missing::add);
        return missing;
    }

    private Quality quality(Research research, List<Chapter> chapters, List<Source> sources) {
        List<Statement> statements = chapters.stream()
                .flatMap(chapter -> chapter.statements().stream())
                .toList();
        if (statements.isEmpty()) {
            return new Quality(0, 0, 0, 0, 0);
        }
        Relevance relevance = new Relevance(collection, research.question());
        int listed = 0;
        int standing = 0;
        double relevant = 0;
        StringBuilder all = new StringBuilder();
        for (Statement statement : statements) {
            boolean cited = statement.source() >= 1 && statement.source() <= sources.size();
            listed += cited ? 1 : 0;
            if (cited) {
                Passage passage = sources.get(statement.source() - 1).passage();
                standing += passage.text().contains(statement.text().replaceFirst(" …$", "")) ? 1 : 0;
                relevant += Math.min(1, 2 * relevance.of(passage));
                all.append(passage.heading())
                        .append(' ')
                        .append(statement.text())
                        .append(' ');
            }
        }
        int count = statements.size();
        return new Quality(
                100 * standing / count,
                (int) Math.round(100 * relevant / count),
                100 * chapters.size() / Math.max(1, research.tasks().size()),
                100 * listed / count,
                (int) Math.round(100 * relevance.of(all.toString())));
    }
}
