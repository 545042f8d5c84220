package dev.caravan.launcher;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.caravan.app.Settings;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;

/** Starts the server and stays until the process is told to end. */
@Command(
        name = "start",
        description = "Start the server: page, API, routes, database.",
        mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
    private static final int LEAST_FILES = 512;
    private static final String ARCHIVING = "-XX:ArchiveClassesAtExit=";

    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopping;

    @Override
    public Integer call() throws Exception {
        PrintStream out = System.out;
        long begun = System.nanoTime();
        checkOpenFiles();
        Settings settings = Settings.load(Home.find(), Map.of());
        Thread stop = new Thread(this::stop, "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        out.println("Starting Caravan ...");
        ProgressBar bar = new ProgressBar(out, System.console() != null);
        try {
            run(settings, bar, begun, out);
            out.println("Stopped.");
            if (ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .anyMatch(argument -> argument.startsWith(ARCHIVING))) {
                out.println("Keeping the loaded classes for faster starts; this once takes some seconds ...");
            }
            return 0;
        } finally {
            bar.end();
            over.countDown();
            if (!stopping) {
                Runtime.getRuntime().removeShutdownHook(stop);
            }
        }
    }

    /** Too few files show themselves in the oddest places, far from their cause. */
    private static void checkOpenFiles() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getMaxFileDescriptorCount() < LEAST_FILES) {
            throw new StartFailure("This process may open " + system.getMaxFileDescriptorCount()
                    + " files at once, and Caravan needs " + LEAST_FILES
                    + " at least: raise the limit (ulimit -n 4096) and start again.");
        }
    }

    private void run(Settings settings, ProgressBar bar, long begun, PrintStream out)
            throws IOException, InterruptedException {
        try (CaravanServer server = CaravanServer.start(settings, stoppable(bar))) {
            bar.end();
            out.printf(
                    Locale.ROOT,
                    "Caravan is ready at %s (%.1f s)%n",
                    server.address(),
                    (System.nanoTime() - begun) / 1e9);
            server.newPassword()
                    .ifPresent(password -> out.printf(
                            "Route monitoring at %shawtio: user %s, password %s (shown only now)%n",
                            server.address(), AdminLogin.USER, password));
            out.println("Ctrl-C stops it.");
            awaitStop();
            out.println("Stopping Caravan ...");
        }
    }

    /** A start that is told to stop gives up at its next step, with everything it has begun. */
    private Progress stoppable(Progress shown) {
        return (phase, fraction) -> {
            if (stopping) {
                throw new StartFailure("Stopped while starting.");
            }
            shown.report(phase, fraction);
        };
    }

    private synchronized void awaitStop() throws InterruptedException {
        while (!stopping) {
            wait();
        }
    }

    /** Runs as the process ends, which waits for it. */
    private void stop() {
        synchronized (this) {
            stopping = true;
            notifyAll();
        }
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
