package dev.caravan.lookup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.graphql.GraphqlHttp;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Speaks GraphQL over HTTP. */
public final class LookupClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int REASON = 200;
    private static final int LONGEST = 4 << 20;

    private final GraphqlHttp http;

    /** Over a client that gives a whole exchange one time limit. */
    public LookupClient(GraphqlHttp http) {
        this.http = http;
    }

    private record Reply(int status, byte[] body) {}

    /**
     * The data of the answer.
     *
     * @param token of the bearer; empty for none
     * @throws LookupProblem where there is no answer, or not the whole of it
     */
    public JsonNode ask(URI address, String token, Lookup lookup) {
        HttpPost request = new HttpPost(address);
        request.setEntity(new StringEntity(text(lookup), ContentType.APPLICATION_JSON));
        request.setHeader("Accept", "application/json");
        if (!token.isEmpty()) {
            request.setHeader("Authorization", "Bearer " + token);
        }
        try {
            return data(http.execute(request, LookupClient::read));
        } catch (SocketTimeoutException e) {
            throw new LookupProblem("the GraphQL service did not answer in time", true, e);
        } catch (IOException e) {
            throw new LookupProblem("the GraphQL service cannot be reached: " + e.getMessage(), true, e);
        }
    }

    private static Reply read(ClassicHttpResponse response) throws IOException {
        HttpEntity body = response.getEntity();
        return new Reply(
                response.getCode(),
                body == null ? new byte[0] : body.getContent().readNBytes(LONGEST + 1));
    }

    private static String text(Lookup lookup) {
        try {
            return JSON.writeValueAsString(Map.of("query", lookup.document(), "variables", lookup.variables()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts can be written", e);
        }
    }

    private static JsonNode data(Reply reply) {
        JsonNode document;
        try {
            document = JSON.readTree(new String(reply.body(), StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            document = JSON.missingNode();
        }
        String said = said(document);
        if (reply.status() == 429) {
            throw new LookupProblem("the GraphQL service has too many requests (HTTP 429)", false);
        }
        if (reply.status() >= 500) {
            throw new LookupProblem("the GraphQL service failed (HTTP " + reply.status() + ")" + said, true);
        }
        if (reply.status() >= 300) {
            throw new LookupProblem(
                    "the GraphQL service did not accept the query (HTTP " + reply.status() + ")" + said, false);
        }
        if (reply.body().length > LONGEST || !document.isObject()) {
            throw new LookupProblem("the GraphQL service answered with something that is no whole JSON", true);
        }
        // what came beside an error is not the whole answer
        if (document.path("errors").size() > 0 || !document.path("data").isObject()) {
            throw new LookupProblem("the GraphQL service answered with an error" + said, false);
        }
        return document.path("data");
    }

    private static String said(JsonNode document) {
        String message = document.path("errors").path(0).path("message").asText("");
        return message.isEmpty()
                ? ""
                : ": " + (message.length() > REASON ? message.substring(0, REASON) + "…" : message);
    }
}
