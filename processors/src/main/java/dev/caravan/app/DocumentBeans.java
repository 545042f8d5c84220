package dev.caravan.app;

import dev.caravan.documents.AnswerFromDocuments;
import dev.caravan.documents.CheckCitations;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusIndex;
import dev.caravan.documents.CorpusTerms;
import dev.caravan.documents.DatabaseDocuments;
import dev.caravan.documents.DocumentStore;
import dev.caravan.documents.LuceneIndex;
import dev.caravan.documents.OpenSearchIndex;
import dev.caravan.documents.PassageVectors;
import dev.caravan.documents.ReadDocument;
import dev.caravan.documents.agent.Library;
import dev.caravan.search.SearchAddress;
import dev.caravan.search.SearchClient;
import dev.caravan.search.SearchProcess;
import dev.caravan.text.SentenceEncoder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** What a workspace of documents is made of. */
public final class DocumentBeans implements AutoCloseable {
    static final long MEGABYTE = 1_048_576;
    static final String LUCENE = "lucene";

    private final CorpusIndex index;
    private final Library library;
    private final Optional<SearchProcess> engine;

    private DocumentBeans(CorpusIndex index, Library library, Optional<SearchProcess> engine) {
        this.index = index;
        this.library = library;
        this.engine = engine;
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
        // without a server there is no engine of its workspaces; it starts only where it is asked
        SearchProcess engine = SearchBeans.process(settings);
        return open(settings, workspace, new DatabaseDocuments(state), folder, engine, Optional.of(engine));
    }

    /** Reads files within the limits of the settings. */
    static ReadDocument reader(Settings settings) {
        return new ReadDocument(
                settings.number("documents.max-file") * MEGABYTE, settings.number("documents.max-pages"));
    }

    /** The same beside the workspaces with a search engine, whose process serves documents as well. */
    static DocumentBeans open(
            Settings settings, String workspace, DocumentStore store, Path folder, SearchAddress.Source engine) {
        return open(settings, workspace, store, folder, engine, Optional.empty());
    }

    private static DocumentBeans open(
            Settings settings,
            String workspace,
            DocumentStore store,
            Path folder,
            SearchAddress.Source engine,
            Optional<SearchProcess> own) {
        CorpusTerms terms =
                CorpusTerms.read(settings.path("workspaces.directory").resolve(workspace));
        Supplier<Optional<SentenceEncoder>> encoder = () -> PipelineBeans.sentences(settings);
        CorpusIndex index = index(settings, folder, engine, new PassageVectors(Encoders.ofDocuments(settings), store));
        ReadDocument reader = reader(settings);
        return new DocumentBeans(
                index,
                new Library(
                        workspace,
                        terms,
                        new Corpus(terms, store, index, reader),
                        store,
                        new AnswerFromDocuments(terms, store, index, encoder),
                        new CheckCitations(encoder)),
                own);
    }

    private static CorpusIndex index(
            Settings settings, Path folder, SearchAddress.Source engine, PassageVectors vectors) {
        if (settings.text("documents.index.engine").equals(LUCENE)) {
            return new LuceneIndex(
                    folder, settings.flag("documents.index.vectors") ? Optional.of(vectors) : Optional.empty());
        }
        String url = settings.text("documents.index.url");
        SearchAddress elsewhere = url.isEmpty()
                ? null
                : SearchAddress.of(
                        url, settings.text("documents.index.user"), settings.text("documents.index.password"));
        return new OpenSearchIndex(
                new SearchClient(elsewhere == null ? engine : () -> elsewhere),
                settings.text("documents.index.name"),
                settings.duration("search.timeout"));
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
        engine.ifPresent(SearchProcess::close);
    }
}
