package dev.caravan.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, which a test may kill. */
record ServerProcess(Process process, URI address) {
    private static final Pattern READY = Pattern.compile("Caravan is ready at (\\S+)");

    /** Starts one on the home folder and waits until it is ready. */
    static ServerProcess start(Path home, Path data) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-XX:TieredStopAtLevel=1",
                        "-Dcaravan.home=" + home,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.caravan.launcher.Main",
                        "start")
                .redirectErrorStream(true);
        builder.environment().put("SERVER_DATA", data.toString());
        Process process = builder.start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                CompletableFuture.runAsync(() -> drain(said));
                return new ServerProcess(process, URI.create(ready.group(1)));
            }
            all.append(line).append('\n');
        }
        throw new AssertionError("the server has not started:\n" + all);
    }

    /** Its lines, unread, would stop it. */
    private static void drain(BufferedReader said) {
        try {
            while (said.readLine() != null) {
                continue;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it as a power cut would. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }
}
