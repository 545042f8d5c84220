package dev.caravan.launcher;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the connections: closes those above a client's share, and those on which a request does not arrive in time. An idle
 * timeout alone ends no client that sends a byte now and then.
 */
final class Clients extends Handler.Wrapper implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Clients.class);
    private static final Duration ROUND = Duration.ofMillis(250);

    private final Map<Connection, Arrival> arrivals = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Scheduler scheduler;
    private final int most;
    private final long patience;

    /**
     * A watch.
     *
     * @param most connections of one address
     * @param patience how long the head of a request may take to arrive, and its body as long again
     */
    Clients(Handler handler, Scheduler scheduler, int most, Duration patience) {
        super(handler);
        this.scheduler = scheduler;
        this.most = most;
        this.patience = patience.toNanos();
    }

    /** Marks that a request is whole; stands behind what waits for the body. */
    Handler whole(Handler handler) {
        return new Handler.Wrapper(handler) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Connection connection = request.getConnectionMetaData().getConnection();
                Arrival arrival = arrivals.get(connection);
                if (arrival != null) {
                    arrival.whole();
                    Request.addCompletionListener(request, failure -> arrival.next(connection.getBytesIn()));
                }
                return super.handle(request, response, callback);
            }
        };
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        scheduler.schedule(this::round, ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Arrival arrival = arrivals.get(request.getConnectionMetaData().getConnection());
        if (arrival != null) {
            arrival.head();
        }
        return super.handle(request, response, callback);
    }

    @Override
    public void onOpened(Connection connection) {
        String client = address(connection);
        arrivals.put(connection, new Arrival(client));
        if (counts.merge(client, 1, Integer::sum) > most) {
            LOG.debug("{} has more than {} connections", client, most);
            connection.getEndPoint().close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        // one that is closed no longer knows its address
        Arrival arrival = arrivals.remove(connection);
        if (arrival != null) {
            counts.computeIfPresent(arrival.client, (client, count) -> count > 1 ? count - 1 : null);
        }
    }

    private static String address(Connection connection) {
        SocketAddress address = connection.getEndPoint().getRemoteSocketAddress();
        return address instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : String.valueOf(address);
    }

    private void round() {
        if (!isStarted() && !isStarting()) {
            return;
        }
        long now = System.nanoTime();
        arrivals.forEach((connection, arrival) -> {
            if (arrival.isLate(connection.getBytesIn(), now, patience)) {
                LOG.debug("{} does not send its request", arrival.client);
                connection.getEndPoint().close();
            }
        });
        scheduler.schedule(this::round, ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** How far the next request of a connection has arrived. */
    private static final class Arrival {
        private final String client;
        private long before;
        private long begun;
        private boolean begins;
        private boolean answering;

        private Arrival(String client) {
            this.client = client;
        }

        /** The head is there, the body may take its own time. */
        synchronized void head() {
            begins = true;
            begun = System.nanoTime();
        }

        synchronized void whole() {
            answering = true;
        }

        synchronized void next(long bytes) {
            before = bytes;
            begins = false;
            answering = false;
        }

        synchronized boolean isLate(long bytes, long now, long patience) {
            if (answering) {
                return false;
            }
            if (!begins && bytes > before) {
                begins = true;
                begun = now;
            }
            return begins && now - begun > patience;
        }
    }
}
