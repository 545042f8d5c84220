package dev.caravan.app;

import dev.caravan.gate.StatusSource;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.RouteConfigurationsBuilder;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.Model;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RouteDefinitionHelper;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.model.TemplatedRouteDefinition;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.OrderedLocationProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Takes over what changes in the routes folder while Camel runs, file by file. A file that cannot be
 * taken over is reported once and the routes it had before go on.
 *
 * <p>What was there at the start stays: a file that lacks a route, a template or a configuration of the start, because it
 * was emptied, cut off or deleted, is refused like one that is broken, unless another file has it now. Only a new start
 * runs without it. What was added since may go as long as nothing else needs it.
 *
 * <p>It looks at the folder several times a second instead of asking the operating system, whose
 * notices are late on macOS and missing on network and container mounts. Camel's own strategy either
 * drops every route at one bad edit or keeps the routes of deleted files.
 */
public final class RouteReload extends ServiceSupport implements CamelContextAware, StatusSource {
    private static final Logger LOG = LoggerFactory.getLogger(RouteReload.class);
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final String PATTERN = "*.camel.yaml";

    private final Path folder;
    private final List<Path> folders;
    private final Map<Path, Version> seen = new HashMap<>();
    private final Map<Path, Version> taken = new HashMap<>();
    private final Map<Path, RouteFile> live = new TreeMap<>();
    private final Map<Path, String> broken = new TreeMap<>();
    private final Map<Path, Set<String>> earlier = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private String trouble = "";
    private CamelContext camel;
    private ScheduledExecutorService clock;

    /**
     * Watches the files *.camel.yaml of folders, not of their sub-folders.
     *
     * @param folders from which the context has loaded, or is about to load, its routes: that of all routes, then those of
     *     workspaces
     */
    public RouteReload(List<Path> folders) {
        this.folders =
                folders.stream().map(each -> each.toAbsolutePath().normalize()).toList();
        this.folder = this.folders.get(0);
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
        broken.forEach((file, reason) -> reasons.put(name(file), reason));
        return reasons;
    }

    /** A file as it is called in what is told: one of a workspace with the workspace's name. */
    private String name(Path file) {
        Path place = file.getParent();
        return place.equals(folder)
                ? file.getFileName().toString()
                : place.getParent().getFileName() + "/" + file.getFileName();
    }

    @Override
    public String section() {
        return "routes";
    }

    @Override
    public synchronized Map<String, Object> status() {
        return Map.of("files", live.size(), "refused_files", broken());
    }

