package dev.caravan.model.offline;

import dev.caravan.graphql.QueryType;
import dev.caravan.text.SentenceEncoder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What a question is taken for by its likeness to examples of each query type: the nearest ones vote, the nearer the more.
 * Sentence vectors are made at the first question; without an encoder nobody votes.
 */
final class LabelledExamples {
    private static final String FILE = "query-type-examples.txt";
    private static final int VOTERS = 7;
    private static final double SHARPNESS = 12;

    /** The vectors by encoder; they follow from the file and the encoder alone. */
    private static final Map<String, List<Example>> KNOWN = new ConcurrentHashMap<>();

    private record Example(QueryType type, float[] vector) {}

    private record Near(QueryType type, double likeness) {}

    /**
     * The outcome of the vote.
     *
     * @param type with the most votes
     * @param share of the votes, 0 to 1
     * @param likeness of the nearest example of that type, -1 to 1
     */
    record Vote(QueryType type, double share, double likeness) {}

    private final Supplier<Optional<SentenceEncoder>> encoders;

    /** Examples that are compared by the vectors of an encoder, which is made when it is first needed. */
    LabelledExamples(Supplier<Optional<SentenceEncoder>> encoders) {
        this.encoders = encoders;
    }

    /** Nobody votes. */
    static LabelledExamples none() {
        return new LabelledExamples(Optional::empty);
    }

    /**
     * Has the examples vote.
     *
     * @param wording the question with COUNTRY, PARTNER, PRODUCT and GROUP for names
     */
    Optional<Vote> vote(String wording) {
        return encoders.get().map(encoder -> vote(encoder.encode(wording), examples(encoder)));
    }

    private static Vote vote(float[] asked, List<Example> examples) {
        List<Near> nearest = examples.stream()
                .map(example -> new Near(example.type(), cosine(asked, example.vector())))
                .sorted(Comparator.comparingDouble(Near::likeness).reversed())
                .limit(VOTERS)
                .toList();
        Map<QueryType, Double> votes = new EnumMap<>(QueryType.class);
        nearest.forEach(near -> votes.merge(near.type(), Math.exp(SHARPNESS * near.likeness()), Double::sum));
        double all = votes.values().stream().mapToDouble(Double::doubleValue).sum();
        Map.Entry<QueryType, Double> most =
                votes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        double likeness = nearest.stream()
                .filter(near -> near.type() == most.getKey())
                .mapToDouble(Near::likeness)
                .max()
                .orElseThrow();
        return new Vote(most.getKey(), most.getValue() / all, likeness);
    }

    /** Of vectors of length one. */
    private static double cosine(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }

    private static List<Example> examples(SentenceEncoder encoder) {
        return KNOWN.computeIfAbsent(encoder.name(), name -> read(encoder));
    }

    private static List<Example> read(SentenceEncoder encoder) {
        List<Example> read = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(LabelledExamples.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int colon = line.indexOf(": ");
                if (colon > 0 && !line.startsWith("#")) {
                    QueryType type = QueryType.of(line.substring(0, colon))
                            .orElseThrow(() -> new IllegalStateException(FILE + " has an unknown type"));
                    read.add(new Example(type, encoder.encode(line.substring(colon + 2))));
                }
            }
            return List.copyOf(read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
