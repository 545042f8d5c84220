package dev.caravan.routes;

import dev.caravan.agent.ToolForm;
import dev.caravan.app.EdgeBeans;
import dev.caravan.app.Settings;
import dev.caravan.trace.TurnEvents;
import dev.caravan.workspace.Workspace;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Registry;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/** A Camel context with some of the route files, the edge's own beans and what a test puts in place of the rest. */
final class RouteFiles implements AutoCloseable {
    static final Path HOME = Path.of(System.getProperty("caravan.home"));

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final TurnEvents events = new TurnEvents();
    private EdgeBeans beans;

    private RouteFiles() {}

    /** The names of all files in routes/. */
    static List<String> names() {
        try (Stream<Path> files = Files.list(HOME.resolve("routes"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".camel.yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts it.
     *
     * @param settings win over application.yaml
     * @param others binds further beans
     * @param files names within routes/, or within the tests' resources when they begin with a slash
     */
    static RouteFiles start(Map<String, String> settings, Consumer<Registry> others, String... files) throws Exception {
        return start(settings, Map.of(), others, files);
    }

    /**
     * Starts it.
     *
     * @param placeholders what stands for {{…}} in the files
     */
    static RouteFiles start(
            Map<String, String> settings, Map<String, String> placeholders, Consumer<Registry> others, String... files)
            throws Exception {
        RouteFiles started = new RouteFiles();
        // two thirds of a start: nobody looks at the beans of some thousand nodes here
        started.camel.disableJMX();
        try {
            Properties properties = new Properties();
            Settings loaded = Settings.load(HOME, settings);
            properties.putAll(loaded.asMap());
            properties.putAll(placeholders);
            started.camel.getPropertiesComponent().setOverrideProperties(properties);
            started.beans = EdgeBeans.bind(started.camel.getRegistry(), loaded, started.events);
            others.accept(started.camel.getRegistry());
            List<Resource> resources = new ArrayList<>();
            for (String file : files) {
                String place = file.startsWith("/")
                        ? "classpath:" + file.substring(1)
                        : "file:" + HOME.resolve("routes").resolve(file);
                resources.add(ResourceHelper.resolveMandatoryResource(started.camel, place));
            }
            PluginHelper.getRoutesLoader(started.camel).loadRoutes(resources);
            started.camel.start();
            return started;
        } catch (Exception e) {
            started.close();
            throw e;
        }
    }

    CamelContext camel() {
        return camel;
    }

    TurnEvents events() {
        return events;
    }

    <T> T bean(String name, Class<T> type) {
        return camel.getRegistry().lookupByNameAndType(name, type);
    }

    boolean isStarted() {
        return camel.getStatus() == ServiceStatus.Started;
    }

    @Override
    public void close() {
        camel.stop();
        if (beans != null) {
            beans.close();
        }
    }

    /** Tools of the trade workspace, as providers are told them. */
    static List<ToolSpecification> tools(String... names) {
        return Workspace.read(HOME.resolve("workspaces/atlas")).tools().stream()
                .filter(tool -> List.of(names).contains(tool.name()))
                .map(ToolForm::of)
                .toList();
    }
}
