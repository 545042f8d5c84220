package dev.caravan.demo.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.warehouse.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service over HTTP, with queries that need no database: there is none. */
@Timeout(60)
class AtlasApiTest {
    private static final String QUERY =
            "{\"query\":\"{productProduct(productClass: HS92, productLevel: 4) {productId}}\"}";
    private static final String ANSWER = "{\"data\":{\"productProduct\":[]}}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Faults faults = new Faults();
    private final AtomicLong now = new AtomicLong();
    private AtlasApi api;

    @BeforeEach
    void start() throws IOException {
        api = AtlasApi.start("jdbc:postgresql://127.0.0.1:1/none", new Credentials("nobody", ""), 0, faults, now::get);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static HttpRequest post(URI address, String body) {
        return HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> ask() throws Exception {
        return send(post(api.explore(), QUERY));
    }

    private HttpResponse<String> faults(String method, String path) throws Exception {
        return send(HttpRequest.newBuilder(api.address().resolve(path))
                .method(method, BodyPublishers.noBody())
                .build());
    }

    @Test
    void answersAsJson() throws Exception {
        HttpResponse<String> response = ask();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.body()).isEqualTo(ANSWER);
    }

    @Test
    void takesVariables() throws Exception {
        String body =
                "{\"query\":\"query Q($level: Int!) {productProduct(productClass: HS92, productLevel: $level) {productId}}\","
                        + "\"variables\":{\"level\":4},\"operationName\":\"Q\"}";
        assertThat(send(post(api.explore(), body)).body()).isEqualTo(ANSWER);
    }

    @Test
    void servesTheTwoSchemasAtTheirOwnPaths() throws Exception {
        String query = "{\"query\":\"{__type(name: \\\"ProductClass\\\") {enumValues {name}}}\"}";
        assertThat(send(post(api.explore(), query)).body()).contains("HS92").contains("HS22");
        assertThat(send(post(api.countryPages(), query)).body())
                .contains("\"HS\"")
                .doesNotContain("HS92");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"query\":\"{unknownField}\"}",
                "{\"query\":\"{countryYear(countryId: \\\"country-404\\\") {year}}\"}",
                "{\"query\":\"{\"}",
                "{\"query\":\"\"}",
                "no JSON at all",
                "[]"
            })
    void refusesWhatTheSchemaDoesNotAllowWithErrors(String body) throws Exception {
        HttpResponse<String> response = send(post(api.explore(), body));
        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode document = new ObjectMapper().readTree(response.body());
        assertThat(document.at("/errors/0/message").asText()).isNotEmpty();
    }

