package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptFolderTest {
    @TempDir
    Path home;

    private Path folder(String name) throws IOException {
        return Files.createDirectories(home.resolve(name));
    }

    private PromptFolder trade() throws IOException {
        return new PromptFolder(folder("trade/prompts"), folder("prompts"));
    }

    private static PromptUse use(List<ChatMessage> messages) {
        return (PromptUse) ((UserMessage) messages.get(1)).attributes().get(PromptUse.ATTRIBUTE);
    }

    @Test
    void readsTheVersionAndLeavesItOutOfTheInstructions() throws IOException {
        Files.writeString(
                folder("trade/prompts").resolve("k.md"), "---\nversion: 7\nauthor: somebody\n---\nDo this.\n");
        assertThat(trade().read("k").version()).isEqualTo("7");
        assertThat(trade().instructions("k")).isEqualTo("Do this.\n");
        Files.writeString(folder("trade/prompts").resolve("k.md"), "Do that.\n");
        assertThat(trade().read("k").version()).isEqualTo("0");
    }

    @Test
    void anEditHoldsFromTheNextCallOnAndChangesWhatRepliesAreKeptBy() throws IOException {
        PromptFolder folder = trade();
        Path file = folder("trade/prompts").resolve("k.md");
        Files.writeString(file, "---\nversion: 1\n---\nDo this.\n");
        List<ChatMessage> before = folder.messages("k", Map.of("Question", "Exports?"), Map.of());
        Files.writeString(file, "---\nversion: 1\n---\nDo that.\n");
        List<ChatMessage> after = folder.messages("k", Map.of("Question", "Exports?"), Map.of());
        assertThat(((SystemMessage) before.get(0)).text()).isEqualTo("Do this.\n");
        assertThat(((SystemMessage) after.get(0)).text()).isEqualTo("Do that.\n");
        assertThat(use(after).version())
                .as("though nobody counted the version on")
                .isNotEqualTo(use(before).version());
        assertThat(use(after).question()).isEqualTo("Exports?");
        assertThat(use(after).workspace()).isEqualTo("trade");
    }

    @Test
    void aWorkspacesOwnPromptComesBeforeTheOneOfAll() throws IOException {
        Files.writeString(folder("prompts").resolve("k.md"), "For all.");
        assertThat(trade().instructions("k")).isEqualTo("For all.");
        Files.writeString(folder("trade/prompts").resolve("k.md"), "For trade.");
        assertThat(trade().instructions("k")).isEqualTo("For trade.");
        assertThatThrownBy(() -> trade().read("none"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the prompt none");
    }

    @Test
    void writesInputsUnderTheirHeadingsAndLeavesEmptyOnesOut() throws IOException {
        Files.writeString(folder("prompts").resolve("k.md"), "Do this.");
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", "Exports?");
        inputs.put("Context", " ");
        inputs.put("Years", "1995 to 2022");
        List<ChatMessage> messages = trade().messages("k", inputs, Map.of());
        assertThat(((UserMessage) messages.get(1)).singleText())
                .isEqualTo("## Question\nExports?\n\n## Years\n1995 to 2022");
        assertThat(use(messages).rest()).isEqualTo("## Years\n1995 to 2022");
    }
}
