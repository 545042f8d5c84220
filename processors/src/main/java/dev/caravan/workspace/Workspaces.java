package dev.caravan.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every workspace of an installation: each subfolder with a {@code workspace.yaml}.
 *
 * @param list by name
 */
public record Workspaces(List<Workspace> list) {
    /** Takes a copy. */
    public Workspaces {
        list = List.copyOf(list);
    }

    /**
     * Reads a folder of workspaces.
     *
     * @throws IllegalArgumentException when one of them is written wrongly
     */
    public static Workspaces read(Path folder) {
        if (!Files.isDirectory(folder)) {
            return new Workspaces(List.of());
        }
        try (Stream<Path> found = Files.list(folder)) {
            return new Workspaces(found.filter(each -> Files.isRegularFile(each.resolve(Workspace.FILE)))
                    .sorted()
                    .map(Workspace::read)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    /** The workspace of that name. */
    public Optional<Workspace> find(String name) {
        return list.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
