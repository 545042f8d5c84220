package dev.caravan.model;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The prompt files of a workspace; read at each use, so that an edit holds from the next question on. */
public final class PromptFolder {
  private final Path folder;
  private final Path shared;

  /**
   * Prompts of one folder.
   *
   * @param folder holds a file {@code <prompt key>.md} for each prompt
   */
  public PromptFolder(Path folder) {
    this(folder, folder);
  }

  /**
   * Prompts of a workspace.
   *
   * @param folder its own prompts, which come first
   * @param shared those of all workspaces
   */
  public PromptFolder(Path folder, Path shared) {
    this.folder = folder;
    this.shared = shared;
  }

  /** The instructions of a prompt. */
  public String instructions(String key) {
    try {
      Path own = folder.resolve(key + ".md");
      return Files.readString(Files.exists(own) ? own : shared.resolve(key + ".md"));
    } catch (IOException e) {
      throw new UncheckedIOException("the prompt " + key + " cannot be read", e);
    }
  }

  /**
   * The messages of a prompt.
   *
   * @param key prompt key, the name of its file
   * @param inputs what the model reads, by heading, in order; empty ones are left out
   * @param attributes the same inputs with their structure; they stay in this process and never
   *     reach a remote provider
   */
  public List<ChatMessage> messages(
      String key, Map<String, String> inputs, Map<String, Object> attributes) {
    String text =
        inputs.entrySet().stream()
            .filter(input -> !input.getValue().isBlank())
            .map(input -> "## " + input.getKey() + "\n" + input.getValue().strip())
            .collect(Collectors.joining("\n\n"));
    // the chat endpoint replaces messages in the list it is given
    return new ArrayList<>(
        List.of(
            SystemMessage.from(instructions(key)),
            UserMessage.builder()
                .addContent(TextContent.from(text))
                .attributes(new HashMap<>(attributes))
                .build()));
  }
}
