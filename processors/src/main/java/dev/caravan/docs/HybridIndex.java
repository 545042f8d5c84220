package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.text.SentenceEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Search over the sections of a folder by words (BM25) and by meaning (sentence vectors), joined by reciprocal rank
 * fusion (Cormack, Clarke and Büttcher 2009). Built at first use and whenever a file changed: the words at once, the
 * vectors in the background. Without vectors it searches by words alone.
 */
public final class HybridIndex implements SectionSearch, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HybridIndex.class);
    private static final int CANDIDATES = 20;
    // smaller than the paper's 60, which is meant for lists of hundreds; the weights are those that did best on
    // evaluation/atlas-docs.yaml, where meaning finds more than words
    private static final double RANK_CONSTANT = 20;
    private static final double WORDS = 0.7;
    private static final double MEANING = 1;
    private static final double NAMED = 1;
    private static final double NEAREST = 0.7;
    private static final double CODE_WANTED = 1.2;
    private static final double CODE_UNWANTED = 0.8;
    /** A heading that is a name: a few words, perhaps with an abbreviation in capitals behind. */
    private static final Pattern NAME = Pattern.compile("\\w[\\w-]*(?: [\\w-]+){0,3}(?: \\(([A-Z]{3,5})\\))?");

    private static final Pattern ASKS_FOR_CODE = Pattern.compile(
            "(?i)\\b(sql|quer(y|ies)|statement|code|charts?|reproduc\\w*|rebuil[dt]\\w*|replicat\\w*|treemap)\\b");

    private final KnowledgeFolder folder;
    private final Supplier<SentenceEncoder> loader;
    private final VectorFile file;
    private final Duration patience;
    private final Map<String, float[]> vectors = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor background;
    private volatile SentenceEncoder encoder;
    private volatile boolean withoutVectors;
    private volatile State state =
            new State(List.of(), List.of(), List.of(), null, CompletableFuture.completedFuture(null));

    /** What was built from one state of the folder. */
    private record State(
            List<KnowledgeDocument> documents,
            List<Section> sections,
            List<Passage> passages,
            KeywordIndex words,
            CompletableFuture<Void> encoded) {}

    /** A stretch of a section, short enough for the encoder. */
    private record Passage(int section, String text, String key) {}

    /**
     * An index of a folder; nothing is read before the first search.
     *
     * @param folder the documents
     * @param loader loads the sentence encoder, once, in the background; what it throws leaves the words alone
     * @param vectors file in which vectors are kept
     * @param patience how long a search waits for vectors that are still being made
     */
    public HybridIndex(KnowledgeFolder folder, Supplier<SentenceEncoder> loader, Path vectors, Duration patience) {
        this.folder = folder;
        this.loader = loader;
        this.file = new VectorFile(vectors);
        this.patience = patience;
        // one thread, and none while there is nothing to do
        this.background = new ThreadPoolExecutor(0, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "knowledge-vectors");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** An index by words alone. */
    public static HybridIndex ofWords(KnowledgeFolder folder) {
        HybridIndex index = new HybridIndex(folder, () -> null, Path.of("none"), Duration.ZERO);
        index.withoutVectors = true;
        return index;
    }

    @Override
    public List<Hit> search(String question, int limit) {
        State current = refreshed();
        if (current.sections().isEmpty()) {
            return List.of();
        }
        await(current);
        Map<Integer, Double> scores = new HashMap<>();
        addRanks(scores, current.words().search(question, CANDIDATES), WORDS);
        Map<Integer, Double> similarities = similarities(current, question);
        addRanks(
                scores,
                similarities.entrySet().stream()
                        .sorted(Map.Entry.<Integer, Double>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(CANDIDATES)
                        .map(Map.Entry::getKey)
                        .toList(),
                MEANING);
        addRanks(scores, named(current.sections(), question), NAMED);
        // a section with code explains little, and says more of a table than one about the matter
        double code = ASKS_FOR_CODE.matcher(question).find() ? CODE_WANTED : CODE_UNWANTED;
        scores.replaceAll((i, score) -> current.sections().get(i).text().contains("```") ? score * code : score);
        return scores.entrySet().stream()
                .map(entry -> new Hit(
                        current.sections().get(entry.getKey()),
                        entry.getValue(),
                        similarities.getOrDefault(entry.getKey(), Double.NaN)))
                .sorted(Comparator.comparingDouble(Hit::score).reversed())
                .limit(limit)
                .toList();
    }

    private static void addRanks(Map<Integer, Double> scores, List<Integer> ranked, double weight) {
        for (int rank = 0; rank < ranked.size(); rank++) {
            scores.merge(ranked.get(rank), weight / (RANK_CONSTANT + rank + 1), Double::sum);
        }
    }

    /** Numbers of the sections that the question calls by their heading or its abbreviation, in the order of the question. */
    private static List<Integer> named(List<Section> sections, String question) {
        Map<Integer, Integer> places = new HashMap<>();
        List<String> shared = sections.stream()
                .map(HybridIndex::abbreviation)
                .filter(text -> !text.isEmpty())
                .toList();
        for (int i = 0; i < sections.size(); i++) {
            String heading = sections.get(i).heading();
            String abbreviation = abbreviation(sections.get(i));
            if (!NAME.matcher(heading).matches()) {
                continue;
            }
            String full = "(?i:" + Pattern.quote(heading.replaceFirst(" \\(.*", "")) + ")";
            // one that several sections carry, such as (SQL), names none of them
            boolean own = !abbreviation.isEmpty() && Collections.frequency(shared, abbreviation) == 1;
            Matcher name = Pattern.compile("(?<![\\w-])(?:" + full + (own ? "|" + abbreviation : "") + ")(?![\\w-])")
                    .matcher(question);
            if (name.find()) {
                places.put(i, name.start());
            }
        }
        return places.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String abbreviation(Section section) {
        Matcher name = NAME.matcher(section.heading());
        return name.matches() && name.group(1) != null ? name.group(1) : "";
    }

    /** How near the question is to each section. */
    private Map<Integer, Double> similarities(State current, String question) {
        if (encoder == null || withoutVectors) {
            return Map.of();
        }
        Map<Integer, List<Double>> cosines = new HashMap<>();
        try {
            float[] asked = encoder.encode(question);
            for (Passage passage : current.passages()) {
                float[] vector = vectors.get(passage.key());
                if (vector != null) {
                    cosines.computeIfAbsent(passage.section(), section -> new ArrayList<>())
                            .add(SentenceEncoder.likeness(asked, vector));
                }
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("a question could not be encoded, so documents are searched by words alone: {}", e.toString());
            return Map.of();
        }
        Map<Integer, Double> near = new HashMap<>();
        cosines.forEach((section, values) -> near.put(section, joined(values)));
        return near;
    }

    /** Mostly the nearest passage; a section with several near ones wins over one with a single chance likeness. */
    private static double joined(List<Double> cosines) {
        List<Double> best =
                cosines.stream().sorted(Comparator.reverseOrder()).limit(3).toList();
        return NEAREST * best.get(0)
                + (1 - NEAREST)
                        * best.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElse(0);
    }

    private void await(State current) {
        if (withoutVectors || current.encoded().isDone()) {
            return;
        }
        try {
            current.encoded().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.info("the sentence vectors of the documents are not ready, they are searched by words alone");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private State refreshed() {
        List<KnowledgeDocument> documents = folder.documents();
        if (documents == state.documents()) {
            return state;
        }
        synchronized (this) {
            if (documents != state.documents()) {
                state = built(documents);
            }
            return state;
        }
    }

    private State built(List<KnowledgeDocument> documents) {
        List<Section> sections = documents.stream()
                .flatMap(document -> document.sections().stream())
                .toList();
        List<Passage> passages = IntStream.range(0, sections.size())
                .boxed()
                .flatMap(i ->
                        Passages.of(sections.get(i)).stream().map(text -> new Passage(i, text, VectorFile.key(text))))
                .toList();
        KeywordIndex words = new KeywordIndex(sections);
        CompletableFuture<Void> encoded = withoutVectors || sections.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(() -> encode(passages), background);
        return new State(documents, sections, passages, words, encoded);
    }

    /** In the background: loads the encoder once, and makes the vectors that are not kept yet. */
    private void encode(List<Passage> passages) {
        try {
            if (encoder == null) {
                SentenceEncoder loaded = loader.get();
                vectors.putAll(kept(loaded.name()));
                encoder = loaded;
            }
            boolean more = false;
            for (Passage passage : passages) {
                if (!vectors.containsKey(passage.key())) {
                    vectors.put(passage.key(), encoder.encode(passage.text()));
                    more = true;
                }
            }
            if (more) {
                vectors.keySet().retainAll(passages.stream().map(Passage::key).toList());
                keep(encoder.name());
            }
        } catch (RuntimeException | LinkageError e) {
            withoutVectors = true;
            LOG.warn("the sentence model cannot be used, so documents are searched by words alone: {}", e.toString());
        }
    }

    private Map<String, float[]> kept(String name) {
        try {
            return file.read(name);
        } catch (IOException e) {
            LOG.info("the kept sentence vectors are made anew: {}", e.toString());
            return Map.of();
        }
    }

    private void keep(String name) {
        try {
            file.write(name, new HashMap<>(vectors));
        } catch (IOException e) {
            LOG.warn("the sentence vectors cannot be kept for the next start: {}", e.toString());
        }
    }

    /** The documents that are searched. */
    public List<KnowledgeDocument> documents() {
        return folder.documents();
    }

    @Override
    public void close() {
        background.shutdownNow();
    }
}
