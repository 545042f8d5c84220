package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans whose queries run in a search engine, which says what it is told to; whatever it says, the rows are right. */
class PlanSearchTest {
    private static final String HOW_MANY = "How many landings are there?";

    @TempDir
    Path folder;

    private FakeSearchEngine engine;
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        engine = new FakeSearchEngine();
        SearchRoutesTest.dock(folder, engine.url(), "plan");
        routes = PipelineRoutes.startUnscripted(Map.of(
                "workspaces.directory",
                folder.resolve("workspaces").toString(),
                "server.data",
                folder.resolve("var").toString(),
                "sql.breaker.failures",
                "2",
                "search.timeout",
                "500ms"));
    }

    @AfterEach
    void stop() {
        routes.close();
        engine.close();
    }

    private Turn turn(String question) {
        Turn turn = routes.turn();
        return Turn.opened(turn.id(), turn.threadId(), true, "dock", question, Map.of(), turn.startedAt());
    }

    private PipelineRoutes.Outcome asks(String question) {
        return routes.ask(turn(question));
    }

    /** The engine filled, as it is after its first searches. */
    private void fill() {
        engine.finds(3, "[]", "");
        Turn filling = turn("?").withPending(List.of(new ToolCall("c1", "search", Map.of("question", HOW_MANY))));
        routes.camel()
                .createFluentProducerTemplate()
                .to("direct:search")
                .withBody(filling)
                .request(ToolResult.class);
    }

    private static Evidence evidence(PipelineRoutes.Outcome outcome) {
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        return outcome.turn().evidence().get(0);
    }

    private static Object figure(Evidence evidence) {
        return ((Number) evidence.rows().orElseThrow().rows().get(0).get(0)).intValue();
    }

    @Test
    void asksInSqlWhileTheEngineIsFilledAndSaysSo() {
        PipelineRoutes.Outcome outcome = asks(HOW_MANY);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(figure(evidence(outcome))).isEqualTo(3);
        assertThat(outcome.turn().answer().orElseThrow().text()).contains("it is being filled");
    }

    @Test
    void asksTheEngineOnceItIsFilledAndShowsTheSearch() {
        fill();
        // another number than that of the data file, so that it can only come from the engine
        engine.finds(7, "[]", "");
        PipelineRoutes.Outcome outcome = asks(HOW_MANY);
        assertThat(evidence(outcome).kind()).isEqualTo("search");
        assertThat(figure(evidence(outcome))).isEqualTo(7);
        assertThat(evidence(outcome).members().toString()).contains("dock.landings");
        assertThat(outcome.stages()).contains("execute_search").doesNotContain("query_executor");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429 | {\"error\": \"too many requests\"}",
                "503 | {\"error\": {\"type\": \"cluster_block_exception\"}, \"status\": 503}",
                "404 | {\"error\": {\"type\": \"index_not_found_exception\"}, \"status\": 404}",
                "400 | {\"error\": {\"type\": \"illegal_argument_exception\", \"reason\": \"no mapping for [landed]\"}, \"status\": 400}",
                "200 | {\"timed_out\": true, \"_shards\": {\"total\": 1, \"failed\": 0}, \"hits\": {\"total\": {\"value\": 1, \"relation\": \"eq\"}, \"hits\": []}}",
                "200 | {\"timed_out\": false, \"_shards\": {\"total\": 2, \"failed\": 1}, \"hits\": {\"total\": {\"value\": 1, \"relation\": \"eq\"}, \"hits\": []}}",
                "200 | {\"timed_out\": false, \"_shards\": {\"total\": 1, \"fai"
            })
    void asksInSqlWhatTheEngineDoesNotAnswerWhole(int status, String body) {
        fill();
        engine.says(status, body);
        PipelineRoutes.Outcome outcome = asks(HOW_MANY);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(figure(evidence(outcome))).isEqualTo(3);
        assertThat(outcome.turn().answer().orElseThrow().text())
                .contains("Asked in SQL and not in the search engine: ");
    }

    @Test
    void asksInSqlWhenTheEngineIsGone() {
        fill();
        engine.close();
        PipelineRoutes.Outcome outcome = asks(HOW_MANY);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(figure(evidence(outcome))).isEqualTo(3);
    }
}