    /**
     * Takes stock of the files that Camel starts with.
     *
     * @throws IllegalArgumentException when one has no proper routes, or two share an id: Camel itself would let one win
     *     in silence
     */
    @Override
    protected synchronized void doStart() throws Exception {
        for (Map.Entry<Path, Version> entry : versions().entrySet()) {
            Path file = entry.getKey();
            try {
                RouteFile declared = RouteFile.of(Files.readString(file));
                live.put(file, declared);
                refuseTaken(live);
                remember(file, declared);
                started.addAll(declared.declared());
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
            if (now.containsKey(file)) {
                taken.put(file, now.get(file));
            } else {
                taken.remove(file);
            }
            any |= take(List.of(file), now.keySet());
        }
        if (any) {
            // what a file was refused for, such as a route id of another file, may be gone now
            List.copyOf(broken.keySet()).forEach(file -> take(List.of(file), now.keySet()));
        }
        if (!changed.isEmpty() && broken.size() > 1) {
            // a route that moved from one file to another: neither file is right without the other
            take(List.copyOf(broken.keySet()), now.keySet());
        }
    }

    private Map<Path, Version> versions() throws IOException {
        Map<Path, Version> versions = new TreeMap<>();
        for (Path each : folders) {
            // the files of a workspace whose folder was taken away are gone, and no reason to watch the others no more
            if (each.equals(folder) || Files.isDirectory(each)) {
                versions.putAll(versions(each));
            }
        }
        return versions;
    }

    private static Map<Path, Version> versions(Path folder) throws IOException {
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

    private boolean take(Collection<Path> files, Set<Path> present) {
        Map<Path, RouteFile> changes = new TreeMap<>();
        try {
            for (Path file : files) {
                changes.put(file, present.contains(file) ? RouteFile.of(Files.readString(file)) : RouteFile.EMPTY);
            }
            if (!live.entrySet().containsAll(changes.entrySet())) {
                refuse(changes);
                replace(changes);
            }
        } catch (Exception e) { // Camel's route building declares no narrower one
            if (files.size() == 1) {
                report(files.iterator().next(), e);
            }
            return false;
        }
        changes.forEach((file, after) -> {
            RouteFile before = live.getOrDefault(file, RouteFile.EMPTY);
            if (!before.equals(after)) {
                LOG.info(
                        "Routes of {} taken over: {}",
                        file.getFileName(),
                        after.routes().isEmpty() ? "none left" : after.routes());
            }
            remember(file, after);
            broken.remove(file);
        });
        live.putAll(changes);
        live.values().removeIf(RouteFile::isEmpty);
        return true;
    }

    private void report(Path file, Exception failure) {
        String reason = reason(failure);
        if (!reason.equals(broken.put(file, reason))) {
            LOG.warn(
                    "{} is not taken over, {}: {}",
                    file,
                    live.containsKey(file) ? "its routes of before go on" : "it has no routes yet",
                    reason);
            LOG.debug("Why {} is not taken over", file, failure);
        }
    }

    private void remember(Path file, RouteFile content) {
        earlier.computeIfAbsent(file, any -> new HashSet<>()).add(content.text());
    }

    /** What would be live with the changes. */
    private Map<Path, RouteFile> with(Map<Path, RouteFile> changes) {
        Map<Path, RouteFile> next = new TreeMap<>(live);
        next.putAll(changes);
        next.values().removeIf(RouteFile::isEmpty);
        return next;
    }

    private void refuse(Map<Path, RouteFile> changes) {
        Map<Path, RouteFile> next = with(changes);
        refuseTaken(next);
        Set<String> declared = new HashSet<>();
        next.values().forEach(file -> declared.addAll(file.declared()));
        changes.forEach((file, after) -> {
            RouteFile before = live.getOrDefault(file, RouteFile.EMPTY);
            if (after.isCutOf(before) && !earlier.get(file).contains(after.text())) {
                throw new IllegalArgumentException(
                        "its end is cut off: it goes on in what was taken over before (a new start takes it as it is)");
            }
            for (String gone : before.declared()) {
                if (!declared.contains(gone)) {
                    refuseGone(gone, after.isEmpty(), next);
                }
            }
        });
        next.forEach((file, content) -> content.templated().forEach((route, template) -> {
            if (!declared.contains("template " + template)) {
                throw new IllegalArgumentException(
                        "route " + route + " is made from the template " + template + ", which no file declares");
            }
        }));
    }

    private void refuseGone(String gone, boolean deleted, Map<Path, RouteFile> next) {
        String what = deleted ? "the file is gone, and with it " + gone : gone + " is gone";
        if (started.contains(gone)) {
            throw new IllegalArgumentException(what + ": put it back, or start anew to run without it");
        }
        next.forEach((file, content) -> {
            if (content.needs(gone)) {
                throw new IllegalArgumentException(what + ", which " + file.getFileName() + " needs");
            }
        });
    }

    private static void refuseTaken(Map<Path, RouteFile> files) {
        Map<String, Path> owners = new HashMap<>();
        files.forEach((file, content) -> {
            for (String id : content.declared()) {
                Path owner = owners.putIfAbsent(id, file);
                // Camel applies every configuration that has no id
                if (owner != null && !id.equals(RouteFile.FOR_ALL)) {
                    throw new IllegalArgumentException(
                            id + " exists already, in " + owner.getFileName() + " and " + file.getFileName());
                }
            }
        });
    }

    private void replace(Map<Path, RouteFile> changes) throws Exception {
        Map<Path, RouteFile> former = new TreeMap<>(live);
        Map<Path, RouteFile> next = with(changes);
        Set<String> templates = new HashSet<>();
        boolean everything = false;
        for (Path file : changes.keySet()) {
            for (RouteFile version : List.of(live.getOrDefault(file, RouteFile.EMPTY), changes.get(file))) {
                // what is shared takes effect only where the routes that use it are built anew
                everything |= version.shared();
                templates.addAll(version.templates());
            }
        }
        if (!everything) {
            former.keySet().retainAll(changes.keySet());
            next.keySet().retainAll(changes.keySet());
        }
        Map<Path, RouteFile> doubtful = new TreeMap<>(next);
        doubtful.entrySet()
                .removeIf(file -> !changes.containsKey(file.getKey())
                        && Collections.disjoint(file.getValue().templated().values(), templates));
        rehearse(doubtful);
        try {
            remove(routesOf(former, next));
            load(next, everything);
        } catch (Exception e) {
            try {
                remove(routesOf(next, former));
                load(former, everything);
            } catch (Exception worse) {
                e.addSuppressed(worse);
                LOG.error("The former routes of {} could not be started again", changes.keySet(), worse);
            }
            throw e;
        }
    }

    /** The ids of the routes that are in some files and not in others. */
    private static Set<String> routesOf(Map<Path, RouteFile> files, Map<Path, RouteFile> others) {
        Set<String> ids = new HashSet<>();
        files.values().forEach(file -> ids.addAll(file.routes()));
        others.values().forEach(file -> file.routes().forEach(ids::remove));
        return ids;
    }

    /** Builds the new routes without starting them, so that most mistakes show while the old ones still run. */
    private void rehearse(Map<Path, RouteFile> files) throws Exception {
        List<RouteBuilder> builders = new ArrayList<>();
        for (RoutesBuilder builder : loader().findRoutesBuilders(resources(files))) {
            RouteBuilder routes = (RouteBuilder) builder;
            routes.configureRoutes(camel);
            for (RouteDefinition route : routes.getRouteCollection().getRoutes()) {
                routes.getRouteCollection().prepareRoute(route);
                build(route);
            }
            builders.add(routes);
        }
        for (RouteDefinition route : made(builders)) {
            build(route);
        }
    }

    private void build(RouteDefinition route) throws Exception {
        PropertiesComponent properties = camel.getPropertiesComponent();
        try {
            if (route.getTemplateParameters() != null) {
                OrderedLocationProperties parameters = new OrderedLocationProperties();
                parameters.putAll("template", route.getTemplateParameters());
                properties.setLocalProperties(parameters);
                RouteDefinitionHelper.initParent(route);
            }
            ((ModelCamelContext) camel).getModelReifierFactory().createRoute(camel, route);
        } finally {
            properties.setLocalProperties(null);
        }
    }

    /** The routes that these builders make of templates, their own and those that are there; none of them is added. */
    private List<RouteDefinition> made(List<RouteBuilder> builders) throws Exception {
        Model model = model();
        List<RouteTemplateDefinition> before = List.copyOf(model.getRouteTemplateDefinitions());
        Function<RouteDefinition, Boolean> filter = model.getRouteFilter();
        List<RouteDefinition> made = new ArrayList<>();
        try {
            for (RouteBuilder builder : builders) {
                for (RouteTemplateDefinition template :
                        builder.getRouteTemplateCollection().getRouteTemplates()) {
                    model.getRouteTemplateDefinitions()
                            .removeIf(other -> template.getId().equals(other.getId()));
                    model.addRouteTemplateDefinition(template);
                }
            }
            model.setRouteFilter(route -> {
                made.add(route);
                return false;
            });
            for (RouteBuilder builder : builders) {
                for (TemplatedRouteDefinition route :
                        builder.getTemplatedRouteCollection().getTemplatedRoutes()) {
                    // beside the nodes of the same route that runs
                    route.setPrefixId("rehearsed-" + route.getPrefixId());
                    model.addRouteFromTemplatedRoute(route);
                }
            }
            return made;
        } finally {
            model.setRouteFilter(filter);
            model.getRouteTemplateDefinitions().clear();
            model.addRouteTemplateDefinitions(before);
        }
    }

    private void load(Map<Path, RouteFile> files, boolean shared) throws Exception {
        if (shared) {
            // a configuration without id applies to all routes, and Camel cannot find it again to replace it; of two
            // templates of one id the older one serves
            model().getRouteConfigurationDefinitions().clear();
            model().getRouteTemplateDefinitions().clear();
        }
        Collection<RoutesBuilder> builders = loader().findRoutesBuilders(resources(files));
        for (RoutesBuilder builder : builders) {
            ((RouteConfigurationsBuilder) builder).updateRouteConfigurationsToCamelContext(camel);
        }
        for (RoutesBuilder builder : builders) {
            builder.updateRoutesToCamelContext(camel);
        }
        // an update leaves out what is made from templates
        for (RouteFile file : files.values()) {
            remove(file.templated().keySet());
        }
        for (RoutesBuilder builder : builders) {
            builder.addTemplatedRoutesToCamelContext(camel);
        }
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

    private static List<Resource> resources(Map<Path, RouteFile> files) {
        List<Resource> resources = new ArrayList<>();
        files.forEach((file, content) -> resources.add(ResourceHelper.fromString("file:" + file, content.text())));
        return resources;
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
