package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.Link;
import dev.caravan.model.offline.Mode;
import dev.caravan.text.Json;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An answer of the Atlas API as it is sent and stored. */
class GraphqlDocumentTest {
    private final ObjectMapper mapper = Json.mapper();
    private final DescribeTurn describe = new DescribeTurn(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), "a model");

    private TurnDocument document() {
        ToolCall call = ToolCall.asking("c", "atlas_graphql", "What is Kenya's grade?", "");
        GraphqlEvidence evidence = new GraphqlEvidence(
                call.question(),
                "country_profile",
                "country_pages",
                "query CountryProfile {…}",
                "{\"location\":\"location-404\"}",
                new Table(
                        List.of(new Column("item", ""), new Column("value", "")),
                        List.of(List.of("diversification grade", "B")),
                        1),
                List.of(new Link(
                        "https://atlas.hks.harvard.edu/countries/404",
                        "Kenya — Country Profile",
                        Link.Kind.COUNTRY_PAGE,
                        List.of("a note"))),
                List.of("a note"),
                "Atlas API",
                7);
        Turn turn = Turn.opened("t1", "th1", true, "atlas", call.question(), Mode.GRAPHQL_SQL.choice(), Instant.EPOCH)
                .withPending(List.of(call))
                .withResult(new ToolResult(call, Status.OK, "rows", Optional.of(evidence)), 1)
                .withAnswer(Answer.of(Outcome.ANSWERED, "B."));
        return describe.describe(turn, null, null);
    }

    @Test
    void carriesQueryLinksAndNotes() throws Exception {
        JsonNode evidence = mapper.readTree(mapper.writeValueAsString(document()))
                .path("evidence")
                .path(0);
        assertThat(evidence.path("type").asText()).isEqualTo("graphql");
        assertThat(evidence.path("query_type").asText()).isEqualTo("country_profile");
        assertThat(evidence.path("api").asText()).isEqualTo("country_pages");
        assertThat(evidence.path("csv").asText()).isEqualTo("/api/turns/t1/tables/0.csv");
        JsonNode link = evidence.path("links").path(0);
        assertThat(link.path("url").asText()).isEqualTo("https://atlas.hks.harvard.edu/countries/404");
        assertThat(link.path("label").asText()).isEqualTo("Kenya — Country Profile");
        assertThat(link.path("link_type").asText()).isEqualTo("country_page");
        assertThat(link.path("resolution_notes").path(0).asText()).isEqualTo("a note");
    }

    @Test
    void comesBackAsItWasStoredAndGivesItsRowsAsCsv() throws Exception {
        TurnDocument stored = mapper.readValue(mapper.writeValueAsString(document()), TurnDocument.class);
        assertThat(mapper.writeValueAsString(stored)).isEqualTo(mapper.writeValueAsString(document()));
        assertThat(WriteCsv.write(stored.evidence().get(0).rows().orElseThrow()))
                .isEqualTo("item,value\r\ndiversification grade,B\r\n");
    }
}
