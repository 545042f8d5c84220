package dev.caravan.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Every workspace of an installation: each subfolder with a {@code workspace.yaml}.
 *
 * @param list by name
 * @param broken what is wrong with those that cannot be asked, by the name of their folder
 */
public record Workspaces(List<Workspace> list, Map<String, String> broken) {
    /** Takes copies. */
    public Workspaces {
        list = List.copyOf(list);
        broken = Map.copyOf(broken);
    }

    /** Workspaces that are all well. */
    public Workspaces(List<Workspace> list) {
        this(list, Map.of());
    }

    /** Reads a folder of workspaces. One that is written wrongly keeps no other from being asked. */
    public static Workspaces read(Path folder) {
        return read(folder, workspace -> {});
    }

    /**
     * The same with a look at what belongs to a workspace.
     *
     * @param check throws an IllegalArgumentException or UncheckedIOException that names what is wrong
     */
    public static Workspaces read(Path folder, Consumer<Workspace> check) {
        if (!Files.isDirectory(folder)) {
            return new Workspaces(List.of());
        }
        List<Workspace> list = new ArrayList<>();
        Map<String, String> broken = new LinkedHashMap<>();
        for (Path each : folders(folder)) {
            try {
                Workspace workspace = Workspace.read(each);
                check.accept(workspace);
                list.add(workspace);
            } catch (IllegalArgumentException | UncheckedIOException e) {
                broken.put(each.getFileName().toString(), e.getMessage());
            }
        }
        return new Workspaces(list, broken);
    }

    private static List<Path> folders(Path folder) {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(each -> Files.isRegularFile(each.resolve(Workspace.FILE)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder, e);
        }
    }

    /** The workspace of that name. */
    public Optional<Workspace> find(String name) {
        return list.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
