package dev.caravan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.docs.SectionSearch.Hit;
import dev.caravan.text.SentenceEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HybridIndexTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private KnowledgeFolder knowledge;

    /** Knows two meanings: water and everything else. */
    private static final class WaterEncoder implements SentenceEncoder {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public String name() {
            return "water";
        }

        @Override
        public float[] encode(String text) {
            calls.incrementAndGet();
            return text.toLowerCase().matches("(?s).*(sea|ship|ocean|boat).*")
                    ? new float[] {1, 0}
                    : new float[] {0, 1};
        }
    }

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("docs"));
        Files.writeString(
                folder.resolve("docs/a.md"), "# A\n\n## Ships\nThey sail the ocean.\n\n## Tea\nIt grows on hills.\n");
        knowledge = new KnowledgeFolder(folder.resolve("docs"));
    }

    private HybridIndex index(SentenceEncoder encoder) {
        return new HybridIndex(knowledge, () -> encoder, folder.resolve("kept/v"), LONG);
    }

    private static List<String> headings(List<Hit> hits) {
        return hits.stream().map(hit -> hit.section().heading()).toList();
    }

    @Test
    void findsByMeaningWhatSharesNoWord() {
        try (HybridIndex index = index(new WaterEncoder())) {
            assertThat(headings(index.search("boats", 1))).containsExactly("Ships");
            assertThat(index.search("boats", 1).get(0).similarity()).isEqualTo(1);
        }
    }

    @Test
    void findsByWordsAloneWhenTheEncoderCannotBeLoaded() {
        HybridIndex broken = new HybridIndex(
                knowledge,
                () -> {
                    throw new UnsatisfiedLinkError("no library for this platform");
                },
                folder.resolve("v"),
                LONG);
        try (broken) {
            assertThat(headings(broken.search("the hills", 3))).containsExactly("Tea");
            assertThat(broken.search("the hills", 3).get(0).similarity()).isNaN();
            assertThat(broken.search("boats", 3)).isEmpty();
        }
    }

    @Test
    void findsByWordsAloneWhenTheEncoderFailsOnAQuestion() {
        SentenceEncoder moody = new SentenceEncoder() {
            @Override
            public String name() {
                return "moody";
            }

            @Override
            public float[] encode(String text) {
                if (text.startsWith("?")) {
                    throw new IllegalStateException("bad mood");
                }
                return new float[] {1};
            }
        };
        try (HybridIndex index = index(moody)) {
            assertThat(headings(index.search("? hills", 3))).containsExactly("Tea");
        }
    }

    @Test
    void answersByWordsWhileVectorsAreStillMade() {
        CountDownLatch never = new CountDownLatch(1);
        HybridIndex slow = new HybridIndex(
                knowledge,
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IllegalStateException("stopped");
                },
                folder.resolve("v"),
                Duration.ofMillis(1));
        try (slow) {
            assertThat(headings(slow.search("hills", 3))).containsExactly("Tea");
        }
    }

    @Test
    void keepsVectorsForTheNextStartAndMakesThoseOfChangedTextOnly() throws IOException {
        WaterEncoder first = new WaterEncoder();
        try (HybridIndex index = index(first)) {
            index.search("boats", 1);
        }
        assertThat(first.calls).hasValue(3);
        WaterEncoder second = new WaterEncoder();
        try (HybridIndex index = index(second)) {
            index.search("boats", 1);
            assertThat(second.calls).as("the question alone").hasValue(1);
            Files.writeString(folder.resolve("docs/b.md"), "# B\n\n## Boats\nSmall ones.\n");
            assertThat(headings(index.search("boats", 1))).containsExactly("Boats");
            assertThat(second.calls).hasValue(3);
        }
    }

    @Test
    void makesVectorsAnewWhereTheKeptOnesAreDamaged() throws IOException {
        Files.createDirectories(folder.resolve("kept"));
        Files.write(folder.resolve("kept/v"), new byte[] {0x43, 0x56, 0x45, 0x43, 0, 5});
        try (HybridIndex index = index(new WaterEncoder())) {
            assertThat(headings(index.search("boats", 1))).containsExactly("Ships");
        }
    }

    @Test
    void findsNothingInAnEmptyFolderAndByAnEmptyQuestion() {
        try (HybridIndex empty = HybridIndex.ofWords(new KnowledgeFolder(folder.resolve("none")));
                HybridIndex index = HybridIndex.ofWords(knowledge)) {
            assertThat(empty.search("boats", 3)).isEmpty();
            assertThat(index.search("", 3)).isEmpty();
            assertThat(index.search("what does it mean?", 3)).isEmpty();
        }
    }
}
