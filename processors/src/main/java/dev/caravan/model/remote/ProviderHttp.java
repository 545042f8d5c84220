package dev.caravan.model.remote;

import dev.caravan.model.ModelFailure.Kind;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * LangChain4j's port to HTTP, on a pool of blocking connections: the caller's thread writes the request and reads the answer,
 * so that no call is handed from thread to thread. LangChain4j's own clients drop the headers of a refusal (Retry-After among
 * them) and can neither be stopped from another thread nor bounded in size. The models above are made once and know nothing
 * of a call; its watch is found by the thread that makes it.
 */
final class ProviderHttp implements HttpClient {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    // a connection that rested longer is looked at before it is used: the other side may have closed it
    private static final TimeValue RESTED = TimeValue.ofSeconds(1);
    // how many calls run at once is the routes' business
    private static final int CONNECTIONS = 10_000;

    private final RemoteSettings settings;
    private final ThreadLocal<CallWatch> current = new ThreadLocal<>();
    private volatile CloseableHttpClient client;

    /** To one provider; nothing is opened before the first call. */
    ProviderHttp(RemoteSettings settings) {
        this.settings = settings;
    }

    /** Makes a call whose requests, all on this thread, are watched. */
    <T> T watched(CallWatch watch, Supplier<T> call) {
        current.set(watch);
        try {
            return call.get();
        } finally {
            current.remove();
        }
    }

    private CloseableHttpClient client() {
        if (client == null) {
            synchronized (this) {
                if (client == null) {
                    client = open();
                }
            }
        }
        return client;
    }

    /** Repeating is the routes' business; redirects would take the key elsewhere. Proxies are those of the JVM. */
    private CloseableHttpClient open() {
        Duration connect = settings.timeout().compareTo(CONNECT) < 0 ? settings.timeout() : CONNECT;
        return HttpClients.custom()
                .useSystemProperties()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .useSystemProperties()
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.of(connect))
                                .setValidateAfterInactivity(RESTED)
                                .build())
                        .setMaxConnPerRoute(CONNECTIONS)
                        .setMaxConnTotal(CONNECTIONS)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        // the watch bounds the whole call and says so; this comes after it
                        .setResponseTimeout(Timeout.of(settings.timeout().plus(CONNECT)))
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .build();
    }

    /** What LangChain4j's builders ask for; the timeouts they set are kept by the watch. */
    HttpClientBuilder builder() {
        return new HttpClientBuilder() {
            @Override
            public Duration connectTimeout() {
                return null;
            }

            @Override
            public HttpClientBuilder connectTimeout(Duration timeout) {
                return this;
            }

            @Override
            public Duration readTimeout() {
                return null;
            }

            @Override
            public HttpClientBuilder readTimeout(Duration timeout) {
                return this;
            }

            @Override
            public HttpClient build() {
                return ProviderHttp.this;
            }
        };
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try (Answer answer = send(request)) {
            return answer.described(WireMends.answer(
                    settings.kind(), new String(answer.body().readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try (Answer answer = send(request)) {
            listener.onOpen(answer.described(null));
            parser.parse(answer.body(), mended(listener));
            listener.onClose();
        } catch (IOException | RuntimeException e) {
            listener.onError(e);
        }
    }

    private ServerSentEventListener mended(ServerSentEventListener listener) {
        ToolCallPieces pieces = new ToolCallPieces();
        return new ServerSentEventListener() {
            @Override
            public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
                List<ServerSentEvent> events =
                        switch (settings.kind()) {
                            case OPENAI, COMPATIBLE -> pieces.of(event);
                            case GEMINI -> List.of(new ServerSentEvent(
                                    event.event(), WireMends.answer(settings.kind(), event.data())));
                            case ANTHROPIC, OLLAMA -> List.of(event);
                        };
                events.forEach(one -> listener.onEvent(one, context));
            }

            @Override
            public void onError(Throwable error) {
                listener.onError(error);
            }
        };
    }

    private record Answer(ClassicHttpResponse response, InputStream body) implements AutoCloseable {
        SuccessfulHttpResponse described(String text) {
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (Header header : response.getHeaders()) {
                headers.computeIfAbsent(header.getName(), name -> new ArrayList<>())
                        .add(header.getValue());
            }
            return SuccessfulHttpResponse.builder()
                    .statusCode(response.getCode())
                    .headers(headers)
                    .body(text)
                    .build();
        }

        /** A connection whose answer was read to its end goes back to the pool, any other is closed. */
        @Override
        public void close() throws IOException {
            response.close();
        }
    }

    private Answer send(HttpRequest request) throws IOException {
        CallWatch watch = current.get();
        if (watch == null) {
            throw new IllegalStateException("a request to " + settings + " outside of a call");
        }
        HttpUriRequestBase translated = translated(request, watch.hasForm());
        watch.onEnd(translated::cancel);
        ClassicHttpResponse response = client().executeOpen(null, translated, null);
        try {
            watch.answered(response.getCode(), retryAfter(response));
            InputStream body = response.getEntity() == null
                    ? InputStream.nullInputStream()
                    : new Bounded(response.getEntity().getContent(), watch);
            if (response.getCode() / 100 != 2) {
                throw new HttpException(response.getCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
            return new Answer(response, body);
        } catch (IOException | RuntimeException e) {
            response.close();
            throw e;
        }
    }

    private HttpUriRequestBase translated(HttpRequest request, boolean form) {
        HttpUriRequestBase translated = new HttpUriRequestBase(request.method().name(), URI.create(request.url()));
        request.headers().forEach((name, values) -> values.forEach(value -> translated.addHeader(name, value)));
        if (request.body() != null) {
            translated.setEntity(new ByteArrayEntity(
                    WireMends.request(settings.kind(), form, request.body()).getBytes(StandardCharsets.UTF_8), null));
        }
        return translated;
    }

    /** RFC 9110: seconds or a date; OpenAI also says milliseconds. */
    private static Optional<Duration> retryAfter(ClassicHttpResponse response) {
        Optional<String> millis = first(response, "retry-after-ms");
        Optional<String> text = first(response, "retry-after");
        try {
            if (millis.isPresent()) {
                return Optional.of(Duration.ofMillis((long) Double.parseDouble(millis.get())));
            }
            if (text.isEmpty()) {
                return Optional.empty();
            }
            if (text.get().matches("\\d{1,9}(\\.\\d+)?")) {
                return Optional.of(Duration.ofMillis((long) (Double.parseDouble(text.get()) * 1_000)));
            }
            Duration until = Duration.between(
                    ZonedDateTime.now(), ZonedDateTime.parse(text.get(), DateTimeFormatter.RFC_1123_DATE_TIME));
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeParseException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> first(ClassicHttpResponse response, String name) {
        return Optional.ofNullable(response.getFirstHeader(name)).map(Header::getValue);
    }

    /** Ends the call when the answer grows too long. */
    private final class Bounded extends FilterInputStream {
        private final CallWatch watch;
        private long read;

        Bounded(InputStream body, CallWatch watch) {
            super(body);
            this.watch = watch;
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            return count(value, value < 0 ? 0 : 1);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            return count(count, Math.max(0, count));
        }

        private int count(int result, int bytes) throws IOException {
            read += bytes;
            if (read > settings.maxReply()) {
                watch.end(Kind.OVERSIZE);
                throw new IOException("the answer is longer than " + settings.maxReply() + " bytes");
            }
            return result;
        }
    }
}
