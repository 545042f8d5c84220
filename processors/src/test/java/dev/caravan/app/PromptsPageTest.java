package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.Prompt;
import dev.caravan.model.PromptFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/prompts.md, the prompt files, the settings and the code say the same of every prompt. */
class PromptsPageTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));

    private static List<String> rows() throws IOException {
        return Files.readAllLines(HOME.resolve("docs/prompts.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    @Test
    void thePageListsEveryPromptAsItIs() throws IOException {
        Settings settings = Settings.load(HOME, Map.of());
        List<String> expected = Prompts.ALL.stream()
                .map(prompt -> "| `" + prompt.key() + "` | " + prompt.purpose() + " | "
                        + settings.text("model.prompts." + prompt.key()) + " | " + String.join(", ", prompt.inputs())
                        + " | " + reply(prompt) + " | " + (prompt.kept() ? "yes" : "no") + " |")
                .toList();
        assertThat(rows()).isEqualTo(expected);
    }

    private static String reply(Prompt prompt) {
        return prompt.form().map(form -> "form " + form.name()).orElse(prompt.spoken() ? "text or tool calls" : "text");
    }

    @Test
    void everyPromptHasItsSettingAndItsFile() {
        Settings settings = Settings.load(HOME, Map.of());
        assertThat(settings.asMap().keySet().stream().filter(key -> key.startsWith("model.prompts.")))
                .containsExactlyInAnyOrderElementsOf(Prompts.ALL.stream()
                        .map(prompt -> "model.prompts." + prompt.key())
                        .toList());
        PromptFolder atlas =
                new PromptFolder(HOME.resolve("workspaces/atlas/prompts"), HOME.resolve("workspaces/prompts"));
        assertThat(Prompts.ALL)
                .allSatisfy(
                        prompt -> assertThat(atlas.read(prompt.key()).text()).isNotBlank());
    }
}
