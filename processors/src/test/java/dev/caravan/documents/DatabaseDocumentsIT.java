package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.SharedWorld;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.gate.Breakers;
import dev.caravan.store.StateDatabase;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents in a real PostgreSQL. */
class DatabaseDocumentsIT {
    private static final Owner OWNER = new Owner("filings", "one");
    private static final Owner OTHER = new Owner("filings", "other");

    @TempDir
    private Path folder;

    private final CorpusTerms terms =
            CorpusTerms.read(Path.of(System.getProperty("caravan.home"), "workspaces", "filings"));

    private static StateDatabase open(String url) throws Exception {
        SharedWorld world = SharedWorld.get();
        return StateDatabase.open(
                url,
                world.appCredentials().user(),
                world.appCredentials().password(),
                Breakers.consecutive("documents", 1, Duration.ofHours(1), StateDatabase::isDown));
    }

    @Test
    void givesBackWhatWasKeptAndToItsOwnerOnly() throws Exception {
        try (StateDatabase state = open(SharedWorld.get().newDatabase());
                CorpusIndex index = new LuceneIndex(folder.resolve("index"))) {
            DocumentStore store = new DatabaseDocuments(state.dataSource());
            ReadDocument reader = new ReadDocument(1_048_576, 10);
            Path file = PrintedReport.write(folder, "Lumen Works", 2022, 1000);
            new Corpus(terms, store, index, reader).add(OWNER, file);
            Stored stored = store.document(OWNER, "LUMENWORKS_2022_10K").orElseThrow();
            assertThat(stored.profile().organisation()).isEqualTo("Lumen Works, Inc.");
            assertThat(store.blocks(OWNER, "LUMENWORKS_2022_10K"))
                    .isEqualTo(reader.read(file).blocks());
            assertThat(store.documents(OTHER)).isEmpty();
            assertThat(store.document(OTHER, "LUMENWORKS_2022_10K")).isEmpty();
            assertThat(store.blocks(OTHER, "LUMENWORKS_2022_10K")).isEmpty();
            store.keepVectors(OWNER, "LUMENWORKS_2022_10K", "one", Map.of("0a", new float[] {1.5f, -2}));
            assertThat(store.vectors(OWNER, "LUMENWORKS_2022_10K", "one").get("0a"))
                    .containsExactly(1.5f, -2);
            assertThat(store.vectors(OWNER, "LUMENWORKS_2022_10K", "other")).isEmpty();
            assertThat(store.vectors(OTHER, "LUMENWORKS_2022_10K", "one")).isEmpty();
            store.keepVectors(OWNER, "LUMENWORKS_2022_10K", "one", Map.of("0b", new float[] {1}));
            assertThat(store.vectors(OWNER, "LUMENWORKS_2022_10K", "one")).containsOnlyKeys("0b");
            assertThat(store.delete(OTHER, "LUMENWORKS_2022_10K")).isFalse();
            assertThat(store.delete(OWNER, "LUMENWORKS_2022_10K")).isTrue();
            assertThat(store.blocks(OWNER, "LUMENWORKS_2022_10K")).isEmpty();
            assertThat(store.vectors(OWNER, "LUMENWORKS_2022_10K", "one")).isEmpty();
        }
    }

    @Test
    void keepsTheFormerDocumentWhereTheNewOneFails() throws Exception {
        try (StateDatabase state = open(SharedWorld.get().newDatabase());
                CorpusIndex index = new LuceneIndex(folder.resolve("index"))) {
            DocumentStore store = new DatabaseDocuments(state.dataSource());
            new Corpus(terms, store, index, new ReadDocument(1_048_576, 10))
                    .add(OWNER, PrintedReport.write(folder, "Lumen Works", 2022, 1000));
            Stored stored = store.document(OWNER, "LUMENWORKS_2022_10K").orElseThrow();
            List<Block> blocks = store.blocks(OWNER, "LUMENWORKS_2022_10K");
            List<Block> twice = new ArrayList<>(blocks);
            twice.add(blocks.get(0));
            assertThatThrownBy(() -> store.save(OWNER, new Stored(stored.profile(), "new", "elsewhere"), twice))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be kept");
            assertThat(store.versions(OWNER)).containsEntry("LUMENWORKS_2022_10K", stored.version());
            assertThat(store.blocks(OWNER, "LUMENWORKS_2022_10K")).isEqualTo(blocks);
        }
    }

