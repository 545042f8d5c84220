package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace that could answer nothing is named, and the others are asked. */
class WorkspaceChecksTest {
    @TempDir
    Path folder;

    @Test
    void anAgentWithoutInstructionsIsNamed() throws IOException {
        Path prompts = Files.createDirectories(folder.resolve("kitchen/prompts"));
        Files.writeString(folder.resolve("kitchen/workspace.yaml"), "{title: Kitchen, flow: agent}");
        Settings settings = Settings.load(
                Path.of(System.getProperty("caravan.home", "..")), Map.of("workspaces.directory", folder.toString()));
        assertThat(AnalystBeans.workspaces(settings).broken().get("kitchen"))
                .contains("agent_system_prompt.md is missing");

        Files.writeString(prompts.resolve("agent_system_prompt.md"), "Cook.");
        assertThat(AnalystBeans.workspaces(settings).broken()).isEmpty();
    }
}
