package dev.caravan.graphql;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * The HTTP client of GraphQL services, the Atlas APIs and those that single things are looked up in. The GraphQL endpoint has no time limit of its own, takes a page of HTML for an
 * answer and stumbles over an empty one; its usual client tries again by itself and waits as long as a server asks for.
 * This one gives a whole exchange, body included, one time limit, tries nothing again, and fails where a success is a
 * page for people or nothing.
 */
public final class GraphqlHttp extends CloseableHttpClient {

    /** An answer with a status of success that is no GraphQL answer. */
    public static final class NoGraphql extends IOException {
        private static final long serialVersionUID = 1L;

        NoGraphql(String message) {
            super(message);
        }
    }

    /** The time limit of an exchange was reached. */
    public static final class TooSlow extends java.net.SocketTimeoutException {
        private static final long serialVersionUID = 1L;

        TooSlow(String message) {
            super(message);
        }
    }

    private static final int CONNECTIONS = 32;

    private final CloseableHttpClient client;
    private final Duration limit;
    private final ScheduledExecutorService watch;

    /**
     * A client.
     *
     * @param limit how long an exchange may take from the first byte sent to the last one read
     * @param agent the User-Agent
     */
    public GraphqlHttp(Duration limit, String agent) {
        Timeout timeout = Timeout.of(limit);
        this.limit = limit;
        this.client = HttpClients.custom()
                .setUserAgent(agent)
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(CONNECTIONS)
                        .setMaxConnPerRoute(CONNECTIONS)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(timeout)
                                .setSocketTimeout(timeout)
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(timeout)
                        .setResponseTimeout(timeout)
                        .build())
                .addResponseInterceptorFirst(GraphqlHttp::check)
                .build();
        this.watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "graphql-http-limit");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static void check(HttpResponse response, EntityDetails body, HttpContext context) throws IOException {
        if (response.getCode() < 200 || response.getCode() > 299) {
            return;
        }
        if (body == null || body.getContentLength() == 0) {
            throw new NoGraphql("it answered HTTP " + response.getCode() + " without a body");
        }
        String type = String.valueOf(body.getContentType()).toLowerCase(java.util.Locale.ROOT);
        // a page for people, as a proxy sends it; JSON under another name is read all the same
        if (type.contains("html") || type.contains("xml")) {
            throw new NoGraphql("it answered with " + type + " instead of JSON");
        }
    }

    @Override
    public <T> T execute(
            HttpHost target,
            ClassicHttpRequest request,
            HttpContext context,
            HttpClientResponseHandler<? extends T> handler)
            throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        ScheduledFuture<?> end = watch.schedule(
                () -> {
                    late.set(true);
                    if (request instanceof Cancellable running) {
                        running.cancel();
                    }
                },
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            return client.execute(target, request, context, handler);
        } catch (IOException e) {
            if (late.get()) {
                TooSlow slow = new TooSlow("it took longer than " + limit.toMillis() + " ms");
                slow.initCause(e);
                throw slow;
            }
            throw e;
        } finally {
            end.cancel(false);
        }
    }

    @Override
    protected CloseableHttpResponse doExecute(HttpHost target, ClassicHttpRequest request, HttpContext context)
            throws IOException {
        throw new UnsupportedOperationException("only with a handler, so that the time limit covers the body");
    }

    @Override
    public void close(CloseMode mode) {
        watch.shutdownNow();
        client.close(mode);
    }

    @Override
    public void close() throws IOException {
        watch.shutdownNow();
        client.close();
    }
}
