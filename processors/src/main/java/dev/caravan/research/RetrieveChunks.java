package dev.caravan.research;

import dev.caravan.research.Research.Stage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stage retrieve_chunks: about nine passages a round, those known before left aside. */
public final class RetrieveChunks {
    private static final int PASSAGES_A_QUERY = 3;

    private final ResearchDesks desks;

    /** With the desks. */
    public RetrieveChunks(ResearchDesks desks) {
        this.desks = desks;
    }

    /** Searches by the queries of the round. */
    public ResearchRun retrieve(ResearchRun run) {
        return retrieved(run, desks.of(run));
    }

    static ResearchRun retrieved(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        ResearchCollection collection = desk.collection();
        Set<String> found = new LinkedHashSet<>();
        research.queries().forEach(query -> collection
                .search(query, PASSAGES_A_QUERY)
                .forEach(hit -> found.add(hit.passage().id())));
        Set<String> known = new LinkedHashSet<>(research.known());
        long again = found.stream().filter(known::contains).count();
        known.addAll(found);
        double duplicates = found.isEmpty() ? 1 : (double) again / found.size();
        return run.gone(
                research.withKnown(List.copyOf(known))
                        .withDuplicates(duplicates)
                        .at(Stage.GAPS),
                Map.of("found", found.size(), "known_before", again, "sections", sections(collection, found)));
    }

    private static List<String> sections(ResearchCollection collection, Set<String> passages) {
        return passages.stream()
                .map(id -> collection.passage(id).section())
                .distinct()
                .toList();
    }
}
