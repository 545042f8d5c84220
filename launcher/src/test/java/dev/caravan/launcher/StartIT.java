package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.warehouse.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command start as a process of its own: what it prints, and what is left when it is told to end. */
@Timeout(300)
class StartIT {
    @TempDir
    static Path tradeFolder;

    private static EmbeddedPostgres trade;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startTrade() throws IOException {
        trade = EmbeddedPostgres.start(tradeFolder, Progress.silent());
    }

    @AfterAll
    static void stopTrade() throws IOException {
        trade.close();
    }

    @BeforeEach
    void createHome() throws IOException {
        TestHome.create(folder, trade, "routes: {grace: 2s}\n").writeRoutes("test", TestRoutes.ALL + TestRoutes.SAYS);
    }

    @Test
    void stopsEverythingOnSignalAndStartsAgainWithWhatIsKept() throws Exception {
        Run first = new Run("-Dhawtio.enabled=true");
        URI address = first.awaitAddress();
        assertThat(first.output()).contains("user admin, password ");
        assertThat(status(address)).isEqualTo(200);
        client.send(HttpRequest.newBuilder(address.resolve("api/says")).build(), BodyHandlers.discarding());
        assertThat(Files.readString(folder.resolve("var/caravan.port"))).startsWith("" + address.getPort());
        List<ProcessHandle> below = first.process.descendants().toList();

        first.terminate();
        assertThat(first.process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(first.output())
                .contains("Stopped.", "INFO    dev.caravan.route.says: a line of a route")
                .doesNotContain("unsaid");
        assertThat(below).noneMatch(ProcessHandle::isAlive);
        assertThat(processesIn(folder)).isEmpty();
        assertThat(folder.resolve("var/caravan.port")).doesNotExist();
        assertThat(folder.resolve("var/tmp"))
                .as("temporary files")
                .satisfiesAnyOf(path -> assertThat(path).doesNotExist(), path -> assertThat(path)
                        .isEmptyDirectory());

        Run second = new Run("-Dhawtio.enabled=true");
        assertThat(status(second.awaitAddress())).isEqualTo(200);
        assertThat(second.output()).doesNotContain("password ");
        second.end();
    }

    @Test
    void showsTheRoutesOnlyWhereItIsTold() throws Exception {
        Run run = new Run();
        URI address = run.awaitAddress();
        assertThat(run.output()).doesNotContain("password ");
        HttpRequest request = HttpRequest.newBuilder(address.resolve("hawtio/jolokia/version"))
                .build();
        assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(404);
        run.end();
    }

    @Test
    void letsAnOpenStreamEndWithTheGraceOnSignal() throws Exception {
        Run run = new Run();
        URI address = run.awaitAddress();
        HttpRequest request = HttpRequest.newBuilder(address.resolve("api/work"))
                .POST(BodyPublishers.noBody())
                .build();
        try (var lines = client.send(request, BodyHandlers.ofLines()).body()) {
            assertThat(lines.iterator().next()).isEqualTo("event: tick");
            run.terminate();
            assertThat(run.process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(processesIn(folder)).isEmpty();
    }

    @Test
    void recoversFromBeingKilled() throws Exception {
        Run killed = new Run();
        killed.awaitAddress();
        killed.process.destroyForcibly().waitFor();
        Run next = new Run();
        assertThat(status(next.awaitAddress())).isEqualTo(200);
        next.end();
        assertThat(processesIn(folder)).isEmpty();
    }

    @Test
    void givesUpCleanlyWhenStoppedWhileStarting() throws Exception {
        Run run = new Run();
        run.awaitLine("%");
        run.terminate();
        assertThat(run.process.waitFor(90, TimeUnit.SECONDS)).isTrue();
        assertThat(processesIn(folder)).isEmpty();
    }

    @Test
    void saysWhichSettingIsWrongAndFails() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), "server: {prot: 1}\n");
        Run run = new Run();
        assertThat(run.process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(run.process.exitValue()).isEqualTo(1);
        assertThat(run.output()).contains("server.prot").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "routes.directory=/nowhere",
                "workspaces.directory=/nowhere",
                "workspaces.default=unknown",
                "server.data=/proc/data",
                "server.address=999.1.1.1"
            })
    void saysWhichSettingNamesWhatIsNotThere(String setting) throws Exception {
        Run run = new Run("-D" + setting);
        assertThat(run.process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(run.process.exitValue()).isEqualTo(1);
        assertThat(run.output())
                .contains(setting.substring(0, setting.indexOf('=')) + ":")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("var/postgres")).as("nothing slow was begun").doesNotExist();
    }

    @Test
    void saysThatThePortIsInUseAndFails() throws Exception {
        try (var taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            Run run = new Run("-Dserver.port=" + taken.getLocalPort());
            assertThat(run.process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(run.process.exitValue()).isEqualTo(1);
            assertThat(run.output())
                    .contains("Port " + taken.getLocalPort())
                    .contains("server.port")
                    .doesNotContain("\tat ");
        }
        assertThat(folder.resolve("var/postgres")).as("nothing slow was begun").doesNotExist();
    }

    private int status(URI address) throws Exception {
        HttpRequest ready =
                HttpRequest.newBuilder(address.resolve("api/health/ready")).build();
        return client.send(ready, BodyHandlers.discarding()).statusCode();
    }

    /** Processes whose program lies in the folder, as those of the database do. */
    private static List<String> processesIn(Path folder) throws IOException {
        Path real = folder.toRealPath();
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().command().stream())
                .filter(command -> Path.of(command).startsWith(real))
                .toList();
    }

    /** One process, whose output is read as it is waited for. */
    private final class Run {
        private final Process process;
        private final BufferedReader lines;
        private final StringBuilder seen = new StringBuilder();

        Run(String... options) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Dcaravan.home=" + folder, "-cp", System.getProperty("java.class.path")));
            command.addAll(List.of(options));
            command.addAll(List.of(Main.class.getName(), "start"));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment()
                    .keySet()
                    .removeAll(List.of(
                            "SERVER_PORT", "HAWTIO_ENABLED", "HAWTIO_PASSWORD", "ATLAS_PASSWORD", "STATE_PASSWORD"));
            process = builder.start();
            lines = process.inputReader(StandardCharsets.UTF_8);
        }

        String awaitLine(String text) throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                seen.append(line).append('\n');
                if (line.contains(text)) {
                    return line;
                }
            }
            throw new AssertionError("ended without '" + text + "':\n" + seen);
        }

        URI awaitAddress() throws IOException {
            String before = "is ready at ";
            String line = awaitLine(before);
            awaitLine("Ctrl-C");
            String rest = line.substring(line.indexOf(before) + before.length());
            return URI.create(rest.substring(0, rest.indexOf(' ')));
        }

        /** Everything that was printed; waits for the end of a process that is ending. */
        String output() throws IOException {
            if (!process.isAlive()) {
                lines.lines().forEach(line -> seen.append(line).append('\n'));
            }
            return seen.toString();
        }

        /** Sends SIGTERM and leaves the output open, unlike Process.destroy(). */
        void terminate() {
            process.toHandle().destroy();
        }

        void end() throws InterruptedException {
            terminate();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        }
    }
}