    @Test
    void tellsThatItFailedButNotWhyWhenTheDatabaseIsAway() throws Exception {
        HttpResponse<String> response = send(post(api.explore(), "{\"query\":\"{locationCountry {countryId}}\"}"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains("Internal server error")
                .doesNotContain("127.0.0.1")
                .doesNotContain("SQL");
    }

    @Test
    void failsTheQueriesThatAlwaysFailInPublic() throws Exception {
        String query = "{\"query\":\"{manyCountryProductYear(year: 2024, productClass: HS) {exportValue}}\"}";
        HttpResponse<String> response = send(post(api.countryPages(), query));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("NoneType");
    }

    @Test
    void knowsNoOtherPathAndNoOtherMethod() throws Exception {
        assertThat(send(post(api.address().resolve("/api/graphql/more"), QUERY)).statusCode())
                .isEqualTo(404);
        assertThat(send(post(api.address().resolve("/"), QUERY)).statusCode()).isEqualTo(404);
        assertThat(send(HttpRequest.newBuilder(api.explore()).build()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void serves120RequestsAMinuteToBothApisTogether() throws Exception {
        for (int request = 0; request < 60; request++) {
            assertThat(ask().statusCode()).isEqualTo(200);
            assertThat(send(post(api.countryPages(), "{\"query\":\"{__typename}\"}"))
                            .statusCode())
                    .isEqualTo(200);
        }
        now.addAndGet(Duration.ofMillis(14_500).toNanos());
        HttpResponse<String> refused = ask();
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("46");
        assertThat(send(post(api.countryPages(), QUERY)).statusCode()).isEqualTo(429);
        now.addAndGet(Duration.ofSeconds(46).toNanos());
        assertThat(ask().statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "SERVER_ERROR, 500, text/plain, Internal",
        "UNAVAILABLE, 503, text/plain, Unavailable",
        "TOO_MANY_REQUESTS, 429, text/plain, Too Many",
        "HTML_BODY, 200, text/html, <!doctype html>",
        "WRONG_CONTENT_TYPE, 200, text/plain, productProduct",
        "GRAPHQL_ERRORS, 200, application/json, errors"
    })
    void showsAFaultUntilItIsCleared(Fault fault, int status, String type, String text) throws Exception {
        faults.show(fault);
        for (int request = 0; request < 2; request++) {
            HttpResponse<String> response = ask();
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("Content-Type")).hasValue(type);
            assertThat(response.body()).contains(text);
        }
        faults.clear();
        assertThat(ask().body()).isEqualTo(ANSWER);
    }

    @Test
    void sends204WithoutABody() throws Exception {
        faults.show(Fault.NO_CONTENT);
        HttpResponse<String> response = ask();
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void dropsTheConnection() throws Exception {
        faults.show(Fault.DROPPED_CONNECTION);
        assertThatThrownBy(this::ask).isInstanceOf(IOException.class);
        faults.clear();
        assertThat(ask().statusCode()).isEqualTo(200);
    }

    @Test
    void stallsHalfwayThroughTheBodyUntilTheFaultIsCleared() throws Exception {
        faults.show(Fault.STALLED_BODY);
        HttpResponse<InputStream> response = client.send(post(api.explore(), QUERY), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            int half = ANSWER.length() / 2;
            assertThat(new String(body.readNBytes(half))).isEqualTo(ANSWER.substring(0, half));
            assertThat(body.available()).isZero();
            faults.clear();
            assertThat(new String(body.readAllBytes())).isEqualTo(ANSWER.substring(half));
        }
    }

    @Test
    void showsAFaultSoManyTimes() throws Exception {
        faults.show(Fault.SERVER_ERROR, 2);
        assertThat(ask().statusCode()).isEqualTo(500);
        assertThat(ask().statusCode()).isEqualTo(500);
        assertThat(ask().statusCode()).isEqualTo(200);
    }

    @Test
    void holdsAResponseBackUntilTheDelayEnds() throws Exception {
        faults.delay(Duration.ofHours(1));
        CompletableFuture<HttpResponse<String>> response =
                client.sendAsync(post(api.explore(), QUERY), BodyHandlers.ofString());
        assertThat(faults("GET", "/faults").body()).isEqualTo("none delay=3600000\n");
        assertThat(response).isNotDone();
        faults.clear();
        assertThat(response.get().body()).isEqualTo(ANSWER);
    }

    @Test
    void closesWhileResponsesAreHeldBack() throws Exception {
        faults.delay(Duration.ofHours(1));
        CompletableFuture<HttpResponse<String>> response =
                client.sendAsync(post(api.explore(), QUERY), BodyHandlers.ofString());
        api.close();
        assertThat(response.handle((answer, failure) -> "let go").get()).isEqualTo("let go");
    }

    @Test
    void isSwitchedOverHttp() throws Exception {
        assertThat(faults("PUT", "/faults/server-error?times=1").body()).isEqualTo("server-error delay=0\n");
        assertThat(ask().statusCode()).isEqualTo(500);
        assertThat(faults("GET", "/faults").body()).isEqualTo("none delay=0\n");
        assertThat(faults("PUT", "/faults/none?delay=5").body()).isEqualTo("none delay=5\n");
        assertThat(faults("DELETE", "/faults").body()).isEqualTo("none delay=0\n");
        assertThat(faults("PUT", "/faults/unheard-of").statusCode()).isEqualTo(400);
        assertThat(faults("PUT", "/faults/server-error?often=1").statusCode()).isEqualTo(400);
        assertThat(faults("POST", "/faults/server-error").statusCode()).isEqualTo(405);
    }
}
