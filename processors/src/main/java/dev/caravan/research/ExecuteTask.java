package dev.caravan.research;

import dev.caravan.reference.Reference;
import dev.caravan.reference.ReferenceReader;
import dev.caravan.reference.ResolveReference;
import dev.caravan.reference.ResolveReference.Resolved;
import dev.caravan.reference.Statute.Section;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One task of a research: searches, extracts what bears on the query, and follows references breadth first, each behind a gate, until
 * nothing new turns up or a limit is reached.
 */
public final class ExecuteTask {
    // what a sentence must speak of, as a part of the query's weight, to be extracted
    private static final double EXTRACTED = 0.2;
    // a sentence below a heading that speaks of the query says less of it itself
    private static final double HEADING_SHARE = 0.5;
    private static final int SENTENCES = 4;
    private static final int CHARACTERS_PER_TOKEN = 4;
    // a reference to a whole part of a law is followed to those sections of it that fit best
    private static final int SECTIONS_OF_A_RANGE = 4;
    // a reference stands for what its sentence is about: its share in the score of what it leads to
    private static final double REFERRING = 0.5;

    private final ResearchCollection collection;
    private final ReferenceReader reader = new ReferenceReader();
    private final ResolveReference resolver;
    private final ResearchLimits limits;

    /** Over a collection, within limits. */
    public ExecuteTask(ResearchCollection collection, ResearchLimits limits) {
        this.collection = collection;
        this.resolver = new ResolveReference(collection.registry());
        this.limits = limits;
    }

    /**
     * What a task brought.
     *
     * @param findings best first
     * @param trail the references met, in the order they were met
     * @param tokens of the texts read
     * @param searches made
     */
    public record Result(List<Finding> findings, List<Trail> trail, int tokens, int searches) {
        /** Takes copies. */
        public Result {
            findings = List.copyOf(findings);
            trail = List.copyOf(trail);
        }
    }

    /** Works a query off. */
    public Result run(String query) {
        return new Run(query).result();
    }

    /** A sentence with the passage it stands in, to be looked through for references. */
    private record Open(Passage passage, String sentence, double relevance, int depth) {}

    /** The state of one task. */
    private final class Run {
        private final Relevance relevance;
        private final String query;
        private final Map<String, Finding> findings = new LinkedHashMap<>();
        private final List<Trail> trail = new ArrayList<>();
        private final Set<String> visited = new HashSet<>();
        private final Map<String, Integer> seen = new HashMap<>();
        private final Deque<Open> open = new ArrayDeque<>();
        private double best;
        private int tokens;

        private Run(String query) {
            this.query = query;
            this.relevance = new Relevance(collection, query);
        }

        private Result result() {
            List<ResearchCollection.Hit> hits = collection.search(query, limits.perSearch());
            best = hits.stream()
                    .mapToDouble(hit -> relevance.of(hit.passage()))
                    .max()
                    .orElse(0);
            if (best > 0) {
                hits.forEach(hit -> keep(hit.passage(), relevance.of(hit.passage()) / best, 0, ""));
            }
            while (!open.isEmpty()) {
                follow(open.poll());
            }
            List<Finding> sorted = new ArrayList<>(findings.values());
            sorted.sort(Comparator.comparingDouble(Finding::score).reversed());
            return new Result(sorted, trail, tokens, 1);
        }

        /** Extracts what bears on the query, and notes its sentences to be looked through for references. */
        private void keep(Passage passage, double score, int depth, String via) {
            int times = seen.merge(passage.section(), 1, Integer::sum);
            if (findings.containsKey(passage.id()) || times > limits.sameSection()) {
                return;
            }
            tokens += passage.text().length() / CHARACTERS_PER_TOKEN;
            double heading = relevance.of(passage.heading());
            List<String> extracted = extract(passage, heading);
            if (extracted.isEmpty() && depth > 0) {
                // what a relevant sentence refers to may say the matter in other words
                extracted = Sentences.of(passage.text()).stream().limit(1).toList();
            }
            if (extracted.isEmpty()) {
                return;
            }
            findings.put(passage.id(), new Finding(passage, extracted, score, depth, via));
            for (String sentence : extracted) {
                double own = Math.min(1, (relevance.of(sentence) + HEADING_SHARE * heading) / best);
                open.add(new Open(passage, sentence, Math.max(own, score * own), depth));
            }
        }

