package dev.caravan.search;

import dev.caravan.workspace.ServiceFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code search.yaml} in the folder of a workspace says.
 *
 * @param address of an engine of the organisation's own, which Caravan fills with the tables of the workspace; empty for the one that
 *     Caravan starts
 */
public record SearchSettings(Optional<SearchAddress> address) {
    private static final String FILE = "search.yaml";
    private static final List<String> KEYS = List.of("url", "user", "password");

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
        return ServiceFile.read(folder.resolve(FILE), KEYS, environment)
                .map(file -> new SearchSettings(
                        file.url().map(url -> SearchAddress.of(url, file.text("user"), file.text("password")))));
    }
}
