package dev.caravan.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The service over HTTP, with rows that the test gives. */
@Timeout(60)
class ShippingApiTest {
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private ShippingApi api;

    @BeforeEach
    void start() throws IOException {
        api = ShippingApi.start(this::rows, 0, new Faults());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private List<Map<String, Object>> rows(String sql) {
        statements.add(sql);
        return sql.contains("shipping.vessels")
                ? List.of(Map.of("vessel_id", 4, "name", "ANNA"))
                : List.of(Map.of("shipment_id", 1, "number", "S-1", "vessel_id", 4, "arrival_date", "2025-01-02"));
    }

    private HttpResponse<String> ask(String query) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(api.address())
                                .POST(BodyPublishers.ofString("{\"query\":\"" + query + "\"}"))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void tellsAThingAndWhatItRefersTo() throws Exception {
        assertThat(ask("{shipments(number: \\\"S-1\\\") {arrivalDate originPort {name} vessel {name builtYear}}}")
                        .body())
                .isEqualTo(
                        "{\"data\":{\"shipments\":[{\"arrivalDate\":\"2025-01-02\",\"originPort\":null,\"vessel\":{\"name\":\"ANNA\",\"builtYear\":null}}]}}");
    }

    @Test
    void takesAValueForAValue() throws Exception {
        ask("{vessels(name: \\\"x' OR 'a' = 'a\\\") {name}}");
        assertThat(statements).containsExactly("SELECT * FROM shipping.vessels WHERE \"name\" = 'x'' OR ''a'' = ''a'");
    }

    @Test
    void wantsOneArgument() throws Exception {
        assertThat(ask("{vessels {name}}").body()).contains("vessels wants one argument, and got 0.");
        assertThat(ask("{shipments {number}}").statusCode()).isEqualTo(400);
    }
}
