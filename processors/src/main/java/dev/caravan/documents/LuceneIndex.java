package dev.caravan.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.QueryBuilder;

/** Passages in a Lucene index on disk. What was committed survives a crash. */
public final class LuceneIndex implements CorpusIndex {
    private static final String OWNER = "owner";
    private static final String DOCUMENT = "document";
    private static final String VERSION = "version";
    private static final String TEXT = "text";
    private static final String HEADING = "heading";

    private final CorpusWords words = new CorpusWords();
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final Map<Owner, Map<String, String>> versions = new ConcurrentHashMap<>();

    /** Opens or makes the index in a folder. */
    public LuceneIndex(Path folder) {
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
        List<Document> chunks = Chunk.of(blocks).stream()
                .map(chunk -> written(owner, document, version, chunk))
                .toList();
        change(() -> writer.updateDocuments(key(owner, document), chunks));
        known(owner).put(document, version);
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
        return Map.copyOf(known(owner));
    }

    /** Read from the index once, then kept along with it: a question asks for it each time. */
    private Map<String, String> known(Owner owner) {
        return versions.computeIfAbsent(owner, asked -> {
            Map<String, String> found = new ConcurrentHashMap<>();
            search(
                    new TermQuery(new Term(OWNER, asked.key())),
                    Integer.MAX_VALUE,
                    (document, score) -> found.put(document.get(DOCUMENT), document.get(VERSION)));
            return found;
        });
    }

    @Override
    public List<Hit> search(Owner owner, String question, Collection<String> documents, int limit) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (String term : words.distinct(question)) {
            any.add(new TermQuery(new Term(TEXT, term)), Occur.SHOULD);
            any.add(new BoostQuery(new TermQuery(new Term(HEADING, term)), Chunk.HEADING_WEIGHT), Occur.SHOULD);
        }
        BooleanQuery.Builder query = new BooleanQuery.Builder()
                .add(any.build(), Occur.MUST)
                .add(new TermQuery(new Term(OWNER, owner.key())), Occur.FILTER);
        if (!documents.isEmpty()) {
            query.add(
                    new TermInSetQuery(
                            DOCUMENT, documents.stream().map(BytesRef::new).toList()),
                    Occur.FILTER);
        }
        List<Hit> hits = new ArrayList<>();
        search(
                query.build(),
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
