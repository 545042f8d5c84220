package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.SharedWorld;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.gate.Breakers;
import dev.caravan.store.StateDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
                CorpusIndex index = new CorpusIndex(folder.resolve("index"))) {
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
            assertThat(store.delete(OTHER, "LUMENWORKS_2022_10K")).isFalse();
            assertThat(store.delete(OWNER, "LUMENWORKS_2022_10K")).isTrue();
            assertThat(store.blocks(OWNER, "LUMENWORKS_2022_10K")).isEmpty();
        }
    }

    @Test
    void keepsTheFormerDocumentWhereTheNewOneFails() throws Exception {
        try (StateDatabase state = open(SharedWorld.get().newDatabase());
                CorpusIndex index = new CorpusIndex(folder.resolve("index"))) {
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
}
