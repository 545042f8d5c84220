package dev.caravan.frontend.http;

import dev.caravan.account.Account;
import dev.caravan.edge.Problem;
import dev.caravan.edge.ReplyHeaders;
import dev.caravan.turn.BadRequest;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.SuspendableService;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumer;
import org.apache.camel.support.DefaultConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One platform-http route: reads a request into an exchange, runs the route and writes what comes out,
 * as an answer, a problem or a stream of events.
 *
 * <p>In: the body as bytes, absent when empty; parameters of path and query and the headers of {@link
 * EdgeHeaders} as headers. Out: the body, with status {@link Exchange#HTTP_RESPONSE_CODE} where set.
 */
final class ServletPlatformHttpConsumer extends DefaultConsumer
        implements PlatformHttpConsumer, Suspendable, SuspendableService {
    private static final Logger LOG = LoggerFactory.getLogger(ServletPlatformHttpConsumer.class);
    private static final Set<String> ALL = Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");

    private final ServletPlatformHttpEngine engine;
    private final PathPattern path;
    private final Set<String> methods;

    ServletPlatformHttpConsumer(PlatformHttpEndpoint endpoint, Processor processor, ServletPlatformHttpEngine engine) {
        super(endpoint, processor);
        this.engine = engine;
        this.path = new PathPattern(endpoint.getPath(), endpoint.isMatchOnUriPrefix());
        this.methods = methods(endpoint.getHttpMethodRestrict());
    }

    private static Set<String> methods(String restriction) {
        if (restriction == null || restriction.isBlank()) {
            return ALL;
        }
        Set<String> methods = Arrays.stream(restriction.toUpperCase(Locale.ROOT).split(","))
                .map(String::strip)
                .collect(Collectors.toCollection(TreeSet::new));
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return Collections.unmodifiableSet(methods);
    }

    @Override
    public PlatformHttpEndpoint getEndpoint() {
        return (PlatformHttpEndpoint) super.getEndpoint();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        engine.register(this);
    }

    @Override
    protected void doStop() throws Exception {
        engine.unregister(this);
        super.doStop();
    }

    PathPattern path() {
        return path;
    }

    Set<String> methods() {
        return methods;
    }

    boolean serves(String method) {
        return methods.contains(method);
    }

    boolean sharesMethodWith(ServletPlatformHttpConsumer other) {
        return !Collections.disjoint(methods, other.methods);
    }

    /** Serves a request of which {@link #path()} and {@link #methods()} fit; returns before it is answered. */
    void serve(HttpServletRequest request, HttpServletResponse response, String requestPath) throws IOException {
        if (!isServing()) {
            Problems.write(response, paused());
            return;
        }
        if (request.getContentLengthLong() > engine.maxBody()) {
            Problems.write(response, Problems.tooLarge(engine.maxBody()));
            return;
        }
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(getEndpoint().getRequestTimeout());
        SseEmitter emitter = new SseEmitter(async, engine.open());
        async.addListener(new Closing(emitter));
        request.getInputStream()
                .setReadListener(new BodyReader(
                        request.getInputStream(),
                        engine.maxBody(),
                        body -> {
                            if (!engine.run(() -> run(request, requestPath, body, async, emitter))) {
                                refuse(async, 503, "Too many requests at the moment. Try again in a moment.");
                            }
                        },
                        failure -> {
                            LOG.debug("The body of a request did not arrive", failure);
                            refuse(async, 408, "The body of the request did not arrive in time.");
                        }));
    }

    private static void refuse(AsyncContext async, int status, String detail) {
        try {
            Problems.write((HttpServletResponse) async.getResponse(), status, detail);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("The client left before its answer was written", e);
        } finally {
            async.complete();
        }
    }

    private boolean isServing() {
        return isRunAllowed() && !isSuspendingOrSuspended();
    }

    private static Problem paused() {
        return Problems.of(503, "This service is paused or being replaced. Try again in a moment.");
    }

    private void run(
            HttpServletRequest request, String requestPath, byte[] body, AsyncContext async, SseEmitter emitter) {
        Exchange exchange = createExchange(false);
        try {
            exchange.setPattern(ExchangePattern.InOut);
            exchange.setProperty(SseEmitter.PROPERTY, emitter);
            createUoW(exchange);
            exchange.setProperty(
                    ReplyHeaders.PROPERTY, (ReplyHeaders) ((HttpServletResponse) async.getResponse())::setHeader);
            read(request, requestPath, body, exchange);
        } catch (Exception e) { // createUoW declares no narrower one
            exchange.setException(e);
            finish(exchange, async, emitter);
            return;
        }
        getAsyncProcessor().process(exchange, doneSync -> finish(exchange, async, emitter));
    }

    private void read(HttpServletRequest request, String requestPath, byte[] body, Exchange exchange) {
        Message in = exchange.getIn();
        checkMediaType(request);
        exchange.setProperty(Exchange.CHARSET_NAME, charset(request).name());
        for (String name : Collections.list(request.getHeaderNames())) {
            String value = String.join(",", Collections.list(request.getHeaders(name)));
            if (!engine.headers().applyFilterToExternalHeaders(name, value, exchange)) {
                in.setHeader(name, value);
            }
        }
        exchange.setProperty(Account.PROPERTY, request.getAttribute(Account.PROPERTY));
        readQuery(request.getQueryString(), in);
        path.match(requestPath).orElse(Map.of()).forEach(in::setHeader);
        in.setHeader(Exchange.HTTP_METHOD, request.getMethod());
        in.setHeader(Exchange.HTTP_PATH, requestPath);
        exchange.setProperty(Exchange.HTTP_URL, request.getRequestURL().toString());
        if (body.length > engine.maxBody()) {
            throw new BadRequest(
                    413, "body", Problems.tooLarge(engine.maxBody()).detail());
        }
        in.setBody(body.length == 0 ? null : body);
    }

    private void checkMediaType(HttpServletRequest request) {
        String consumes = getEndpoint().getConsumes();
        if (consumes == null || consumes.contains("*/*") || request.getContentLengthLong() == 0) {
            return;
        }
        String type = request.getContentType() == null ? "" : request.getContentType();
        String plain = type.split(";", 2)[0].strip();
        if (List.of(consumes.split("\\s*,\\s*")).stream().noneMatch(plain::equalsIgnoreCase)) {
            throw new BadRequest(
                    415,
                    "Content-Type",
                    "The body has to be " + consumes + (plain.isEmpty() ? "." : ", not " + plain + "."));
        }
    }

    private static Charset charset(HttpServletRequest request) {
        try {
            String name = request.getCharacterEncoding();
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new BadRequest(415, "Content-Type", "The character set is unknown.");
        }
    }

    private static void readQuery(String query, Message in) {
        if (query == null || query.isEmpty()) {
            return;
        }
        try {
            for (String pair : query.split("&")) {
                String[] parts = pair.split("=", 2);
                String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
                if (EdgeHeaders.isFreeName(name)) {
                    in.setHeader(name, parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new BadRequest("query", "The part after ? is not properly encoded.");
        }
    }

    private void finish(Exchange exchange, AsyncContext async, SseEmitter emitter) {
        try {
            if (!emitter.closeUnused()) {
                // without a listener a failure is the cancelled work, and no incident
                if (!emitter.isClosed()) {
                    problem(exchange.getException()).ifPresent(failed -> emitter.send("error", Problems.json(failed)));
                }
                emitter.end();
                return;
            }
            Optional<Problem> problem = problem(exchange.getException());
            HttpServletResponse response = (HttpServletResponse) async.getResponse();
            try {
                if (problem.isPresent()) {
                    Problems.write(response, problem.get());
                } else {
                    write(exchange, response);
                }
            } finally {
                async.complete();
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("The client left before its answer was written", e);
        } finally {
            engine.done();
            doneUoW(exchange);
            releaseExchange(exchange, false);
        }
    }

    private Optional<Problem> problem(Exception failure) {
        if (failure instanceof RejectedExecutionException && !isServing()) {
            // the request came in just as the route was stopped
            return Optional.of(paused());
        }
        return Optional.ofNullable(failure).map(Problem::of);
    }

    private void write(Exchange exchange, HttpServletResponse response) throws IOException {
        Message out = exchange.getMessage();
        // the request's, which says nothing about what is answered
        exchange.removeProperty(Exchange.CHARSET_NAME);
        byte[] body;
        try (InputStream content =
                out.getBody() == null ? InputStream.nullInputStream() : out.getMandatoryBody(InputStream.class)) {
            body = content.readAllBytes();
        } catch (InvalidPayloadException e) {
            Problems.write(response, Problem.of(e));
            return;
        }
        Integer status = out.getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
        response.setStatus(
                status != null
                        ? status
                        : body.length == 0 ? HttpServletResponse.SC_NO_CONTENT : HttpServletResponse.SC_OK);
        response.setHeader("Cache-Control", "no-store");
        if (body.length > 0) {
            String produces = getEndpoint().getProduces();
            response.setContentType(produces != null ? produces : "text/plain;charset=UTF-8");
        }
        out.getHeaders().forEach((name, value) -> {
            if (value != null && !engine.headers().applyFilterToCamelHeaders(name, value, exchange)) {
                response.setHeader(name, value.toString().replaceAll("[\\r\\n]", " "));
            }
        });
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** Tells the emitter what the container finds out about the connection. */
    private record Closing(SseEmitter emitter) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            emitter.close();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            emitter.close();
        }

        @Override
        public void onError(AsyncEvent event) {
            emitter.close();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // a request is made asynchronous once
        }
    }
}
