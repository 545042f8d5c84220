package dev.caravan.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.evidence.DocsEvidence;
import dev.caravan.evidence.EvidenceKinds;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.Link;
import dev.caravan.evidence.OpenEvidence;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Progress;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnSnapshotsTest {
    private static final TurnSnapshots SNAPSHOTS = new TurnSnapshots(new EvidenceKinds(Map.of(
            SqlEvidence.KIND, SqlEvidence.class,
            GraphqlEvidence.KIND, GraphqlEvidence.class,
            DocsEvidence.KIND, DocsEvidence.class)));
    private static final Table TABLE = new Table(
            List.of(new Table.Column("country", ""), new Table.Column("value", "USD")),
            List.of(
                    Arrays.asList("Kenya", 9_007_199_254_740_993L, 0.5, new BigDecimal("12.50"), true, null),
                    Arrays.asList("", 1L, Double.NaN, new BigDecimal("1E+3"), false, 1.0E300)),
            48_211);
    private static final Form FORM = new Form(List.of(
            new Form.Choice("a", "A?", "h", false, true, true, List.of(new Form.Option("x", "y", "z"))),
            new Form.Items("b", "B?", "", true, List.of("one", "two")),
            new Form.Text("c", "C?", "", true, "")));

    /** A turn in which no component has the value that it begins with. */
    private static Turn full() {
        Map<String, String> choices = new LinkedHashMap<>();
        choices.put("scope", "goods");
        choices.put("mode", "sql_only");
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("b", List.of("two"));
        reply.put("a", "x");
        ToolCall call = new ToolCall("c1", "query_tool", "{\"question\": \"é \\u0001\", \"n\": 1.50}", 2);
        return new Turn(
                "t",
                "th",
                true,
                "atlas",
                "What?",
                choices,
                List.of(new Turn.PastTurn("q", "asked", "a", List.of("SELECT 1"))),
                Instant.parse("2025-03-01T12:00:00.123456789Z"),
                List.of("query_tool", "docs_tool"),
                List.of(call, new ToolCall("c2", "docs_tool", "{}", 3)),
                List.of(
                        new ToolResult(
                                call,
                                ToolResult.Status.OK,
                                "rows",
                                Optional.of(new SqlEvidence("q", "SELECT 1", TABLE, List.of("n"), "s", 7))),
                        new ToolResult(
                                call,
                                ToolResult.Status.NO_ROWS,
                                "none",
                                Optional.of(new GraphqlEvidence(
                                        "q",
                                        "type",
                                        "api",
                                        "{x}",
                                        "{}",
                                        TABLE,
                                        List.of(new Link("https://x", "l", Link.Kind.EXPLORE_PAGE, List.of("r"))),
                                        List.of("n"),
                                        "s",
                                        8))),
                        new ToolResult(
                                call,
                                ToolResult.Status.OK,
                                "text",
                                Optional.of(new DocsEvidence(
                                        "q", List.of(new DocsEvidence.Passage("d", "t", "s", "x")), List.of("n")))),
                        new ToolResult(
                                call,
                                ToolResult.Status.OK,
                                "fair",
                                Optional.of(new OpenEvidence(
                                        "forecast",
                                        Map.of(
                                                "rows",
                                                List.of(List.of("Oslo", new BigDecimal("12.50"))),
                                                "columns",
                                                List.of("city", "degrees"),
                                                "sky",
                                                Map.of("clouds", 3))))),
                        ToolResult.waiting(call, "which?", FORM)),
                4,
                true,
                Optional.of(
                        new Answer(Outcome.AWAITING_PERSON, "which?", List.of("o"), List.of("s"), Optional.of(FORM))),
                "What, in full?",
                new Progress(
                        true,
                        Optional.of(Duration.ofMinutes(10)),
                        Optional.of(new Progress.Spent(50, 60_000, new BigDecimal("1.5"))),
                        Duration.ofMillis(1_234),
                        Duration.ofDays(2),
                        3,
                        new Progress.Spent(5, 6_000, new BigDecimal("0.0123")),
                        "{\"plan\": [1]}",
                        reply,
                        List.of("A?: x")),
                "acme",
                "u1");
    }

    @Test
    void everyComponentOfATurnComesBackAsItWas() {
        List<Map<String, Object>> steps = List.of(Map.of("stage", "execute_sql", "millis", 7));
        String json = SNAPSHOTS.write(new TurnSnapshot(TurnSnapshots.VERSION, full(), steps, List.of("note")));
        TurnSnapshot read = SNAPSHOTS.read(json);
        assertThat(read.turn()).isEqualTo(full());
        assertThat(read.turn().choices().keySet()).containsExactly("scope", "mode");
        assertThat(read.turn().progress().reply().keySet()).containsExactly("b", "a");
        assertThat(read.steps()).isEqualTo(steps);
        assertThat(read.notes()).containsExactly("note");
    }

    @Test
    void aTurnThatHasJustBegunComesBackToo() {
        Turn turn = Turn.opened("t", "th", false, "nba", "Q", Map.of(), Instant.EPOCH);
        String json = SNAPSHOTS.write(new TurnSnapshot(TurnSnapshots.VERSION, turn, List.of(), List.of()));
        assertThat(SNAPSHOTS.read(json).turn()).isEqualTo(turn);
    }

    /** A kind is gone with the workspace or the Caravan that had it. */
    @Test
    void evidenceOfAKindThatIsKnownNoMoreKeepsItsMembersAndRows() {
        String json = SNAPSHOTS.write(new TurnSnapshot(TurnSnapshots.VERSION, full(), List.of(), List.of()));
        List<Evidence> read =
                new TurnSnapshots(new EvidenceKinds(Map.of())).read(json).turn().evidence();
        assertThat(read).extracting(Evidence::kind).containsExactly("sql", "graphql", "docs", "forecast");
        assertThat(read).allSatisfy(piece -> assertThat(piece).isInstanceOf(OpenEvidence.class));
        assertThat(read.get(0).rows().orElseThrow().columns()).containsAll(TABLE.columns());
        assertThat(read.get(0).rows().orElseThrow().totalRows()).isEqualTo(TABLE.totalRows());
        assertThat(read.get(0).members()).containsEntry("sql", "SELECT 1").containsEntry("source", "s");
        assertThat(read.get(2).members().toString()).contains("passages", "section=s");
        assertThat(read.get(3)).isEqualTo(full().evidence().get(3));
    }

    @Test
    void refusesWhatAnotherVersionKeptAndSaysWhich() {
        assertThatThrownBy(() -> SNAPSHOTS.read("{\"version\": 99, \"turn\": {}}"))
                .hasMessageContaining("a newer Caravan")
                .hasMessageContaining("snapshot version 99");
        assertThatThrownBy(() -> SNAPSHOTS.read("{\"turn\": {}}")).hasMessageContaining("an older Caravan");
        assertThatThrownBy(() -> SNAPSHOTS.read("{\"version\": 1, \"turn\": {\"mood\": 1}}"))
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> SNAPSHOTS.read("{\"version\": 1,")).hasMessageContaining("cannot be read");
    }
}
