package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search routes as they stand in routes/search.camel.yaml, with an engine that says what it is told to. */
class SearchRoutesTest {
    private static final String NO_HITS = "[]";

    @TempDir
    Path folder;

    private FakeSearchEngine engine;
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        engine = new FakeSearchEngine();
        dock(folder, engine.url(), "analyst");
        routes = PipelineRoutes.start(Map.of(
                "workspaces.directory",
                folder.resolve("workspaces").toString(),
                "server.data",
                folder.resolve("var").toString(),
                "sql.breaker.failures",
                "2"));
    }

    /** The workspace dock in a folder, with a flow, its data in the engine at an address. */
    static void dock(Path folder, String url, String flow) throws IOException {
        Path dock = Files.createDirectories(folder.resolve("workspaces/dock"));
        Files.writeString(
                dock.resolve("workspace.yaml"),
                "title: Dock\ndescription: Boats and their landings\nflow: " + flow
                        + "\ndatabase: {engine: duckdb}\nexamples: []\n");
        Files.writeString(dock.resolve("search.yaml"), "url: " + url + "\nuser: reader\npassword: secret\n");
        Files.writeString(
                dock.resolve("semantic-model.yaml"),
                """
                name: dock
                schema:
                  today: "2025-01-15"
                  relations:
                    dock.boats:
                      names: [boat]
                      key: [boat_id]
                      columns:
                        boat_id: {type: number, names: [boat id]}
                        name: {type: text, names: [name], values: true}
                    dock.landings:
                      names: [landing]
                      key: [landing_id]
                      references: {boat_id: dock.boats.boat_id}
                      columns:
                        landing_id: {type: number, names: [landing id]}
                        boat_id: {type: number, names: [boat id]}
                        landed: {type: date, names: [landed]}
                        tons: {type: number, names: [tons]}
                """);
        Files.writeString(
                dock.resolve("schema.sql"),
                "CREATE SCHEMA dock;\nCREATE TABLE dock.boats (boat_id INTEGER, name VARCHAR);\n"
                        + "CREATE TABLE dock.landings (landing_id INTEGER, boat_id INTEGER, landed DATE, tons DOUBLE);\n");
        Files.writeString(
                dock.resolve("demo.sql"),
                "INSERT INTO dock.boats VALUES (1, 'Anna'), (2, 'Bella');\n"
                        + "INSERT INTO dock.landings VALUES (1, 1, DATE '2025-01-02', 3.5), (2, 1, DATE '2025-01-03', NULL), (3, 2, NULL, 7);\n");
        for (String shared : List.of("atlas", "prompts")) {
            copy(
                    RouteFiles.HOME.resolve("workspaces").resolve(shared),
                    folder.resolve("workspaces").resolve(shared));
        }
    }

    @AfterEach
    void stop() {
        routes.close();
        engine.close();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private ToolResult call(Map<String, ?> arguments) {
        Turn turn = routes.turn();
        Turn asked = Turn.opened(turn.id(), turn.threadId(), true, "dock", "?", Map.of(), turn.startedAt())
                .withPending(List.of(new ToolCall("c1", "search", arguments)));
        return routes.camel()
                .createFluentProducerTemplate()
                .to("direct:search")
                .withBody(asked)
                .request(ToolResult.class);
    }

    private static Evidence evidence(ToolResult result) {
        return result.evidence().orElseThrow();
    }

    @Test
    void fillsTheEngineBeforeTheFirstSearchAndOnlyThen() {
        engine.finds(3, NO_HITS, "").finds(3, NO_HITS, "");
        call(Map.of("question", "How many landings are there?"));
        call(Map.of("question", "How many landings are there?"));
        assertThat(engine.counts()).isEqualTo(Map.of("caravan-dock-dock_boats", 2, "caravan-dock-dock_landings", 3));
    }

    @Test
    void answersAQuestionWithTheSearchThatItRestsOn() {
        engine.finds(3, NO_HITS, "");
        ToolResult result = call(Map.of("question", "How many landings are there?"));
        assertThat(result.status()).as(result.text()).isEqualTo(Status.OK);
        assertThat(evidence(result).kind()).isEqualTo("search");
        assertThat(evidence(result).rows().orElseThrow().rows()).isEqualTo(List.of(List.of(3L)));
        assertThat(String.valueOf(evidence(result).members().get("searches")))
                .contains("dock.landings")
                .contains("match_all");
        assertThat(engine.searches).hasSize(1);
        assertThat(engine.searches.get(0).path("track_total_hits").asBoolean()).isTrue();
    }

    @Test
    void readsGroupsPageByPageUntilThereAreNone() {
        engine.finds(
                        3,
                        NO_HITS,
                        "{\"composite#groups\": {\"after_key\": {\"g1\": 1, \"g2\": \"Anna\"}, \"buckets\": [{\"key\": {\"g1\": 1, \"g2\": \"Anna\"}, \"doc_count\": 2}]}}")
                .finds(
                        3,
                        NO_HITS,
                        "{\"composite#groups\": {\"after_key\": {\"g1\": 2, \"g2\": \"Bella\"}, \"buckets\": [{\"key\": {\"g1\": 2, \"g2\": \"Bella\"}, \"doc_count\": 1}]}}")
                .finds(3, NO_HITS, "{\"composite#groups\": {\"buckets\": []}}");
        ToolResult result = call(Map.of("question", "How many landings does each boat have?"));
        assertThat(result.status()).as(result.text()).isEqualTo(Status.OK);
        assertThat(engine.searches).hasSize(3);
        JsonNode second = engine.searches
                .get(1)
                .path("aggs")
                .path("groups")
                .path("composite")
                .path("after");
        assertThat(second.path("g2").asText()).isEqualTo("Anna");
        assertThat(evidence(result).rows().orElseThrow().totalRows()).isEqualTo(2);
    }

    /** What the engine gave no whole answer to is asked in SQL over the same rows, and why is said. */
    private void assertAskedInSql(ToolResult result, String reason, long landings) {
        assertThat(result.status()).as(result.text()).isEqualTo(Status.OK);
        assertThat(evidence(result).kind()).isEqualTo("sql");
        assertThat(String.join(" ", evidence(result).notes()))
                .contains("Asked in SQL, because the search engine gave no answer: ")
                .contains(reason);
        assertThat(evidence(result).rows().orElseThrow().rows()).isEqualTo(List.of(List.of(landings)));
    }

    private ToolResult count() {
        return call(Map.of("question", "How many landings are there?"));
    }

    @Test
    void givesNoAnswerWhereTheGroupsDoNotAddUp() {
        engine.finds(
                3,
                NO_HITS,
                "{\"composite#groups\": {\"buckets\": [{\"key\": {\"g1\": 1, \"g2\": \"Anna\"}, \"doc_count\": 2}]}}");
        ToolResult result = call(Map.of("question", "How many landings does each boat have?"));
        assertThat(String.join(" ", evidence(result).notes())).contains("2 of 3 rows");
        assertThat(evidence(result).kind()).isEqualTo("sql");
        assertThat(evidence(result).rows().orElseThrow().totalRows()).isEqualTo(2);
    }

    @Test
    void givesNoAnswerFromAPartOfTheData() {
        engine.says(
                200,
                "{\"timed_out\": false, \"_shards\": {\"total\": 2, \"failed\": 1}, \"hits\": {\"total\": {\"value\": 2, \"relation\": \"eq\"}, \"hits\": []}}");
        assertAskedInSql(count(), "1 of 2 shards failed", 3);
        engine.says(
                200,
                "{\"timed_out\": false, \"_shards\": {\"total\": 1, \"failed\": 0}, \"hits\": {\"total\": {\"value\": 2, \"relation\": \"gte\"}, \"hits\": []}}");
        assertAskedInSql(count(), "part of the data", 3);
        engine.says(200, "{\"timed_out\": false, \"_sha");
        assertAskedInSql(count(), "no whole JSON", 3);

        engine.says(
                200,
                "{\"timed_out\": true, \"_shards\": {\"total\": 1, \"failed\": 0}, \"hits\": {\"total\": {\"value\": 1, \"relation\": \"eq\"}, \"hits\": []}}");
        ToolResult late = count();
        assertThat(late.status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(late.text()).contains("ran out of time");
        assertThat(late.evidence()).isEmpty();
    }

    @Test
    void saysWhenTheEngineIsBusyRedOrMissesAnIndex() {
        engine.says(429, "{\"error\": \"too many\"}");
        assertAskedInSql(count(), "too much to do", 3);
        engine.says(404, "{\"error\": {\"root_cause\": [{\"reason\": \"no such index [x]\"}]}}");
        assertAskedInSql(count(), "no such index", 3);
        engine.says(503, "{\"error\": {\"root_cause\": [], \"reason\": \"all shards failed\"}}");
        assertAskedInSql(count(), "status 503): all shards failed", 3);
        engine.says(400, "{\"error\": {\"root_cause\": [{\"reason\": \"failed to parse\"}]}}");
        ToolResult refused = count();
        assertThat(refused.status()).isEqualTo(Status.REJECTED);
        assertThat(refused.text()).contains("failed to parse");
    }

    @Test
    void leavesAnEngineAloneThatFailsAgainAndAgain() {
        engine.says(500, "{}").says(500, "{}");
        count();
        count();
        assertAskedInSql(count(), "given a rest", 3);
        assertThat(engine.searches).hasSize(2);
        assertThat(routes.bean("searchBreaker-dock", CircuitBreaker.class).getState())
                .isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void answersWithoutAnEngine() {
        engine.close();
        assertAskedInSql(count(), "cannot be reached", 3);
    }

    @Test
    void runsAWrittenSearchAndTellsWhatItLeavesOut() {
        engine.finds(
                3,
                NO_HITS,
                "{\"sterms#boats\": {\"doc_count_error_upper_bound\": 2, \"sum_other_doc_count\": 1, \"buckets\": [{\"key\": \"Anna\", \"doc_count\": 2, \"avg#tons\": {\"value\": 3.5}}]}}");
        ToolResult result = call(Map.of(
                "index",
                "dock.landings",
                "search",
                Map.of(
                        "size",
                        0,
                        "aggs",
                        Map.of(
                                "boats",
                                Map.of(
                                        "terms",
                                        Map.of("field", "boat.name", "size", 1),
                                        "aggs",
                                        Map.of("tons", Map.of("avg", Map.of("field", "tons"))))))));
        assertThat(result.status()).as(result.text()).isEqualTo(Status.OK);
        assertThat(evidence(result).rows().orElseThrow().rows()).isEqualTo(List.of(List.of("Anna", 2L, 3.5)));
        assertThat(String.join(" ", evidence(result).notes()))
                .contains("those left out hold 1 rows")
                .contains("too small by up to 2");
    }

    @Test
    void refusesAWrittenSearchBeforeAnythingIsSent() {
        ToolResult result =
                call(Map.of("index", "dock.landings", "search", "{\"query\": {\"script\": {\"script\": \"1\"}}}"));
        assertThat(result.status()).isEqualTo(Status.REJECTED);
        assertThat(result.text()).contains("'script' is not allowed");
        assertThat(call(Map.of("index", "other", "search", "{}")).text()).contains("there is no index 'other'");
        assertThat(call(Map.of("index", "dock.landings", "search", "{")).status())
                .isEqualTo(Status.REJECTED);
        assertThat(call(Map.of()).text()).contains("give a \"question\"");
        assertThat(engine.searches).isEmpty();
    }

    @Test
    void saysWhatAQuestionWasNotUnderstoodFor() {
        ToolResult result = call(Map.of("question", "How many landings were purple and loud?"));
        assertThat(result.status()).isEqualTo(Status.REJECTED);
        assertThat(result.text()).contains("purple");
    }
}
