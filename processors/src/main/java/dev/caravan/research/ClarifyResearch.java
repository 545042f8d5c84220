package dev.caravan.research;

import dev.caravan.reference.Reference;
import dev.caravan.reference.ReferenceReader;
import dev.caravan.reference.ResolveReference;
import dev.caravan.reference.ResolveReference.Resolved;
import dev.caravan.research.Research.Exchange;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The conversation before a research: each round searches by three queries, sees what is still not known, and asks the person about it,
 * until the person ends it, the rounds are over, or nothing new turns up.
 */
public final class ClarifyResearch {
    /** Reason: the person said so. */
    public static final String USER_END = "user_end";

    /** Reason: as many rounds as are allowed. */
    public static final String MAX_ITERATIONS = "max_iterations";

    /** Reason: much is covered, little is new, few gaps are left. */
    public static final String CONVERGENCE = "convergence";

    private static final double COVERED = 0.8;
    private static final double DUPLICATES = 0.7;
    private static final int GAPS = 2;
    private static final int PASSAGES_A_QUERY = 3;
    private static final int SECTIONS_ASKED = 4;
    private static final String END = "/end";

    private final ResearchCollection collection;
    private final ResearchQueries queries;
    private final ReferenceReader reader = new ReferenceReader();
    private final ResolveReference resolver;
    private final int rounds;

    /** Over a collection, for at most so many rounds. */
    public ClarifyResearch(ResearchCollection collection, int rounds) {
        this.collection = collection;
        this.queries = new ResearchQueries(collection);
        this.resolver = new ResolveReference(collection.registry());
        this.rounds = rounds;
    }

    /** Three queries: at first of the question, later of the replies and the gaps. */
    public Research generateQueries(Research research) {
        List<String> made = new ArrayList<>();
        if (research.dialogue().isEmpty()) {
            made.addAll(queries.discover(research.question()));
        } else {
            Exchange last = research.dialogue().get(research.dialogue().size() - 1);
            made.add(research.question() + " " + last.reply());
            made.addAll(queries.discover(last.reply().isBlank() ? research.wanted() : last.reply()));
        }
        return research.withRound(research.round() + 1)
                .withQueries(made.stream().distinct().limit(3).toList());
    }

    /** About nine passages, those known before left aside. */
    public Research retrieve(Research research) {
        Set<String> found = new LinkedHashSet<>();
        research.queries().forEach(query -> collection
                .search(query, PASSAGES_A_QUERY)
                .forEach(hit -> found.add(hit.passage().id())));
        Set<String> known = new LinkedHashSet<>(research.known());
        long again = found.stream().filter(known::contains).count();
        known.addAll(found);
        return research.withKnown(List.copyOf(known))
                .withDuplicates(found.isEmpty() ? 1 : (double) again / found.size());
    }

    /** Coverage and gaps: words that no passage has, sections that are referred to and were not read. */
    public Research analyzeRetrieval(Research research) {
        Set<String> spoken = new HashSet<>();
        List<Passage> passages =
                research.known().stream().map(collection::passage).toList();
        passages.forEach(passage -> {
            spoken.addAll(collection.analysis().terms(passage.text()));
            spoken.addAll(collection.analysis().terms(passage.heading()));
        });
        double total = 0;
        double covered = 0;
        List<Gap> gaps = new ArrayList<>();
        for (String word : research.question().split("[^\\p{L}\\p{N}-]+")) {
            Set<String> terms = collection.analysis().terms(word);
            if (terms.isEmpty()) {
                continue;
            }
            double weight = terms.stream().mapToDouble(collection::weight).max().orElse(0);
            boolean has = terms.stream().anyMatch(spoken::contains);
            total += weight;
            covered += has ? weight : 0;
            if (!has) {
                gaps.add(new Gap(Gap.Kind.WORD, word));
            }
        }
        unread(research, passages).forEach(section -> gaps.add(new Gap(Gap.Kind.SECTION, section)));
        return research.withCoverage(total == 0 ? 0 : covered / total)
                .withGaps(gaps.stream().distinct().toList());
    }

    /** Sections that the passages refer to most and that are not among them; those that the person was asked about are left aside. */
    private List<String> unread(Research research, List<Passage> passages) {
        Set<String> read = new HashSet<>();
        passages.forEach(passage -> read.add(passage.section()));
        Map<String, Integer> referred = new LinkedHashMap<>();
        for (Passage passage : passages) {
            for (Reference reference : reader.read(passage.text())) {
                Resolved resolved = resolver.resolve(reference, passage.document(), passage.key());
                resolved.sections()
                        .forEach(section -> referred.merge(resolved.law() + " " + section.number(), 1, Integer::sum));
            }
        }
        String asked = research.dialogue().toString();
        return referred.entrySet().stream()
                .filter(each -> each.getValue() > 1 && !read.contains(each.getKey()) && !asked.contains(each.getKey()))
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(SECTIONS_ASKED)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether the conversation is over before the person is asked again, and why; empty when it goes on. */
    public String converged(Research research) {
        if (research.coverage() >= COVERED
                && research.duplicates() >= DUPLICATES
                && research.gaps().size() <= GAPS) {
            return CONVERGENCE;
        }
        return research.round() >= rounds ? MAX_ITERATIONS : "";
    }

    /** Takes the reply of the person; {@code /end} ends the conversation. */
    public Research processResponse(Research research, String asked, String reply) {
        boolean end = reply.strip().equalsIgnoreCase(END);
        List<Exchange> dialogue = new ArrayList<>(research.dialogue());
        dialogue.add(new Exchange(asked, end ? "" : reply.strip()));
        return research.withDialogue(dialogue)
                .withEnded(end ? USER_END : "")
                .withPhase(end ? Phase.PLAN : Phase.CLARIFY);
    }

    /** The queries that the tasks are made of: the parts of the question, and what the person added, each once. */
    public List<String> researchQueries(Research research) {
        Map<String, String> byWords = new HashMap<>();
        List<String> made = new ArrayList<>();
        List<String> wanted = new ArrayList<>(queries.parts(research.question()));
        research.dialogue().stream()
                .map(Exchange::reply)
                .filter(reply -> !reply.isBlank())
                .forEach(wanted::add);
        for (String query : wanted) {
            if (byWords.putIfAbsent(collection.analysis().terms(query).toString(), query) == null
                    && !collection.analysis().terms(query).isEmpty()) {
                made.add(query);
            }
        }
        return made;
    }
}
