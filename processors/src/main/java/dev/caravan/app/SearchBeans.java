package dev.caravan.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.gate.Breakers;
import dev.caravan.gate.StatusSource;
import dev.caravan.plan.RunPlanQuery;
import dev.caravan.plan.RunPlanSearch;
import dev.caravan.search.OpenSearchRun;
import dev.caravan.search.RunSearch;
import dev.caravan.search.SearchAddress;
import dev.caravan.search.SearchClient;
import dev.caravan.search.SearchData;
import dev.caravan.search.SearchEngine;
import dev.caravan.search.SearchEngines;
import dev.caravan.search.SearchExecution;
import dev.caravan.search.SearchInSql;
import dev.caravan.search.SearchProblem;
import dev.caravan.search.SearchProcess;
import dev.caravan.search.SearchRun;
import dev.caravan.search.SearchSettings;
import dev.caravan.trace.TurnCancel;
import dev.caravan.workspace.Workspace;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The search engines of the workspaces that have one, and the beans of their routes. No engine is started before it is asked. */
public final class SearchBeans implements SearchEngines, StatusSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SearchBeans.class);
    // where mvn package puts the jars, from the home folder
    static final String ENGINE = "searchProcess";
    private static final String BUILT = "search-node/target/lib";

    private final Map<String, SearchEngine> engines = new HashMap<>();
    private final Map<String, CircuitBreaker> breakers = new HashMap<>();
    private final SearchProcess embedded;
    private final Set<String> filling = ConcurrentHashMap.newKeySet();
    private final ExecutorService filler = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fill-search");
        thread.setDaemon(true);
        return thread;
    });

    private SearchBeans(SearchProcess embedded) {
        this.embedded = embedded;
    }

    /**
     * Reads {@code search.yaml} of every workspace and binds the beans.
     *
     * @param analyst the workspaces with their data
     * @param questions reads questions to them
     */
    static SearchBeans bind(
            Registry registry,
            Settings settings,
            AnalystBeans analyst,
            SchemaQuestions questions,
            TurnCancel cancel,
            Clock clock) {
        SearchBeans beans = new SearchBeans(process(settings));
        registry.bind(ENGINE, beans.embedded);
        analyst.workspaces().list().forEach(workspace -> SearchSettings.read(workspace.folder(), System.getenv())
                .ifPresent(written -> beans.add(settings, analyst, workspace, written, registry, clock)));
        RunSearch run = new RunSearch(beans, cancel, System::nanoTime);
        registry.bind("searchEngines", beans);
        registry.bind("openSearch", new OpenSearchRun(questions));
        registry.bind("runSearch", run);
        SearchInSql inSql = new SearchInSql(beans, analyst::origin);
        registry.bind("searchInSql", inSql);
        registry.bind("formatSearch", analyst.formatSearch());
        registry.bind(
                "runPlanSearch",
                new RunPlanSearch(
                        new RunPlanQuery(analyst.domains(), settings.number("sql.attempts")), questions, beans, inSql));
        return beans;
    }

    /** The engine that Caravan starts, not started yet. */
    static SearchProcess process(Settings settings) {
        return new SearchProcess(new SearchProcess.Program(
                settings.text("search.libraries").isEmpty()
                        ? settings.home().resolve(BUILT)
                        : settings.path("search.libraries"),
                settings.path("server.data").resolve("search"),
                settings.text("search.memory"),
                settings.duration("search.start-timeout")));
    }

    private void add(
            Settings settings,
            AnalystBeans analyst,
            Workspace workspace,
            SearchSettings written,
            Registry registry,
            Clock clock) {
        String name = workspace.name();
        SearchData data = analyst.rows(name)
                .orElseThrow(() -> new IllegalArgumentException("workspace " + name
                        + " has a search.yaml, but no data file that a search engine could be filled with"));
        Domain domain = analyst.domains().find(name).orElseThrow();
        SearchClient client = new SearchClient(written.address()
                .<SearchAddress.Source>map(address -> () -> address)
                .orElse(embedded));
        engines.put(
                name,
                new SearchEngine(
                        name,
                        () -> domain.model()
                                .schema()
                                .orElseThrow(() -> new SearchProblem(
                                        SearchProblem.Kind.REFUSED,
                                        "the workspace " + name + " has no schema that an index could be made by")),
                        client,
                        data,
                        new SearchEngine.Limits(
                                settings.duration("search.timeout"),
                                new SearchExecution.Limits(
                                        settings.number("sql.max-rows"), settings.number("search.max-groups"))),
                        clock));
        CircuitBreaker breaker = Breakers.consecutive(
                "search-" + name,
                settings.number("sql.breaker.failures"),
                settings.duration("sql.breaker.open"),
                SearchProblem::isDown);
        breakers.put(name, breaker);
        registry.bind("searchBreaker-" + name, breaker);
    }

    @Override
    public SearchEngine of(String workspace) {
        return Optional.ofNullable(engines.get(workspace))
                .orElseThrow(() -> new SearchProblem(
                        SearchProblem.Kind.REFUSED, "the workspace " + workspace + " has no search engine"));
    }

    @Override
    public JsonNode ask(SearchRun run) throws Exception {
        SearchEngine engine = of(run.workspace());
        return breakers.get(run.workspace()).executeCallable(() -> engine.ask(run.next(), run.turnId()));
    }

    @Override
    public void fill(SearchRun run) throws Exception {
        SearchEngine engine = of(run.workspace());
        breakers.get(run.workspace()).executeCallable(() -> {
            engine.make((phase, fraction) -> {});
            return run;
        });
    }

    @Override
    public void fillSoon(SearchRun run) {
        if (filling.add(run.workspace())) {
            filler.execute(() -> {
                try {
                    fill(run);
                } catch (Exception e) { // that of the breaker is none of ours
                    LOG.warn("the search engine of {} could not be filled: {}", run.workspace(), e.getMessage());
                } finally {
                    filling.remove(run.workspace());
                }
            });
        }
    }

    @Override
    public String section() {
        return "search";
    }

    /** The process of the engine where one runs; nothing is started for it. */
    @Override
    public Map<String, Object> status() {
        Map<String, Object> status = new TreeMap<>();
        status.put("running", embedded.pid().isPresent());
        embedded.pid().ifPresent(pid -> status.put("process", pid));
        return status;
    }

    @Override
    public void close() {
        filler.shutdownNow();
        embedded.close();
    }
}
