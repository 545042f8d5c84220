package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.text.Json;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WriteTurnTest {
    private static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");
    private final ObjectMapper mapper = Json.mapper();
    private final DescribeTurn describe =
            new DescribeTurn(Clock.fixed(NOON.plusMillis(1_234), ZoneOffset.UTC), "built-in offline model");
    private final WriteTurn write = new WriteTurn(describe, mapper);

    private static Turn open() {
        return Turn.opened(
                "t1", "th1", true, "atlas", "And for Uganda?", Map.of("mode", "sql_only", "schema", "hs92"), NOON);
    }

    private static Turn answered() {
        ToolCall first = ToolCall.asking("c1", "query_tool", "Uganda's exports in 2023", "");
        ToolCall second = ToolCall.asking("c2", "query_tool", "More", "");
        Table table = new Table(
                List.of(new Column("country", ""), new Column("value", "USD")),
                List.of(
                        Arrays.asList("Uganda \"U\" <b>\u2028", 9_007_199_254_740_993L),
                        Arrays.asList(null, new BigDecimal("1E+3")),
                        Arrays.asList(true, Double.NaN),
                        Arrays.asList("\ud800\0x", 0.1)),
                48_211);
        return open().withPending(List.of(first, second))
                .withResult(
                        new ToolResult(
                                first,
                                ToolResult.Status.OK,
                                "",
                                Optional.of(new SqlEvidence(
                                        first.question(),
                                        "SELECT 1",
                                        table,
                                        List.of("a", "b"),
                                        "synthetic demo data",
                                        5))),
                        1)
                .withResult(
                        new ToolResult(
                                second,
                                ToolResult.Status.NO_ROWS,
                                "",
                                Optional.of(new SqlEvidence(
                                        "More", "SELECT 2", Table.EMPTY, List.of("b", "c"), "synthetic demo data", 6))),
                        1)
                .withAnswer(new Answer(Outcome.ANSWERED, "**Much**", List.of("o"), List.of("s")));
    }

    private JsonNode json(Turn turn, List<Map<String, Object>> steps, List<String> notes) throws IOException {
        return mapper.readTree(write.write(turn, steps, notes, null));
    }

    @Test
    void writesTheAnswerWithItsEvidence() throws IOException {
        JsonNode json =
                json(answered(), List.of(Map.of(Steps.STAGE, "execute_sql", Steps.STATUS, "done")), List.of("d", "a"));
        assertThat(json.path("thread_id").asText()).isEqualTo("th1");
        assertThat(json.path("turn_id").asText()).isEqualTo("t1");
        assertThat(json.path("workspace").asText()).isEqualTo("atlas");
        assertThat(json.path("mode").asText()).isEqualTo("sql_only");
        assertThat(json.path("outcome").asText()).isEqualTo("answered");
        assertThat(json.path("answer").asText()).isEqualTo("**Much**");
        assertThat(json.path("options").toString()).isEqualTo("[\"o\"]");
        assertThat(json.path("suggestions").toString()).isEqualTo("[\"s\"]");
        assertThat(json.path("notes").toString()).isEqualTo("[\"a\",\"b\",\"c\",\"d\"]");
        assertThat(json.path("steps").path(0).path("stage").asText()).isEqualTo("execute_sql");
        assertThat(json.path("queries").asInt()).isEqualTo(2);
        assertThat(json.path("millis").asInt()).isEqualTo(1_234);
        assertThat(json.path("model").asText()).isEqualTo("built-in offline model");
        assertThat(json.path("overrides").toString()).isEqualTo("{\"schema\":\"hs92\"}");
        assertThat(json.path("asked").asText()).isEqualTo("Uganda's exports in 2023");
        JsonNode sql = json.path("evidence").path(0);
        assertThat(sql.path("type").asText()).isEqualTo("sql");
        assertThat(sql.path("sql").asText()).isEqualTo("SELECT 1");
        assertThat(sql.path("columns").toString())
                .isEqualTo("[{\"name\":\"country\",\"unit\":\"\"},{\"name\":\"value\",\"unit\":\"USD\"}]");
        assertThat(sql.path("rows_shown").asInt()).isEqualTo(4);
        assertThat(sql.path("rows_total").asInt()).isEqualTo(48_211);
        assertThat(sql.path("truncated").asBoolean()).isTrue();
        assertThat(sql.path("source").asText()).isEqualTo("synthetic demo data");
        assertThat(sql.path("csv").asText()).isEqualTo("/api/turns/t1/tables/0.csv");
        assertThat(json.path("evidence").path(1).path("csv").asText()).isEqualTo("/api/turns/t1/tables/1.csv");
    }

    @Test
    void writesNumbersAsNumbersAndWhatNoNumberIsAsNull() throws IOException {
        JsonNode rows = json(answered(), null, null).path("evidence").path(0).path("rows");
        assertThat(rows.path(0).path(1).toString()).isEqualTo("9007199254740993");
        assertThat(rows.path(1).path(0).isNull()).isTrue();
        assertThat(rows.path(1).path(1).toString()).isEqualTo("1000");
        assertThat(rows.path(2).path(0).isBoolean()).isTrue();
        assertThat(rows.path(2).path(1).isNull()).isTrue();
        assertThat(rows.path(3).path(0).asText()).isEqualTo("\uFFFDx");
        assertThat(rows.path(3).path(1).toString()).isEqualTo("0.1");
    }

    @Test
    void callsATurnWithoutAnswerFailed() throws IOException {
        JsonNode json = json(open(), null, null);
        assertThat(json.path("outcome").asText()).isEqualTo("failed");
        assertThat(json.path("answer").asText()).isNotBlank();
        assertThat(json.path("asked").asText()).isEqualTo("And for Uganda?");
        assertThat(json.path("evidence").isEmpty()).isTrue();
    }

    @Test
    void readsBackWhatItWrites() throws IOException {
        String written =
                write.write(answered(), List.of(Map.of(Steps.MILLIS, 3)), null, "4bf92f3577b34da6a3ce929d0e0e4736");
        TurnDocument document = mapper.readValue(written, TurnDocument.class);
        assertThat(mapper.writeValueAsString(document)).isEqualTo(written);
    }
}
