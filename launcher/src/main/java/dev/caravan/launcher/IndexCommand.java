package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.AnalystBeans;
import dev.caravan.app.DocumentBeans;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.Corpus.Fate;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.ReadDocument;
import dev.caravan.gate.Breakers;
import dev.caravan.store.StateDatabase;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Makes the files of a folder documents of a workspace: by the running Caravan, whose index they go into, otherwise by itself. What
 * is there already is left alone, so that a call that was cut short is called again.
 */
@Command(
        name = "index",
        description =
                "Read a folder of documents (PDF, DOCX, HTML, Markdown, text) into a workspace, which is made where there is none.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every file is a document now",
            "1:none is",
            "2:used wrongly",
            "3:some are, others were refused"
        })
final class IndexCommand implements Callable<Integer> {
    private static final int NOTHING = 1;
    private static final int NOT_ALL = 3;
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration UPLOAD = Duration.ofMinutes(10);
    private static final Duration REST = Duration.ofSeconds(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out = System.out;
    private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);

    @Parameters(paramLabel = "DIR", description = "The folder; folders in it are read as well.")
    private Path folder;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The workspace; ${DEFAULT-VALUE} if not given. One that is not there is made like filings.",
            defaultValue = "filings")
    private String name;

    @Option(names = "--title", description = "Of a workspace that is made; its name if not given.")
    private Optional<String> title = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The running Caravan; where its settings say that it listens, if not given.")
    private Optional<String> url = Optional.empty();

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            throw new StartFailure("There is no folder " + folder + ".");
        }
        if (!name.matches("[a-z0-9][a-z0-9_-]*")) {
            throw new StartFailure("A workspace is called by small letters, digits, - and _, not " + name + ".");
        }
        Map<Boolean, List<Path>> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.filter(Files::isRegularFile).sorted().collect(Collectors.partitioningBy(ReadDocument::isKnown));
        }
        List<Path> files = all.get(true);
        all.get(false).forEach(file -> out.println("passed over: " + file + ", of a kind that is not read"));
        if (files.isEmpty()) {
            throw new StartFailure("There is no document in " + folder + ": " + ReadDocument.KINDS + " are read.");
        }
        Settings settings = Settings.load(Home.find(), Map.of());
        boolean made = DocumentsFolder.make(settings.path("workspaces.directory"), name, title.orElse(name));
        if (made) {
            out.println("workspace " + name + " is made; what its documents are called stands in its corpus.yaml");
        }
        Optional<URI> server = running();
        if (server.isPresent()) {
            upload(server.get(), files);
        } else {
            read(settings);
        }
        int taken = fates.getOrDefault(Fate.ADDED, 0) + fates.getOrDefault(Fate.UNCHANGED, 0);
        int refused = fates.getOrDefault(Fate.REFUSED, 0);
        out.printf(
                "%d added, %d there already, %d refused, %d passed over%n",
                fates.getOrDefault(Fate.ADDED, 0),
                fates.getOrDefault(Fate.UNCHANGED, 0),
                refused,
                all.get(false).size());
        return taken == 0 ? NOTHING : refused > 0 ? NOT_ALL : 0;
    }

    private void tell(Fate fate, String message) {
        fates.merge(fate, 1, Integer::sum);
        out.println(
                switch (fate) {
                    case ADDED -> "added: " + message;
                    case UNCHANGED -> "there already: " + message;
                    case REFUSED -> "refused: " + message;
                });
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    private Optional<URI> running() throws InterruptedException {
        URI server = URI.create(url.orElseGet(AskCommand::configured));
        try {
            HttpResponse<Void> health = client().send(
                            HttpRequest.newBuilder(server.resolve("/api/health/live"))
                                    .timeout(CONNECT)
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
            return health.statusCode() == 200 ? Optional.of(server) : Optional.empty();
        } catch (IOException e) {
            if (url.isPresent()) {
                throw new StartFailure("No Caravan answers at " + server + ".", e);
            }
            // nobody listens there
            return Optional.empty();
        }
    }

    private void upload(URI server, List<Path> files) throws IOException, InterruptedException {
        HttpClient client = client();
        for (Path file : files) {
            String query = "?workspace=" + encoded(name) + "&name=" + encoded(String.valueOf(file.getFileName()));
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(server.resolve("/api/documents" + query))
                            .header("Content-Type", "application/octet-stream")
                            .timeout(UPLOAD)
                            .POST(HttpRequest.BodyPublishers.ofFile(file))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode told = JSON.readTree(response.body());
            if (response.statusCode() == 404) {
                throw new StartFailure("The running Caravan does not know workspace " + name
                        + " yet, since it is new. Start it again, then index again.");
            }
            if (response.statusCode() == 200) {
                tell(
                        told.path("added").asBoolean() ? Fate.ADDED : Fate.UNCHANGED,
                        told.path("title").asText());
            } else {
                tell(Fate.REFUSED, told.path("detail").asText());
            }
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void read(Settings settings) throws IOException, SQLException {
        if (!settings.text("state.jdbc-url").isEmpty()) {
            read(
                    settings,
                    settings.text("state.jdbc-url"),
                    new Credentials(settings.text("state.user"), settings.text("state.password")));
            return;
        }
        try (EmbeddedPostgres database = start(settings)) {
            // on Ctrl-C the database server must not stay behind
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(database), "stop"));
            EmbeddedStorage.prepare(database, false);
            read(settings, database.jdbcUrl(DemoWorld.STATE_DATABASE), database.appCredentials());
        }
    }

    private static EmbeddedPostgres start(Settings settings) throws IOException {
        try {
            return EmbeddedPostgres.start(settings.path("server.data").resolve("postgres"), Progress.silent());
        } catch (IllegalStateException e) {
            throw new StartFailure(
                    "A Caravan with this data is just starting or stopping, or listens elsewhere than its settings say: try again in a moment, or name it with --url.",
                    e);
        }
    }

    private static void close(EmbeddedPostgres database) {
        try {
            database.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Settings settings, String url, Credentials login) throws IOException, SQLException {
        try (StateDatabase state = StateDatabase.open(
                        url,
                        login.user(),
                        login.password(),
                        Breakers.consecutive("documents", 1, REST, StateDatabase::isDown));
                DocumentBeans documents = DocumentBeans.open(
                        settings,
                        name,
                        state.dataSource(),
                        AnalystBeans.dataFolder(settings, name).resolve("index"))) {
            Corpus corpus = documents.corpus();
            Owner owner = new Owner(name, Turn.EVERYBODY);
            corpus.repair(owner);
            corpus.addAll(owner, folder, told -> tell(told.fate(), told.message()));
        }
    }
}
