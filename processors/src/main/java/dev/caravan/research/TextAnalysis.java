package dev.caravan.research;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.compound.DictionaryCompoundWordTokenFilter;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Cuts German and English texts into stems without stop words. A compound gives its parts as well where the collection uses them as words
 * of their own.
 */
public final class TextAnalysis {
    private static final Pattern WORD = Pattern.compile("\\p{L}{5,}");
    private static final int SHORTEST_COMPOUND = 9;
    private static final int SHORTEST_PART = 5;
    private static final int LONGEST_PART = 22;
    // a part must stand alone that often, so that slips and rare words divide nothing
    private static final int PART_USES = 2;
    private static final Set<String> GERMAN = Set.of(
            "der", "die", "das", "und", "ist", "nicht", "wer", "wie", "welche", "welcher", "wann", "was", "für", "eine",
            "nach", "gilt", "muss", "darf", "bei", "von", "zu", "den", "dem", "im", "auf");
    private static final Set<String> ASKING = Set.of(
            "welche",
            "welcher",
            "welches",
            "welchen",
            "wer",
            "wie",
            "wann",
            "was",
            "wo",
            "warum",
            "gelten",
            "gilt",
            "muss",
            "müssen",
            "darf",
            "dürfen",
            "kann",
            "können",
            "soll",
            "sollen",
            "werden",
            "wird",
            "hat",
            "haben",
            "which",
            "what",
            "who",
            "when",
            "where",
            "how",
            "must",
            "may",
            "can",
            "shall",
            "does",
            "do",
            "apply",
            "applies",
            "happen",
            "happens",
            "need",
            "needs",
            "get",
            "gets",
            "long",
            "much",
            "many",
            "about",
            "tell",
            "me",
            "geschieht",
            "passiert",
            "gehören",
            "gehört",
            "braucht",
            "brauche",
            "gibt",
            "lange",
            "viel",
            "viele",
            "hoch",
            "bitte",
            "sage",
            "erkläre",
            "them",
            "its",
            "he",
            "she",
            "his",
            "her",
            "our",
            "your",
            "you",
            "my",
            "from",
            "until");

    private final Analyzer analyzer;

    /** With the words of a collection, by which compounds are divided. */
    public TextAnalysis(List<String> texts) {
        CharArraySet parts = parts(texts);
        CharArraySet stopWords = new CharArraySet(GermanAnalyzer.getDefaultStopSet(), true);
        stopWords.addAll(EnglishAnalyzer.getDefaultStopSet());
        stopWords.addAll(ASKING);
        this.analyzer = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer source = new StandardTokenizer();
                TokenStream stream = new StopFilter(new LowerCaseFilter(source), stopWords);
                stream = new DictionaryCompoundWordTokenFilter(
                        stream, parts, SHORTEST_COMPOUND, SHORTEST_PART, LONGEST_PART, false);
                stream = new GermanLightStemFilter(new GermanNormalizationFilter(stream));
                return new TokenStreamComponents(source, new PorterStemFilter(stream));
            }
        };
    }

    private static CharArraySet parts(List<String> texts) {
        Map<String, Integer> uses = new HashMap<>();
        for (String text : texts) {
            WORD.matcher(text)
                    .results()
                    .forEach(match -> uses.merge(match.group().toLowerCase(Locale.ROOT), 1, Integer::sum));
        }
        CharArraySet parts = new CharArraySet(uses.size(), false);
        uses.forEach((word, count) -> {
            if (count >= PART_USES) {
                parts.add(word);
            }
        });
        return parts;
    }

    Analyzer analyzer() {
        return analyzer;
    }

    /** The stems of a text, each once, in order. */
    public Set<String> terms(String text) {
        Set<String> terms = new LinkedHashSet<>();
        try (TokenStream stream = analyzer.tokenStream("text", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot be cut into words", e);
        }
        return terms;
    }

    /**
     * The words of a question that say what it is about: in German, where nouns are written so, those that begin with a capital letter or
     * a digit, unless the whole question is written small; else all.
     */
    static List<String> tellingWords(String question) {
        List<String> words = List.of(question.split("[^\\p{L}\\p{N}-]+"));
        List<String> nouns = words.stream()
                .skip(1)
                .filter(word -> !word.isEmpty() && !Character.isLowerCase(word.charAt(0)))
                .toList();
        return language(question).equals("de") && !nouns.isEmpty() ? nouns : words;
    }

    /** The language of a text, {@code de} or {@code en}, by its small words and umlauts. */
    public static String language(String text) {
        long german = 0;
        List<String> words =
                new ArrayList<>(List.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}]+")));
        for (String word : words) {
            german += GERMAN.contains(word) || word.matches(".*[äöüß].*") ? 1 : 0;
        }
        return german * 8 >= words.size() ? "de" : "en";
    }
}
