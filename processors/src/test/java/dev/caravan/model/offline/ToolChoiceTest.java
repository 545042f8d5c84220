package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.AiMessage;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which data tool the offline agent asks, and what it does when the first one gave no good answer. */
class ToolChoiceTest {
    private static final String TOTAL = "What were Kenya's total exports in 2020?";

    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    private final QuestionReader reader = new QuestionReader(model);
    private final OfflineAgent agent = new OfflineAgent(
            model, WorldCatalog::get, reader, new OfflineGraphql(model, reader), (question, limit) -> List.of());

    private static Turn turn(String question, Mode mode) {
        return Turn.opened("t1", "th1", true, "atlas", question, mode.choice(), Instant.EPOCH);
    }

    private static Turn with(Turn turn, String tool, String question, Status status, String text, Evidence evidence) {
        ToolCall call = ToolCall.asking("c" + turn.results().size(), tool, question, "");
        return turn.withPending(List.of(call))
                .withResult(new ToolResult(call, status, text, Optional.ofNullable(evidence)), 1);
    }

    private static GraphqlEvidence api(Object exports) {
        Table table = new Table(
                List.of(new Column("year", "year"), new Column("exports", "USD")),
                List.of(Arrays.asList(2020L, exports)),
                1);
        return new GraphqlEvidence(
                TOTAL,
                "country_year",
                "explore",
                "query",
                "{\"yearMin\":2020,\"yearMax\":2020}",
                table,
                List.of(),
                List.of(),
                "Atlas API",
                5);
    }

    private static SqlEvidence sql(Object exports) {
        return new SqlEvidence(
                TOTAL,
                "SELECT 1",
                new Table(List.of(new Column("exports", "USD")), List.of(List.of(exports)), 1),
                List.of(),
                "database",
                5);
    }

    private List<String> asked(AiMessage message) {
        return message.hasToolExecutionRequests()
                ? message.toolExecutionRequests().stream()
                        .map(request -> request.name() + " " + request.arguments())
                        .toList()
                : List.of();
    }

    @Test
    void asksTheAtlasForWhatItAloneHas() {
        for (String question : List.of(
                "What is Kenya's diversification grade?",
                "What are Kenya's growth opportunities?",
                "How have Kenya's exports changed since 1995?",
                "Which new products does Peru export?",
                "What is Kenya's GDP per capita rank?")) {
            assertThat(asked(agent.answer(turn(question, Mode.GRAPHQL_SQL), true)))
                    .singleElement()
                    .asString()
                    .startsWith("atlas_graphql");
        }
    }

    @Test
    void asksTheDatabaseForWhatSqlCanSay() {
        for (String question : List.of(
                "What were Kenya's top 5 exports in 2023?",
                TOTAL,
                "Which countries export the most coffee?",
                // the query of the product space has one year
                "In which year did Kenya have the highest RCA in tea?",
                "Show Kenya's RCA in tea since 2015",
                "Kenya's RCA in coffee between 2010 and 2020")) {
            assertThat(asked(agent.answer(turn(question, Mode.GRAPHQL_SQL), true)))
                    .singleElement()
                    .asString()
                    .startsWith("query_tool");
        }
    }

    @Test
    void splitsAQuestionThatAsksForBothKinds() {
        String question = "What is Kenya's diversification grade and how does its coffee export compare to Ethiopia's?";
        assertThat(asked(agent.answer(turn(question, Mode.GRAPHQL_SQL), true)))
                .satisfiesExactly(first -> assertThat(first).startsWith("atlas_graphql"), second -> assertThat(second)
                        .startsWith("query_tool"));
    }

    @Test
    void asksOnlyTheToolsOfTheMode() {
        assertThat(asked(agent.answer(turn(TOTAL, Mode.GRAPHQL_ONLY), true)))
                .singleElement()
                .asString()
                .startsWith("atlas_graphql");
        assertThat(asked(agent.answer(turn("How have Kenya's exports changed since 1995?", Mode.SQL_ONLY), true)))
                .singleElement()
                .asString()
                .startsWith("query_tool");
    }

    @Test
    void refusesWhatNeitherHas() {
        AiMessage message = agent.answer(turn("What is the average temperature in Nairobi?", Mode.GRAPHQL_SQL), true);
        assertThat(message.text()).startsWith("[REFUSED]");
    }

    @Test
    void turnsToSqlWhenTheAtlasRejectsOrFails() {
        for (Status status : List.of(Status.REJECTED, Status.UNAVAILABLE, Status.NO_ROWS)) {
            Turn tried = with(
                    turn(TOTAL, Mode.GRAPHQL_SQL),
                    "atlas_graphql",
                    TOTAL,
                    status,
                    "no. Please use the query_tool (SQL) instead.",
                    null);
            assertThat(asked(agent.answer(tried, true)))
                    .singleElement()
                    .asString()
                    .startsWith("query_tool")
                    .contains("total exports");
            Turn answered = with(tried, "query_tool", TOTAL, Status.OK, "rows", sql(7e9));
            assertThat(agent.answer(answered, true).text())
                    .contains("$7.00 billion")
                    .doesNotContain("query_tool");
        }
    }

