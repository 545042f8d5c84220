package dev.caravan.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file beside {@code workspace.yaml} that says where a service of the workspace is. Its texts take {@code ${NAME}} and
 * {@code ${NAME:else}} from the environment.
 */
public final class ServiceFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::([^}]*))?}");

    private final Path file;
    private final JsonNode root;
    private final Map<String, String> environment;

    private ServiceFile(Path file, JsonNode root, Map<String, String> environment) {
        this.file = file;
        this.root = root;
        this.environment = environment;
    }

    /**
     * Reads a file.
     *
     * @param keys all that it may have
     * @return empty where there is none
     * @throws IllegalArgumentException naming a key that is unknown
     */
    public static Optional<ServiceFile> read(Path file, List<String> keys, Map<String, String> environment) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode root = new YAMLMapper().readTree(file.toFile());
            ServiceFile read = new ServiceFile(file, root, environment);
            root.fieldNames().forEachRemaining(key -> {
                if (!keys.contains(key)) {
                    throw read.wrong("unknown key " + key + "; known are " + String.join(", ", keys));
                }
            });
            return Optional.of(read);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** What is under a key, a missing node where there is nothing. */
    public JsonNode get(String key) {
        return root.path(key);
    }

    /**
     * A text; empty where there is none.
     *
     * @throws IllegalArgumentException naming a variable of the environment that is not set
     */
    public String text(String key) {
        return VARIABLE.matcher(root.path(key).asText("")).replaceAll(variable -> {
            String value = environment.getOrDefault(variable.group(1), variable.group(2));
            if (value == null) {
                throw wrong("the environment variable " + variable.group(1) + " is not set");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    /**
     * Its {@code url}; empty where it says none.
     *
     * @throws IllegalArgumentException when it is no address of HTTP
     */
    public Optional<String> url() {
        String url = text("url");
        if (!url.isEmpty() && !url.matches("https?://\\S+")) {
            throw wrong("url is '" + url + "', which begins with neither http:// nor https://");
        }
        return Optional.of(url).filter(text -> !text.isEmpty());
    }

    /** What is thrown for something wrong in it. */
    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(file + ": " + what);
    }
}
