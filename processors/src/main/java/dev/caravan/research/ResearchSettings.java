package dev.caravan.research;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@code research.yaml} of a workspace says.
 *
 * @param collection folder of the documents
 * @param limits bounds of a research
 */
public record ResearchSettings(Path collection, ResearchLimits limits) {
    /** Name of the file. */
    public static final String FILE = "research.yaml";

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The file as it is written; what is left out is as in {@link ResearchLimits#DEFAULT}. */
    private record Written(
            String collection,
            Integer rounds,
            Integer tasks,
            Integer depth,
            @JsonProperty("searches-a-task") Integer iterations,
            @JsonProperty("tokens-a-task") Integer tokens,
            @JsonProperty("same-section") Integer sameSection,
            Double relevance,
            @JsonProperty("least-followed") Integer leastFollowed,
            @JsonProperty("passages-a-search") Integer perSearch,
            Integer retries) {
        @JsonCreator
        Written {}
    }

    /**
     * Reads the file of a workspace.
     *
     * @param folder of the workspace; a collection is looked for there when its path is relative
     * @throws IllegalArgumentException naming what is wrong with the file
     */
    public static ResearchSettings read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            Written written = YAML.readValue(file.toFile(), Written.class);
            ResearchLimits usual = ResearchLimits.DEFAULT;
            if (written.collection() == null || written.collection().isBlank()) {
                throw new IllegalArgumentException(file
                        + ": collection is missing; name the folder of the documents, such as collection: documents");
            }
            return new ResearchSettings(
                    folder.resolve(written.collection()),
                    new ResearchLimits(
                            checked(file, "rounds", written.rounds(), usual.rounds(), 1, 50),
                            checked(file, "tasks", written.tasks(), usual.tasks(), 1, 200),
                            checked(file, "depth", written.depth(), usual.depth(), 0, 10),
                            checked(file, "searches-a-task", written.iterations(), usual.iterations(), 1, 20),
                            checked(file, "tokens-a-task", written.tokens(), usual.tokens(), 1_000, 10_000_000),
                            checked(file, "same-section", written.sameSection(), usual.sameSection(), 1, 100),
                            share(file, written.relevance(), usual.relevance()),
                            checked(file, "least-followed", written.leastFollowed(), usual.leastFollowed(), 0, 20),
                            checked(file, "passages-a-search", written.perSearch(), usual.perSearch(), 1, 50),
                            checked(file, "retries", written.retries(), usual.retries(), 0, 3)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static int checked(Path file, String name, Integer value, int usual, int least, int most) {
        int number = Optional.ofNullable(value).orElse(usual);
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    file + ": " + name + " is " + number + "; it must be from " + least + " to " + most);
        }
        return number;
    }

    private static double share(Path file, Double value, double usual) {
        double share = Optional.ofNullable(value).orElse(usual);
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(file + ": relevance is " + share + "; it must be from 0 to 1");
        }
        return share;
    }
}
