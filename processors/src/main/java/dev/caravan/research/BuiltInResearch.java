package dev.caravan.research;

import dev.caravan.reference.Reference;
import dev.caravan.reference.ResolveReference.Resolved;
import dev.caravan.research.Research.Exchange;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Lead;
import dev.caravan.research.Research.Open;
import dev.caravan.research.Research.Work;
import dev.caravan.research.ResearchReport.Quality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Replies to the prompts of a research by the words of the texts alone; what the built-in model says. */
public final class BuiltInResearch {
    /** A sentence below a heading that speaks of the query says less of it itself: the share of the heading. */
    static final double HEADING_SHARE = 0.5;

    // what a sentence must speak of, as a part of the query's weight, to be extracted
    private static final double EXTRACTED = 0.2;
    private static final int SENTENCES = 4;
    // a reference stands for what its sentence is about: its share in the score of what it leads to
    private static final double REFERRING = 0.5;
    private static final int SECTIONS_ASKED = 4;

    private BuiltInResearch() {}

    /**
     * A reply of the form of a prompt.
     *
     * @param key of the prompt
     */
    public static Map<String, Object> reply(String key, ResearchRun run, ResearchDesk desk) {
        return switch (key) {
            case AnalyzeQuery.KEY -> analysis(run.research(), desk);
            case GenerateQueries.KEY -> Map.of("queries", queries(run.research(), desk.collection()));
            case AnalyzeRetrieval.KEY -> gaps(run.research(), desk);
            case GenerateQuestions.KEY -> questions(run.research(), desk);
            case ConcludeConversation.KEY -> plan(run.research(), desk.collection());
            case ListTasks.KEY -> Map.of("tasks", tasks(run.research()));
            case ReadPassages.KEY -> extract(run, desk);
            case JudgeReferences.KEY -> gate(run.research().work().orElseThrow());
            case WriteReport.KEY -> BuiltInReport.write(run.research());
            case AssessReport.KEY -> quality(run.research(), desk.collection());
            default -> throw new IllegalArgumentException("no prompt of a research: " + key);
        };
    }

    private static List<String> queries(Research research, ResearchCollection collection) {
        ResearchQueries queries = new ResearchQueries(collection);
        if (research.dialogue().isEmpty()) {
            return queries.discover(research.question());
        }
        Exchange last = research.dialogue().get(research.dialogue().size() - 1);
        List<String> made = new ArrayList<>(List.of((research.question() + " " + last.reply()).strip()));
        made.addAll(queries.discover(last.reply().isBlank() ? research.wanted() : last.reply()));
        return made;
    }

    /** What the question names that the collection knows; what it does not know is asked, and a question of no known word altogether. */
    private static Map<String, Object> analysis(Research research, ResearchDesk desk) {
        List<String> known = new ArrayList<>();
        List<String> unclear = new ArrayList<>();
        for (String word : TextAnalysis.tellingWords(research.question())) {
            Set<String> terms = desk.collection().analysis().terms(word);
            if (!terms.isEmpty()) {
                (terms.stream().anyMatch(desk.collection()::has) ? known : unclear).add(word);
            }
        }
        return Map.of(
                "concepts",
                known,
                "entities",
                desk.reader().read(research.question()).stream()
                        .map(Reference::text)
                        .toList(),
                "scope",
                desk.collection().search(research.question(), SECTIONS_ASKED).stream()
                        .map(hit -> hit.passage().document())
                        .distinct()
                        .collect(Collectors.joining(", ")),
                "clarification_needed",
                known.isEmpty() || !unclear.isEmpty(),
                "unclear",
                unclear);
    }