    @Test
    void turnsToTheAtlasWhenTheDatabaseIsDown() {
        Turn tried = with(
                turn(TOTAL, Mode.GRAPHQL_SQL),
                "query_tool",
                TOTAL,
                Status.UNAVAILABLE,
                "The database is not available.",
                null);
        assertThat(asked(agent.answer(tried, true))).singleElement().asString().startsWith("atlas_graphql");
        assertThat(agent.answer(with(tried, "atlas_graphql", TOTAL, Status.OK, "rows", api(7e9)), true)
                        .text())
                .contains("$7.00 billion", "The database is not available just now", "goods alone");
    }

    @Test
    void checksAValueThatCannotBeTrueWithTheOtherTool() {
        Turn tried = with(turn(TOTAL, Mode.GRAPHQL_SQL), "atlas_graphql", TOTAL, Status.OK, "rows", api(0.0));
        assertThat(asked(agent.answer(tried, true))).singleElement().asString().startsWith("query_tool");
        String corrected = agent.answer(with(tried, "query_tool", TOTAL, Status.OK, "rows", sql(7e9)), true)
                .text();
        assertThat(corrected).contains("$7.00 billion", "comes from the database instead");
        String unconfirmed = agent.answer(with(tried, "query_tool", TOTAL, Status.UNAVAILABLE, "down", null), true)
                .text();
        assertThat(unconfirmed).contains("could not confirm");
    }

    @Test
    void asksNothingTwice() {
        Turn both = with(
                with(
                        turn(TOTAL, Mode.GRAPHQL_SQL),
                        "atlas_graphql",
                        TOTAL,
                        Status.UNAVAILABLE,
                        "The Atlas API failed. Please use the query_tool (SQL) instead.",
                        null),
                "query_tool",
                TOTAL,
                Status.UNAVAILABLE,
                "The database is not available.",
                null);
        assertThat(agent.answer(both, true).hasToolExecutionRequests()).isFalse();
        assertThat(agent.answer(both, true).text()).contains("database is not available");
    }

    @Test
    void doesNotTurnToAToolThatTheModeLacks() {
        Turn tried = with(
                turn(TOTAL, Mode.GRAPHQL_ONLY),
                "atlas_graphql",
                TOTAL,
                Status.REJECTED,
                "Reason: no. Please use the query_tool (SQL) instead.",
                null);
        assertThat(agent.answer(tried, true).hasToolExecutionRequests()).isFalse();
    }

    @Test
    void asksTheDatabaseInPartsForAProfileThatTheAtlasCannotGive() {
        String profile = "Economic profile of Kenya";
        Turn tried = with(
                turn(profile, Mode.GRAPHQL_SQL),
                "atlas_graphql",
                profile,
                Status.UNAVAILABLE,
                "The Atlas API failed: refused. Please use the query_tool (SQL) instead.",
                null);
        List<String> parts = asked(agent.answer(tried, true));
        assertThat(parts)
                .hasSizeGreaterThan(2)
                .allSatisfy(part -> assertThat(part).startsWith("query_tool").contains("Kenya"));
        assertThat(parts)
                .as("as if the API were given a rest")
                .isEqualTo(asked(agent.answer(turn(profile, Mode.SQL_ONLY), true)));
        Turn answered = with(
                tried, "query_tool", "What are the total exports and imports of Kenya?", Status.OK, "rows", sql(7e9));
        assertThat(agent.answer(answered, false).text())
                .contains("$7.00 billion")
                .doesNotContain("failed");
    }

    @Test
    void asksTheDatabaseForTheMeasureBehindGrowthOpportunities() {
        String question = "Growth opportunities of Kenya";
        Turn tried = with(
                turn(question, Mode.GRAPHQL_SQL),
                "atlas_graphql",
                question,
                Status.UNAVAILABLE,
                "The Atlas API failed.",
                null);
        assertThat(asked(agent.answer(tried, true)))
                .singleElement()
                .asString()
                .startsWith("query_tool")
                .contains("complexity outlook gain");
        assertThat(asked(agent.answer(turn(question, Mode.SQL_ONLY), true)))
                .singleElement()
                .asString()
                .contains("complexity outlook gain");
    }

    @Test
    void saysOfWhatOnlyTheAtlasTellsThatItFailedAndThatTheDatabaseHasItNot() {
        String question = "Which new products does Peru export?";
        Turn tried = with(
                turn(question, Mode.GRAPHQL_SQL),
                "atlas_graphql",
                question,
                Status.UNAVAILABLE,
                "The Atlas API failed: refused. Please use the query_tool (SQL) instead.",
                null);
        AiMessage message = agent.answer(tried, true);
        assertThat(message.hasToolExecutionRequests()).isFalse();
        assertThat(message.text())
                .contains("The Atlas API failed", "do not mark new products")
                .startsWith("[FAILED] The Atlas")
                .doesNotContain("query_tool", "[NO_DATA]");
    }
}
