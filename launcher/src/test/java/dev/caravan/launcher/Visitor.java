package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Somebody who sends requests to a server.
 *
 * @param server the address
 * @param headers names and values that go along, by turns
 */
record Visitor(URI server, List<String> headers) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What came back. */
    record Reply(int status, String body, java.net.http.HttpHeaders headers) {
        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new AssertionError(body, e);
            }
        }
    }

    static Visitor anonymous(URI server) {
        return new Visitor(server, List.of());
    }

    /** Logged in, as a browser is on a page of this server. */
    static Visitor loggedIn(URI server, String name, String password) {
        Reply reply = anonymous(server).send("POST", "/api/session", login(name, password));
        if (reply.status() != 200) {
            throw new AssertionError(name + " is not let in: " + reply);
        }
        return new Visitor(server, List.of("Cookie", cookie(reply).orElseThrow(), "Sec-Fetch-Site", "same-origin"));
    }

    static String login(String name, String password) {
        return "{\"name\": \"" + name + "\", \"password\": \"" + password + "\"}";
    }

    static Optional<String> cookie(Reply reply) {
        return reply.headers().firstValue("Set-Cookie").map(value -> value.split(";")[0]);
    }

    static Visitor withToken(URI server, String token) {
        return new Visitor(server, List.of("Authorization", "Bearer " + token));
    }

    Reply send(String method, String path) {
        return send(method, path, "");
    }

    Reply send(String method, String path, String body, String... more) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path.substring(1)))
                .timeout(Duration.ofSeconds(60))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header(
                        "Content-Type",
                        path.startsWith("/api/documents") ? "application/octet-stream" : "application/json")
                .header("Accept", "application/json, text/event-stream");
        for (List<String> set : List.of(headers, List.of(more))) {
            for (int i = 0; i < set.size(); i += 2) {
                request.setHeader(set.get(i), set.get(i + 1));
            }
        }
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
