package dev.caravan.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server of its own in a process of its own, as {@code caravan start} makes it, on a fresh data folder that goes with it. Its
 * workspaces are those of the home folder and that of the bench.
 */
final class BenchedServer implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("Caravan is ready at (\\S+)");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final String DATA = "var";
    private static final List<String> FILES =
            List.of("workspace.yaml", "prompts/agent_system_prompt.md", "routes/bench.camel.yaml");

    private final Path folder;
    private final Process process;
    private final URI address;
    private final Thread reader;

    private BenchedServer(Path folder, Process process, URI address, Thread reader) {
        this.folder = folder;
        this.process = process;
        this.address = address;
        this.reader = reader;
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param workspaces the folder of the workspaces that it shall have beside the bench's
     * @param model the base-url of what it asks as its model
     * @throws StartFailure with what it said when it ended before
     */
    static BenchedServer start(Path home, Path workspaces, String model) throws IOException {
        return start(
                home,
                workspaces,
                Map.of(
                        "MODEL_PROVIDER", "compatible",
                        "MODEL_FRONTIER_PROVIDER", "",
                        "MODEL_LIGHTWEIGHT_PROVIDER", "",
                        "MODEL_PROVIDERS_COMPATIBLE_BASE_URL", model,
                        "MODEL_PROVIDERS_COMPATIBLE_REQUESTS_PER_MINUTE", "1000000"),
                data -> {});
    }

    /** What is done with the folder of its data before it starts. */
    @FunctionalInterface
    interface Preparation {
        void prepare(Path data) throws IOException;
    }

    /**
     * Starts it with settings of one's own.
     *
     * @param settings as variables of its environment
     * @throws StartFailure with what it said when it ended before
     */
    static BenchedServer start(Path home, Path workspaces, Map<String, String> settings, Preparation preparation)
            throws IOException {
        Path folder = Files.createTempDirectory("caravan-bench");
        Process process = null;
        try {
            layOut(folder.resolve("workspaces"), workspaces);
            preparation.prepare(folder.resolve(DATA));
            ProcessBuilder builder =
                    new ProcessBuilder(home.resolve("caravan").toString(), "start").redirectErrorStream(true);
            builder.environment()
                    .putAll(Map.of(
                            "SERVER_PORT", "0",
                            "SERVER_DATA", folder.resolve(DATA).toString(),
                            "WORKSPACES_DIRECTORY", folder.resolve("workspaces").toString()));
            builder.environment().putAll(settings);
            process = builder.start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            URI address = awaitAddress(said);
            Thread reader = new Thread(() -> drain(said), "bench-output");
            reader.setDaemon(true);
            reader.start();
            return new BenchedServer(folder, process, address, reader);
        } catch (IOException | RuntimeException e) {
            if (process != null) {
                process.destroy();
            }
            delete(folder);
            throw e;
        }
    }

    private static void layOut(Path folder, Path workspaces) throws IOException {
        for (String file : FILES) {
            Path copy = folder.resolve("bench").resolve(file);
            Files.createDirectories(copy.getParent());
            try (InputStream in = BenchedServer.class.getResourceAsStream("bench/" + file)) {
                Files.copy(in, copy);
            }
        }
        try (Stream<Path> existing = Files.list(workspaces)) {
            for (Path each : existing.toList()) {
                Files.createSymbolicLink(
                        folder.resolve(each.getFileName().toString()),
                        each.toAbsolutePath().normalize());
            }
        }
    }

    /**
     * The address that a server says it is ready at.
     *
     * @throws StartFailure with what it said when it ended before
     */
    static URI awaitAddress(BufferedReader said) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                return URI.create(ready.group(1));
            }
            all.append(line).append('\n');
        }
        throw new StartFailure("The server has not started:\n" + all);
    }

    /** A line for each turn comes; unread, they would stop the server. */
    static void drain(BufferedReader said) {
        try {
            while (said.readLine() != null) {
                continue;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder of its data. */
    Path data() {
        return folder.resolve(DATA);
    }

    /** Where it answers, ending in a slash. */
    URI address() {
        return address;
    }

    /** The processor time that it has used so far. */
    Duration used() {
        return used(process.toHandle());
    }

    /** The processor time that its database has used so far, in the processes that it has now. */
    Duration usedByDatabase() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("var/postgres"), 2)) {
            for (Path file :
                    files.filter(each -> each.endsWith("postmaster.pid")).toList()) {
                ProcessHandle database = ProcessHandle.of(
                                Long.parseLong(Files.readAllLines(file).get(0).strip()))
                        .orElseThrow();
                return Stream.concat(Stream.of(database), database.descendants())
                        .map(BenchedServer::used)
                        .reduce(Duration.ZERO, Duration::plus);
            }
            return Duration.ZERO;
        }
    }

    private static Duration used(ProcessHandle handle) {
        return handle.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Its threads, and its files and connections; empty where the system has no /proc. */
    Optional<Held> held() throws IOException {
        Path own = Path.of("/proc", String.valueOf(process.pid()));
        if (!Files.exists(own)) {
            return Optional.empty();
        }
        return Optional.of(new Held(count(own.resolve("task")), count(own.resolve("fd"))));
    }

    /** What a server holds beside memory. */
    record Held(long threads, long files) {}

    private static long count(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.count();
        }
    }

    /** Its resident memory in MB; empty where the system has no /proc. */
    Optional<Long> resident() throws IOException {
        return resident(process.pid());
    }

    /** The resident memory of a process in MB; empty where the system has no /proc. */
    static Optional<Long> resident(long pid) throws IOException {
        Path status = Path.of("/proc", String.valueOf(pid), "status");
        if (!Files.exists(status)) {
            return Optional.empty();
        }
        Matcher found = RESIDENT.matcher(Files.readString(status));
        return found.find() ? Optional.of(Long.parseLong(found.group(1)) / 1_024) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        // by its handle: the process object would close what its reader reads
        process.toHandle().destroy();
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            reader.join();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        delete(folder);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
