package dev.caravan.launcher;

import dev.caravan.app.AnalystBeans;
import dev.caravan.app.Settings;
import dev.caravan.warehouse.Progress;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole of Caravan in this process: databases, web application, monitoring, on one port. */
public final class CaravanServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CaravanServer.class);

    // threads of requests that are read and answered at once; what routes do has threads of its own
    private static final int WORKING = 80;

    private final Settings settings;
    private final Path portFile;
    private final Server jetty;
    private final ServerConnector connector;
    private Storage storage = Storage.none();
    private Optional<String> newPassword = Optional.empty();
    private boolean portWritten;
    private boolean closed;

    private CaravanServer(Settings settings) {
        this.settings = settings;
        portFile = settings.path("server.data").resolve("caravan.port");
        QueuedThreadPool threads = new QueuedThreadPool(WORKING + 20, 4);
        threads.setName("http");
        threads.setDaemon(true);
        if (VirtualThreads.areSupported()) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        jetty = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(settings.text("server.address"));
        connector.setPort(settings.number("server.port"));
        // as many may knock at once as may wait for a route
        connector.setAcceptQueueSize(512);
        // a stream is quiet between two heartbeats
        Duration quiet = settings.duration("http.heartbeat").multipliedBy(2);
        connector.setIdleTimeout(Math.max(30_000, quiet.toMillis()));
        jetty.addConnector(connector);
        jetty.setStopTimeout(settings.duration("routes.grace").toMillis());
    }

    /**
     * Starts everything; what was started is stopped again if something fails.
     *
     * @param progress of making the databases ready, which takes long at the first start
     * @throws StartFailure in words for a person
     */
    public static CaravanServer start(Settings settings, Progress progress) throws IOException {
        CaravanServer server = new CaravanServer(settings);
        try {
            server.checkFolders();
            server.listen();
            server.startStorage(progress);
            server.startJetty();
            server.writePort();
            return server;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void writePort() throws IOException {
        Files.writeString(portFile, port() + "\n");
        portWritten = true;
    }

    /** What the settings name has to be there before anything slow is begun. */
    private void checkFolders() {
        for (String key : List.of("routes.directory", "workspaces.directory")) {
            if (!Files.isDirectory(settings.path(key))) {
                throw new StartFailure(key + ": there is no folder " + settings.path(key) + ".");
            }
        }
        Workspaces workspaces = AnalystBeans.workspaces(settings);
        String chosen = settings.text("workspaces.default");
        if (workspaces.broken().containsKey(chosen)) {
            throw new StartFailure("workspaces.default: " + workspaces.broken().get(chosen));
        }
        workspaces
                .broken()
                .forEach((name, fault) ->
                        LOG.warn("The workspace {} cannot be asked until it is mended: {}", name, fault));
        if (workspaces.find(chosen).isEmpty()) {
            throw new StartFailure("workspaces.default: there is no workspace " + chosen + " in "
                    + settings.path("workspaces.directory") + "; there are "
                    + workspaces.list().stream().map(Workspace::name).collect(Collectors.joining(", ")) + ".");
        }
        try {
            Files.createDirectories(settings.path("server.data"));
        } catch (IOException e) {
            throw new StartFailure(
                    "server.data: the folder " + settings.path("server.data") + " cannot be created (" + e + ").", e);
        }
        try {
            boolean loopback =
                    InetAddress.getByName(settings.text("server.address")).isLoopbackAddress();
            if (!loopback
                    && settings.text("security.login").equals("none")
                    && !settings.flag("security.open-network")) {
                throw new StartFailure(
                        "server.address: " + settings.text("server.address")
                                + " can be reached from other computers, and without a login whoever reaches it reads and deletes everything."
                                + " Set security.login to local or oidc, or security.open-network to true where something in front decides who may come in.");
            }
        } catch (UnknownHostException e) {
            throw new StartFailure(
                    "server.address: " + settings.text("server.address") + " is no address of this machine.", e);
        }
    }

    /** Takes the port before anything slow is begun. */
    private void listen() throws IOException {
        String place = settings.number("server.port") + " of " + settings.text("server.address");
        try {
            connector.open();
        } catch (IOException e) {
            boolean used = e instanceof BindException || e.getCause() instanceof BindException;
            throw new StartFailure(
                    "Port " + place + (used ? " is in use or not to be had" : " cannot be opened") + " ("
                            + rootMessage(e)
                            + "). Set server.port in application.yaml or the environment variable SERVER_PORT; 0 takes any free port.",
                    e);
        }
    }

    private void startStorage(Progress progress) throws IOException {
        try {
            storage = EmbeddedStorage.start(settings, progress);
        } catch (IllegalStateException | SQLException e) {
            throw new StartFailure("The embedded database cannot be started: " + e.getMessage(), e);
        }
    }

    private void startJetty() throws IOException {
        if (settings.flag("hawtio.enabled")) {
            AdminLogin.install(password());
        }
        WebApplications applications = new WebApplications(settings);
        Handler caravan = applications.caravan(storage);
        Handler all = settings.flag("hawtio.enabled") ? new Handler.Sequence(applications.hawtio(), caravan) : caravan;
        jetty.setHandler(new GracefulHandler(FrontDoor.before(compressed(all), settings, jetty, connector, WORKING)));
        try {
            jetty.start();
        } catch (Exception e) { // Jetty declares no narrower one
            throw new StartFailure("The web application does not start: " + rootMessage(e), e);
        }
    }

    /** Texts go out as gzip; event streams do not, because each event has to leave at once. What comes in is never unpacked. */
    private static Handler compressed(Handler handler) {
        CompressionHandler compression = new CompressionHandler(handler);
        CompressionConfig.Builder config = CompressionConfig.builder().decompressExcludePath("/*");
        for (String type :
                List.of("text/html", "text/css", "text/javascript", "text/csv", "application/json", "image/svg+xml")) {
            config.compressIncludeMimeType(type);
        }
        compression.putConfiguration("/*", config.build());
        return compression;
    }

    private AdminPassword password() throws IOException {
        String given = settings.text("hawtio.password");
        if (!given.isEmpty()) {
            return AdminPassword.of(given);
        }
        Path file = settings.path("server.data").resolve("hawtio.password");
        Optional<AdminPassword> kept = AdminPassword.read(file);
        if (kept.isPresent()) {
            return kept.get();
        }
        String generated = AdminPassword.generate();
        AdminPassword password = AdminPassword.of(generated);
        password.write(file);
        newPassword = Optional.of(generated);
        return password;
    }

    private static String rootMessage(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** The port that is listened on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The address to open in a browser. */
    public URI address() {
        String host = settings.text("server.address");
        String shown = host.equals("0.0.0.0") || host.equals("::")
                ? "localhost"
                : host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + shown + ":" + port() + "/");
    }

    /** The password of user admin, if this start made it; nobody can tell it again later. */
    public Optional<String> newPassword() {
        return newPassword;
    }

    /** Stops requests, routes and databases, in this order; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        attempt("web server", () -> {
            jetty.stop();
            connector.close();
        });
        attempt("database", storage::close);
        if (portWritten) {
            attempt("port file", () -> Files.deleteIfExists(portFile));
        }
    }

    private static void attempt(String what, Step step) {
        try {
            step.run();
        } catch (Exception e) { // whatever fails, the next ones have to be stopped as well
            LOG.warn("Stopping the {} failed", what, e);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }
}
