package dev.caravan.app;

import dev.caravan.documents.AnswerFromDocuments;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusIndex;
import dev.caravan.documents.CorpusTerms;
import dev.caravan.documents.DatabaseDocuments;
import dev.caravan.documents.DocumentStore;
import dev.caravan.documents.ReadDocument;
import java.nio.file.Path;
import javax.sql.DataSource;

/** What a workspace of documents is made of. */
public final class DocumentBeans implements AutoCloseable {
    private static final long MEGABYTE = 1_048_576;

    private final CorpusIndex index;
    private final Corpus corpus;
    private final AnswerFromDocuments answers;

    private DocumentBeans(CorpusIndex index, Corpus corpus, AnswerFromDocuments answers) {
        this.index = index;
        this.corpus = corpus;
        this.answers = answers;
    }

    /**
     * Opens the documents of a workspace.
     *
     * @param workspace name of its folder
     * @param state the state database, which keeps them
     * @param folder of the index
     * @throws IllegalArgumentException when its file of terms is written wrongly
     */
    public static DocumentBeans open(Settings settings, String workspace, DataSource state, Path folder) {
        CorpusTerms terms =
                CorpusTerms.read(settings.path("workspaces.directory").resolve(workspace));
        DocumentStore store = new DatabaseDocuments(state);
        CorpusIndex index = new CorpusIndex(folder);
        ReadDocument reader = new ReadDocument(
                settings.number("documents.max-file") * MEGABYTE, settings.number("documents.max-pages"));
        return new DocumentBeans(
                index,
                new Corpus(terms, store, index, reader),
                new AnswerFromDocuments(terms, store, index, () -> PipelineBeans.sentences(settings)));
    }

    /** Adds and removes documents. */
    public Corpus corpus() {
        return corpus;
    }

    /** Answers from them. */
    public AnswerFromDocuments answers() {
        return answers;
    }

    @Override
    public void close() {
        index.close();
    }
}