        private List<String> extract(Passage passage, double heading) {
            List<String> sentences = Sentences.of(passage.text());
            List<Integer> order = new ArrayList<>();
            Map<Integer, Double> scores = new HashMap<>();
            for (int i = 0; i < sentences.size(); i++) {
                double score = relevance.of(sentences.get(i)) + HEADING_SHARE * heading;
                if (score >= EXTRACTED * best) {
                    order.add(i);
                    scores.put(i, score);
                }
            }
            return order.stream()
                    .sorted(Comparator.comparingDouble((Integer i) -> scores.get(i))
                            .reversed())
                    .limit(SENTENCES)
                    .sorted()
                    .map(sentences::get)
                    .toList();
        }

        private void follow(Open from) {
            for (Reference reference : reader.read(from.sentence())) {
                Resolved resolved = resolver.resolve(
                        reference, from.passage().document(), from.passage().key());
                Trail.Reason reason = gate(reference, resolved, from);
                trail.add(new Trail(
                        from.passage().section(),
                        reference.text(),
                        resolved.law() + (resolved.keys().isEmpty() ? "" : " " + String.join(", ", resolved.keys())),
                        reason == Trail.Reason.RELEVANT,
                        reason,
                        from.depth()));
                if (reason == Trail.Reason.RELEVANT) {
                    nested(resolved, from);
                }
            }
        }

        private Trail.Reason gate(Reference reference, Resolved resolved, Open from) {
            switch (reference.kind()) {
                case EXTERNAL, ACADEMIC_NUMBERED, ACADEMIC_SHORTFORM -> {
                    return Trail.Reason.EXTERNAL;
                }
                case OWN_SECTION -> {
                    return Trail.Reason.SAME_SECTION;
                }
                case LEGAL_SECTION, DOCUMENT_MENTION -> {
                    if (resolved.sections().isEmpty()) {
                        return Trail.Reason.NOT_IN_COLLECTION;
                    }
                }
            }
            if (from.depth() >= limits.depth()) {
                return Trail.Reason.DEPTH;
            }
            if (tokens >= limits.tokens()) {
                return Trail.Reason.BUDGET;
            }
            boolean known = resolved.sections().stream()
                    .allMatch(section -> visited.contains(resolved.law() + "|" + section.key())
                            || isAt(from.passage(), resolved.law(), section));
            if (known) {
                return Trail.Reason.VISITED;
            }
            return from.relevance() >= EXTRACTED ? Trail.Reason.RELEVANT : Trail.Reason.NOT_RELEVANT;
        }

        private boolean isAt(Passage passage, String document, Section section) {
            return passage.document().equals(document) && passage.key().equals(section.key());
        }

        /** Scores the passages that a reference leads to and keeps the relevant ones, or the best of them where too few are. */
        private void nested(Resolved resolved, Open from) {
            List<Section> sections = resolved.sections().stream()
                    .filter(section -> visited.add(resolved.law() + "|" + section.key()))
                    .filter(section -> !isAt(from.passage(), resolved.law(), section))
                    .sorted(Comparator.comparingDouble(
                            (Section section) -> -relevance.of(section.heading() + " " + section.text())))
                    .limit(SECTIONS_OF_A_RANGE)
                    .toList();
            for (Section section : sections) {
                List<Finding> scored = collection.section(resolved.law(), section.key()).stream()
                        .map(passage -> new Finding(
                                passage,
                                List.of(),
                                score(passage, from),
                                from.depth() + 1,
                                from.passage().section()))
                        .sorted(Comparator.comparingDouble(Finding::score).reversed())
                        .toList();
                int kept = 0;
                for (Finding each : scored) {
                    if (each.score() >= limits.relevance() || kept < limits.leastFollowed()) {
                        keep(each.passage(), each.score(), each.depth(), each.via());
                        kept++;
                    }
                }
            }
        }

        private double score(Passage passage, Open from) {
            return Math.min(1, REFERRING * from.relevance() + (1 - REFERRING) * relevance.of(passage) / best);
        }
    }
}
