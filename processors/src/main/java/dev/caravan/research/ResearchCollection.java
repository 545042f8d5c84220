package dev.caravan.research;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.PassageVectors;
import dev.caravan.documents.PassageVectors.Encoded;
import dev.caravan.reference.DocumentRegistry;
import dev.caravan.reference.Reference;
import dev.caravan.reference.Statute;
import dev.caravan.reference.Statute.Section;
import dev.caravan.text.SentenceEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * The documents that a research works on, searched by words: BM25 over paragraphs, the heading of a section counting more than its text.
 * German compounds are taken apart by the words of the collection itself. With vectors, paragraphs near in meaning are found beside.
 */
public final class ResearchCollection implements AutoCloseable {
    private static final String ID = "id";
    private static final String DOCUMENT = "document";
    private static final String SECTION = "section";
    private static final String HEADING = "heading";
    private static final String TEXT = "text";
    private static final int SHORTEST_TITLE = 8;
    private static final float HEADING_WEIGHT = 1.6f;
    // "(2) …" and paragraphs that a blank line divides
    private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n");

    private final DocumentRegistry registry;
    private static final int NEAREST = 40;
    /** What the nearest in meaning counts beside the one with the best words. */
    private static final double MEANING = 0.5;

    private final Optional<Vectors> vectors;
    private final Map<String, float[]> encoded = new HashMap<>();
    private String encoder = "";
    private final Map<String, Passage> passages = new LinkedHashMap<>();
    private final Map<String, List<Passage>> bySection = new HashMap<>();
    private final TextAnalysis analysis;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    /**
     * A passage and how well it fits.
     *
     * @param passage the passage
     * @param score of BM25; comparable within one search only
     */
    public record Hit(Passage passage, double score) {}

    /**
     * Vectors of the passages of a collection.
     *
     * @param encoder gives and keeps them
     * @param owner whose they are in the store
     */
    public record Vectors(PassageVectors encoder, Owner owner) {}

    /** Indexes documents in memory, to be found by their words. */
    public ResearchCollection(List<Statute> statutes) {
        this(statutes, Optional.empty());
    }

    /** The same with vectors, by which passages near in meaning are found as well. */
    public ResearchCollection(List<Statute> statutes, Optional<Vectors> vectors) {
        this.vectors = vectors;
        this.registry = new DocumentRegistry(statutes);
        statutes.forEach(this::divide);
        this.analysis = new TextAnalysis(passages.values().stream()
                .map(passage -> passage.heading() + " " + passage.text())
                .toList());
        try {
            this.reader = DirectoryReader.open(write());
            this.searcher = new IndexSearcher(reader);
            searcher.setSimilarity(new BM25Similarity());
        } catch (IOException e) {
            throw new UncheckedIOException("the collection cannot be indexed", e);
        }
    }

    private void divide(Statute statute) {
        for (Section section : statute.sections().values()) {
            int number = 0;
            for (String paragraph : PARAGRAPH.split(section.text())) {
                if (paragraph.isBlank()) {
                    continue;
                }
                Passage passage = new Passage(
                        statute.id() + " " + section.number() + " #" + ++number,
                        statute.id(),
                        section.key(),
                        section.number(),
                        section.heading(),
                        PrintedDocuments.unpaged(paragraph.strip()),
                        PrintedDocuments.page(paragraph.strip()));
                passages.put(passage.id(), passage);
                bySection
                        .computeIfAbsent(sectionId(statute.id(), section.key()), key -> new ArrayList<>())
                        .add(passage);
            }
        }
    }

