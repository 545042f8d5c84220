package dev.caravan.app;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.Model;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Takes over what changes in the routes folder while Camel runs, file by file. A file that cannot be
 * taken over is reported once and the routes it had before go on.
 *
 * <p>It looks at the folder several times a second instead of asking the operating system, whose
 * notices are late on macOS and missing on network and container mounts. Camel's own strategy either
 * drops every route at one bad edit or keeps the routes of deleted files.
 */
public final class RouteReload extends ServiceSupport implements CamelContextAware {
    private static final Logger LOG = LoggerFactory.getLogger(RouteReload.class);
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final String PATTERN = "*.camel.yaml";

    private final Path folder;
    private final Map<Path, Version> seen = new HashMap<>();
    private final Map<Path, Version> taken = new HashMap<>();
    private final Map<Path, RouteFile> live = new TreeMap<>();
    private final Map<Path, String> broken = new TreeMap<>();
    private String trouble = "";
    private CamelContext camel;
    private ScheduledExecutorService clock;

    /**
     * Watches the files *.camel.yaml of a folder, not of its sub-folders.
     *
     * @param folder from which the context has loaded, or is about to load, its routes
     */
    public RouteReload(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    @Override
    public void setCamelContext(CamelContext context) {
        camel = context;
    }

    @Override
    public CamelContext getCamelContext() {
        return camel;
    }

    /** The files that are not live as they are now, each with the reason. */
    public synchronized Map<String, String> broken() {
        Map<String, String> reasons = new TreeMap<>();
        broken.forEach((file, reason) -> reasons.put(file.getFileName().toString(), reason));
        return reasons;
    }

    /**
     * Takes stock of the files that Camel starts with.
     *
     * @throws IllegalArgumentException when one has no proper routes, or two share a route id: Camel
     *     itself would let the later one win in silence
     */
    @Override
    protected synchronized void doStart() throws Exception {
        for (Map.Entry<Path, Version> entry : versions().entrySet()) {
            Path file = entry.getKey();
            try {
                RouteFile declared = RouteFile.of(Files.readString(file));
                refuseTakenIds(file, declared);
                live.put(file, declared);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(file + ": " + reason(e), e);
            }
            taken.put(file, entry.getValue());
        }
        clock = camel.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "route-reload");
        clock.scheduleWithFixedDelay(this::look, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    protected void doStop() {
        camel.getExecutorServiceManager().shutdownNow(clock);
    }

    private void look() {
        try {
            check();
            trouble = "";
        } catch (IOException | RuntimeException e) {
            // a clock whose task throws stops ticking
            String now = e.toString();
            if (!now.equals(trouble)) {
                trouble = now;
                LOG.warn("The routes folder {} cannot be watched: {}", folder, now);
            }
        }
    }

    /**
     * Looks once. A change counts when two looks in a row see the same, so that a file is not read
     * while it is being written.
     */
    synchronized void check() throws IOException {
        Map<Path, Version> now = versions();
        List<Path> changed = new ArrayList<>();
        for (Path file : taken.keySet()) {
            if (!now.containsKey(file) && !seen.containsKey(file)) {
                changed.add(file);
            }
        }
        now.forEach((file, version) -> {
            if (version.equals(seen.get(file)) && !version.equals(taken.get(file))) {
                changed.add(file);
            }
        });
        seen.clear();
        seen.putAll(now);
        boolean any = false;
        for (Path file : changed) {
            Version version = now.get(file);
            if (version == null) {
                taken.remove(file);
            } else {
                taken.put(file, version);
            }
            any |= take(file, version != null);
        }
        if (any) {
            // what a file was refused for, such as a route id of another file, may be gone now
            List.copyOf(broken.keySet()).forEach(file -> take(file, true));
        }
    }

    private Map<Path, Version> versions() throws IOException {
        Map<Path, Version> versions = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PATTERN)) {
            for (Path file : files) {
                try {
                    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                    if (attributes.isRegularFile()) {
                        versions.put(file, new Version(attributes.lastModifiedTime(), attributes.size()));
                    }
                } catch (NoSuchFileException e) {
                    // deleted between listing and looking: the same as not listed
                }
            }
        }
        return versions;
    }

