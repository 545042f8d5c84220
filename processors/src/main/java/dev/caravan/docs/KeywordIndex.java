package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.text.IdleWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** BM25 (Robertson and Zaragoza 2009) over sections, in memory, with English stems. */
final class KeywordIndex {
    private static final String TEXT = "text";

    /** Words that make a question a question, and those that stand in most sections: they tell no section from another. */
    private static final CharArraySet IDLE = idle();

    private final Analyzer analyzer = new EnglishAnalyzer(IDLE);
    private final IndexSearcher searcher;

    KeywordIndex(List<Section> sections) {
        try {
            Directory directory = new ByteBuffersDirectory();
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
                for (int i = 0; i < sections.size(); i++) {
                    Section section = sections.get(i);
                    Document document = new Document();
                    document.add(new StoredField("number", i));
                    // one field: in a field of headings alone every word would count as rare
                    document.add(new TextField(
                            TEXT,
                            split(section.heading() + "\n" + String.join("\n", section.asked()) + "\n" + section.text()
                                    + "\n" + section.title()),
                            Field.Store.NO));
                    writer.addDocument(document);
                }
            }
            searcher = new IndexSearcher(DirectoryReader.open(directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CharArraySet idle() {
        CharArraySet idle = new CharArraySet(EnglishAnalyzer.getDefaultStopSet(), true);
        idle.addAll(IdleWords.ALL);
        idle.addAll(List.of(
                "country",
                "countries",
                "country's",
                "data",
                "figure",
                "figures",
                "number",
                "numbers",
                "value",
                "values",
                "atlas"));
        return CharArraySet.unmodifiableSet(idle);
    }

    /** Numbers of the sections that share words with the question, best first. */
    List<Integer> search(String question, int limit) {
        try {
            BooleanQuery.Builder query = new BooleanQuery.Builder();
            for (String term : terms(question)) {
                query.add(new TermQuery(new Term(TEXT, term)), BooleanClause.Occur.SHOULD);
            }
            List<Integer> found = new ArrayList<>();
            for (ScoreDoc hit : searcher.search(query.build(), limit).scoreDocs) {
                found.add(searcher.storedFields()
                        .document(hit.doc)
                        .getField("number")
                        .numericValue()
                        .intValue());
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names of columns and tables as words. */
    private static String split(String text) {
        return text.replace('_', ' ');
    }

    private Set<String> terms(String question) throws IOException {
        Set<String> terms = new LinkedHashSet<>();
        try (TokenStream stream = analyzer.tokenStream(TEXT, split(question))) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            // beyond this a question is a document, and the query too large
            while (stream.incrementToken() && terms.size() < 200) {
                terms.add(term.toString());
            }
            stream.end();
        }
        return terms;
    }
}