    /** Files of several hundred paragraphs, so that a process is killed in the middle of one. */
    private static void write(Path files, int count) throws Exception {
        Files.createDirectories(files);
        for (int file = 0; file < count; file++) {
            StringBuilder text = new StringBuilder("# Handbook of machine" + file + "\n\n");
            for (int line = 0; line < 800; line++) {
                text.append("Part ")
                        .append(line)
                        .append(" of machine")
                        .append(file)
                        .append(" is oiled each week.\n\n");
            }
            Files.writeString(files.resolve(String.format("MACHINE_%02d.md", file)), text);
        }
    }

    /** Indexes in a process, and kills it once it has told of so many files; what it told. */
    private List<String> index(String url, Path files, int killedAfter) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx300m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        IndexingProcess.class.getName(),
                        url,
                        SharedWorld.get().appCredentials().user(),
                        SharedWorld.get().appCredentials().password(),
                        folder.resolve("index").toString(),
                        Path.of(System.getProperty("caravan.home"), "workspaces", "filings")
                                .toString(),
                        files.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> told = new ArrayList<>();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                told.add(line);
                if (told.size() == killedAfter) {
                    // as kill -9 does
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        return told;
    }

    @Test
    void losesNothingFinishedWhereTheProcessIsKilledAndRepairsItself() throws Exception {
        String url = SharedWorld.get().newDatabase();
        Path files = folder.resolve("files");
        int count = 10;
        write(files, count);
        List<String> finished = new ArrayList<>();
        try (StateDatabase state = open(url)) {
            DocumentStore store = new DatabaseDocuments(state.dataSource());
            for (int killedAfter : new int[] {2, 5, 7}) {
                index(url, files, killedAfter).stream()
                        .map(line -> line.split(" ")[1])
                        .filter(id -> !finished.contains(id))
                        .forEach(finished::add);
                try (CorpusIndex index = new LuceneIndex(folder.resolve("index"))) {
                    assertThat(store.versions(OWNER).keySet()).containsAll(finished);
                    // what was told is found without a repair
                    assertThat(index.versions(OWNER).keySet()).containsAll(finished);
                    new Corpus(terms, store, index, new ReadDocument(10_485_760, 100)).repair(OWNER);
                    assertThat(index.versions(OWNER)).isEqualTo(store.versions(OWNER));
                    // nothing is half there
                    for (String id : store.versions(OWNER).keySet()) {
                        assertThat(store.blocks(OWNER, id)).hasSize(801);
                        assertThat(index.search(OWNER, "part 799", List.of(id), 1))
                                .singleElement()
                                .satisfies(hit -> assertThat(hit.last()).isEqualTo(800));
                    }
                }
            }
            assertThat(finished).hasSizeBetween(7, count - 1);
            List<String> last = index(url, files, Integer.MAX_VALUE);
            assertThat(last).hasSize(count).noneMatch(line -> line.startsWith("REFUSED"));
            finished.forEach(id -> assertThat(last).contains("UNCHANGED " + id));
        }
    }

    @Test
    void buildsAnIndexThatIsGoneFromTheStore() throws Exception {
        Path files = folder.resolve("files");
        write(files, 2);
        try (StateDatabase state = open(SharedWorld.get().newDatabase())) {
            DocumentStore store = new DatabaseDocuments(state.dataSource());
            try (CorpusIndex index = new LuceneIndex(folder.resolve("index"))) {
                new Corpus(terms, store, index, new ReadDocument(10_485_760, 100)).addAll(OWNER, files, told -> {});
            }
            try (CorpusIndex empty = new LuceneIndex(folder.resolve("another"))) {
                Corpus corpus = new Corpus(terms, store, empty, new ReadDocument(10_485_760, 100));
                assertThat(corpus.repair(OWNER)).isEqualTo(2);
                assertThat(empty.search(OWNER, "machine1 oiled", List.of(), 1))
                        .singleElement()
                        .satisfies(hit -> assertThat(hit.document()).isEqualTo("MACHINE_01"));
            }
        }
    }
}
