package dev.caravan.frontend.http;

import dev.caravan.app.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpEngine;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.HeaderFilterStrategy;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.apache.camel.util.concurrent.ThreadType;

/**
 * Serves platform-http routes from the servlet container that hosts the application: the routes
 * register here, {@link PlatformHttpFilter} asks here.
 *
 * <p>Routes run on a pool of Camel's, not on the container's: a stream of two minutes would hold one of
 * the few workers that every other request needs.
 */
public final class ServletPlatformHttpEngine implements PlatformHttpEngine {
    /** How many requests may wait while all threads work; further ones are told to come back. */
    static final int WAITING = 500;

    // how long a path counts as being replaced after its route went
    private static final long REPLACING = TimeUnit.SECONDS.toNanos(1);

    private final int port;
    private final int threads;
    private final int maxBody;
    private final long heartbeatMillis;
    private final HeaderFilterStrategy headers = new EdgeHeaders();
    private final List<ServletPlatformHttpConsumer> consumers = new CopyOnWriteArrayList<>();
    private final Map<String, Long> left = new ConcurrentHashMap<>();
    private final Set<SseEmitter> open = ConcurrentHashMap.newKeySet();
    private final Semaphore places;
    private ExecutorService pool;

    /** An engine with the limits of the settings {@code http.*}. */
    public ServletPlatformHttpEngine(Settings settings) {
        port = settings.number("server.port");
        threads = settings.number("http.threads");
        maxBody = settings.number("http.max-body");
        heartbeatMillis = settings.duration("http.heartbeat").toMillis();
        places = new Semaphore(threads + WAITING);
    }

    @Override
    public int getServerPort() {
        return port;
    }

    @Override
    public synchronized ServletPlatformHttpConsumer createConsumer(PlatformHttpEndpoint endpoint, Processor processor) {
        if (pool == null) {
            startThreads(endpoint.getCamelContext());
        }
        return new ServletPlatformHttpConsumer(endpoint, processor, this);
    }

    private void startThreads(CamelContext camel) {
        ExecutorServiceManager manager = camel.getExecutorServiceManager();
        if (ThreadType.current() == ThreadType.VIRTUAL) {
            pool = manager.newCachedThreadPool(this, "platform-http");
        } else {
            ThreadPoolProfile profile = new ThreadPoolProfile("platform-http");
            profile.setPoolSize(threads);
            profile.setMaxPoolSize(threads);
            profile.setMaxQueueSize(threads + WAITING);
            profile.setKeepAliveTime(10L);
            profile.setTimeUnit(TimeUnit.SECONDS);
            profile.setAllowCoreThreadTimeOut(true);
            profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
            pool = manager.newThreadPool(this, "platform-http", profile);
        }
        manager.newSingleThreadScheduledExecutor(this, "platform-http-heartbeat")
                .scheduleWithFixedDelay(
                        () -> open.forEach(SseEmitter::beat), heartbeatMillis, heartbeatMillis, TimeUnit.MILLISECONDS);
    }

    /** Runs a request; false when there are too many already. */
    boolean run(Runnable request) {
        if (!places.tryAcquire()) {
            return false;
        }
        try {
            pool.execute(request);
            return true;
        } catch (RejectedExecutionException e) {
            places.release(); // the pool is being shut down
            return false;
        }
    }

    /** Gives the place of a request that ran back. */
    void done() {
        places.release();
    }

    /** The streams that get heartbeats. */
    Set<SseEmitter> open() {
        return open;
    }

    /** The largest request body in bytes. */
    int maxBody() {
        return maxBody;
    }

    /** What passes between HTTP and the routes. */
    HeaderFilterStrategy headers() {
        return headers;
    }

    /**
     * Takes a route in.
     *
     * @throws IllegalStateException when another route serves the same path and method
     */
    synchronized void register(ServletPlatformHttpConsumer consumer) {
        for (ServletPlatformHttpConsumer other : consumers) {
            if (other != consumer
                    && other.path().toString().equals(consumer.path().toString())
                    && other.sharesMethodWith(consumer)) {
                throw new IllegalStateException(consumer.path() + " is served by another route already");
            }
        }
        if (!consumers.contains(consumer)) {
            consumers.add(consumer);
        }
        left.remove(consumer.path().toString());
    }

    /** Takes a route out. */
    synchronized void unregister(ServletPlatformHttpConsumer consumer) {
        if (consumers.remove(consumer)) {
            left.put(consumer.path().toString(), System.nanoTime());
        }
    }

    /** Says who serves a request. */
    Found find(String method, String path) {
        List<ServletPlatformHttpConsumer> fitting = consumers.stream()
                .filter(consumer -> consumer.path().match(path).isPresent())
                .toList();
        Optional<ServletPlatformHttpConsumer> serving = fitting.stream()
                .filter(consumer -> consumer.serves(method))
                .max(Comparator.comparingInt(consumer -> consumer.path().weight()));
        Set<String> methods = new TreeSet<>();
        fitting.forEach(consumer -> methods.addAll(consumer.methods()));
        Long since = left.get(path);
        boolean replacing = fitting.isEmpty() && since != null && System.nanoTime() - since < REPLACING;
        return new Found(serving, methods, replacing);
    }

    /**
     * Who serves a request.
     *
     * @param consumer the route, where one does
     * @param methods what the path is served for; empty when it belongs to no route
     * @param replacing whether a route served the path until a moment ago, as while it is reloaded
     */
    record Found(Optional<ServletPlatformHttpConsumer> consumer, Set<String> methods, boolean replacing) {}
}
