package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.search.SearchProblem.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search engine as a process of its own, started when it is first needed and again when it has ended. It listens on a free port
 * of the loopback address, answers only who knows a word that is made anew at each start, and ends with this process, however this
 * one ends: its standard input is a pipe from here.
 */
public final class SearchProcess implements SearchAddress.Source, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SearchProcess.class);
    private static final String MAIN = "dev.caravan.node.SearchNode";
    private static final String READY = "PORT ";
    private static final int TOKEN_BYTES = 24;
    private static final int MOST_LINES = 50;
    private static final Duration END = Duration.ofSeconds(10);

    /**
     * What is started.
     *
     * @param libraries folder of the engine's jars
     * @param home folder of its data, created where missing
     * @param memory of its heap, as Java writes it
     * @param patience how long a start may take
     */
    public record Program(Path libraries, Path home, String memory, Duration patience) {}

    private final Program program;
    // read without the lock, which a start holds for long
    private volatile Optional<Process> process = Optional.empty();
    private Optional<SearchAddress> address = Optional.empty();
    private boolean closed;

    /** Not started yet. */
    public SearchProcess(Program program) {
        this.program = program;
    }

    @Override
    public synchronized SearchAddress get() {
        if (closed) {
            throw new SearchProblem(Kind.DOWN, "the search engine has been stopped with the server");
        }
        if (process.filter(Process::isAlive).isEmpty()) {
            process.ifPresent(
                    ended -> LOG.warn("the search engine ended with code {}; it is started again", ended.exitValue()));
            start();
        }
        return address.orElseThrow();
    }

    /** The id of the process, where one runs. */
    public Optional<Long> pid() {
        return process.filter(Process::isAlive).map(Process::pid);
    }

    private void start() {
        if (!Files.isDirectory(program.libraries())) {
            throw new SearchProblem(
                    Kind.DOWN,
                    "the search engine is not installed: there is no folder " + program.libraries()
                            + "; mvn package makes it, and url in the workspace's search.yaml names an engine of your own instead");
        }
        long begun = System.nanoTime();
        try {
            Files.createDirectories(program.home());
            awaitFormer();
            byte[] random = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(random);
            String token = HexFormat.of().formatHex(random);
            Process started = new ProcessBuilder(command())
                    .directory(program.home().toFile())
                    .redirectError(log().toFile())
                    .start();
            process = Optional.of(started);
            Files.writeString(pidFile(), started.pid() + "\n");
            // left open: its end is the sign to end
            OutputStream input = started.getOutputStream();
            input.write((token + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
            int port = port(started);
            SearchAddress found = new SearchAddress(
                    URI.create("http://127.0.0.1:" + port), Map.of("Authorization", "Bearer " + token));
            awaitIndices(found);
            address = Optional.of(found);
            LOG.info(
                    "the search engine listens on port {} of this computer (process {}, {} ms)",
                    port,
                    started.pid(),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        } catch (IOException | SearchProblem e) {
            end();
            throw new SearchProblem(Kind.DOWN, "the search engine cannot be started: " + reason(e), e);
        }
    }

    /** Waits until the indices of an earlier start are opened. */
    private void awaitIndices(SearchAddress found) throws IOException {
        long seconds = program.patience().toSeconds();
        JsonNode health = new SearchClient(() -> found)
                .send(new SearchClient.Call(
                        "GET",
                        "/_cluster/health?wait_for_status=yellow&timeout=" + seconds + "s",
                        "",
                        program.patience().plusSeconds(5),
                        ""));
        if (health.path("timed_out").asBoolean(true)) {
            throw new IOException("its indices were not opened within " + seconds + " s (search.start-timeout)");
        }
    }

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + program.memory(),
                "-XX:MaxDirectMemorySize=64m",
                "-XX:+UseSerialGC",
                // a quicker start and a third less memory; searches of demo data gain nothing from the second compiler
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true",
                "-Dfile.encoding=UTF-8",
                "-cp",
                program.libraries().toAbsolutePath() + "/*",
                MAIN,
                program.home().toAbsolutePath().toString());
    }

    /** Waits for the engine of a server that was killed: it ends by itself, and until then it holds the folder. */
    private void awaitFormer() throws IOException {
        if (!Files.exists(pidFile())) {
            return;
        }
        String text = Files.readString(pidFile()).strip();
        Optional<ProcessHandle> former = text.matches("\\d{1,9}")
                ? ProcessHandle.of(Long.parseLong(text)).filter(ProcessHandle::isAlive)
                : Optional.empty();
        if (former.isPresent()
                && process.filter(mine -> mine.pid() == former.get().pid()).isEmpty()) {
            try {
                former.get().onExit().get(END.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // the id may by now be a stranger's; if it is not, the engine says below that the folder is taken
                LOG.debug("process {} of an earlier start has not ended", text);
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the start was cut short", e);
            }
        }
    }

    private int port(Process started) throws IOException {
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(started, port), "search-engine-output");
        reader.setDaemon(true);
        reader.start();
        try {
            return port.get(program.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "it was not ready within " + program.patience().toSeconds() + " s (search.start-timeout)", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the start was cut short", e);
        }
    }

    /** Reads all that the process says, so that it never waits for a reader. */
    private void read(Process started, CompletableFuture<Integer> port) {
        List<String> said = new ArrayList<>();
        try (BufferedReader output = started.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(READY)) {
                    port.complete(Integer.valueOf(line.substring(READY.length()).strip()));
                } else if (said.size() < MOST_LINES) {
                    said.add(line);
                }
            }
            port.completeExceptionally(new IOException("it ended: " + lastWords(said)));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    /** The first line of what it said last that tells a reason. */
    private String lastWords(List<String> said) {
        try {
            List<String> lines = Stream.concat(Files.readAllLines(log()).stream(), said.stream())
                    .toList();
            return lines.stream()
                    .filter(line -> line.contains("Exception") || line.contains("heap"))
                    .reduce((first, second) -> second.startsWith("Caused by") ? second : first)
                    .or(() -> lines.stream().reduce((first, second) -> second))
                    .map(line -> line + " (" + log() + ")")
                    .orElse("it said nothing (" + log() + ")");
        } catch (IOException e) {
            return "what it said cannot be read (" + log() + ")";
        }
    }

    private static String reason(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private Path log() {
        return program.home().resolve("engine.log");
    }

    private Path pidFile() {
        return program.home().resolve("engine.pid");
    }

    private void end() {
        process.ifPresent(running -> {
            try {
                running.getOutputStream().close();
            } catch (IOException e) {
                LOG.debug("the search engine had ended before it was told to", e);
            }
            try {
                if (!running.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                    running.destroyForcibly().waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException e) {
                running.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        });
        process = Optional.empty();
        address = Optional.empty();
        try {
            Files.deleteIfExists(pidFile());
        } catch (IOException e) {
            LOG.debug("the file with the engine's process id stays", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        end();
    }
}
