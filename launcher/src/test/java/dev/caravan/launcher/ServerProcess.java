package dev.caravan.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A server in a process of its own, which a test may kill. */
record ServerProcess(Process process, URI address) {
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
        URI address = BenchedServer.awaitAddress(said);
        CompletableFuture.runAsync(() -> BenchedServer.drain(said));
        return new ServerProcess(process, address);
    }

    /** Ends it as a power cut would. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }
}
