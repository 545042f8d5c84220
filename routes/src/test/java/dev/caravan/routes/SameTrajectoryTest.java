package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.edge.DescribeTurn;
import dev.caravan.model.CallLedger;
import dev.caravan.turn.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One question takes the same way through the routes, whoever plays the model: built in, over the wire, or recorded. */
class SameTrajectoryTest {
    private static final List<String> PROMPTS =
            List.of("agent_system_prompt", "product_extraction", "sql_generation", "agent_system_prompt");

    private static WireServer provider() {
        return new WireServer()
                .then(says(Wire.OPENAI.tools(List.<String[]>of(new String[] {"query_tool", PipelineRoutes.CALL}))))
                .then(says(Wire.OPENAI.text(PipelineRoutes.NAMES, "stop")))
                .then(says(Wire.OPENAI.text(PipelineRoutes.WRITTEN, "stop")))
                .then(says(Wire.OPENAI.text("Kenya exported $7.19 billion in 1995.", "stop")));
    }

    private static WireServer.Script says(String body) {
        return WireServer.says(200, "application/json", body);
    }

    private static PipelineRoutes.Outcome ask(Map<String, String> settings) throws Exception {
        try (PipelineRoutes routes = PipelineRoutes.startUnscripted(settings)) {
            return routes.ask();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> calls(PipelineRoutes.Outcome outcome) {
        return outcome.steps().stream()
                .flatMap(step -> ((List<Map<String, Object>>) step.getOrDefault(CallLedger.CALLS, List.of())).stream())
                .toList();
    }

    private static List<String> prompts(PipelineRoutes.Outcome outcome) {
        return calls(outcome).stream()
                .map(call -> String.valueOf(call.get("prompt")))
                .toList();
    }

    @Test
    void theTraceHasTheSameShapeOnEachOfThem(@TempDir Path recordings) throws Exception {
        PipelineRoutes.Outcome offline = ask(Map.of("agent.mode", "sql_only"));

        Map<String, String> settings = new HashMap<>();
        settings.put("model.provider", "openai");
        settings.put("model.providers.openai.key", "secret-key");
        settings.put("model.recordings", recordings.toString());
        settings.put("model.recording", "record");
        PipelineRoutes.Outcome wire;
        try (WireServer server = provider()) {
            settings.put("model.providers.openai.base-url", server.url() + "/v1");
            wire = ask(settings);
            assertThat(server.bodies).hasSize(4);
            assertThat(server.bodies.get(3)).contains("\"tool\"", "7190000000");
        }
        settings.put("model.recording", "replay");
        PipelineRoutes.Outcome replayed = ask(settings);

        for (PipelineRoutes.Outcome outcome : List.of(offline, wire, replayed)) {
            assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
            assertThat(outcome.stages()).isEqualTo(offline.stages());
            assertThat(prompts(outcome)).isEqualTo(PROMPTS);
            assertThat(outcome.turn().evidence()).hasSize(1);
        }
        assertThat(replayed.text()).isEqualTo(wire.text()).isEqualTo("Kenya exported $7.19 billion in 1995.");
        try (Stream<Path> files = Files.list(recordings)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file)).doesNotContain("secret-key");
            }
        }
    }

    @Test
    void theTurnSaysWhatItCost() throws Exception {
        try (WireServer server = provider()) {
            PipelineRoutes.Outcome outcome = ask(Map.of(
                    "model.provider",
                    "openai",
                    "model.providers.openai.key",
                    "k",
                    "model.providers.openai.base-url",
                    server.url() + "/v1",
                    "model.providers.openai.frontier",
                    "big",
                    "model.prices.big",
                    "2 10",
                    "model.providers.openai.lightweight",
                    "small",
                    "model.prices.small",
                    "1 5"));
            Map<String, Object> usage = new DescribeTurn(Clock.systemUTC(), "m")
                    .describe(outcome.turn(), outcome.steps(), outcome.notes())
                    .usage();
            assertThat(usage)
                    .containsEntry("calls", 4L)
                    .containsEntry("input_tokens", 400L)
                    .containsEntry("output_tokens", 40L);
            // three calls of the frontier model at 2 x 100 + 10 x 10, one of the lightweight at 1 x 100 + 5 x 10, by
            // the million
            assertThat((Double) usage.get("dollars")).isEqualTo((3 * 300 + 150) / 1e6);
            assertThat(calls(outcome).get(0))
                    .containsEntry("provider", "openai")
                    .containsEntry("model", "big")
                    .containsEntry("status", "ok");
        }
    }
}
