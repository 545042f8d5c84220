package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Hit;
import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.documents.DocumentAnswer.Kind;
import dev.caravan.documents.DocumentAnswer.Read;
import dev.caravan.text.SentenceEncoder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Quotes what bears on a question, by the words that both share (rare ones count more), by the passage's place in the search,
 * and by nearness of meaning. A heading is no quote; its words count for what stands under it.
 */
final class QuotePassages {
    private static final int QUOTES = 5;
    private static final int CANDIDATES = 60;
    private static final int LONGEST_QUOTE = 420;
    private static final int SHORTEST_QUOTE = 12;
    private static final double PLACE = 0.5;
    private static final double MEANING = 1.5;
    /** What of the best score a further quote needs. */
    private static final double WORTH = 0.6;

    private static final Pattern SENTENCE = Pattern.compile("(?<=[.;!?])\\s+(?=[A-Z“\"•(])");

    private final CorpusWords words = new CorpusWords();
    private final Supplier<Optional<SentenceEncoder>> encoder;

    QuotePassages(Supplier<Optional<SentenceEncoder>> encoder) {
        this.encoder = encoder;
    }

    /**
     * A document to quote from.
     *
     * @param document which
     * @param blocks all of it
     * @param pages those that are read
     * @param hits passages of it that share words with the question, best first
     */
    record Source(DocumentProfile document, List<Block> blocks, Set<Integer> pages, List<Hit> hits) {}

    /** A block with the heading that it stands under. */
    private record Candidate(DocumentProfile document, Block block, String heading, Set<String> shared, double place) {
        /** What at most one quote is taken of: a page, or a section of a document that has no pages. */
        String part() {
            return document.id() + ' ' + (document.pages() > 1 ? String.valueOf(block.page()) : heading);
        }
    }

    private record Quote(Candidate of, String text, double score) {}

    /** The passages that say most, with their citations; of no kind but {@link Kind#PASSAGES} or {@link Kind#NOTHING}. */
    DocumentAnswer quote(FilingQuestion question, List<Read> read, List<Source> sources) {
        Set<String> wanted =
                words.distinct(question.words().isEmpty() ? question.text() : String.join(" ", question.words()));
        List<Candidate> candidates = candidates(wanted, sources);
        Map<String, Double> rarity = rarity(candidates);
        double all = wanted.stream()
                .mapToDouble(word -> rarity.getOrDefault(word, 1.0))
                .sum();
        List<Quote> quotes = candidates.stream()
                .map(each -> new Quote(
                        each,
                        shortened(each.block(), wanted),
                        each.shared().stream().mapToDouble(rarity::get).sum() / all + PLACE * each.place()))
                .sorted(Comparator.comparingDouble(Quote::score).reversed())
                .limit(CANDIDATES)
                .toList();
        return answer(best(byMeaning(question.sentence(), quotes)), read, sources);
    }

    private List<Candidate> candidates(Set<String> wanted, List<Source> sources) {
        List<Candidate> candidates = new ArrayList<>();
        double top = sources.stream()
                .flatMap(source -> source.hits().stream())
                .mapToDouble(Hit::score)
                .max()
                .orElse(1);
        for (Source source : sources) {
            Map<Integer, Double> places = new HashMap<>();
            for (Hit hit : source.hits()) {
                for (int block = hit.first(); block <= hit.last(); block++) {
                    places.merge(block, hit.score() / top, Math::max);
                }
            }
            String heading = "";
            Set<String> above = Set.of();
            for (Block block : source.blocks()) {
                if (block.kind() == Block.Kind.HEADING) {
                    heading = block.text();
                    above = words.distinct(heading);
                } else if (source.pages().contains(block.page())
                        && block.kind() != Block.Kind.COLUMNS
                        && block.shown().length() > SHORTEST_QUOTE) {
                    Set<String> shared = words.distinct(block.shown());
                    shared.addAll(above);
                    shared.retainAll(wanted);
                    if (!shared.isEmpty()) {
                        candidates.add(new Candidate(
                                source.document(), block, heading, shared, places.getOrDefault(block.number(), 0.0)));
                    }
                }
            }
        }
        return candidates;
    }

