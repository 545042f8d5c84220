package dev.caravan.documents;

import dev.caravan.documents.PassageVectors.Encoded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.QueryBuilder;

/**
 * Passages in a Lucene index on disk. What was committed survives a crash. With vectors, passages near in meaning are found as well, and
 * a document whose passages have none of the encoder in use counts as one that is not there as it should be.
 */
public final class LuceneIndex implements CorpusIndex {
    private static final String OWNER = "owner";
    private static final String DOCUMENT = "document";
    private static final String VERSION = "version";
    private static final String TEXT = "text";
    private static final String HEADING = "heading";
    private static final String ENCODER = "encoder";
    private static final int NEAREST = 40;

    private final CorpusWords words = new CorpusWords();
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final Map<Owner, Map<String, Put>> versions = new ConcurrentHashMap<>();
    private final Optional<PassageVectors> vectors;

    /** How a document was put: its version and whose vectors its passages have; empty where they have none. */
    private record Put(String version, String encoder) {}

    /** Opens or makes the index in a folder, of words alone. */
    public LuceneIndex(Path folder) {
        this(folder, Optional.empty());
    }

    /** The same with vectors, where there are any. */
    public LuceneIndex(Path folder, Optional<PassageVectors> vectors) {
        this.vectors = vectors;
        try {
            writer = new IndexWriter(FSDirectory.open(folder), new IndexWriterConfig(words.analyzer()));
            searchers = searchers(writer);
        } catch (IOException e) {
            throw new UncheckedIOException("the index in " + folder + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static SearcherManager searchers(IndexWriter writer) throws IOException {
        try {
            writer.commit();
            return new SearcherManager(writer, null);
        } catch (IOException | RuntimeException e) {
            // gives the lock of the folder back
            writer.close();
            throw e;
        }
    }

    @Override
    public void put(Owner owner, String document, String version, List<Block> blocks) {
        List<Chunk> chunks = Chunk.of(blocks);
        Encoded encoded =
                vectors.map(each -> each.passages(owner, document, chunks)).orElse(Encoded.NONE);
        List<Document> written = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            Document chunk = written(owner, document, version, chunks.get(i));
            if (!encoded.encoder().isEmpty()) {
                chunk.add(new StoredField(ENCODER, encoded.encoder()));
                chunk.add(new KnnFloatVectorField(
                        vector(encoded.encoder(), encoded.vectors().get(i)),
                        encoded.vectors().get(i),
                        VectorSimilarityFunction.COSINE));
            }
            written.add(chunk);
        }
        change(() -> writer.updateDocuments(key(owner, document), written));
        known(owner).put(document, new Put(version, encoded.encoder()));
    }

    /** The field of an encoder's vectors: those of two never meet, nor do their lengths. */
    private static String vector(String encoder, float[] one) {
        return "vector of " + encoder + ", " + one.length;
    }

    @Override
    public void remove(Owner owner, String document) {
        change(() -> writer.deleteDocuments(key(owner, document)));
        known(owner).remove(document);
    }

    private interface Change {
        void run() throws IOException;
    }

    private void change(Change change) {
        try {
            change.run();
            writer.commit();
            searchers.maybeRefreshBlocking();
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be written: " + e.getMessage(), e);
        }
    }

    private static Term key(Owner owner, String document) {
        return new Term("key", owner.key() + '\u0000' + document);
    }

    private static Document written(Owner owner, String id, String version, Chunk chunk) {
        Document document = new Document();
        document.add(new StringField("key", key(owner, id).text(), Field.Store.NO));
        document.add(new StringField(OWNER, owner.key(), Field.Store.NO));
        document.add(new StringField(DOCUMENT, id, Field.Store.YES));
        document.add(new StoredField(VERSION, version));
        document.add(new StoredField("page", chunk.page()));
        document.add(new StoredField("first", chunk.first()));
        document.add(new StoredField("last", chunk.last()));
        document.add(new TextField(TEXT, chunk.text(), Field.Store.NO));
        document.add(new TextField(HEADING, chunk.headings(), Field.Store.NO));
        return document;
    }

    @Override
    public Map<String, String> versions(Owner owner) {
        String encoder = vectors.flatMap(PassageVectors::encoder).orElse("");
        Map<String, String> found = new HashMap<>();
        known(owner)
                .forEach((document, put) -> found.put(
                        document,
                        encoder.isEmpty() || encoder.equals(put.encoder())
                                ? put.version()
                                : put.version() + " without vectors of " + encoder));
        return found;
    }

    /** Read from the index once, then kept along with it: a question asks for it each time. */
    private Map<String, Put> known(Owner owner) {
        return versions.computeIfAbsent(owner, asked -> {
            Map<String, Put> found = new ConcurrentHashMap<>();
            search(
                    new TermQuery(new Term(OWNER, asked.key())),
                    Integer.MAX_VALUE,
                    (document, score) -> found.put(
                            document.get(DOCUMENT),
                            new Put(
                                    document.get(VERSION),
                                    Optional.ofNullable(document.get(ENCODER)).orElse(""))));
            return found;
        });
    }

    @Override
    public List<Hit> search(Owner owner, String question, Collection<String> documents, int limit) {
        Set<String> terms = words.distinct(question);
        if (terms.isEmpty()) {
            return List.of();
        }
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (String term : terms) {
            any.add(new TermQuery(new Term(TEXT, term)), Occur.SHOULD);
            any.add(new BoostQuery(new TermQuery(new Term(HEADING, term)), Chunk.HEADING_WEIGHT), Occur.SHOULD);
        }
        Query whose = whose(owner, documents);
        List<Hit> byWords = hits(
                new BooleanQuery.Builder()
                        .add(any.build(), Occur.MUST)
                        .add(whose, Occur.FILTER)
                        .build(),
                limit);
        return vectors.flatMap(each ->
                        near(each, question, whose).map(byMeaning -> Hybrid.of(byWords, byMeaning, each.near(), limit)))
                .orElse(byWords);
    }

    private static Query whose(Owner owner, Collection<String> documents) {
        BooleanQuery.Builder whose =
                new BooleanQuery.Builder().add(new TermQuery(new Term(OWNER, owner.key())), Occur.FILTER);
        if (!documents.isEmpty()) {
            whose.add(
                    new TermInSetQuery(
                            DOCUMENT, documents.stream().map(BytesRef::new).toList()),
                    Occur.FILTER);
        }
        return whose.build();
    }

    /** The passages nearest in meaning, their likeness as the score; empty where there are no vectors. */
    private Optional<List<Hit>> near(PassageVectors encoded, String question, Query whose) {
        return encoded.question(question).flatMap(asked -> encoded.encoder()
                .map(encoder ->
                        hits(new KnnFloatVectorQuery(vector(encoder, asked), asked, NEAREST, whose), NEAREST).stream()
                                // Lucene's score of a cosine is (1 + cosine) / 2
                                .map(hit -> hit.withScore(2 * hit.score() - 1))
                                .toList()));
    }

    private List<Hit> hits(Query query, int limit) {
        List<Hit> hits = new ArrayList<>();
        search(
                query,
                limit,
                (document, score) -> hits.add(new Hit(
                        document.get(DOCUMENT),
                        document.getField("page").numericValue().intValue(),
                        document.getField("first").numericValue().intValue(),
                        document.getField("last").numericValue().intValue(),
                        score)));
        return hits;
    }

    @Override
    public boolean holds(Owner owner, String phrase) {
        Query together = new QueryBuilder(words.analyzer()).createPhraseQuery(TEXT, phrase);
        if (together == null) {
            // nothing but words that no search minds
            return true;
        }
        boolean[] found = {false};
        search(
                new BooleanQuery.Builder()
                        .add(together, Occur.MUST)
                        .add(new TermQuery(new Term(OWNER, owner.key())), Occur.FILTER)
                        .build(),
                1,
                (document, score) -> found[0] = true);
        return found[0];
    }

    private interface Found {
        void take(Document document, float score);
    }

    private void search(Query query, int limit, Found found) {
        try {
            IndexSearcher searcher = searchers.acquire();
            try {
                int most = Math.max(1, Math.min(limit, searcher.getIndexReader().maxDoc()));
                for (ScoreDoc hit : searcher.search(query, most).scoreDocs) {
                    found.take(searcher.storedFields().document(hit.doc), hit.score);
                }
            } finally {
                searchers.release(searcher);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public int size() {
        int[] size = {0};
        search(new MatchAllDocsQuery(), 1, (document, score) -> size[0] = 1);
        return size[0] == 0 ? 0 : writer.getDocStats().numDocs;
    }

    @Override
    public void close() {
        try {
            searchers.close();
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be closed: " + e.getMessage(), e);
        }
    }
}
