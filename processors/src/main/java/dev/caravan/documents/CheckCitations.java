package dev.caravan.documents;

import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.text.SentenceEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks each cited sentence against the blocks that its marks are bound to: every number, date and name of it must stand in
 * one of them or in the document's title, and it must share its words or its meaning with them.
 */
public final class CheckCitations {
    private static final Pattern MARK = Pattern.compile("\\[(\\d{1,3})]");
    private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(?:\\.\\d+)?");
    private static final Pattern NAME = Pattern.compile(
            "(?<![.!?:>*•-]\\s|^|\\A|\\*|\\n)(?<![\\p{L}])\\p{Lu}[\\p{L}&’'.]*(?:\\s+(?:&\\s+)?\\p{Lu}[\\p{L}&’']+)*");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?]|]|\\n)\\s+(?=[\\p{Lu}>*•-])|\\n+");
    private static final double SHARED = 0.34;
    private static final double NEAR = 0.5;

    private final Supplier<Optional<SentenceEncoder>> encoder;

    /** With the model that tells how near two texts are, where there is one. */
    public CheckCitations(Supplier<Optional<SentenceEncoder>> encoder) {
        this.encoder = encoder;
    }

    /**
     * A sentence whose marks do not bear it.
     *
     * @param sentence as it was written
     * @param reason what does not stand in the blocks
     */
    public record Fault(String sentence, String reason) {}

    /** The sentences of an answer that their citations do not bear. */
    public List<Fault> faults(String answer, List<Citation> citations) {
        List<Fault> faults = new ArrayList<>();
        for (String sentence : SENTENCE.split(answer)) {
            Set<Integer> marks = new HashSet<>();
            Matcher mark = MARK.matcher(sentence);
            while (mark.find()) {
                marks.add(Integer.parseInt(mark.group(1)));
            }
            if (!marks.isEmpty()) {
                fault(MARK.matcher(sentence).replaceAll(" ").strip(), marks, citations)
                        .ifPresent(reason -> faults.add(new Fault(sentence.strip(), reason)));
            }
        }
        return faults;
    }

    private Optional<String> fault(String sentence, Set<Integer> marks, List<Citation> citations) {
        List<Citation> cited =
                citations.stream().filter(each -> marks.contains(each.number())).toList();
        if (cited.size() < marks.size()) {
            return Optional.of("a mark stands for nothing");
        }
        StringBuilder text = new StringBuilder();
        cited.forEach(each ->
                text.append(each.text()).append('\n').append(each.title()).append('\n'));
        Set<String> numbers = numbers(text.toString());
        String own = sentence.replaceAll("\\(page \\d+\\)", " ");
        for (String number : numbers(own)) {
            if (!numbers.contains(number)) {
                return Optional.of(number + " does not stand there");
            }
        }
        Set<String> words = new HashSet<>(Phrase.wordsOf(text.toString()));
        Matcher name = NAME.matcher(own);
        while (name.find()) {
            for (String word : Phrase.wordsOf(name.group())) {
                if (word.length() > 1 && !words.contains(word)) {
                    return Optional.of(name.group() + " does not stand there");
                }
            }
        }
        return isNear(own, text.toString(), words) ? Optional.empty() : Optional.of("it says something else");
    }

    private boolean isNear(String sentence, String text, Set<String> words) {
        List<String> telling = Phrase.wordsOf(sentence).stream()
                .filter(word -> word.length() > 3)
                .toList();
        long shared = telling.stream().filter(words::contains).count();
        if (telling.isEmpty() || shared >= SHARED * telling.size()) {
            return true;
        }
        return encoder.get()
                .map(sentences -> SentenceEncoder.likeness(sentences.encode(sentence), sentences.encode(text)) >= NEAR)
                .orElse(false);
    }

    /** The numbers of a text as they are compared: without commas and without noughts at the end of decimals. */
    public static Set<String> numbers(String text) {
        Set<String> numbers = new HashSet<>();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            String plain = number.group().replace(",", "");
            numbers.add(plain.contains(".") ? plain.replaceFirst("\\.?0+$", "") : plain);
        }
        return numbers;
    }
}