    /** Coverage and gaps: words that no passage has, sections that are referred to and were not read. */
    private static Map<String, Object> gaps(Research research, ResearchDesk desk) {
        ResearchCollection collection = desk.collection();
        Set<String> spoken = new HashSet<>();
        List<Passage> passages =
                research.known().stream().map(collection::passage).toList();
        passages.forEach(passage -> {
            spoken.addAll(collection.analysis().terms(passage.text()));
            spoken.addAll(collection.analysis().terms(passage.heading()));
        });
        double total = 0;
        double covered = 0;
        List<Map<String, Object>> gaps = new ArrayList<>();
        for (String word : TextAnalysis.tellingWords(research.question())) {
            Set<String> terms = collection.analysis().terms(word);
            if (terms.isEmpty()) {
                continue;
            }
            double weight = terms.stream().mapToDouble(collection::weight).max().orElse(0);
            boolean has = terms.stream().anyMatch(spoken::contains);
            total += weight;
            covered += has ? weight : 0;
            if (!has) {
                gaps.add(gap(Gap.Kind.WORD, word));
            }
        }
        unread(research, passages, desk).forEach(section -> gaps.add(gap(Gap.Kind.SECTION, section)));
        return Map.of("coverage", total == 0 ? 0 : covered / total, "gaps", gaps);
    }

    private static Map<String, Object> gap(Gap.Kind kind, String about) {
        return Map.of("kind", kind.name().toLowerCase(Locale.ROOT), "about", about);
    }

