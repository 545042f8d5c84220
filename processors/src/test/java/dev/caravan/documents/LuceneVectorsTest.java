package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.documents.CorpusIndex.Hit;
import dev.caravan.text.SentenceEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index on disk with vectors. */
class LuceneVectorsTest extends CorpusIndexContract {
    /** Knows two matters by several words each, and notes what it is asked. */
    private static final class TwoMatters implements SentenceEncoder {
        private final String name;
        private final List<String> encoded = new ArrayList<>();
        private boolean away;

        TwoMatters(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public float[] encode(String text) {
            encoded.add(text);
            return vector(text, 2);
        }

        @Override
        public float[] encodeQuestion(String text) {
            return vector(text, 3);
        }

        private float[] vector(String text, int other) {
            if (away) {
                throw new SentenceEncoder.Unavailable("it is away", null);
            }
            float[] vector = new float[4];
            vector[0] = text.matches("(?is).*(lamp|luminaire).*") ? 1 : 0;
            vector[1] = text.matches("(?is).*(rope|hawser).*") ? 1 : 0;
            vector[other] = vector[0] + vector[1] == 0 ? 1 : 0;
            return vector;
        }
    }

    @TempDir
    private Path folder;

    private final TwoMatters encoder = new TwoMatters("two-matters");
    private final StoredInMemory store = new StoredInMemory();
    private LuceneIndex index;

    @BeforeEach
    void open() {
        index = open("index", encoder);
    }

    private LuceneIndex open(String name, SentenceEncoder with) {
        return new LuceneIndex(folder.resolve(name), Optional.of(new PassageVectors(() -> Optional.of(with), store)));
    }

    @AfterEach
    @Override
    void empty() {
        encoder.away = false;
        super.empty();
        index.close();
    }

    @Override
    CorpusIndex index() {
        return index;
    }

    @Test
    void findsWhatIsNearInMeaningOfItsOwnerAlone() {
        index.put(OWNER, "HARBOUR", "1", blocks("Hawsers are tarred."));
        index.put(OWNER, "LIGHT", "1", blocks("Luminaires of brass."));
        index.put(new CorpusIndex.Owner("filings", "other"), "OTHER", "1", blocks("Hawsers of others."));
        assertThat(index.search(OWNER, "rope", List.of(), 10))
                .extracting(Hit::document)
                .containsExactly("HARBOUR");
        assertThat(index.search(OWNER, "rope", List.of("LIGHT"), 10)).isEmpty();
        assertThat(index.search(OWNER, "brass rope", List.of(), 10))
                .as("a shared word counts more than a meaning")
                .extracting(Hit::document)
                .containsExactly("LIGHT", "HARBOUR");
        encoder.away = true;
        assertThat(index.search(OWNER, "ropes", List.of(), 10)).isEmpty();
        assertThat(index.search(OWNER, "tarred", List.of(), 10)).hasSize(1);
    }

    @Test
    void encodesAPassageOnceHoweverOftenItIsIndexed() {
        index.put(OWNER, "LAMPS", "1", blocks("Brass lamps.", "b", "c", "d", "Copper lamps."));
        assertThat(encoder.encoded).hasSize(2);
        try (LuceneIndex anew = open("anew", encoder)) {
            anew.put(OWNER, "LAMPS", "1", blocks("Brass lamps.", "b", "c", "d", "Copper lamps."));
            assertThat(encoder.encoded).hasSize(2);
            anew.put(OWNER, "LAMPS", "2", blocks("Brass lamps.", "b", "c", "d", "Tin lamps."));
            assertThat(encoder.encoded).hasSize(3);
            assertThat(anew.search(OWNER, "luminaire", List.of(), 10)).hasSize(2);
        }
    }

    @Test
    void whatHasNoVectorsOfTheEncoderInUseIsNotThereAsItShouldBe() {
        index.put(OWNER, "LAMPS", "1", blocks("Brass lamps."));
        index.close();
        TwoMatters other = new TwoMatters("other");
        index = open("index", other);
        assertThat(index.versions(OWNER).get("LAMPS")).isNotEqualTo("1");
        assertThat(index.search(OWNER, "luminaire", List.of(), 10))
                .as("vectors of two encoders do not meet")
                .isEmpty();
        other.away = true;
        index.put(OWNER, "LAMPS", "1", blocks("Brass lamps."));
        assertThat(index.search(OWNER, "brass", List.of(), 10)).hasSize(1);
        assertThat(index.versions(OWNER).get("LAMPS")).isNotEqualTo("1");
        other.away = false;
        index.put(OWNER, "LAMPS", "1", blocks("Brass lamps."));
        assertThat(index.versions(OWNER)).isEqualTo(Map.of("LAMPS", "1"));
        assertThat(index.search(OWNER, "luminaire", List.of(), 10)).hasSize(1);
        index.close();
        index = new LuceneIndex(folder.resolve("index"));
        assertThat(index.versions(OWNER))
                .as("without vectors they are not missed")
                .isEqualTo(Map.of("LAMPS", "1"));
    }
}
