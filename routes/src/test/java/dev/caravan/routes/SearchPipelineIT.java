package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions and searches on the shipments, from the tool call to the engine that Caravan starts and back. */
class SearchPipelineIT {
    @TempDir
    static Path data;

    private static PipelineRoutes routes;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                Files.isDirectory(RouteFiles.HOME.resolve("search-node/target/lib")),
                "the search engine's jars are not built: mvn package -pl search-node");
        routes = PipelineRoutes.start(
                Map.of("server.data", data.toString(), "search.start-timeout", "3m", "search.timeout", "2m"));
    }

    @AfterAll
    static void stop() {
        if (routes != null) {
            routes.close();
        }
    }

    private static ToolResult call(Map<String, ?> arguments) {
        Turn turn = routes.turn();
        return routes.camel()
                .createFluentProducerTemplate()
                .to("direct:search")
                .withBody(Turn.opened(turn.id(), turn.threadId(), true, "shipments", "?", Map.of(), turn.startedAt())
                        .withPending(List.of(new ToolCall("c1", "search", arguments))))
                .request(ToolResult.class);
    }

    private static Table rows(ToolResult result) {
        return result.evidence().flatMap(Evidence::rows).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    How many shipments are there?                 | 1
                    How many shipments has each carrier?          | 8
                    Number of shipments by month in 2024          | 12
                    Top 5 carriers by average delay               | 5
                    """)
    void answersQuestionsFromTheEngine(String question, int rows) {
        ToolResult result = call(Map.of("question", question));
        assertThat(result.status()).as(result.text()).isEqualTo(Status.OK);
        assertThat(result.evidence().orElseThrow().kind()).isEqualTo("search");
        assertThat(rows(result).totalRows()).isEqualTo(rows);
    }

    @Test
    void runsWrittenSearchesAndTellsWhichGroupsAreLeftOut() {
        ToolResult result = call(
                Map.of(
                        "index",
                        "shipping.shipments",
                        "search",
                        "{\"size\": 0, \"aggs\": {\"carrier\": {\"terms\": {\"field\": \"carrier.name\", \"size\": 3}, \"aggs\": {\"late\": {\"avg\": {\"field\": \"delay_days\"}},"
                                + " \"months\": {\"date_histogram\": {\"field\": \"departure_date\", \"calendar_interval\": \"year\", \"format\": \"yyyy\"}}}}}}"));
        assertThat(result.status()).as(result.text()).isEqualTo(Status.OK);
        assertThat(rows(result).columns().stream().map(Table.Column::name))
                .containsExactly("carrier", "carrier rows", "late", "months", "months rows");
        assertThat(rows(result).rows()).hasSizeBetween(6, 9);
        assertThat(String.join(" ", result.evidence().orElseThrow().notes()))
                .contains("Over 10000 rows.")
                .contains("those left out hold");
    }

    @Test
    void theEngineItselfKnowsNoScripts() {
        assertThat(call(Map.of(
                                "index",
                                "shipping.shipments",
                                "search",
                                "{\"query\": {\"script\": {\"script\": {\"source\": \"true\", \"lang\": \"painless\"}}}}"))
                        .status())
                .isEqualTo(Status.REJECTED);
    }
}
