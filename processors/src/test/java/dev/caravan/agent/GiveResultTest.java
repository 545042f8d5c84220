package dev.caravan.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.text.Json;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GiveResultTest {
    private final GiveResult give = new GiveResult(Json.mapper());
    private final ToolCall call = new ToolCall("1", "weather", Map.of("city", "Bern"));

    @Test
    void takesJsonMapsAndListsOfRows() {
        ToolResult map = give.found("weather", Map.of("wind", Map.of("knots", 12)), call);
        assertThat(map.status()).isEqualTo(Status.OK);
        assertThat(map.call()).isEqualTo(call);
        assertThat(map.text()).contains("knots", "12");
        assertThat(map.evidence().orElseThrow().kind()).isEqualTo("weather");
        byte[] json = "[{\"day\": \"Monday\", \"degrees\": 4.5}]".getBytes(StandardCharsets.UTF_8);
        ToolResult rows = give.found("weather", json, call);
        assertThat(rows.text()).contains("Monday", "4.5");
        assertThat(rows.evidence().orElseThrow().rows().orElseThrow().rows()).hasSize(1);
        assertThat(give.found("weather", List.of(), call).status()).isEqualTo(Status.NO_ROWS);
    }

    @Test
    void saysWhatIsWrongWithWhatARouteHasFound() {
        assertThatThrownBy(() -> give.found("weather", "{\"wind\":", call)).hasMessageContaining("is no JSON");
        assertThatThrownBy(() -> give.found("weather", "4", call))
                .hasMessageContaining("must be a JSON object or a list");
        assertThatThrownBy(() -> give.found("Weather report", Map.of(), call)).hasMessageContaining("Weather report");
    }

    @Test
    void givesWordsWithoutEvidence() {
        assertThat(give.said("It rains.", call)).isEqualTo(ToolResult.of(call, Status.OK, "It rains."));
        assertThat(give.rejected("No such city.", call).status()).isEqualTo(Status.REJECTED);
    }

    @Test
    void asksByAForm() {
        ToolResult asks = give.ask(
                "Which?", "{\"questions\": [{\"type\": \"text\", \"id\": \"city\", \"label\": \"City\"}]}", call);
        assertThat(asks.text()).isEqualTo("Which?");
        assertThat(asks.form().orElseThrow().questions()).hasSize(1);
        assertThatThrownBy(() -> give.ask("Which?", "{\"questions\": [{\"type\": \"text\", \"id\": \"City!\"}]}", call))
                .hasMessageContaining("the id must be small letters");
    }
}
