package dev.caravan.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.caravan.graphql.GraphqlHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a service answers is taken whole or not at all. */
class LookupClientTest {
    private static final Lookup LOOKUP = new Lookup(
            "boats", "query($name: String) {boats(name: $name) {name}}", Map.of("name", "Ada"), List.of(), Map.of());

    private HttpServer server;
    private GraphqlHttp http;
    private volatile String answer = "";
    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        http = new GraphqlHttp(Duration.ofSeconds(30), "test");
    }

    @AfterEach
    void stop() throws IOException {
        http.close();
        server.stop(0);
    }

    private String asked() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return new LookupClient(http).ask(address, "", LOOKUP).toString();
    }

    @Test
    void givesTheData() {
        answer = "{\"data\": {\"boats\": [{\"name\": \"Ada\"}]}}";
        assertThat(asked()).isEqualTo("{\"boats\":[{\"name\":\"Ada\"}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        200 | {"data": {"boats": [{"name": "Ada"}]}, "errors": [{"message": "no captain"}]} | an error: no captain
        200 | {"data": null, "errors": [{"message": "no such field"}]}                      | an error: no such field
        200 | {"data": null}                                                               | an error
        200 | {"data": {"boats": [{"na                                                     | no whole JSON
        200 | []                                                                           | no whole JSON
        429 | {"data": {"boats": []}}                                                      | too many requests
        503 | {"data": {"boats": []}}                                                      | failed (HTTP 503)
        400 | {"errors": [{"message": "syntax"}]}                                          | did not accept the query (HTTP 400): syntax
        """)
    void takesNoPartOfAnAnswerForTheWhole(int code, String body, String said) {
        status = code;
        answer = body;
        assertThatThrownBy(this::asked).isInstanceOf(LookupProblem.class).hasMessageContaining(said);
    }
}
