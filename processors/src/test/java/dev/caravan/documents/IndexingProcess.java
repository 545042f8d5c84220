package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.gate.Breakers;
import dev.caravan.store.StateDatabase;
import java.nio.file.Path;
import java.time.Duration;

/** Takes a folder of files in, in a process of its own that a test may kill; tells each file on a line. */
final class IndexingProcess {
    private IndexingProcess() {}

    /** Arguments: the state database's URL, user and password, the folder of the index, the workspace's folder, the files' folder. */
    public static void main(String[] args) throws Exception {
        try (StateDatabase state = StateDatabase.open(
                        args[0],
                        args[1],
                        args[2],
                        Breakers.consecutive("documents", 1, Duration.ofHours(1), StateDatabase::isDown));
                CorpusIndex index = new LuceneIndex(Path.of(args[3]))) {
            Owner owner = new Owner("filings", "one");
            Corpus corpus = new Corpus(
                    CorpusTerms.read(Path.of(args[4])),
                    new DatabaseDocuments(state.dataSource()),
                    index,
                    new ReadDocument(10_485_760, 100));
            corpus.repair(owner);
            corpus.addAll(owner, Path.of(args[5]), told -> {
                System.out.println(told.fate() + " " + Corpus.id(told.file()));
                System.out.flush();
            });
        }
    }
}
