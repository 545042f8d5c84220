package dev.caravan.app;

import dev.caravan.documents.AnswerFromDocuments;
import dev.caravan.documents.CheckCitations;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusIndex;
import dev.caravan.documents.CorpusTerms;
import dev.caravan.documents.DatabaseDocuments;
import dev.caravan.documents.DocumentStore;
import dev.caravan.documents.ReadDocument;
import dev.caravan.documents.agent.Library;
import dev.caravan.text.SentenceEncoder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** What a workspace of documents is made of. */
public final class DocumentBeans implements AutoCloseable {
    static final long MEGABYTE = 1_048_576;

    private final CorpusIndex index;
    private final Library library;

    private DocumentBeans(CorpusIndex index, Library library) {
        this.index = index;
        this.library = library;
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
        return open(settings, workspace, new DatabaseDocuments(state), folder);
    }

    /** Reads files within the limits of the settings. */
    static ReadDocument reader(Settings settings) {
        return new ReadDocument(
                settings.number("documents.max-file") * MEGABYTE, settings.number("documents.max-pages"));
    }

    static DocumentBeans open(Settings settings, String workspace, DocumentStore store, Path folder) {
        CorpusTerms terms =
                CorpusTerms.read(settings.path("workspaces.directory").resolve(workspace));
        CorpusIndex index = new CorpusIndex(folder);
        ReadDocument reader = reader(settings);
        Supplier<Optional<SentenceEncoder>> encoder = () -> PipelineBeans.sentences(settings);
        return new DocumentBeans(
                index,
                new Library(
                        workspace,
                        terms,
                        new Corpus(terms, store, index, reader),
                        store,
                        new AnswerFromDocuments(terms, store, index, encoder),
                        new CheckCitations(encoder)));
    }

    /** Everything that routes need of them. */
    Library library() {
        return library;
    }

    /** Adds and removes documents. */
    public Corpus corpus() {
        return library.corpus();
    }

    /** Answers from them. */
    public AnswerFromDocuments answers() {
        return library.answers();
    }

    @Override
    public void close() {
        index.close();
    }
}
