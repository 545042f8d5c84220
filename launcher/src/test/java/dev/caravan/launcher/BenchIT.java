package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The measurement of the model's path measures what it says: each turn is answered by two calls and a tool. How fast, it leaves open. */
@Timeout(300)
class BenchIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));

    @Test
    void everyTurnIsAnswered() throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        try (StubModel model = new StubModel(Duration.ofMillis(1));
                BenchedServer server = BenchedServer.start(HOME, HOME.resolve("workspaces"), model.url())) {
            ModelPathBench bench = new ModelPathBench(server, new PrintStream(told, true, StandardCharsets.UTF_8));
            bench.run(100, 8);
            assertThat(model.calls()).isEqualTo(200);
            bench.runStreamed(20, 4);
            assertThat(model.calls()).isEqualTo(244);
            assertThat(server.usedByDatabase()).isPositive();
            new AskerBench(server, bench, new PrintStream(told, true, StandardCharsets.UTF_8))
                    .run(4, Duration.ofSeconds(2));
        }
        assertThat(told.toString(StandardCharsets.UTF_8))
                .contains("8 at once", "0 of 100 failed", "4 at once: first streamed event", "0 of 20 failed")
                .containsPattern(
                        "4 askers for 2 s: [1-9]\\d* answers .* 0 failed; health p50 .*\\R.* threads: \\[[1-9]");
    }
}
