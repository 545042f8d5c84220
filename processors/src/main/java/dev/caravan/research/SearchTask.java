package dev.caravan.research;

import dev.caravan.research.Research.Lead;
import dev.caravan.research.Research.Stage;
import dev.caravan.research.Research.Work;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stage search: begins the next task, or searches once more for what the task under way has not found. */
public final class SearchTask {
    private final ResearchDesks desks;

    /** With the desks. */
    public SearchTask(ResearchDesks desks) {
        this.desks = desks;
    }

    /** Searches; what is found is to be read next. */
    public ResearchRun search(ResearchRun run) {
        return searched(run, desks.of(run));
    }

    static ResearchRun searched(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        if (research.work().isEmpty() && research.nextTask().isEmpty()) {
            return run.gone(research.at(Stage.WRITE));
        }
        Work work = research.work().orElseGet(() -> Work.on(research.nextTask().orElseThrow()));
        ResearchCollection collection = desk.collection();
        String query = work.searches() == 0 ? work.query() : missing(work, collection);
        Relevance relevance = new Relevance(collection, work.query());
        List<String> found = new ArrayList<>();
        double best = work.best();
        Set<String> known = new HashSet<>();
        work.findings().forEach(finding -> known.add(finding.passage().id()));
        for (ResearchCollection.Hit hit : collection.search(query, desk.limits().perSearch())) {
            best = Math.max(best, relevance.of(hit.passage()));
            if (!known.contains(hit.passage().id())) {
                found.add(hit.passage().id());
            }
        }
        List<Lead> leads = new ArrayList<>(work.leads());
        // texts that share no telling word with the query are no find
        if (best > 0 && !found.isEmpty()) {
            leads.add(new Lead(found, "", 0, 1));
        }
        double measure = best;
        Work next = work.with(
                with -> with.searches(work.searches() + 1).leads(leads).best(measure));
        return run.gone(
                research.withWork(java.util.Optional.of(next))
                        .at(leads.isEmpty() ? SearchWeb.closing(next, desk) : Stage.READ),
                Map.of(
                        "task",
                        work.task(),
                        "query",
                        query,
                        "sections",
                        found.stream()
                                .map(id -> collection.passage(id).section())
                                .distinct()
                                .toList()));
    }

    /** The words of a task that nothing found so far speaks of, though the collection has them. */
    static String missing(Work work, ResearchCollection collection) {
        Set<String> spoken = new HashSet<>();
        work.findings().forEach(finding -> {
            spoken.addAll(collection.analysis().terms(finding.passage().heading()));
            spoken.addAll(collection.analysis().terms(finding.passage().text()));
        });
        List<String> words = new ArrayList<>();
        for (String word : work.query().split("[^\\p{L}\\p{N}-]+")) {
            Set<String> terms = collection.analysis().terms(word);
            if (!terms.isEmpty()
                    && terms.stream().noneMatch(spoken::contains)
                    && terms.stream().anyMatch(collection::has)) {
                words.add(word);
            }
        }
        return String.join(" ", words);
    }
}