    /** How much a word tells: the fewer of the candidates have it, the more (inverse document frequency). */
    private static Map<String, Double> rarity(List<Candidate> candidates) {
        Map<String, Double> counts = new HashMap<>();
        candidates.forEach(each -> each.shared().forEach(word -> counts.merge(word, 1.0, Double::sum)));
        counts.replaceAll((word, count) -> 1 + Math.log(candidates.size() / count));
        return counts;
    }

    /** The sentences of a block that share most with the question. */
    private String shortened(Block block, Set<String> wanted) {
        if (block.kind() != Block.Kind.TEXT || block.text().length() <= LONGEST_QUOTE) {
            return block.shown();
        }
        String[] sentences = SENTENCE.split(block.text());
        int best = 0;
        long most = -1;
        for (int i = 0; i < sentences.length; i++) {
            Set<String> shared = words.distinct(sentences[i]);
            shared.retainAll(wanted);
            if (shared.size() > most) {
                most = shared.size();
                best = i;
            }
        }
        String quote = sentences[best];
        if (best + 1 < sentences.length && quote.length() + sentences[best + 1].length() < LONGEST_QUOTE) {
            quote = quote + " " + sentences[best + 1];
        }
        return quote.length() > LONGEST_QUOTE
                ? quote.substring(0, LONGEST_QUOTE).replaceFirst("\\s\\S*$", " …")
                : quote;
    }

    private List<Quote> byMeaning(String question, List<Quote> quotes) {
        Optional<SentenceEncoder> sentences = quotes.isEmpty() ? Optional.empty() : encoder.get();
        if (sentences.isEmpty()) {
            return quotes;
        }
        float[] asked = sentences.get().encode(question);
        return quotes.stream()
                .map(quote -> new Quote(
                        quote.of(),
                        quote.text(),
                        quote.score()
                                + MEANING
                                        * SentenceEncoder.likeness(
                                                asked, sentences.get().encode(told(quote)))))
                .sorted(Comparator.comparingDouble(Quote::score).reversed())
                .toList();
    }

    private static String told(Quote quote) {
        return quote.of().heading().isEmpty() ? quote.text() : quote.of().heading() + ": " + quote.text();
    }

    private static List<Quote> best(List<Quote> quotes) {
        List<Quote> best = new ArrayList<>();
        Set<String> parts = new HashSet<>();
        for (Quote quote : quotes) {
            if (best.size() < QUOTES
                    && quote.score() >= WORTH * quotes.get(0).score()
                    && parts.add(quote.of().part())) {
                best.add(quote);
            }
        }
        return best;
    }

    private static DocumentAnswer answer(List<Quote> quotes, List<Read> read, List<Source> sources) {
        boolean one = sources.size() == 1;
        String where = one ? sources.get(0).document().title() : "";
        if (quotes.isEmpty()) {
            return new DocumentAnswer(
                    Kind.NOTHING,
                    (one ? "Nothing in " + where : "Nothing here") + " answers this.",
                    List.of(),
                    read,
                    List.of());
        }
        List<Citation> citations = new ArrayList<>();
        StringBuilder text = new StringBuilder("I cannot say this for certain. What "
                + (one ? where + " says" : "the documents say") + " nearest to it:");
        for (Quote quote : quotes) {
            Citation citation = Citation.of(
                    citations.size() + 1, quote.of().document(), quote.of().block());
            citations.add(citation);
            text.append("\n\n> ")
                    .append(quote.text())
                    .append(" [")
                    .append(citation.number())
                    .append("] (page ")
                    .append(citation.page())
                    .append(')');
        }
        return new DocumentAnswer(Kind.PASSAGES, text.toString(), citations, read, List.of());
    }
}
