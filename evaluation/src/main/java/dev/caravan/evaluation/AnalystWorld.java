package dev.caravan.evaluation;

import dev.caravan.app.AnalystBeans;
import dev.caravan.app.PipelineBeans;
import dev.caravan.app.Settings;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.Catalog;
import dev.caravan.duck.BuildDatabase;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.QueryType;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.trace.StepEvents;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;

/**
 * The analyst's flow of one workspace in this process: its data file and its routes, without PostgreSQL and HTTP.
 * Conversations are kept in memory.
 */
public final class AnalystWorld implements Answerer, AutoCloseable {
    private static final List<String> ROUTES = List.of(
            "analyst.camel.yaml", "models.camel.yaml", "providers.camel.yaml", "sql.camel.yaml", "database.camel.yaml");

    private final String workspace;
    private final Path data;
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final Map<String, List<PastTurn>> threads = new HashMap<>();
    private final Map<String, List<Map<String, Object>>> steps = new HashMap<>();
    private final PipelineBeans.Stages stages;

    private AnalystWorld(Settings settings, String workspace) throws Exception {
        this.workspace = workspace;
        // most of a start: a set of questions has nobody who looks at the beans of its nodes
        camel.disableJMX();
        this.data = AnalystBeans.dataFolder(settings, workspace);
        Path atlas = settings.path("workspaces.directory").resolve("atlas");
        TurnCancel cancel = new TurnCancel();
        Catalog empty =
                new Catalog(List.of(), List.of(), Map.of(), List.of(), Aliases.read(atlas.resolve("aliases.yaml")));
        stages = PipelineBeans.bindStages(
                camel.getRegistry(),
                settings,
                new TurnEvents(),
                cancel,
                new PipelineBeans.Sources(
                        SemanticModel.read(atlas.resolve("semantic-model.yaml")),
                        () -> empty,
                        turn -> {},
                        () -> "",
                        Clock.systemUTC()));
        Properties properties = new Properties();
        properties.putAll(settings.asMap());
        properties.putAll(PipelineBeans.placeholders(settings));
        // the routes of the trade data are read with the others, but not asked
        properties.put("caravan.endpoint.database", "log:database");
        camel.getPropertiesComponent().setInitialProperties(properties);
        camel.getManagementStrategy()
                .addEventNotifier(camel.getRegistry().lookupByNameAndType("stepEvents", StepEvents.class));
        List<Resource> files = new ArrayList<>();
        for (String name : ROUTES) {
            files.add(PluginHelper.getResourceLoader(camel)
                    .resolveResource("file:" + settings.path("routes.directory").resolve(name)));
        }
        PluginHelper.getRoutesLoader(camel).loadRoutes(files);
        camel.start();
    }

    /**
     * Starts it on data loaded from files, or on the demo data of the workspace.
     *
     * @param home the folder with application.yaml, routes and workspaces
     * @param data folder for the data file
     * @param files to load; empty for the demo data
     */
    public static AnalystWorld start(Path home, Path data, String workspace, List<Path> files) throws Exception {
        return start(Settings.load(home, Map.of("server.data", data.toString())), workspace, files);
    }

    /** The same with settings of one's own. */
    public static AnalystWorld start(Settings settings, String workspace, List<Path> files) throws Exception {
        Path folder = AnalystBeans.dataFolder(settings, workspace);
        BuildDatabase build =
                new BuildDatabase(settings.path("workspaces.directory").resolve(workspace));
        if (files.isEmpty()) {
            if (!Files.exists(folder.resolve("demo.duckdb"))) {
                build.demo(folder.resolve("demo.duckdb"));
            }
        } else if (!Files.exists(folder.resolve("loaded.duckdb"))) {
            build.load(folder.resolve("loaded.duckdb"), files.get(0));
        }
        return new AnalystWorld(settings, workspace);
    }

    /** The same on a workspace whose database is there. */
    public static AnalystWorld onDatabase(Settings settings, String workspace) throws Exception {
        return new AnalystWorld(settings, workspace);
    }

    /** The routes and beans, for tests that take one of them out. */
    public CamelContext camel() {
        return camel;
    }

    @Override
    public Turn answer(String threadId, boolean first, String question) {
        List<PastTurn> past = threads.computeIfAbsent(threadId, id -> new ArrayList<>());
        Turn turn = Turn.opened(
                        UUID.randomUUID().toString(),
                        threadId,
                        first,
                        workspace,
                        question,
                        Map.of(),
                        Clock.systemUTC().instant())
                .withHistory(past);
        StepEvents events = camel.getRegistry().lookupByNameAndType("stepEvents", StepEvents.class);
        Exchange done = camel.createFluentProducerTemplate()
                .to("direct:analyst")
                .withProcessor(exchange -> {
                    exchange.getMessage().setBody(turn);
                    events.open(exchange);
                })
                .request(Exchange.class);
        if (done.getException() != null) {
            throw new IllegalStateException("nothing may fail out of a turn", done.getException());
        }
        Turn answered = done.getMessage().getBody(Turn.class);
        List<?> traced = done.getProperty(Steps.PROPERTY, List.of(), List.class);
        steps.put(answered.id(), traced.stream().map(AnalystWorld::step).toList());
        past.add(new PastTurn(
                question,
                answered.asked().isEmpty() ? question : answered.asked(),
                answered.answer().orElseThrow().text(),
                answered.evidence().stream()
                        .filter(SqlEvidence.class::isInstance)
                        .map(evidence -> ((SqlEvidence) evidence).sql())
                        .toList()));
        return answered;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> step(Object step) {
        return (Map<String, Object>) step;
    }

    @Override
    public GraphqlRun stages(Stage stage, String question, QueryType given) {
        throw new IllegalArgumentException("the analyst's flow has no stages of the Atlas API");
    }

    @Override
    public void arrange(Condition condition) {
        // there are no circumstances to make
    }

    @Override
    public ModelUse modelUse() {
        return new ModelUse(0, 0, 0);
    }

    /** The trace of a turn. */
    public List<Map<String, Object>> steps(Turn turn) {
        return steps.getOrDefault(turn.id(), List.of());
    }

    /** A connection to the data for gold SQL; the caller closes it. */
    public Connection data() throws SQLException {
        try {
            return DataFile.open(DataFile.copy(data));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        camel.stop();
        stages.close();
    }
}
