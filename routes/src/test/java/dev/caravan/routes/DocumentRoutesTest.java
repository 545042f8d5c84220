package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation tool where the model is at rest, where there are no documents, and where the queries are spent. */
class DocumentRoutesTest {
    private static final String CALL = "{\"question\": \"How is RCA computed?\"}";
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.start();
        routes.agent.calls("docs_tool", CALL).says("RCA compares shares.");
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private static ToolResult result(PipelineRoutes.Outcome outcome) {
        assertThat(outcome.turn().results()).hasSize(1);
        return outcome.turn().results().get(0);
    }

    @Test
    void hasAnAnswerWhileTheModelIsGivenARest() {
        routes.documentSelection.anew().then(() -> {
            routes.modelBreaker.transitionToOpenState();
            throw new IllegalStateException("down");
        });
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.modelBreaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(result(outcome).text()).contains("all of them were read", "No summary could be written");
        assertThat(routes.synthesis.asked).isEmpty();
    }

    @Test
    void saysThatThereAreNoDocuments(@TempDir Path folder) throws Exception {
        Path workspace = Files.createDirectories(folder.resolve("atlas"));
        for (String name : List.of("workspace.yaml", "prompts")) {
            Files.createSymbolicLink(
                    workspace.resolve(name),
                    RouteFiles.HOME.resolve("workspaces/atlas").resolve(name).toAbsolutePath());
        }
        stop();
        routes = PipelineRoutes.start(Map.of("workspaces.directory", folder.toString()));
        routes.agent.calls("docs_tool", CALL).says("There is no documentation.");
        assertThat(result(routes.ask()).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(routes.synthesis.asked).isEmpty();
    }

    @Test
    void servesOnWhenTheQueriesAreSpent() {
        routes.agent
                .anew()
                .calls(
                        "query_tool",
                        PipelineRoutes.CALL,
                        "query_tool",
                        PipelineRoutes.CALL,
                        "query_tool",
                        PipelineRoutes.CALL,
                        "query_tool",
                        PipelineRoutes.CALL,
                        "docs_tool",
                        CALL)
                .says("Done.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.turn().results().stream().map(ToolResult::status))
                .containsExactly(Status.OK, Status.OK, Status.OK, Status.LIMIT_REACHED, Status.OK);
    }
}
