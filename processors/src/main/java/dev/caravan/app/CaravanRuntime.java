package dev.caravan.app;

import dev.caravan.agent.ToolTable;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.workspace.DataOnDemand;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.ManagementMBeansLevel;
import org.apache.camel.component.micrometer.routepolicy.MicrometerRoutePolicyFactory;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.SimpleMain;
import org.apache.camel.spi.Registry;

/** Everything behind the HTTP edge, started: the beans, Camel and the routes of the routes folder. */
public final class CaravanRuntime implements AutoCloseable {
    private final DefaultCamelContext camel;
    private final SimpleMain main;
    private final TurnEvents events;
    private final EdgeBeans edgeBeans;
    private final PipelineBeans pipelineBeans;
    private final Optional<Telemetry> telemetry;

    private CaravanRuntime(
            DefaultCamelContext camel,
            SimpleMain main,
            TurnEvents events,
            EdgeBeans edgeBeans,
            PipelineBeans pipelineBeans,
            Optional<Telemetry> telemetry) {
        this.camel = camel;
        this.main = main;
        this.events = events;
        this.edgeBeans = edgeBeans;
        this.pipelineBeans = pipelineBeans;
        this.telemetry = telemetry;
    }

    /**
     * Starts Camel on the routes of {@code routes.directory} and of the workspaces' own folders.
     *
     * @param settings the product's settings
     * @param edge binds the beans of the HTTP edge, such as the platform-http engine, before the
     *     routes are read
     */
    public static CaravanRuntime start(Settings settings, Consumer<Registry> edge) throws Exception {
        return start(settings, edge, Map.of());
    }

    /**
     * Starts Camel on the routes of {@code routes.directory} and of the workspaces' own folders.
     *
     * @param settings the product's settings
     * @param edge binds the beans of the HTTP edge, such as the platform-http engine, before the
     *     routes are read
     * @param makers of data that are made when they are first asked for, by workspace
     */
    public static CaravanRuntime start(
            Settings settings, Consumer<Registry> edge, Map<String, DataOnDemand.Maker> makers) throws Exception {
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.setApplicationContextClassLoader(Thread.currentThread().getContextClassLoader());
        TurnEvents events = new TurnEvents();
        camel.getRegistry().bind("turnEvents", events);
        EdgeBeans edgeBeans = EdgeBeans.bind(camel.getRegistry(), settings, events);
        PipelineBeans pipelineBeans = PipelineBeans.bind(
                camel.getRegistry(),
                settings,
                events,
                camel.getRegistry().lookupByNameAndType("turnCancel", TurnCancel.class),
                makers);
        edge.accept(camel.getRegistry());
        camel.addRoutePolicyFactory(new MicrometerRoutePolicyFactory());
        Optional<Telemetry> telemetry = Telemetry.begin(camel, settings);
        SimpleMain main = new SimpleMain(camel);
        List<Path> routeFolders = routeFolders(settings);
        Properties properties = new Properties();
        // a call between two versions of a route waits for the new one, not for half a minute
        properties.put("camel.component.direct.timeout", "2000");
        properties.putAll(PipelineBeans.placeholders(settings));
        properties.putAll(settings.asMap());
        main.setOverrideProperties(properties);
        main.configure()
                .withName("caravan")
                // below the product's own logger, whose level lets a route's line through
                .withLogName("dev.caravan.route.${routeId}")
                .withRoutesIncludePattern(routeFolders.stream()
                        .map(folder -> "file:" + folder + "/*.camel.yaml")
                        .collect(Collectors.joining(",")));
        // main takes its own number over into the strategy, which is where the unit is
        main.configure()
                .withShutdownTimeout((int) settings.duration("routes.grace").toMillis());
        camel.getShutdownStrategy().setTimeUnit(TimeUnit.MILLISECONDS);
        // the beans of single steps are many and take some 60 MB; who looks at them is Hawtio
        main.configure()
                .withJmxManagementMBeansLevel(
                        settings.flag("hawtio.enabled")
                                ? ManagementMBeansLevel.Default
                                : ManagementMBeansLevel.RoutesOnly);
        try {
            main.start();
            camel.getRegistry()
                    .lookupByNameAndType("toolTable", ToolTable.class)
                    .check(id -> camel.getRoute(id) != null
                            && camel.getRoute(id).getEndpoint().getEndpointUri().equals("direct://" + id));
            if (settings.flag("routes.reload")) {
                RouteReload reload = new RouteReload(routeFolders);
                camel.addService(reload);
                camel.getRegistry().bind("routeReload", reload);
            }
        } catch (Exception e) {
            main.stop();
            edgeBeans.close();
            pipelineBeans.close();
            telemetry.ifPresent(Telemetry::close);
            throw e;
        }
        return new CaravanRuntime(camel, main, events, edgeBeans, pipelineBeans, telemetry);
    }

    /** The folder of all routes, then those of workspaces that bring routes of their own. */
    private static List<Path> routeFolders(Settings settings) {
        List<Path> folders = new ArrayList<>();
        folders.add(settings.path("routes.directory"));
        Workspaces.read(settings.path("workspaces.directory")).list().stream()
                .map(Workspace::routes)
                .filter(Files::isDirectory)
                .forEach(folders::add);
        return folders;
    }

    /** The running Camel context. */
    public CamelContext camel() {
        return camel;
    }

    /** What happens in the turns. */
    public TurnEvents events() {
        return events;
    }

    @Override
    public void close() {
        // whoever waits gets an answer that says so, and no statement outlives the process
        camel.getRegistry().lookupByNameAndType("turnCancel", TurnCancel.class).cancelAll();
        main.stop();
        edgeBeans.close();
        pipelineBeans.close();
        telemetry.ifPresent(Telemetry::close);
    }
}
