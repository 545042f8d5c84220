package dev.caravan.launcher;

import dev.caravan.evaluation.Figures;
import java.io.IOException;
import java.io.InputStream;
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
    private static final long FIRST_EVENT_MILLIS = 50;
    private static final int PARTS = 10;
    /** What an answer says that its conversation lacks ({@code NoteStoreFailure}). */
    private static final String UNSTORED = "could not be stored";

    private static final byte[] QUESTION =
            "{\"workspace\": \"bench\", \"question\": \"What is the total?\"}".getBytes(StandardCharsets.UTF_8);

    private final BenchedServer server;
    private final URI chat;
    private final URI stream;
    private final PrintStream out;

    /** Against a server that is ready. */
    ModelPathBench(BenchedServer server, PrintStream out) {
        this.server = server;
        this.chat = server.address().resolve("api/chat");
        this.stream = server.address().resolve("api/chat/stream");
        this.out = out;
        // connections are kept for as many callers as there are, instead of five
        System.setProperty("http.maxConnections", "10000");
    }

    /** How long each turn took, and how many were not answered or not stored. */
    private record Part(long[] nanos, int failed) {}

    /** One turn; how long it took, in nanoseconds. */
    private interface Asking {
        long ask() throws IOException;
    }

    /** Asks without telling anything, as the first questions are slow. */
    void warm(int turns, int atOnce) throws InterruptedException {
        ask(turns, atOnce, this::answered);
    }

    /** Asks for streams and tells how long the first event of each took; whether that was within the goal. */
    boolean runStreamed(int turns, int atOnce) throws InterruptedException {
        ask(turns / PARTS, atOnce, this::firstEvent);
        Part part = ask(turns, atOnce, this::firstEvent);
        double p95 = percentile(part.nanos(), 0.95);
        out.printf(
                Locale.ROOT,
                "%d at once: first streamed event p50 %.0f ms, p95 %.0f ms (goal %d), %d of %d failed%n",
                atOnce,
                percentile(part.nanos(), 0.5),
                p95,
                FIRST_EVENT_MILLIS,
                part.failed(),
                turns);
        return part.failed() == 0 && p95 <= FIRST_EVENT_MILLIS;
    }

    /** Asks in ten parts and tells what was measured; whether it was within the goals. */
    boolean run(int turns, int atOnce) throws IOException, InterruptedException {
        List<Long> resident = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        Duration used = server.used();
        Duration database = server.usedByDatabase();
        long began = System.nanoTime();
        for (int part = 0; part < PARTS; part++) {
            parts.add(ask(turns / PARTS, atOnce, this::answered));
            server.resident().ifPresent(resident::add);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        long[] nanos = parts.stream()
                .flatMapToLong(part -> Arrays.stream(part.nanos()))
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

    private static double percentile(long[] nanos, double share) {
        return Figures.percentile(Arrays.stream(nanos), share) / 1e6;
    }

    private static Part ask(int turns, int atOnce, Asking asking) throws InterruptedException {
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
                        try {
                            nanos[turn] = asking.ask();
                        } catch (IOException e) {
                            failed.incrementAndGet();
                            nanos[turn] = System.nanoTime() - began;
                        }
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

    /** Asks for the whole answer at once; how long it took, in nanoseconds. */
    long answered() throws IOException {
        long began = System.nanoTime();
        check(new String(ask(chat).readAllBytes(), StandardCharsets.UTF_8));
        return System.nanoTime() - began;
    }

    /** The first event of a stream, which is read to its end. */
    private long firstEvent() throws IOException {
        long began = System.nanoTime();
        EventReader events = new EventReader(ask(stream));
        StringBuilder all = new StringBuilder();
        long first = 0;
        for (Optional<EventReader.Event> event = events.next(); event.isPresent(); event = events.next()) {
            first = first == 0 ? System.nanoTime() - began : first;
            all.append(event.get().data());
        }
        check(all.toString());
        return first;
    }

    private static InputStream ask(URI address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setFixedLengthStreamingMode(QUESTION.length);
        try (OutputStream body = connection.getOutputStream()) {
            body.write(QUESTION);
        }
        return connection.getInputStream();
    }

    private static void check(String answer) throws IOException {
        if (!answer.contains(StubModel.ANSWER) || answer.contains(UNSTORED)) {
            throw new IOException("not answered, or not stored: " + answer);
        }
    }
}
