package dev.caravan.documents;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The index on disk. */
class LuceneIndexTest extends CorpusIndexContract {
    @TempDir
    private Path folder;

    private LuceneIndex index;

    @BeforeEach
    void open() {
        index = new LuceneIndex(folder);
    }

    @AfterEach
    @Override
    void empty() {
        super.empty();
        index.close();
    }

    @Override
    CorpusIndex index() {
        return index;
    }
}
