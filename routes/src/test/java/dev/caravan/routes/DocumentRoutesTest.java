package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every branch of routes/docs.camel.yaml and docs-models.camel.yaml, on the workspace's own documents. */
class DocumentRoutesTest {
  private static final String CALL = "{\"question\": \"How is RCA computed?\"}";
  private PipelineRoutes routes;

  @BeforeEach
  void start() throws Exception {
    routes = PipelineRoutes.start();
    routes.agent.calls("docs_tool", CALL).says("RCA compares shares.");
  }

  @AfterEach
  void stop() throws Exception {
    routes.close();
  }

  private static ToolResult result(PipelineRoutes.Outcome outcome) {
    assertThat(outcome.turn().results()).hasSize(1);
    return outcome.turn().results().get(0);
  }

  @Test
  void answersFromTheChosenDocumentsWithoutCostingAQuery() {
    PipelineRoutes.Outcome outcome = routes.ask();
    assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
    assertThat(outcome.turn().queries()).isZero();
    assertThat(outcome.stages())
        .containsExactly("resolve_mode", "call_model", "extract_docs_question", "select_and_synthesize", "format_docs_results", "call_model");
    assertThat(result(outcome).text()).contains("RCA compares shares [1].", "Sources:");
    assertThat(routes.database.statements).isEmpty();
  }

  @Test
  void asksASelectionThatFailsTwiceAndReadsEverythingThen() {
    routes.documentSelection.anew().fails();
    PipelineRoutes.Outcome outcome = routes.ask();
    assertThat(routes.documentSelection.asked).hasSize(2);
    assertThat(result(outcome).status()).isEqualTo(Status.OK);
    assertThat(result(outcome).text()).contains("all of them were read");
  }

  @Test
  void givesTheSectionsAsTheyAreWhenNoSummaryCanBeWritten() {
    routes.synthesis.anew().fails();
    PipelineRoutes.Outcome outcome = routes.ask();
    assertThat(routes.synthesis.asked).hasSize(2);
    assertThat(result(outcome).status()).isEqualTo(Status.OK);
    assertThat(result(outcome).text()).contains("No summary could be written");
  }

  @Test
  void hasAnAnswerWhileTheModelIsGivenARest() {
    routes.documentSelection.anew().then(
        () -> {
          routes.modelBreaker.transitionToOpenState();
          throw new IllegalStateException("down");
        });
    PipelineRoutes.Outcome outcome = routes.ask();
    assertThat(routes.modelBreaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    assertThat(result(outcome).text()).contains("all of them were read", "No summary could be written");
    assertThat(routes.synthesis.asked).isEmpty();
  }

  @Test
  void saysThatTheQuestionIsMissing() {
    routes.agent.anew().calls("docs_tool", "{}").says("I could not ask.");
    PipelineRoutes.Outcome outcome = routes.ask();
    assertThat(result(outcome).status()).isEqualTo(Status.REJECTED);
    assertThat(routes.documentSelection.asked).isEmpty();
  }

  @Test
  void saysThatThereAreNoDocuments(@TempDir Path folder) throws Exception {
    Path workspace = Files.createDirectories(folder.resolve("atlas"));
    Files.createSymbolicLink(workspace.resolve("prompts"), RouteFiles.HOME.resolve("workspaces/atlas/prompts").toAbsolutePath());
    stop();
    routes = PipelineRoutes.start(Map.of("workspaces.directory", folder.toString()));
    routes.agent.calls("docs_tool", CALL).says("There is no documentation.");
    assertThat(result(routes.ask()).status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(routes.synthesis.asked).isEmpty();
  }

  @Test
  void servesOnWhenTheQueriesAreSpent() {
    routes.agent.anew()
        .calls("query_tool", PipelineRoutes.CALL, "query_tool", PipelineRoutes.CALL, "query_tool", PipelineRoutes.CALL, "query_tool",
            PipelineRoutes.CALL, "docs_tool", CALL)
        .says("Done.");
    PipelineRoutes.Outcome outcome = routes.ask();
    assertThat(outcome.turn().results().stream().map(ToolResult::status))
        .containsExactly(Status.OK, Status.OK, Status.OK, Status.LIMIT_REACHED, Status.OK);
  }
}
