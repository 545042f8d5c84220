package dev.caravan.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.search.SearchProblem.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Speaks the engine's HTTP. A request that is given up closes its connection, by which the engine ends the search too.
 */
public final class SearchClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int REASON = 300;

    private final SearchAddress.Source address;
    private final HttpClient http;
    private final ConcurrentHashMap<String, Set<CompletableFuture<?>>> running = new ConcurrentHashMap<>();

    /** Of an engine. */
    public SearchClient(SearchAddress.Source address) {
        this.address = address;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * What is sent.
     *
     * @param method GET, POST, PUT or DELETE
     * @param path with its query, from the root
     * @param body JSON, or JSON lines where the path ends in _bulk; may be empty
     * @param limit how long the whole exchange may take
     * @param turn whose stop ends it; empty for none
     */
    public record Call(String method, String path, String body, Duration limit, String turn) {}

    /**
     * The reply.
     *
     * @throws SearchProblem where there is none, or it tells of a failure
     */
    public JsonNode send(Call call) {
        SearchAddress engine = address.get();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(engine.root() + call.path()))
                .timeout(call.limit())
                .header("Content-Type", call.path().contains("_bulk") ? "application/x-ndjson" : "application/json")
                .method(call.method(), HttpRequest.BodyPublishers.ofString(call.body()));
        engine.headers().forEach(request::header);
        CompletableFuture<HttpResponse<byte[]>> reply =
                http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        Set<CompletableFuture<?>> ofTurn = running.computeIfAbsent(call.turn(), id -> ConcurrentHashMap.newKeySet());
        ofTurn.add(reply);
        try {
            // the request's own limit ends with the headers; this one holds for the body too
            HttpResponse<byte[]> response = reply.get(call.limit().toMillis(), TimeUnit.MILLISECONDS);
            return read(response.statusCode(), response.body());
        } catch (TimeoutException e) {
            reply.cancel(true);
            throw late(call, e);
        } catch (CancellationException e) {
            throw new SearchProblem(Kind.CANCELLED, "the search was stopped because the turn was given up", e);
        } catch (ExecutionException e) {
            throw failed(call, e.getCause());
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            throw new SearchProblem(Kind.CANCELLED, "the search was cut short", e);
        } finally {
            ofTurn.remove(reply);
            running.remove(call.turn(), Set.of());
        }
    }

    private static SearchProblem late(Call call, Throwable cause) {
        return new SearchProblem(
                Kind.TIMEOUT,
                "the search engine did not answer within " + call.limit().toMillis() + " ms",
                cause);
    }

    private static SearchProblem failed(Call call, Throwable cause) {
        if (cause instanceof HttpTimeoutException && !(cause instanceof java.net.http.HttpConnectTimeoutException)) {
            return late(call, cause);
        }
        String why = cause instanceof ConnectException
                ? "nothing answers at its address"
                : cause instanceof IOException && cause.getMessage() != null ? cause.getMessage() : cause.toString();
        return new SearchProblem(Kind.DOWN, "the search engine cannot be reached: " + why, cause);
    }

    private static JsonNode read(int status, byte[] body) {
        JsonNode reply;
        try {
            reply = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new SearchProblem(
                    status < 300 ? Kind.INCOMPLETE : Kind.DOWN,
                    "the search engine's reply (status " + status + ") is no whole JSON",
                    e);
        } catch (IOException e) {
            throw new SearchProblem(Kind.INCOMPLETE, "the search engine's reply cannot be read", e);
        }
        if (status < 300) {
            return reply;
        }
        throw refusal(status, reply);
    }

    private static SearchProblem refusal(int status, JsonNode reply) {
        String reason = reason(reply);
        String kind = reply.toString();
        if (kind.contains("too_many_buckets_exception")) {
            return new SearchProblem(
                    Kind.REFUSED, "it asks for more groups than the search engine gives at once: " + reason);
        }
        return switch (status) {
            case 429 -> new SearchProblem(Kind.BUSY, "the search engine has too much to do at the moment");
            case 404 -> new SearchProblem(Kind.INCOMPLETE, "the search engine does not have the index: " + reason);
            case 400, 405, 406, 413 -> new SearchProblem(Kind.REFUSED, "the search engine refused it: " + reason);
            case 401, 403 -> new SearchProblem(
                    Kind.REFUSED, "the search engine does not let this account ask it: " + reason);
            default -> new SearchProblem(
                    Kind.DOWN, "the search engine is in trouble (status " + status + "): " + reason);
        };
    }

    private static String reason(JsonNode reply) {
        JsonNode error = reply.path("error");
        JsonNode first = error.path("root_cause").path(0);
        JsonNode deeper = error.path("failed_shards")
                .path(0)
                .path("reason")
                .path("caused_by")
                .path("reason");
        String text = deeper.isTextual()
                ? deeper.asText()
                : first.path("reason")
                        .asText(
                                error.isTextual()
                                        ? error.asText()
                                        : error.path("reason").asText());
        return text.length() > REASON ? text.substring(0, REASON) + "…" : text;
    }

    /** Ends what runs for a turn. */
    public void stop(String turn) {
        running.getOrDefault(turn, Set.of()).forEach(reply -> reply.cancel(true));
    }
}
