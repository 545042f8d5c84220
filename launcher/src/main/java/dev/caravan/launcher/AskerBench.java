package dev.caravan.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

/**
 * Many people who ask one question after the other for a while, and somebody who looks at the server's health meanwhile. Tells after
 * each tenth of the time what the server holds, so that what grows is seen; for an hour it is a soak test.
 */
final class AskerBench {
    private static final long HEALTH_MILLIS = 100;
    private static final double FLAT = 1.1;
    private static final int TENTHS = 10;
    private static final long BETWEEN_LOOKS = 200;

    private final BenchedServer server;
    private final ModelPathBench questions;
    private final URI health;
    private final PrintStream out;

    /** Against a server that is ready. */
    AskerBench(BenchedServer server, ModelPathBench questions, PrintStream out) {
        this.server = server;
        this.questions = questions;
        this.health = server.address().resolve("api/health/ready");
        this.out = out;
    }

    private record Held(long mb, long threads, long files) {}

    /** Whether no question failed, health answered in time and nothing grew. */
    boolean run(int askers, Duration time) throws IOException, InterruptedException {
        List<Long> answers = Collections.synchronizedList(new ArrayList<>());
        List<Long> looks = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger failed = new AtomicInteger();
        List<Held> held = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        ExecutorService people = Executors.newFixedThreadPool(askers);
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
        try {
            watch.scheduleWithFixedDelay(() -> looks.add(look(failed)), 0, BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
            List<Future<?>> running = new ArrayList<>();
            for (int asker = 0; asker < askers; asker++) {
                running.add(people.submit(() -> askUntil(end, answers, failed)));
            }
            people.shutdown();
            for (int tenth = 0; tenth < TENTHS; tenth++) {
                people.awaitTermination(time.toMillis() / TENTHS, TimeUnit.MILLISECONDS);
                note(held);
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            watch.shutdownNow();
            people.shutdownNow();
        }
        return told(askers, time, answers, looks, failed.get(), held);
    }

    private void note(List<Held> held) throws IOException {
        long mb = server.resident().orElse(0L);
        server.held().ifPresent(now -> held.add(new Held(mb, now.threads(), now.files())));
    }

    private void askUntil(long end, List<Long> answers, AtomicInteger failed) {
        while (System.nanoTime() < end) {
            try {
                answers.add(questions.answered());
            } catch (IOException e) {
                failed.incrementAndGet();
            }
        }
    }

    private long look(AtomicInteger failed) {
        long began = System.nanoTime();
        try (InputStream body = health.toURL().openStream()) {
            body.readAllBytes();
        } catch (IOException e) {
            failed.incrementAndGet();
        }
        return System.nanoTime() - began;
    }

    private boolean told(int askers, Duration time, List<Long> answers, List<Long> looks, int failed, List<Held> held) {
        double p95 = percentile(looks, 0.95);
        out.printf(
                Locale.ROOT,
                "%d askers for %d s: %d answers (%.1f/s), p50 %.0f ms, p95 %.0f ms, %d failed; health p50 %.0f ms, p95 %.0f ms (goal %d),"
                        + " longest %.0f ms; load of the machine %.1f%n",
                askers,
                time.toSeconds(),
                answers.size(),
                answers.size() / (double) Math.max(1, time.toSeconds()),
                percentile(answers, 0.5),
                percentile(answers, 0.95),
                failed,
                percentile(looks, 0.5),
                p95,
                HEALTH_MILLIS,
                percentile(looks, 1),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        out.println("  after each tenth, MB resident: "
                + held.stream().map(Held::mb).toList() + ", threads: "
                + held.stream().map(Held::threads).toList() + ", files and connections: "
                + held.stream().map(Held::files).toList());
        return failed == 0 && p95 <= HEALTH_MILLIS && isFlat(held);
    }

    /** The last half holds no more than a tenth above the first. */
    private static boolean isFlat(List<Held> held) {
        int half = held.size() / 2;
        List<Held> first = held.subList(0, half);
        List<Held> second = held.subList(half, held.size());
        return most(second, Held::mb) <= most(first, Held::mb) * FLAT
                && most(second, Held::threads) <= most(first, Held::threads) * FLAT
                && most(second, Held::files) <= most(first, Held::files) * FLAT;
    }

    private static long most(List<Held> held, ToLongFunction<Held> of) {
        return held.stream().mapToLong(of).max().orElse(0);
    }

    private static double percentile(List<Long> nanos, double share) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(Math.min(sorted.size() - 1, (int) (sorted.size() * share))) / 1e6;
    }
}
