package dev.caravan.research;

import dev.caravan.research.Research.Stage;
import dev.caravan.research.Research.Work;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stage search_web: at the end of a task looks on the web for what the collection lacks, where that is switched on. Sentences are taken
 * from pages by their words; no model reads a page as a whole, and no reference of one is followed.
 */
public final class SearchWeb {
    /** What a source of the web is called in place of a document. */
    static final String WEB = "Web";

    private static final double BEARS = 0.3;
    private static final int PARAGRAPHS = 3;
    private static final int SENTENCES = 3;

    private final ResearchDesks desks;

    /** With the desks. */
    public SearchWeb(ResearchDesks desks) {
        this.desks = desks;
    }

    /** What comes when a task has nothing more to read: the web, where it is searched and something is missing, else its end. */
    static Stage closing(Work work, ResearchDesk desk) {
        return desk.web().isPresent() && isWanting(work, desk) ? Stage.WEB : Stage.CLOSE;
    }

    private static boolean isWanting(Work work, ResearchDesk desk) {
        boolean strange = TextAnalysis.tellingWords(work.query()).stream()
                .map(desk.collection().analysis()::terms)
                .anyMatch(terms -> !terms.isEmpty() && terms.stream().noneMatch(desk.collection()::has));
        return work.findings().isEmpty()
                || strange
                || work.trail().stream()
                        .anyMatch(step -> step.reason() == Trail.Reason.EXTERNAL
                                || step.reason() == Trail.Reason.NOT_IN_COLLECTION);
    }

    /** Searches, and adds what bears on the task. */
    public ResearchRun search(ResearchRun run) {
        return searched(run, desks.of(run));
    }

    static ResearchRun searched(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        Work work = research.work().orElseThrow();
        ResearchTexts texts = ResearchTexts.of(research.language());
        Optional<WebSearch> web = desk.web();
        if (web.isEmpty()) {
            return run.gone(research.at(Stage.CLOSE));
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("task", work.task());
        told.put("query", work.query());
        try {
            WebSearch.Found found = web.get().search(work.query());
            List<Finding> findings = new ArrayList<>(work.findings());
            found.pages().forEach(page -> findings.addAll(findings(page, work, desk)));
            told.put("sections", found.pages().stream().map(WebSearch.Page::url).toList());
            told.put("left", found.left());
            Research next = research.withWork(Optional.of(work.withFindings(findings)));
            return run.gone(
                    (findings.size() > work.findings().size() ? next.noted(texts.text("note.web")) : next)
                            .at(Stage.CLOSE),
                    told);
        } catch (WebSearch.Unavailable e) {
            told.put("error", e.getMessage());
            return run.gone(research.noted(texts.text("note.web.away")).at(Stage.CLOSE), told);
        }
    }

    private static List<Finding> findings(WebSearch.Page page, Work work, ResearchDesk desk) {
        Relevance relevance = new Relevance(desk.collection(), work.query());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < page.paragraphs().size(); i++) {
            String text = page.paragraphs().get(i);
            double score = relevance.of(text);
            List<String> sentences = Sentences.of(text).stream()
                    .filter(sentence -> relevance.of(sentence) >= BEARS)
                    .limit(SENTENCES)
                    .toList();
            if (!sentences.isEmpty()) {
                findings.add(new Finding(
                        new Passage(
                                WEB + " " + page.url() + " #" + (i + 1),
                                WEB,
                                page.url(),
                                URI.create(page.url()).getHost(),
                                (page.title() + ", " + page.url()).replaceFirst("^, ", ""),
                                text),
                        sentences,
                        score,
                        0,
                        ""));
            }
        }
        return findings.stream()
                .sorted(Comparator.comparingDouble(Finding::score).reversed())
                .limit(PARAGRAPHS)
                .toList();
    }
}
