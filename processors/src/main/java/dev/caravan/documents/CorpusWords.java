package dev.caravan.documents;

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

/** The words of documents and questions as every index compares them: English stems without words that tell nothing. */
final class CorpusWords {
    private final Analyzer analyzer;

    CorpusWords() {
        CharArraySet idle = new CharArraySet(EnglishAnalyzer.getDefaultStopSet(), true);
        idle.addAll(IdleWords.ALL);
        analyzer = new EnglishAnalyzer(idle);
    }

    Analyzer analyzer() {
        return analyzer;
    }

    /** In their order. */
    List<String> of(String text) {
        List<String> words = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("text", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                words.add(term.toString());
            }
            stream.end();
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each once. */
    Set<String> distinct(String text) {
        return new LinkedHashSet<>(of(text));
    }
}