    /** Sections that the passages refer to most and that are not among them; those that the person was asked about are left aside. */
    private static List<String> unread(Research research, List<Passage> passages, ResearchDesk desk) {
        Set<String> read = new HashSet<>();
        passages.forEach(passage -> read.add(passage.section()));
        Map<String, Integer> referred = new LinkedHashMap<>();
        for (Passage passage : passages) {
            for (Reference reference : desk.reader().read(passage.text())) {
                Resolved resolved = desk.resolver().resolve(reference, passage.document(), passage.key());
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

    /** What is meant by words that the documents do not have, which sections referred to matter, and which of the headings found. */
    private static Map<String, Object> questions(Research research, ResearchDesk desk) {
        ResearchTexts texts = ResearchTexts.of(research.language());
        List<Map<String, Object>> questions = new ArrayList<>();
        List<String> words = about(research, Gap.Kind.WORD);
        if (!words.isEmpty()) {
            questions.add(Map.of("question", texts.text("ask.words", String.join(", ", words)), "options", List.of()));
        }
        List<String> sections = about(research, Gap.Kind.SECTION).stream()
                .map(section -> headed(section, desk))
                .toList();
        if (!sections.isEmpty()) {
            questions.add(Map.of("question", texts.text("ask.sections"), "options", sections));
        }
        String asked = research.dialogue().toString();
        List<String> headings = research.known().stream()
                .map(desk.collection()::passage)
                .map(Passage::heading)
                .filter(heading -> !heading.isBlank() && !asked.contains(heading))
                .distinct()
                .limit(SECTIONS_ASKED)
                .toList();
        if (!headings.isEmpty()) {
            questions.add(Map.of("question", texts.text("ask.headings"), "options", headings));
        }
        if (questions.size() < 2) {
            questions.add(Map.of(
                    "question",
                    texts.text("ask.aim"),
                    "options",
                    List.of(texts.text("aim.duties"), texts.text("aim.deadlines"), texts.text("aim.exceptions"))));
        }
        return Map.of("questions", questions.subList(0, Math.min(3, questions.size())));
    }

    private static List<String> about(Research research, Gap.Kind kind) {
        return research.gaps().stream()
                .filter(gap -> gap.kind() == kind)
                .map(Gap::about)
                .toList();
    }

    private static String headed(String section, ResearchDesk desk) {
        return desk.collection()
                .heading(section)
                .filter(heading -> !heading.isBlank())
                .map(heading -> section + " " + heading)
                .orElse(section);
    }

    /** The parts of the question, and what the person added, each once. */
    private static Map<String, Object> plan(Research research, ResearchCollection collection) {
        Map<String, String> byWords = new HashMap<>();
        List<String> made = new ArrayList<>();
        List<String> wanted = new ArrayList<>(new ResearchQueries(collection).parts(research.question()));
        research.dialogue().stream()
                .map(Exchange::reply)
                .filter(reply -> !reply.isBlank())
                .forEach(reply -> wanted.addAll(List.of(reply.split(";\\s*"))));
        for (String query : wanted) {
            Set<String> terms = collection.analysis().terms(query);
            if (!terms.isEmpty() && byWords.putIfAbsent(terms.toString(), query) == null) {
                made.add(query);
            }
        }
        return Map.of("analysis", research.wanted(), "queries", made);
    }

    /** The queries as they are; nothing more when a task is over. */
    private static List<String> tasks(Research research) {
        return research.work().isPresent() ? List.of() : research.researchQueries();
    }

    private static Map<String, Object> extract(ResearchRun run, ResearchDesk desk) {
        Work work = run.research().work().orElseThrow();
        Lead lead = ReadPassages.lead(run);
        Relevance relevance = new Relevance(desk.collection(), work.query());
        List<Map<String, Object>> passages = new ArrayList<>();
        for (int i = 0; i < lead.passages().size(); i++) {
            Passage passage = desk.collection().passage(lead.passages().get(i));
            double own = relevance.of(passage) / work.best();
            double score = lead.depth() == 0 ? own : REFERRING * lead.relevance() + (1 - REFERRING) * own;
            List<String> sentences = sentences(passage, relevance, work.best());
            if (sentences.isEmpty() && lead.depth() > 0) {
                // what a relevant sentence refers to may say the matter in other words
                sentences = Sentences.of(passage.text()).stream().limit(1).toList();
            }
            passages.add(Map.of("number", i + 1, "relevance", Math.min(1, score), "sentences", sentences));
        }
        return Map.of("passages", passages);
    }

    private static List<String> sentences(Passage passage, Relevance relevance, double best) {
        double heading = relevance.of(passage.heading());
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
                .sorted(Comparator.comparingDouble((Integer i) -> scores.get(i)).reversed())
                .limit(SENTENCES)
                .sorted()
                .map(sentences::get)
                .toList();
    }

    /** A reference is followed when the sentence that has it bears on the query. */
    private static Map<String, Object> gate(Work work) {
        List<Map<String, Object>> decisions = new ArrayList<>();
        for (Open open : work.open()) {
            decisions.add(
                    Map.of("number", decisions.size() + 1, "follow", open.relevance() >= EXTRACTED, "reason", ""));
        }
        return Map.of("decisions", decisions);
    }

    private static Map<String, Object> quality(Research research, ResearchCollection collection) {
        ResearchReport report = research.report().orElseThrow();
        Quality quality = AssessReport.measured(research, report, collection);
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("factual_accuracy", quality.factualAccuracy());
        reply.put("semantic_validity", quality.semanticValidity());
        reply.put("structural_integrity", quality.structuralIntegrity());
        reply.put("citation_correctness", quality.citationCorrectness());
        reply.put("query_relevance", quality.queryRelevance());
        reply.put("issues", List.of());
        // a second writing takes in more of what was found; where all of it is told it gains nothing
        boolean more = BuiltInReport.statements(research.withFocus("more")) > report.statements();
        boolean good = quality.total() >= AssessReport.ACCEPTED || !more;
        reply.put("action", good ? "accept" : "retry");
        if (!good) {
            Set<String> missing = new LinkedHashSet<>();
            for (String word : research.question().split("[^\\p{L}\\p{N}-]+")) {
                Set<String> terms = collection.analysis().terms(word);
                if (!terms.isEmpty()
                        && report.terms(collection.analysis()).stream().noneMatch(terms::contains)) {
                    missing.add(word);
                }
            }
            reply.put("focus", String.join(", ", missing.isEmpty() ? Set.of(research.question()) : missing));
        }
        return reply;
    }
}
