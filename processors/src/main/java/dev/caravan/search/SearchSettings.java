package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code search.yaml} in the folder of a workspace says.
 *
 * @param address of an engine of the organisation's own, which Caravan fills with the tables of the workspace; empty for the one that
 *     Caravan starts
 */
public record SearchSettings(Optional<SearchAddress> address) {
    private static final String FILE = "search.yaml";
    private static final Set<String> KEYS = Set.of("url", "user", "password");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::([^}]*))?}");

    /** Whether a workspace says that it has a search engine. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    /**
     * Reads a folder.
     *
     * @return empty where the workspace has no search engine
     * @throws IllegalArgumentException naming what is wrong with the file
     */
    public static Optional<SearchSettings> read(Path folder, Map<String, String> environment) {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode root = new YAMLMapper().readTree(file.toFile());
            root.fieldNames().forEachRemaining(key -> {
                if (!KEYS.contains(key)) {
                    throw new IllegalArgumentException(
                            file + ": unknown key " + key + "; known are url, user, password");
                }
            });
            String url = text(root, "url", environment, file);
            return Optional.of(new SearchSettings(
                    url.isEmpty() ? Optional.empty() : Optional.of(address(url, root, environment, file))));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static SearchAddress address(String url, JsonNode root, Map<String, String> environment, Path file) {
        if (!url.matches("https?://\\S+")) {
            throw new IllegalArgumentException(
                    file + ": url is '" + url + "', which begins with neither http:// nor https://");
        }
        return SearchAddress.of(url, text(root, "user", environment, file), text(root, "password", environment, file));
    }

    private static String text(JsonNode root, String key, Map<String, String> environment, Path file) {
        return VARIABLE.matcher(root.path(key).asText("")).replaceAll(variable -> {
            String value = environment.getOrDefault(variable.group(1), variable.group(2));
            if (value == null) {
                throw new IllegalArgumentException(
                        file + ": the environment variable " + variable.group(1) + " is not set");
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