    private ByteBuffersDirectory write() throws IOException {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analysis.analyzer()))) {
            for (Passage passage : passages.values()) {
                Document document = new Document();
                document.add(new StringField(ID, passage.id(), Field.Store.YES));
                document.add(new StringField(DOCUMENT, passage.document(), Field.Store.NO));
                document.add(new StringField(SECTION, sectionId(passage.document(), passage.key()), Field.Store.NO));
                document.add(new TextField(HEADING, passage.heading(), Field.Store.NO));
                document.add(new TextField(TEXT, passage.text(), Field.Store.NO));
                writer.addDocument(document);
            }
        }
        return directory;
    }

    private static String sectionId(String document, String key) {
        return document + "|" + key;
    }

    /** All documents by their names. */
    public DocumentRegistry registry() {
        return registry;
    }

    /** How its texts are cut into words. */
    public TextAnalysis analysis() {
        return analysis;
    }

    /** The paragraphs of a section in order; none when there is no such section. */
    public List<Passage> section(String document, String key) {
        return bySection.getOrDefault(sectionId(document, key), List.of());
    }

    /**
     * A paragraph by its id.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Passage passage(String id) {
        Passage passage = passages.get(id);
        if (passage == null) {
            throw new IllegalArgumentException("the collection has no passage " + id);
        }
        return passage;
    }

    /** The heading of a section as {@link Passage#section()} names it. */
    Optional<String> heading(String section) {
        return passages.values().stream()
                .filter(passage -> passage.section().equals(section))
                .map(Passage::heading)
                .findFirst();
    }

    /** How many paragraphs there are. */
    public int size() {
        return passages.size();
    }

    /** The paragraphs that fit best, best first. */
    public List<Hit> search(String query, int limit) {
        return search(query, limit, Optional.empty());
    }

    /** Those of one document. */
    public List<Hit> searchDocument(String query, String document, int limit) {
        return search(query, limit, Optional.of(document));
    }

    private List<Hit> search(String query, int limit, Optional<String> document) {
        Set<String> terms = analysis.terms(query);
        if (terms.isEmpty()) {
            return List.of();
        }
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (String term : terms) {
            any.add(new TermQuery(new Term(TEXT, term)), Occur.SHOULD);
            any.add(new BoostQuery(new TermQuery(new Term(HEADING, term)), HEADING_WEIGHT), Occur.SHOULD);
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder().add(any.build(), Occur.MUST);
        document.ifPresent(id -> all.add(new TermQuery(new Term(DOCUMENT, id)), Occur.FILTER));
        try {
            List<Hit> hits = new ArrayList<>();
            for (ScoreDoc found : searcher.search(all.build(), limit).scoreDocs) {
                hits.add(new Hit(
                        passages.get(searcher.storedFields().document(found.doc).get(ID)), found.score));
            }
            return vectors.map(each -> together(hits, near(each, query, document), limit))
                    .orElse(hits);
        } catch (IOException e) {
            throw new UncheckedIOException("the collection cannot be searched", e);
        }
    }

    private static List<Hit> together(List<Hit> words, List<Hit> meaning, int limit) {
        double best = words.isEmpty() ? 1 : words.get(0).score();
        Map<Passage, Double> scores = new LinkedHashMap<>();
        words.forEach(hit -> scores.merge(hit.passage(), hit.score() / best, Double::sum));
        meaning.forEach(hit -> scores.merge(hit.passage(), MEANING * hit.score(), Double::sum));
        return scores.entrySet().stream()
                .map(each -> new Hit(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingDouble(Hit::score).reversed())
                .limit(limit)
                .toList();
    }

    /** The paragraphs nearest in meaning by their cosine; a collection is small enough to compare all of them. */
    private List<Hit> near(Vectors with, String query, Optional<String> document) {
        Optional<float[]> asked = with.encoder().question(query);
        if (asked.isEmpty()) {
            return List.of();
        }
        Map<String, float[]> known = encoded(with);
        double near = with.encoder().near();
        return passages.values().stream()
                .filter(passage ->
                        document.map(passage.document()::equals).orElse(true) && known.containsKey(passage.id()))
                .map(passage -> new Hit(passage, SentenceEncoder.likeness(asked.get(), known.get(passage.id()))))
                .filter(hit -> hit.score() >= near)
                .sorted(Comparator.comparingDouble(Hit::score).reversed())
                .limit(NEAREST)
                .toList();
    }

    /** The vectors of all paragraphs, made by the first search and by the next where the encoder failed meanwhile. */
    private synchronized Map<String, float[]> encoded(Vectors with) {
        String name = with.encoder().encoder().orElse(encoder);
        if (!name.equals(encoder) || encoded.size() < passages.size()) {
            encoded.clear();
            Map<String, List<Passage>> byDocument = passages.values().stream()
                    .collect(Collectors.groupingBy(Passage::document, LinkedHashMap::new, Collectors.toList()));
            for (Map.Entry<String, List<Passage>> each : byDocument.entrySet()) {
                Encoded made = with.encoder()
                        .texts(
                                with.owner(),
                                each.getKey(),
                                each.getValue().stream()
                                        .map(passage -> passage.heading() + "\n" + passage.text())
                                        .toList());
                for (int i = 0; i < made.vectors().size(); i++) {
                    encoded.put(each.getValue().get(i).id(), made.vectors().get(i));
                }
            }
            encoder = name;
        }
        return Map.copyOf(encoded);
    }

    /**
     * The document that a citation of literature means: the one of which a name is what the list of literature of the citing document says
     * behind its number, or which has author and year among its names or at its beginning.
     */
    public Optional<String> cited(Reference citation, Passage from) {
        String wanted = citation.kind() == Reference.Kind.ACADEMIC_NUMBERED
                ? listed(citation.text(), from.document())
                : citation.text();
        Set<String> words = Arrays.stream(wanted.split("[^\\p{L}\\p{N}]+"))
                .filter(word -> word.length() > 2)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        if (words.size() < 2) {
            return Optional.empty();
        }
        return registry.statutes().stream()
                .filter(statute -> !statute.id().equals(from.document()))
                .filter(statute -> citation.kind() == Reference.Kind.ACADEMIC_NUMBERED
                        ? statute.names().stream().anyMatch(name -> isNamed(wanted, name))
                        : named(statute).containsAll(words))
                .map(Statute::id)
                .findFirst();
    }

    private static boolean isNamed(String entry, String name) {
        return name.length() >= SHORTEST_TITLE
                && entry.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
    }

    /** The entry of a list of literature. */
    private String listed(String number, String document) {
        return passages.values().stream()
                .filter(passage -> passage.document().equals(document))
                .flatMap(passage -> passage.text().lines())
                .map(line -> line.replaceFirst("^[-*\\s]+", ""))
                .filter(line -> line.startsWith(number))
                .map(line -> line.substring(number.length()).strip())
                .findFirst()
                .orElse("");
    }

    private static Set<String> named(Statute statute) {
        return Arrays.stream(String.join(" ", statute.names()).split("[^\\p{L}\\p{N}]+"))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    /** Inverse document frequency of a term over paragraphs: ln(1 + N / (1 + n)). */
    public double weight(String term) {
        try {
            return Math.log(1 + size() / (1.0 + reader.docFreq(new Term(TEXT, term))));
        } catch (IOException e) {
            throw new UncheckedIOException("the collection cannot be searched", e);
        }
    }

    /** Whether a term stands anywhere. */
    public boolean has(String term) {
        try {
            return reader.docFreq(new Term(TEXT, term)) + reader.docFreq(new Term(HEADING, term)) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException("the collection cannot be searched", e);
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be closed", e);
        }
    }
}
