package dev.caravan.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.compile.QueryCompiler;
import dev.caravan.gate.Breakers;
import dev.caravan.graphql.GraphqlHttp;
import dev.caravan.lookup.DemoService;
import dev.caravan.lookup.Lookup;
import dev.caravan.lookup.LookupClient;
import dev.caravan.lookup.LookupCompiler;
import dev.caravan.lookup.LookupProblem;
import dev.caravan.lookup.LookupRun;
import dev.caravan.lookup.LookupSettings;
import dev.caravan.lookup.Lookups;
import dev.caravan.lookup.RunLookup;
import dev.caravan.plan.RunPlanLookup;
import dev.caravan.plan.RunPlanQuery;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.search.SearchData;
import dev.caravan.workspace.Workspace;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.camel.spi.Registry;

/** The GraphQL services of the workspaces that have one, and the beans of their routes. No demo service is started before it is asked. */
public final class LookupBeans implements Lookups, AutoCloseable {
    /** The service of a workspace with what its schema is now, and the breaker before it. */
    private record Served(LookupSettings settings, Domain domain, CircuitBreaker breaker) {}

    private final Map<String, Served> served = new HashMap<>();
    private final Map<String, DemoService> demos = new HashMap<>();
    private final Map<String, URI> started = new HashMap<>();
    private final AnalystBeans analyst;
    private final GraphqlHttp http;
    private final LookupClient client;

    private LookupBeans(AnalystBeans analyst, GraphqlHttp http) {
        this.analyst = analyst;
        this.http = http;
        this.client = new LookupClient(http);
    }

    /**
     * Reads {@code graphql.yaml} of every workspace and binds the beans.
     *
     * @param analyst the workspaces with their data
     * @param questions reads questions to them
     */
    static LookupBeans bind(Registry registry, Settings settings, AnalystBeans analyst, SchemaQuestions questions) {
        LookupBeans beans = new LookupBeans(
                analyst,
                new GraphqlHttp(
                        settings.duration("graphql.timeout"),
                        "Caravan/" + Versions.all().getOrDefault("caravan", "0")));
        analyst.workspaces().list().forEach(workspace -> LookupSettings.read(workspace.folder(), System.getenv())
                .ifPresent(written -> beans.add(settings, workspace, written, registry)));
        ServiceLoader.load(DemoService.class, DemoService.class.getClassLoader())
                .forEach(demo -> beans.demos.put(demo.workspace(), demo));
        registry.bind("runLookup", new RunLookup(beans, System::nanoTime));
        registry.bind(
                "runPlanLookup",
                new RunPlanLookup(
                        new RunPlanQuery(analyst.domains(), settings.number("sql.attempts")),
                        questions,
                        beans,
                        beans::statement));
        return beans;
    }

    private void add(Settings settings, Workspace workspace, LookupSettings written, Registry registry) {
        String name = workspace.name();
        Domain domain = analyst.domains()
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "workspace " + name + " has a graphql.yaml, but no data that it could be asked about"));
        CircuitBreaker breaker = Breakers.consecutive(
                "graphql-" + name,
                settings.number("sql.breaker.failures"),
                settings.duration("sql.breaker.open"),
                LookupProblem::isDown);
        served.put(name, new Served(written, domain, breaker));
        registry.bind("graphqlBreaker-" + name, breaker);
    }

    private Optional<SchemaGraph> graph(String workspace) {
        return Optional.ofNullable(served.get(workspace))
                .flatMap(each -> each.domain().model().schema())
                .map(SchemaGraph::new);
    }

    @Override
    public Optional<Lookup> of(String workspace, LogicalQuery query) {
        return graph(workspace).flatMap(graph -> new LookupCompiler(
                        graph, served.get(workspace).settings().entities())
                .compile(query));
    }

    /** A query of a workspace as a statement; empty where SQL cannot say it. */
    private Optional<String> statement(String workspace, LogicalQuery query) {
        try {
            return graph(workspace).map(graph -> new QueryCompiler(
                            graph, analyst.origin(workspace).dialect().code())
                    .compile(query));
        } catch (NotExpressible e) {
            return Optional.empty();
        }
    }

    @Override
    public JsonNode ask(LookupRun run) throws Exception {
        Served asked = served.get(run.workspace());
        URI address = asked.settings().address().orElseGet(() -> demo(run.workspace()));
        return asked.breaker()
                .executeCallable(() -> client.ask(
                        address, asked.settings().token(), run.lookup().orElseThrow()));
    }

    /** The address of the demo service, which is started where it is not yet. */
    private synchronized URI demo(String workspace) {
        if (started.containsKey(workspace)) {
            return started.get(workspace);
        }
        Optional<SearchData> rows = analyst.rows(workspace);
        if (!demos.containsKey(workspace) || rows.isEmpty()) {
            throw new LookupProblem("there is none: graphql.yaml of the workspace names no url", false);
        }
        try {
            URI address = demos.get(workspace).start(rows.get());
            started.put(workspace, address);
            return address;
        } catch (IOException e) {
            throw new LookupProblem("the demo service cannot be started: " + e.getMessage(), true, e);
        }
    }

    @Override
    public synchronized void close() {
        demos.values().forEach(DemoService::close);
        try {
            http.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
