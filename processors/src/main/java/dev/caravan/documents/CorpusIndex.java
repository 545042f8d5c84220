package dev.caravan.documents;

import dev.caravan.documents.Block.Kind;
import dev.caravan.text.IdleWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
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

/**
 * Finds passages of documents by their words (BM25), in a Lucene index on disk. A document is added, replaced and removed
 * as a whole; what was committed survives a crash, and what was not is added again from the store.
 */
public final class CorpusIndex implements AutoCloseable {
    private static final int LONGEST_CHUNK = 1400;
    private static final String OWNER = "owner";
    private static final String DOCUMENT = "document";
    private static final String VERSION = "version";
    private static final String TEXT = "text";
    private static final String HEADING = "heading";
    private static final float HEADING_WEIGHT = 0.6f;

    /**
     * Whose documents are meant; nothing is found outside of it.
     *
     * @param workspace its name
     * @param tenant within the workspace
     */
    public record Owner(String workspace, String tenant) {
        private String key() {
            return workspace + '\u0000' + tenant;
        }
    }

    /**
     * A passage found.
     *
     * @param document its id
     * @param page counted from 1
     * @param first number of its first block
     * @param last number of its last block
     * @param score higher is nearer
     */
    public record Hit(String document, int page, int first, int last, double score) {}

    private final Analyzer analyzer;
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final Map<Owner, Map<String, String>> versions = new ConcurrentHashMap<>();

    /** Opens or makes the index in a folder. */
    public CorpusIndex(Path folder) {
        CharArraySet idle = new CharArraySet(EnglishAnalyzer.getDefaultStopSet(), true);
        idle.addAll(IdleWords.ALL);
        analyzer = new EnglishAnalyzer(idle);
        try {
            writer = new IndexWriter(FSDirectory.open(folder), new IndexWriterConfig(analyzer));
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

    /** Adds a document or replaces it; it is found when this returns. */
    public void put(Owner owner, String document, String version, List<Block> blocks) {
        List<Document> chunks = new ArrayList<>();
        List<Block> chunk = new ArrayList<>();
        int length = 0;
        String heading = "";
        String chunkHeading = "";
        for (Block block : blocks) {
            boolean full = length + block.printed().length() > LONGEST_CHUNK;
            if (!chunk.isEmpty() && (full || chunk.get(0).page() != block.page())) {
                chunks.add(chunk(owner, document, version, chunk, chunkHeading));
                chunk = new ArrayList<>();
                length = 0;
            }
            if (block.kind() == Kind.HEADING) {
                heading = block.text();
            }
            if (chunk.isEmpty()) {
                chunkHeading = heading;
            }
            chunk.add(block);
            length += block.printed().length();
        }
        if (!chunk.isEmpty()) {
            chunks.add(chunk(owner, document, version, chunk, chunkHeading));
        }
        change(() -> writer.updateDocuments(key(owner, document), chunks));
        known(owner).put(document, version);
    }

    /** Forgets a document. */
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

    private static Document chunk(Owner owner, String id, String version, List<Block> blocks, String heading) {
        Document document = new Document();
        document.add(new StringField("key", key(owner, id).text(), Field.Store.NO));
        document.add(new StringField(OWNER, owner.key(), Field.Store.NO));
        document.add(new StringField(DOCUMENT, id, Field.Store.YES));
        document.add(new StoredField(VERSION, version));
        document.add(new StoredField("page", blocks.get(0).page()));
        document.add(new StoredField("first", blocks.get(0).number()));
        document.add(new StoredField("last", blocks.get(blocks.size() - 1).number()));
        StringBuilder text = new StringBuilder();
        StringBuilder headings = new StringBuilder(heading);
        for (Block block : blocks) {
            text.append(block.printed()).append('\n');
            if (block.kind() == Kind.HEADING) {
                headings.append('\n').append(block.text());
            }
        }
        document.add(new TextField(TEXT, text.toString(), Field.Store.NO));
        document.add(new TextField(HEADING, headings.toString(), Field.Store.NO));
        return document;
    }

    /** The versions of an owner's documents that are in the index. */
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

    /**
     * Passages that share words with a question, best first.
     *
     * @param documents ids to look into; all of the owner's when empty
     */
    public List<Hit> search(Owner owner, String question, Collection<String> documents, int limit) {
        BooleanQuery.Builder words = new BooleanQuery.Builder();
        for (String term : terms(question)) {
            words.add(new TermQuery(new Term(TEXT, term)), Occur.SHOULD);
            words.add(new BoostQuery(new TermQuery(new Term(HEADING, term)), HEADING_WEIGHT), Occur.SHOULD);
        }
        BooleanQuery.Builder query = new BooleanQuery.Builder()
                .add(words.build(), Occur.MUST)
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

    /** Whether words stand one behind the other in any of an owner's documents. */
    public boolean holds(Owner owner, String phrase) {
        Query words = new QueryBuilder(analyzer).createPhraseQuery(TEXT, phrase);
        if (words == null) {
            // nothing but words that no search minds
            return true;
        }
        boolean[] found = {false};
        search(
                new BooleanQuery.Builder()
                        .add(words, Occur.MUST)
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

    /** How many passages it holds of all owners. */
    public int size() {
        int[] size = {0};
        search(new MatchAllDocsQuery(), 1, (document, score) -> size[0] = 1);
        return size[0] == 0 ? 0 : writer.getDocStats().numDocs;
    }

    private Set<String> terms(String text) {
        Set<String> terms = new LinkedHashSet<>();
        try (TokenStream stream = analyzer.tokenStream(TEXT, text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
            return terms;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
