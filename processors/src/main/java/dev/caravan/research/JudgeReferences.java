package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.reference.Reference;
import dev.caravan.reference.ResolveReference.Resolved;
import dev.caravan.reference.Statute.Section;
import dev.caravan.research.Research.Lead;
import dev.caravan.research.Research.Open;
import dev.caravan.research.Research.Stage;
import dev.caravan.research.Research.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stage gate: decides for each reference whether it is followed, and why. What rules can tell (followed before, not in the collection,
 * deep enough, enough read) is not asked of a model. A reference that is followed leads to the passages to be read next.
 */
public final class JudgeReferences extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_gate";

    /** The limit of tokens. */
    public static final String TOKENS = "tokens";

    // a reference to a whole part of a law is followed to those sections of it that fit best
    private static final int SECTIONS_OF_A_RANGE = 4;
    private static final int PASSAGES_OF_A_REFERENCE = 12;
    private static final int PASSAGES_OF_A_DOCUMENT = 3;

    private final ResearchDesks desks;

    /** With the desks. */
    public JudgeReferences(ResearchDesks desks) {
        super(KEY, desks);
        this.desks = desks;
    }

    /** What comes after some passages were read or some references were judged. */
    static Stage next(Work work, Research research, ResearchDesk desk) {
        if (!work.open().isEmpty()) {
            return Stage.JUDGE;
        }
        if (!work.leads().isEmpty()) {
            return Stage.READ;
        }
        boolean more = work.searches() < desk.limits().iterations()
                && !SearchTask.missing(work, desk.collection()).isEmpty();
        return more ? Stage.SEARCH : SearchWeb.closing(work, desk);
    }

    /** Decides what rules can tell. */
    public ResearchRun sift(ResearchRun run) {
        return sifted(run, desks.of(run));
    }

    static ResearchRun sifted(ResearchRun run, ResearchDesk desk) {
        Work work = run.research().work().orElseThrow();
        List<Trail> trail = new ArrayList<>(work.trail());
        List<Open> undecided = new ArrayList<>();
        String stopped = work.stopped();
        for (Open open : work.open()) {
            Resolved resolved = resolved(open, desk);
            Optional<Trail.Reason> reason = rule(open, resolved, work, desk);
            if (reason.isPresent()) {
                trail.add(trail(open, resolved, reason.get(), "", desk));
                stopped = reason.get() == Trail.Reason.BUDGET ? TOKENS : stopped;
            } else {
                undecided.add(open);
            }
        }
        String limit = stopped;
        Work next = work.with(with -> with.open(undecided).trail(trail).stopped(limit));
        return run.gone(
                run.research().withWork(Optional.of(next)).at(next(next, run.research(), desk)), told(work, trail));
    }

    /** Whether a model has to be asked. */
    public static boolean isAsked(ResearchRun run) {
        return run.research().stage() == Stage.JUDGE;
    }

    private static Map<String, Object> told(Work before, List<Trail> trail) {
        List<Map<String, Object>> references = new ArrayList<>();
        trail.subList(before.trail().size(), trail.size()).forEach(step -> {
            Map<String, Object> reference = new LinkedHashMap<>();
            reference.put("from", step.from());
            reference.put("text", step.text());
            reference.put("to", step.to());
            reference.put("followed", step.followed());
            reference.put("reason", step.why().isEmpty() ? ResearchReport.code(step.reason()) : step.why());
            references.add(reference);
        });
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("task", before.task());
        told.put("references", references);
        return told;
    }

    static Resolved resolved(Open open, ResearchDesk desk) {
        Passage passage = desk.collection().passage(open.passage());
        return desk.resolver().resolve(open.reference(), passage.document(), passage.key());
    }

    private static Optional<Trail.Reason> rule(Open open, Resolved resolved, Work work, ResearchDesk desk) {
        Passage passage = desk.collection().passage(open.passage());
        switch (open.reference().kind()) {
            case EXTERNAL -> {
                return Optional.of(Trail.Reason.EXTERNAL);
            }
            case OWN_SECTION -> {
                return Optional.of(Trail.Reason.SAME_SECTION);
            }
            case LEGAL_SECTION, DOCUMENT_MENTION, ACADEMIC_NUMBERED, ACADEMIC_SHORTFORM -> {
                if (targets(open, resolved, work, desk).isEmpty()) {
                    return Optional.of(
                            resolved.sections().isEmpty() ? Trail.Reason.NOT_IN_COLLECTION : Trail.Reason.VISITED);
                }
            }
        }
        if (open.depth() >= desk.limits().depth()) {
            return Optional.of(Trail.Reason.DEPTH);
        }
        if (work.tokens() >= desk.limits().tokens()) {
            return Optional.of(Trail.Reason.BUDGET);
        }
        boolean known = resolved.sections().isEmpty()
                ? work.visited().contains(whole(open, resolved))
                : resolved.sections().stream()
                        .allMatch(section -> work.visited().contains(place(resolved.law(), section))
                                || isAt(passage, resolved.law(), section));
        return known ? Optional.of(Trail.Reason.VISITED) : Optional.empty();
    }

    private static String place(String law, Section section) {
        return law + "|" + section.key();
    }

    /** What stands for a document as a whole, or for what a citation means. */
    private static String whole(Open open, Resolved resolved) {
        return open.reference().kind() == Reference.Kind.DOCUMENT_MENTION
                ? resolved.law() + "|"
                : open.reference().text();
    }

    private static boolean isAt(Passage passage, String document, Section section) {
        return passage.document().equals(document) && passage.key().equals(section.key());
    }

    /** The passages that a reference leads to and that were not led to before, at most a dozen, in the order of their texts. */
    private static List<Passage> targets(Open open, Resolved resolved, Work work, ResearchDesk desk) {
        ResearchCollection collection = desk.collection();
        Passage passage = collection.passage(open.passage());
        if (resolved.sections().isEmpty()) {
            return broad(open, resolved, passage, desk);
        }
        Relevance relevance = new Relevance(collection, work.query());
        return resolved.sections().stream()
                .filter(section -> !work.visited().contains(place(resolved.law(), section)))
                .filter(section -> !isAt(passage, resolved.law(), section))
                .sorted(Comparator.comparingDouble(
                        (Section section) -> -relevance.of(section.heading() + " " + section.text())))
                .limit(SECTIONS_OF_A_RANGE)
                .flatMap(section -> collection.section(resolved.law(), section.key()).stream())
                .limit(PASSAGES_OF_A_REFERENCE)
                .toList();
    }

    /**
     * Where a reference names no section: a document as a whole is searched for what its sentence is about, a citation of literature is
     * looked for in what cites it by author and year.
     */
    private static List<Passage> broad(Open open, Resolved resolved, Passage from, ResearchDesk desk) {
        ResearchCollection collection = desk.collection();
        if (open.reference().kind() == Reference.Kind.DOCUMENT_MENTION
                && resolved.known()
                && resolved.keys().isEmpty()
                && !resolved.law().equals(from.document())) {
            return collection.searchDocument(open.sentence(), resolved.law(), PASSAGES_OF_A_DOCUMENT).stream()
                    .map(ResearchCollection.Hit::passage)
                    .toList();
        }
        return switch (open.reference().kind()) {
            case ACADEMIC_NUMBERED, ACADEMIC_SHORTFORM -> collection
                    .cited(open.reference(), from)
                    .map(document ->
                            collection.searchDocument(open.sentence(), document, PASSAGES_OF_A_DOCUMENT).stream()
                                    .map(ResearchCollection.Hit::passage)
                                    .toList())
                    .orElse(List.of());
            case LEGAL_SECTION, OWN_SECTION, DOCUMENT_MENTION, EXTERNAL -> List.of();
        };
    }

    private static Trail trail(Open open, Resolved resolved, Trail.Reason reason, String why, ResearchDesk desk) {
        Passage passage = desk.collection().passage(open.passage());
        return new Trail(
                passage.section(),
                open.reference().text(),
                resolved.law() + (resolved.keys().isEmpty() ? "" : " " + String.join(", ", resolved.keys())),
                reason == Trail.Reason.RELEVANT,
                reason,
                why,
                open.depth(),
                List.of());
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", research.question());
        inputs.put("Query", research.task().query());
        StringBuilder references = new StringBuilder();
        int number = 0;
        for (Open open : research.work().orElseThrow().open()) {
            Resolved resolved = resolved(open, desk);
            references
                    .append('[')
                    .append(++number)
                    .append("] ")
                    .append(open.reference().text())
                    .append(" (")
                    .append(resolved.law())
                    .append(resolved.sections().stream()
                            .limit(SECTIONS_OF_A_RANGE)
                            .map(section -> ", " + section.number() + " " + section.heading())
                            .collect(java.util.stream.Collectors.joining()))
                    .append(") in: ")
                    .append(open.sentence())
                    .append('\n');
        }
        inputs.put("References", references.toString());
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        Map<Integer, JsonNode> byNumber = new HashMap<>();
        reply.path("decisions").forEach(each -> byNumber.put(each.path("number").asInt(), each));
        Research research = run.research();
        Work before = research.work().orElseThrow();
        Work work = before.withOpen(List.of());
        for (int i = 0; i < before.open().size(); i++) {
            work = decided(work, before.open().get(i), Optional.ofNullable(byNumber.get(i + 1)), desk);
        }
        return run.gone(
                research.withWork(Optional.of(work)).at(next(work, research, desk)), told(before, work.trail()));
    }

    private static Work decided(Work work, Open open, Optional<JsonNode> decision, ResearchDesk desk) {
        Resolved resolved = resolved(open, desk);
        String why = decision.map(each -> each.path("reason").asText().strip()).orElse("");
        // one followed a moment ago may have led to the same place
        Optional<Trail.Reason> rule = rule(open, resolved, work, desk);
        boolean follow = rule.isEmpty()
                && decision.map(each -> each.path("follow").asBoolean()).orElse(false);
        Trail.Reason reason = rule.orElse(follow ? Trail.Reason.RELEVANT : Trail.Reason.NOT_RELEVANT);
        List<Trail> trail = new ArrayList<>(work.trail());
        List<Passage> led = follow ? targets(open, resolved, work, desk) : List.of();
        trail.add(trail(open, resolved, reason, rule.isPresent() ? "" : why, desk)
                .ledTo(led.stream().map(Passage::section).distinct().toList()));
        if (!follow) {
            return work.withTrail(trail);
        }
        List<String> visited = new ArrayList<>(work.visited());
        resolved.sections().forEach(section -> visited.add(place(resolved.law(), section)));
        if (resolved.sections().isEmpty()) {
            visited.add(whole(open, resolved));
        }
        List<Lead> leads = new ArrayList<>(work.leads());
        leads.add(new Lead(
                led.stream().map(Passage::id).toList(),
                desk.collection().passage(open.passage()).section(),
                open.depth() + 1,
                open.relevance()));
        return work.with(with -> with.trail(trail).visited(visited).leads(leads));
    }
}
