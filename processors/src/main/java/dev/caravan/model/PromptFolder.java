package dev.caravan.model;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The prompt files of a workspace; read anew when they changed, so that an edit holds from the next question on. A file begins with
 * its version between two lines of three dashes ({@code version: 3}), and goes on with the instructions.
 */
public final class PromptFolder {
    private static final Pattern HEAD = Pattern.compile("\\A---\\R(.*?)\\R---\\R+", Pattern.DOTALL);
    private static final Pattern VERSION = Pattern.compile("(?m)^version:\\s*(\\S+)\\s*$");
    private static final String QUESTION = "Question";
    private static final int MARK = 8;

    private final Path folder;
    private final Path shared;
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();

    /**
     * Prompts of one folder.
     *
     * @param folder holds a file {@code <prompt key>.md} for each prompt; its parent's name is the workspace's
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

    /**
     * A prompt file as it is now.
     *
     * @param version what it says of itself, 0 where it says nothing
     * @param text the instructions
     */
    public record PromptFile(String version, String text) {

        /** The version with a mark that changes with the text, for those who forget to count on. */
        public String mark() {
            return version + "-" + RequestHash.of(List.of(text)).substring(0, MARK);
        }
    }

    /** A file as it was read, and what tells that it was changed since. */
    private record Kept(Path file, FileTime modified, long size, PromptFile prompt, String mark) {
        boolean isOf(Path other, BasicFileAttributes now) {
            return file.equals(other) && modified.equals(now.lastModifiedTime()) && size == now.size();
        }
    }

    /** A prompt's file. */
    public PromptFile read(String key) {
        return kept(key).prompt();
    }

    private Kept kept(String key) {
        try {
            Path own = folder.resolve(key + ".md");
            Path file = Files.exists(own) ? own : shared.resolve(key + ".md");
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            Kept before = kept.get(key);
            if (before != null && before.isOf(file, now)) {
                return before;
            }
            PromptFile prompt = parsed(Files.readString(file));
            Kept read = new Kept(file, now.lastModifiedTime(), now.size(), prompt, prompt.mark());
            kept.put(key, read);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException("the prompt " + key + " cannot be read", e);
        }
    }

    private static PromptFile parsed(String content) {
        Matcher head = HEAD.matcher(content);
        if (!head.find()) {
            return new PromptFile("0", content);
        }
        Matcher version = VERSION.matcher(head.group(1));
        return new PromptFile(version.find() ? version.group(1) : "0", content.substring(head.end()));
    }

    /** The instructions of a prompt. */
    public String instructions(String key) {
        return read(key).text();
    }

    /**
     * The messages of a prompt.
     *
     * @param key prompt key, the name of its file
     * @param inputs what the model reads, by heading, in order; empty ones are left out
     * @param attributes the same inputs with their structure; they stay in this process and never
     *     reach a remote provider
     */
    public List<ChatMessage> messages(String key, Map<String, String> inputs, Map<String, Object> attributes) {
        Kept file = kept(key);
        Map<String, String> rest = new LinkedHashMap<>(inputs);
        String question = rest.containsKey(QUESTION) ? rest.remove(QUESTION) : "";
        Map<String, Object> all = new HashMap<>(attributes);
        all.put(PromptUse.ATTRIBUTE, new PromptUse(workspace(), file.mark(), question.strip(), text(rest)));
        // the chat endpoint replaces messages in the list it is given
        return new ArrayList<>(List.of(
                SystemMessage.from(file.prompt().text()),
                UserMessage.builder()
                        .addContent(TextContent.from(text(inputs)))
                        .attributes(all)
                        .build()));
    }

    private String workspace() {
        Path parent = folder.toAbsolutePath().normalize().getParent();
        return parent == null || parent.getFileName() == null
                ? ""
                : parent.getFileName().toString();
    }

    private static String text(Map<String, String> inputs) {
        return inputs.entrySet().stream()
                .filter(input -> !input.getValue().isBlank())
                .map(input -> "## " + input.getKey() + "\n" + input.getValue().strip())
                .collect(Collectors.joining("\n\n"));
    }
}
