package dev.caravan.frontend.http;

import dev.caravan.edge.EventStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Server-sent events to one client, as the HTML standard defines them. A route finds it as the exchange
 * property {@link #PROPERTY}; the first event turns the response into a stream, without any event the
 * route's body is the answer.
 *
 * <p>Nothing here blocks or throws: events wait in memory while the client is slow. One that leaves more than
 * {@value #MAX_WAITING} bytes unread gets the event error instead of what waits, and the stream ends; a single event may be
 * of any size. Safe for use by several threads.
 */
public final class SseEmitter implements EventStream {
    static final int MAX_WAITING = 4 * 1024 * 1024;
    private static final byte[] HEARTBEAT = ": still here\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOO_SLOW = bytes(
            "error",
            Problems.json(Problems.of(
                    503,
                    "The events were not read as fast as they came, and more than " + (MAX_WAITING >> 20)
                            + " MB waited. The answer can be fetched by its turn_id when it is finished.")));

    private final AsyncContext async;
    private final Set<SseEmitter> open;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final List<Runnable> callbacks = new ArrayList<>();
    private ServletOutputStream out;
    private int waitingBytes;
    private boolean writable;
    private boolean unflushed;
    private boolean ending;
    private volatile boolean opened;
    private volatile boolean closed;

    /**
     * An emitter that has sent nothing yet.
     *
     * @param async the request, started asynchronously
     * @param open the streams that get heartbeats; this one joins at its first event and leaves at its end
     */
    SseEmitter(AsyncContext async, Set<SseEmitter> open) {
        this.async = async;
        this.open = open;
    }

    /**
     * Sends one event, flushed on its own; dropped without a word when the stream is closed.
     *
     * @param event the event's name, one line; empty for one without a name
     * @param data any text, usually JSON
     */
    @Override
    public void send(String event, String data) {
        push(bytes(event, data));
    }

    @Override
    public void send(String event, String data, String id) {
        push(bytes(event, data, Optional.of(id)));
    }

    @Override
    public void comment(String text) {
        push((": " + oneLine(text) + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String event, String data) {
        return bytes(event, data, Optional.empty());
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\r\n]", " ");
    }

    private static byte[] bytes(String event, String data, Optional<String> id) {
        StringBuilder text = new StringBuilder();
        id.ifPresent(known -> text.append("id: ").append(oneLine(known)).append('\n'));
        if (!event.isEmpty()) {
            text.append("event: ").append(oneLine(event)).append('\n');
        }
        for (String line : data.split("\r\n|\r|\n", -1)) {
            text.append("data: ").append(line).append('\n');
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Calls back once when the stream is over, because the route is done or because the client left;
     * at once if it is over already.
     */
    @Override
    public void onClose(Runnable callback) {
        lock.lock();
        try {
            if (!closed) {
                callbacks.add(callback);
                return;
            }
        } finally {
            lock.unlock();
        }
        callback.run();
    }

    /** Whether the stream is over; true soon after the client left, at the second heartbeat at the latest. */
    @Override
    public boolean isClosed() {
        return closed;
    }

    /** Sends a comment that keeps proxies from closing the connection and finds out whether the client is there. */
    void beat() {
        // while events wait, the write under way tells the same
        if (opened && !waiting()) {
            push(HEARTBEAT);
        }
    }

    /** No more events: closes once everything that waits is sent. */
    void end() {
        step(() -> ending = true);
    }

    private boolean waiting() {
        lock.lock();
        try {
            return !waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void push(byte[] bytes) {
        step(() -> {
            if (ending) {
                return;
            }
            if (waitingBytes > MAX_WAITING) {
                waiting.clear();
                waitingBytes = 0;
                waiting.add(TOO_SLOW);
                ending = true;
                return;
            }
            waiting.add(bytes);
            waitingBytes += bytes.length;
            if (!opened) {
                start();
            }
        });
    }

    private void start() throws IOException {
        opened = true;
        HttpServletResponse response = (HttpServletResponse) async.getResponse();
        response.setStatus(HttpServletResponse.SC_OK);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no");
        open.add(this);
        out = response.getOutputStream();
        out.setWriteListener(new WriteListener() {
            @Override
            public void onWritePossible() {
                step(() -> writable = true);
            }

            @Override
            public void onError(Throwable failure) {
                close();
            }
        });
    }

    /** Changes something, then writes what can be written; a failure or the end closes the stream. */
    private void step(Change change) {
        boolean over;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            change.apply();
            over = drained() && ending;
        } catch (IOException | IllegalStateException e) {
            over = true; // the client is gone, or the container ended the request
        } finally {
            lock.unlock();
        }
        if (over) {
            close();
        }
    }

    /** Writes and flushes event by event until the container asks to wait; true when nothing is left. */
    private boolean drained() throws IOException {
        if (!opened) {
            return true;
        }
        while (writable && out.isReady()) {
            if (unflushed) {
                unflushed = false;
                out.flush();
            } else if (waiting.isEmpty()) {
                return true;
            } else {
                byte[] next = waiting.poll();
                waitingBytes -= next.length;
                unflushed = true;
                out.write(next);
            }
        }
        return false;
    }

    /** Ends the stream now; what waits is dropped. */
    void close() {
        if (!over(false) || !opened) {
            return;
        }
        try {
            async.complete();
        } catch (IllegalStateException e) {
            // the container has completed it already, as it does after an error
        }
    }

    /** Ends an emitter that sent nothing and says so: the response is then free for an answer. */
    boolean closeUnused() {
        return over(true);
    }

    private boolean over(boolean onlyUnused) {
        List<Runnable> due;
        lock.lock();
        try {
            if (closed || onlyUnused && opened) {
                return onlyUnused && !opened;
            }
            closed = true;
            waiting.clear();
            due = List.copyOf(callbacks);
            callbacks.clear();
        } finally {
            lock.unlock();
        }
        open.remove(this);
        due.forEach(Runnable::run);
        return true;
    }

    @FunctionalInterface
    private interface Change {
        void apply() throws IOException;
    }
}
