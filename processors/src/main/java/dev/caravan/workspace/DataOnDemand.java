package dev.caravan.workspace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data of a workspace that are made when they are first asked for: once, however many wait for them. A failure is told to
 * all who wait, and the next one who asks tries again.
 */
public final class DataOnDemand implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataOnDemand.class);
    private static final long LOOK_MILLIS = 200;
    private static final long STOP_MILLIS = 10_000;

    /** Knows how the data are made; what was cut short it makes anew. */
    public interface Maker {
        /** Whether the data are there; quick. */
        boolean isMade();

        /** Makes them, which may take a minute; an interrupt ends it early with an exception. */
        void make(Progress progress) throws Exception;
    }

    /** Is told how far the making is. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Takes news; quick.
         *
         * @param phase what is being done, as shown to a person
         * @param fraction of the whole that is done, 0 to 1
         */
        void report(String phase, double fraction);
    }

    /** The data could not be made; the message says why. */
    public static final class NotMade extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NotMade(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private record Step(String phase, double fraction) {}

    private final String workspace;
    private final Maker maker;
    private CompletableFuture<Void> work = CompletableFuture.completedFuture(null);
    private Thread worker = new Thread();
    private volatile Step step = new Step("", 0);
    private volatile boolean made;
    private volatile boolean closed;

    /** Of one workspace. */
    public DataOnDemand(String workspace, Maker maker) {
        this.workspace = workspace;
        this.maker = maker;
    }

    /** Whose data they are. */
    public String workspace() {
        return workspace;
    }

    /** Whether the data are there. */
    public boolean isMade() {
        if (!made && !isUnderWay()) {
            made = maker.isMade();
        }
        return made;
    }

    /** How far they are, JSON-ready: {@code made}, and while they are being made {@code making} and {@code fraction}. */
    public Map<String, Object> status() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("made", isMade());
        if (isUnderWay()) {
            status.put("making", step.phase());
            status.put("fraction", step.fraction());
        }
        return status;
    }

    private synchronized boolean isUnderWay() {
        return !work.isDone();
    }

    /** Waits for the data, making them where nobody does. */
    public void await() {
        await((phase, fraction) -> {}, () -> false);
    }

    /**
     * Waits for the data, making them where nobody does.
     *
     * @param told hears of each step on the caller's thread
     * @param givenUp asked now and then; the making goes on without this caller
     * @throws NotMade when they could not be made
     */
    public void await(Progress told, BooleanSupplier givenUp) {
        if (isMade()) {
            return;
        }
        CompletableFuture<Void> making = begin();
        Step last = new Step("", 0);
        while (!givenUp.getAsBoolean()) {
            try {
                making.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                Step now = step;
                if (!now.equals(last)) {
                    told.report(now.phase(), now.fraction());
                }
                last = now;
            } catch (ExecutionException e) {
                throw new NotMade(
                        "The demo data of workspace " + workspace + " could not be made: " + reason(e.getCause())
                                + ". Ask again to have it tried once more.",
                        e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NotMade("Waiting for the demo data of workspace " + workspace + " was cut short.", e);
            }
        }
    }

    private synchronized CompletableFuture<Void> begin() {
        if (work.isDone() && !isMade()) {
            CompletableFuture<Void> begun = new CompletableFuture<>();
            step = new Step("Beginning", 0);
            worker = new Thread(() -> make(begun), "data-" + workspace);
            worker.setDaemon(true);
            work = begun;
            if (closed) {
                begun.completeExceptionally(new IllegalStateException("the server is stopping"));
            } else {
                worker.start();
            }
        }
        return work;
    }

    private void make(CompletableFuture<Void> begun) {
        long start = System.nanoTime();
        try {
            LOG.info("making the demo data of workspace {}", workspace);
            maker.make((phase, fraction) -> step = new Step(phase, fraction));
            LOG.info(
                    "the demo data of workspace {} are made ({} s)",
                    workspace,
                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
            made = true;
            begun.complete(null);
        } catch (Exception | LinkageError e) {
            if (!closed) {
                LOG.error("the demo data of workspace {} could not be made", workspace, e);
            }
            begun.completeExceptionally(e);
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Cuts the making short, before the database it writes to is stopped. */
    @Override
    public void close() {
        closed = true;
        Thread making;
        synchronized (this) {
            making = worker;
        }
        making.interrupt();
        try {
            making.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