    private boolean take(Path file, boolean exists) {
        RouteFile before = live.getOrDefault(file, RouteFile.EMPTY);
        try {
            RouteFile after = exists ? RouteFile.of(Files.readString(file)) : RouteFile.EMPTY;
            if (!after.text().equals(before.text())) {
                refuseTakenIds(file, after);
                replace(file, before, after);
                LOG.info(
                        "Routes of {} taken over: {}",
                        file.getFileName(),
                        after.routes().isEmpty() ? "none left" : after.routes());
            }
            if (exists) {
                live.put(file, after);
            } else {
                live.remove(file);
            }
            broken.remove(file);
            return true;
        } catch (Exception e) { // Camel's route building declares no narrower one
            String reason = reason(e);
            if (!reason.equals(broken.put(file, reason))) {
                LOG.warn(
                        "{} is not taken over, {}: {}",
                        file,
                        before.routes().isEmpty() ? "it has no routes yet" : "its routes of before go on",
                        reason);
                LOG.debug("Why {} is not taken over", file, e);
            }
            return false;
        }
    }

    private void refuseTakenIds(Path file, RouteFile declared) {
        live.forEach((other, routes) -> {
            for (String id : declared.routes()) {
                if (!other.equals(file) && routes.routes().contains(id)) {
                    throw new IllegalArgumentException("route " + id + " exists already, in " + other.getFileName());
                }
            }
        });
    }

    private void replace(Path file, RouteFile before, RouteFile after) throws Exception {
        // what is shared takes effect only where the routes that use it are built anew
        boolean everything = before.shared() || after.shared();
        Map<Path, RouteFile> former = new TreeMap<>(everything ? live : Map.of(file, before));
        Map<Path, RouteFile> next = new TreeMap<>(former);
        next.put(file, after);
        if (!after.isEmpty()) {
            rehearse(resource(file, after));
        }
        try {
            load(next, everything);
            remove(before.routesNotIn(after));
        } catch (Exception e) {
            try {
                remove(after.routesNotIn(before));
                load(former, everything);
            } catch (Exception worse) {
                e.addSuppressed(worse);
                LOG.error("The former routes of {} could not be started again", file, worse);
            }
            throw e;
        }
    }

    /** Builds the new routes without starting them, so that most mistakes show while the old ones still run. */
    private void rehearse(Resource resource) throws Exception {
        ModelCamelContext model = (ModelCamelContext) camel;
        for (RoutesBuilder builder : loader().findRoutesBuilders(resource)) {
            RouteBuilder routes = (RouteBuilder) builder;
            routes.configureRoutes(camel);
            for (RouteDefinition route : routes.getRouteCollection().getRoutes()) {
                routes.getRouteCollection().prepareRoute(route);
                model.getModelReifierFactory().createRoute(camel, route);
            }
        }
    }

    private void load(Map<Path, RouteFile> files, boolean configurations) throws Exception {
        if (configurations) {
            // one without id applies to all routes, and Camel cannot find it again to replace it
            model().getRouteConfigurationDefinitions().clear();
        }
        List<Resource> resources = new ArrayList<>();
        files.forEach((file, content) -> {
            if (!content.isEmpty()) {
                resources.add(resource(file, content));
            }
        });
        loader().updateRoutes(resources);
    }

    private void remove(Set<String> ids) throws Exception {
        for (String id : ids) {
            RouteDefinition definition = model().getRouteDefinition(id);
            if (definition != null) {
                // stops the route, waiting for what it is working on, and takes it out of the context too
                model().removeRouteDefinition(definition);
            }
        }
    }

    private Model model() {
        return camel.getCamelContextExtension().getContextPlugin(Model.class);
    }

    private RoutesLoader loader() {
        return PluginHelper.getRoutesLoader(camel);
    }

    private static Resource resource(Path file, RouteFile content) {
        return ResourceHelper.fromString("file:" + file, content.text());
    }

    /** What is wrong, without the listing of the whole route that Camel wraps around it. */
    private static String reason(Throwable failure) {
        String route = "";
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof FailedToCreateRouteException
                        || cause instanceof FailedToStartRouteException
                        || cause.getClass() == RuntimeCamelException.class)) {
            if (cause instanceof FailedToCreateRouteException inRoute) {
                route = "route " + inRoute.getRouteId() + ": ";
            }
            cause = cause.getCause();
        }
        if (cause instanceof MarkedYAMLException yaml) {
            return "line " + (yaml.getProblemMark().getLine() + 1) + ": " + yaml.getProblem();
        }
        return route
                + (cause.getMessage() == null
                        ? cause
                        : cause.getMessage().strip().replaceAll("\\s+", " "));
    }

    private record Version(FileTime modified, long size) {}
}
