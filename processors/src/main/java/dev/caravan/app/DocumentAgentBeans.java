package dev.caravan.app;

import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DatabaseDocuments;
import dev.caravan.documents.DocumentStore;
import dev.caravan.documents.PrintPages;
import dev.caravan.documents.agent.AgentMetrics;
import dev.caravan.documents.agent.AgentRules;
import dev.caravan.documents.agent.ChooseWay;
import dev.caravan.documents.agent.Chosen;
import dev.caravan.documents.agent.Chosen.Shadow;
import dev.caravan.documents.agent.CompareWays;
import dev.caravan.documents.agent.ConcludeAnswer;
import dev.caravan.documents.agent.Concluded;
import dev.caravan.documents.agent.DocumentTools;
import dev.caravan.documents.agent.FallBack;
import dev.caravan.documents.agent.FixedPipeline;
import dev.caravan.documents.agent.Libraries;
import dev.caravan.documents.agent.Library;
import dev.caravan.documents.agent.PipelineRun;
import dev.caravan.documents.agent.Shelf;
import dev.caravan.gate.Breakers;
import dev.caravan.search.SearchProblem;
import dev.caravan.search.SearchProcess;
import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.Turn;
import dev.caravan.upload.Upload;
import dev.caravan.workspace.DataOnDemand;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.component.micrometer.MicrometerConstants;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workspaces of documents and the beans of their routes. */
public final class DocumentAgentBeans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentAgentBeans.class);
    private static final String STORE = "documentStore";
    private static final String DEMO = "demo";

    private final Map<String, Opened> opened = new HashMap<>();

    /** The documents of a workspace, opened when they are first asked: an index has one owner at a time. */
    private static final class Opened implements AutoCloseable {
        private final Supplier<DocumentBeans> open;
        private DocumentBeans beans;

        Opened(Supplier<DocumentBeans> open) {
            this.open = open;
        }

        synchronized Library library() {
            if (beans == null) {
                beans = open.get();
            }
            return beans.library();
        }

        @Override
        public synchronized void close() {
            if (beans != null) {
                beans.close();
            }
        }
    }

    /** Prints the demo documents of a workspace and takes them in. */
    private record DemoDocuments(
            Supplier<DocumentStore> store, Supplier<Library> library, Path texts, Path printed, Owner owner)
            implements DataOnDemand.Maker {
        @Override
        public boolean isMade() {
            try {
                Set<String> kept = store.get().versions(owner).keySet();
                return sources().stream().allMatch(text -> kept.contains(name(text)));
            } catch (IllegalStateException e) {
                // without the state database there are none; making them tells whoever asks for them why
                LOG.debug("whether workspace {} has documents is not known", owner.workspace(), e);
                return false;
            }
        }

        private List<Path> sources() {
            try (Stream<Path> found = Files.list(texts)) {
                return found.filter(file -> file.toString().endsWith(".md"))
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException("the demo documents in " + texts + " cannot be listed", e);
            }
        }

        private static String name(Path text) {
            return text.getFileName().toString().replaceFirst("\\.md$", "");
        }

        @Override
        public void make(DataOnDemand.Progress progress) throws IOException {
            List<Path> files = sources();
            for (Path file : files) {
                PrintPages.print(Files.readString(file), printed.resolve(name(file) + ".pdf"));
            }
            progress.report("Reading documents", 0.2);
            Corpus corpus = library.get().corpus();
            double[] done = {0};
            corpus.addAll(owner, printed, told -> {
                done[0]++;
                progress.report("Reading documents", 0.2 + 0.8 * done[0] / files.size());
            });
        }
    }

    private DocumentAgentBeans() {}

    static DocumentAgentBeans bind(Registry registry, Settings settings, Workspaces workspaces, TurnCancel cancel) {
        DocumentAgentBeans beans = new DocumentAgentBeans();
        Map<String, Supplier<Library>> libraries = new HashMap<>();
        for (Workspace workspace : workspaces.list()) {
            if (workspace.hasDocuments()) {
                Path data = AnalystBeans.dataFolder(settings, workspace.name());
                Opened library = new Opened(() -> DocumentBeans.open(
                        settings,
                        workspace.name(),
                        store(registry),
                        data.resolve("index"),
                        () -> registry.lookupByNameAndType(SearchBeans.ENGINE, SearchProcess.class)
                                .get()));
                beans.opened.put(workspace.name(), library);
                libraries.put(workspace.name(), library::library);
                Path texts = workspace.folder().resolve(DEMO);
                if (Files.isDirectory(texts)) {
                    registry.bind(
                            "data-" + workspace.name(),
                            new DataOnDemand(
                                    workspace.name(),
                                    new DemoDocuments(
                                            () -> store(registry),
                                            library::library,
                                            texts,
                                            data.resolve(DEMO),
                                            new Owner(workspace.name(), Turn.EVERYBODY))));
                }
            }
        }
        Libraries all = new Libraries(libraries);
        MeterRegistry meters =
                registry.lookupByNameAndType(MicrometerConstants.METRICS_REGISTRY_NAME, MeterRegistry.class);
        // where there is no edge nobody asks for the counts: a composite of nothing forgets them
        AgentMetrics metrics = new AgentMetrics(meters == null ? new CompositeMeterRegistry() : meters);
        registry.bind("documentMetrics", metrics);
        CircuitBreaker breaker = Breakers.consecutive(
                "documents",
                settings.number("sql.breaker.failures"),
                settings.duration("sql.breaker.open"),
                DocumentAgentBeans::isDown);
        registry.bind("documentsBreaker", breaker);
        registry.bind(
                "documentTools",
                new DocumentTools(
                        all,
                        settings.number("documents.read-characters"),
                        metrics,
                        settings.duration("documents.tool-timeout")));
        registry.bind(
                "documentShelf",
                new Shelf(
                        all,
                        workspace ->
                                AnalystBeans.dataFolder(settings, workspace).resolve("files"),
                        new Shelf.Limits(
                                settings.number("documents.max-count"),
                                new Upload(
                                        settings.number("documents.max-file") * DocumentBeans.MEGABYTE,
                                        "documents.max-file"))));
        registry.bind("chooseWay", new ChooseWay(all, rules(settings)));
        registry.bind("fixedPipeline", new FixedPipeline(all));
        FallBack fallBack = new FallBack(all, settings.flag("documents.agent.fallback"), cancel::isCancelled);
        registry.bind("documentFallBack", fallBack);
        registry.bind("documentsNext", new BodyField<>(Turn.class, fallBack::next));
        ConcludeAnswer conclude = new ConcludeAnswer(all);
        registry.bind("concludeDocuments", conclude);
        RouteCall<Turn> agent = new RouteCall<>("direct:agent", Turn.class);
        RouteCall<Turn> pipeline = new RouteCall<>("direct:document-pipeline", Turn.class);
        registry.bind("agentInShadow", agent);
        registry.bind("pipelineInShadow", pipeline);
        registry.bind(
                "compareWays",
                new CompareWays(Map.of(Shadow.AGENT, agent, Shadow.PIPELINE, pipeline), conclude, metrics));
        registry.bind("chosenBy", new BodyField<>(Chosen.class, Chosen::by));
        registry.bind("chosenTurn", new BodyField<>(Chosen.class, Chosen::turn));
        registry.bind("concludedTurn", new BodyField<>(Concluded.class, Concluded::turn));
        registry.bind("manyDocuments", new BodyField<>(PipelineRun.class, PipelineRun::isWide));
        return beans;
    }

    private static boolean isDown(Throwable failure) {
        return failure != null
                && (failure instanceof SQLException || SearchProblem.isDown(failure) || isDown(failure.getCause()));
    }

    static DocumentStore store(Registry registry) {
        DocumentStore own = registry.lookupByNameAndType(STORE, DocumentStore.class);
        return own == null
                ? new DatabaseDocuments(registry.lookupByNameAndType("stateDataSource", DataSource.class))
                : own;
    }

    private static AgentRules rules(Settings settings) {
        String model = ModelBeans.name(settings);
        return new AgentRules(
                settings.flag("documents.agent.enabled"),
                settings.words("documents.agent.models"),
                settings.text("documents.agent.weakest"),
                model,
                settings.text("model.provider").equals(ModelKeys.OFFLINE),
                settings.number("documents.agent.shadow"));
    }

    @Override
    public void close() {
        opened.values().forEach(Opened::close);
    }
}
