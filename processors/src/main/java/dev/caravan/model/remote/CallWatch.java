package dev.caravan.model.remote;

import dev.caravan.model.ModelFailure.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One call under way: what the provider's headers said, and how to end it from another thread. */
final class CallWatch {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final boolean form;
    private Runnable abort = () -> {};
    private Kind ended;
    private int status;
    private Duration retryAfter;

    /**
     * Before its first request.
     *
     * @param form whether the reply is to have a form
     */
    CallWatch(boolean form) {
        this.form = form;
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "model-call-clock");
            thread.setDaemon(true);
            return thread;
        });
        // a call that is over would otherwise be held, with all it sent, until its time would have been over
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    /** Runs something later, unless it is cancelled before; nothing of it is kept then. */
    static Future<?> after(Duration wait, Runnable action) {
        return CLOCK.schedule(action, wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the call for a reason; what it waits for, or waits for next, gives up. */
    void end(Kind reason) {
        Runnable action;
        synchronized (this) {
            if (ended == null) {
                ended = reason;
            }
            action = abort;
        }
        action.run();
    }

    /** How what is under way now can be ended; at once if the call was ended before. */
    void onEnd(Runnable action) {
        boolean late;
        synchronized (this) {
            abort = action;
            late = ended != null;
        }
        if (late) {
            action.run();
        }
    }

    boolean hasForm() {
        return form;
    }

    synchronized void answered(int code, Optional<Duration> wait) {
        status = code;
        retryAfter = wait.orElse(null);
    }

    /** Why it was ended from outside; empty when it was not. */
    synchronized Optional<Kind> ended() {
        return Optional.ofNullable(ended);
    }

    /** The status of the answer; 0 before there is one. */
    synchronized int status() {
        return status;
    }

    /** How long the provider wants to be left alone. */
    synchronized Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
