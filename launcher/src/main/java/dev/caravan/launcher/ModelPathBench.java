package dev.caravan.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks a server that many questions, so many at once, each of which costs two calls of a model and one of a tool, and tells what
 * they cost beside the model's own time.
 */
final class ModelPathBench {
    private static final double MILLIS_A_TURN = 5;
    private static final long RESIDENT_MB = 400;
    private static final double FLAT = 1.1;
    private static final int PARTS = 10;
    /** What an answer says that its conversation lacks ({@code NoteStoreFailure}). */
    private static final String UNSTORED = "could not be stored";

    private static final byte[] QUESTION =
            "{\"workspace\": \"bench\", \"question\": \"What is the total?\"}".getBytes(StandardCharsets.UTF_8);

    private final BenchedServer server;
    private final URI chat;
    private final PrintStream out;

    /** Against a server that is ready. */
    ModelPathBench(BenchedServer server, PrintStream out) {
        this.server = server;
        this.chat = server.address().resolve("api/chat");
        this.out = out;
        // connections are kept for as many callers as there are, instead of five
        System.setProperty("http.maxConnections", "10000");
    }

    private record Part(long[] nanos, int failed) {}

    /** Asks without telling anything, as the first questions are slow. */
    void warm(int turns, int atOnce) throws InterruptedException {
        ask(turns, atOnce);
    }

    /** Asks in ten parts and tells what was measured; whether it was within the goals. */
    boolean run(int turns, int atOnce) throws IOException, InterruptedException {
        List<Long> resident = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        Duration used = server.used();
        Duration database = server.usedByDatabase();
        long began = System.nanoTime();
        for (int part = 0; part < PARTS; part++) {
            parts.add(ask(turns / PARTS, atOnce));
            server.resident().ifPresent(resident::add);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        long[] nanos = parts.stream()
                .flatMapToLong(part -> Arrays.stream(part.nanos()))
                .sorted()
                .toArray();
        int failed = parts.stream().mapToInt(Part::failed).sum();
        double millis = perTurn(server.used().minus(used), nanos.length);
        out.printf(
                Locale.ROOT,
                "%d at once: %.1f requests/s, p50 %.0f ms, p95 %.0f ms, %.2f CPU-ms a turn (goal %.0f), its database %.2f, %s MB resident"
                        + " (goal %d), %d of %d failed%n",
                atOnce,
                nanos.length / seconds,
                percentile(nanos, 0.5),
                percentile(nanos, 0.95),
                millis,
                MILLIS_A_TURN,
                perTurn(server.usedByDatabase().minus(database), nanos.length),
                last(resident).map(String::valueOf).orElse("unknown"),
                RESIDENT_MB,
                failed,
                nanos.length);
        out.println("  resident after each tenth: " + resident);
        boolean small = last(resident).map(mb -> mb <= RESIDENT_MB).orElse(true);
        return failed == 0 && millis <= MILLIS_A_TURN && small && isFlat(resident);
    }

    private static Optional<Long> last(List<Long> resident) {
        return resident.isEmpty() ? Optional.empty() : Optional.of(resident.get(resident.size() - 1));
    }

    /** The last half needs no more than a tenth above the first half. */
    private static boolean isFlat(List<Long> resident) {
        int half = resident.size() / 2;
        long first =
                resident.subList(0, half).stream().mapToLong(mb -> mb).max().orElse(0);
        long second = resident.subList(half, resident.size()).stream()
                .mapToLong(mb -> mb)
                .max()
                .orElse(0);
        return second <= first * FLAT;
    }

    private static double perTurn(Duration used, int turns) {
        return used.toNanos() / 1e6 / turns;
    }

    private static double percentile(long[] sorted, double share) {
        return sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / 1e6;
    }

    private Part ask(int turns, int atOnce) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        long[] nanos = new long[turns];
        ExecutorService callers = Executors.newFixedThreadPool(atOnce);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int caller = 0; caller < atOnce; caller++) {
                running.add(callers.submit(() -> {
                    for (int turn = next.getAndIncrement(); turn < turns; turn = next.getAndIncrement()) {
                        long began = System.nanoTime();
                        if (!isAnswered()) {
                            failed.incrementAndGet();
                        }
                        nanos[turn] = System.nanoTime() - began;
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            callers.shutdownNow();
        }
        return new Part(nanos, failed.get());
    }

    private boolean isAnswered() {
        try {
            HttpURLConnection connection = (HttpURLConnection) chat.toURL().openConnection();
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setFixedLengthStreamingMode(QUESTION.length);
            try (OutputStream body = connection.getOutputStream()) {
                body.write(QUESTION);
            }
            String answer = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.contains(StubModel.ANSWER) && !answer.contains(UNSTORED);
        } catch (IOException e) {
            return false;
        }
    }
}
