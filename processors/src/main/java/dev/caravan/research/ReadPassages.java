package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.reference.Reference;
import dev.caravan.research.Research.Lead;
import dev.caravan.research.Research.Open;
import dev.caravan.research.Research.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Stage extract: takes from passages what bears on the query, word for word, scores them, and notes the references of it: those that the
 * grammar reads and those that the model names, each once.
 */
public final class ReadPassages extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_extract";

    /** The limit on how often a section comes up. */
    public static final String SAME_SECTION = "same_section";

    private static final int CHARACTERS_PER_TOKEN = 4;
    // of a sentence in the trace
    private static final int TOLD = 160;
    // of a sentence of a text that no search has found, where nothing is known but that a model took it out
    private static final double RELEVANT = 0.5;
    // the share of a passage's own relevance that its sentences have at least
    private static final double LED_TO = 0.5;

    /** With the desks. */
    public ReadPassages(ResearchDesks desks) {
        super(KEY, desks);
    }

    /** A passage as a reply judges it. */
    private record Read(Passage passage, double relevance, List<String> sentences, List<Reference> references) {}

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Query", run.research().task().query());
        Lead lead = lead(run);
        inputs.put("Referred to by", lead.via());
        StringBuilder passages = new StringBuilder();
        int number = 0;
        for (String id : lead.passages()) {
            Passage passage = desk.collection().passage(id);
            passages.append('[')
                    .append(++number)
                    .append("] ")
                    .append(passage.section())
                    .append(' ')
                    .append(passage.heading())
                    .append('\n')
                    .append(passage.text())
                    .append("\n\n");
        }
        inputs.put("Passages", passages.toString());
        return inputs;
    }

    /** The passages to be read now. */
    static Lead lead(ResearchRun run) {
        return run.research().work().orElseThrow().leads().get(0);
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        Research research = run.research();
        Work work = research.work().orElseThrow();
        Lead lead = lead(run);
        List<Read> reads = reads(lead, desk, reply);
        int tokens = work.tokens()
                + reads.stream()
                        .mapToInt(read -> read.passage().text().length() / CHARACTERS_PER_TOKEN)
                        .sum();
        List<Finding> findings = new ArrayList<>(work.findings());
        List<Open> open = new ArrayList<>(work.open());
        Map<String, Integer> seen = new LinkedHashMap<>(work.seen());
        String stopped = work.stopped();
        List<String> kept = new ArrayList<>();
        List<Map<String, Object>> said = new ArrayList<>();
        for (Read read : relevant(reads, lead, desk.limits())) {
            String section = read.passage().section();
            int times = seen.merge(section, 1, Integer::sum);
            if (times > desk.limits().sameSection()) {
                stopped = SAME_SECTION;
                continue;
            }
            boolean known = findings.stream()
                    .anyMatch(finding ->
                            finding.passage().id().equals(read.passage().id()));
            if (known || read.sentences().isEmpty()) {
                continue;
            }
            findings.add(new Finding(read.passage(), read.sentences(), read.relevance(), lead.depth(), lead.via()));
            kept.add(section);
            said.add(Map.of(
                    "section",
                    read.passage().place(),
                    "text",
                    shortened(read.sentences().get(0))));
            open.addAll(referring(read, lead, work, research.task().query(), desk));
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("task", work.task());
        told.put("depth", lead.depth());
        if (!lead.via().isEmpty()) {
            told.put("via", lead.via());
        }
        told.put("kept", kept.stream().distinct().toList());
        told.put("tokens_read", tokens);
        told.put("said", said);
        String limit = stopped;
        Work next = work.with(
                with -> with.leads(work.leads().subList(1, work.leads().size()))
                        .open(open)
                        .findings(findings)
                        .seen(seen)
                        .tokens(tokens)
                        .stopped(limit));
        return run.gone(research.withWork(Optional.of(next)).at(JudgeReferences.next(next, research, desk)), told);
    }

    private static String shortened(String sentence) {
        return sentence.length() <= TOLD
                ? sentence
                : sentence.substring(0, Math.max(1, sentence.lastIndexOf(" ", TOLD))) + " …";
    }

    /** Those of a reply that stand among the passages; sentences and references that do not stand in their passage are left out. */
    private static List<Read> reads(Lead lead, ResearchDesk desk, JsonNode reply) {
        Map<Integer, JsonNode> byNumber = new HashMap<>();
        reply.path("passages").forEach(each -> byNumber.put(each.path("number").asInt(), each));
        List<Read> reads = new ArrayList<>();
        for (int i = 0; i < lead.passages().size(); i++) {
            Passage passage = desk.collection().passage(lead.passages().get(i));
            JsonNode each = byNumber.get(i + 1);
            if (each == null) {
                reads.add(new Read(passage, 0, List.of(), List.of()));
                continue;
            }
            List<String> sentences = Replies.texts(each, "sentences").stream()
                    .flatMap(sentence -> Quotes.find(passage.text(), sentence).stream())
                    .distinct()
                    .toList();
            reads.add(new Read(
                    passage,
                    Math.max(0, Math.min(1, each.path("relevance").asDouble())),
                    sentences,
                    named(each.path("references"), passage)));
        }
        return reads;
    }

    private static List<Reference> named(JsonNode references, Passage passage) {
        List<Reference> named = new ArrayList<>();
        for (JsonNode each : references) {
            String text = each.path("text").asText().strip();
            int at = text.isEmpty() ? -1 : passage.text().indexOf(text);
            if (at >= 0) {
                named.add(new Reference(
                        kind(each.path("kind").asText()),
                        at,
                        at + text.length(),
                        text,
                        each.path("document").asText().strip(),
                        List.of()));
            }
        }
        return named;
    }

    private static Reference.Kind kind(String written) {
        return switch (written.toLowerCase(Locale.ROOT)) {
            case "academic_numbered" -> Reference.Kind.ACADEMIC_NUMBERED;
            case "academic_shortform" -> Reference.Kind.ACADEMIC_SHORTFORM;
            case "legal_section" -> Reference.Kind.LEGAL_SECTION;
            default -> Reference.Kind.DOCUMENT_MENTION;
        };
    }

    /** What a search finds is kept, most relevant first among what a reference leads to, and the best of it where too few are relevant. */
    private static List<Read> relevant(List<Read> reads, Lead lead, ResearchLimits limits) {
        if (lead.depth() == 0) {
            return reads;
        }
        List<Read> sorted = reads.stream()
                .sorted(Comparator.comparingDouble(Read::relevance).reversed())
                .toList();
        int enough = (int) sorted.stream()
                .filter(read -> read.relevance() >= limits.relevance())
                .count();
        return sorted.subList(0, Math.min(sorted.size(), Math.max(enough, limits.leastFollowed())));
    }

    /** The references of the extracted sentences; those that a model names in other words than the grammar reads are read by it again. */
    private static List<Open> referring(Read read, Lead lead, Work work, String query, ResearchDesk desk) {
        Relevance relevance = new Relevance(desk.collection(), query);
        double heading = relevance.of(read.passage().heading());
        List<Open> open = new ArrayList<>();
        for (String sentence : read.sentences()) {
            double own = work.best() == 0
                    ? RELEVANT
                    : Math.min(1, (relevance.of(sentence) + BuiltInResearch.HEADING_SHARE * heading) / work.best());
            // what is led to may say the matter in words of its own
            double score = lead.depth() == 0 ? own : Math.max(own, LED_TO * read.relevance());
            List<Reference> found = new ArrayList<>(desk.reader().read(sentence));
            for (Reference named : read.references()) {
                if (sentence.contains(named.text()) && isNew(named, found)) {
                    List<Reference> again = desk.reader().read(named.text());
                    found.addAll(again.isEmpty() ? List.of(named) : again);
                }
            }
            found.forEach(
                    reference -> open.add(new Open(reference, read.passage().id(), sentence, score, lead.depth())));
        }
        return open;
    }

    /** Whether none of those found shares its words. */
    private static boolean isNew(Reference named, List<Reference> found) {
        return found.stream()
                .noneMatch(reference ->
                        reference.text().contains(named.text()) || named.text().contains(reference.text()));
    }
}
