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
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * LangChain4j's port to HTTP, on the JDK's client, for one call. LangChain4j's own client on the same JDK class drops the
 * headers of a refusal (Retry-After among them) and can neither be stopped from another thread nor bounded in size. Streams
 * are read on the caller's thread: a call has ended when it returns.
 */
final class ProviderHttp implements HttpClient {
    private final RemoteKind kind;
    private final java.net.http.HttpClient client;
    private final CallWatch watch;
    private final long maxBytes;

    ProviderHttp(RemoteKind kind, java.net.http.HttpClient client, CallWatch watch, long maxBytes) {
        this.kind = kind;
        this.client = client;
        this.watch = watch;
        this.maxBytes = maxBytes;
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
            return answer.described(
                    WireMends.answer(kind, new String(answer.body().readAllBytes(), StandardCharsets.UTF_8)));
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
                        switch (kind) {
                            case OPENAI, COMPATIBLE -> pieces.of(event);
                            case GEMINI -> List.of(
                                    new ServerSentEvent(event.event(), WireMends.answer(kind, event.data())));
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

    private record Answer(HttpResponse<InputStream> response, InputStream body) implements AutoCloseable {
        SuccessfulHttpResponse described(String text) {
            return SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .body(text)
                    .build();
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    private Answer send(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<InputStream>> future =
                client.sendAsync(translated(request), BodyHandlers.ofInputStream());
        watch.onEnd(() -> future.cancel(true));
        try {
            HttpResponse<InputStream> response = future.get();
            watch.answered(response.statusCode(), retryAfter(response));
            InputStream body = new Bounded(response.body());
            watch.onEnd(() -> closeQuietly(body));
            if (response.statusCode() / 100 != 2) {
                try (body) {
                    throw new HttpException(
                            response.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            return new Answer(response, body);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (CancellationException e) {
            throw new InterruptedIOException("the call was ended");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            watch.end(Kind.CANCELLED);
            throw new InterruptedIOException("the thread was interrupted");
        }
    }

    private static void closeQuietly(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // the reader, who waits for it, gets an exception of its own
        }
    }

    private java.net.http.HttpRequest translated(HttpRequest request) {
        java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        return builder.method(
                        request.method().name(),
                        request.body() == null
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(WireMends.request(kind, request.body())))
                .build();
    }

    /** RFC 9110: seconds or a date; OpenAI also says milliseconds. */
    private static Optional<Duration> retryAfter(HttpResponse<?> response) {
        Optional<String> millis = response.headers().firstValue("retry-after-ms");
        Optional<String> text = response.headers().firstValue("retry-after");
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

    /** Ends the call when the answer grows too long. */
    private final class Bounded extends FilterInputStream {
        private long read;

        Bounded(InputStream body) {
            super(body);
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
            if (read > maxBytes) {
                watch.end(Kind.OVERSIZE);
                throw new IOException("the answer is longer than " + maxBytes + " bytes");
            }
            return result;
        }
    }
}
