package dev.caravan.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Every workspace of an installation: each subfolder with a {@code workspace.yaml}. One that is added or changed while the server
 * runs is there at the next look.
 */
public final class Workspaces {
    private static final Duration REST = Duration.ofSeconds(1);
    private static final List<String> FILES = List.of(Workspace.FILE, "semantic-model.yaml");

    private final Path folder;
    private final Consumer<Workspace> check;
    private final Duration rest;
    private volatile State state;
    private volatile long looked;

    /**
     * What was found.
     *
     * @param seen the files by which it was told, with the times of their last changes
     */
    private record State(List<Workspace> list, Map<String, String> broken, String seen) {}

    private Workspaces(Path folder, Consumer<Workspace> check, Duration rest, State state) {
        this.folder = folder;
        this.check = check;
        this.rest = rest;
        this.state = state;
    }

    /** Workspaces that are all well, and stay as they are. */
    public Workspaces(List<Workspace> list) {
        this(Path.of(""), workspace -> {}, Duration.ZERO, new State(List.copyOf(list), Map.of(), ""));
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
        return read(folder, check, REST);
    }

    /**
     * Reads a folder of workspaces.
     *
     * @param rest how long after a look the next one comes at the earliest, unless a name is not found: several stages of each
     *     question ask for its workspace
     */
    static Workspaces read(Path folder, Consumer<Workspace> check, Duration rest) {
        Workspaces workspaces = new Workspaces(folder, check, rest, new State(List.of(), Map.of(), ""));
        workspaces.look();
        return workspaces;
    }

    /** By name. */
    public List<Workspace> list() {
        return state().list();
    }

    /** What is wrong with those that cannot be asked, by the name of their folder. */
    public Map<String, String> broken() {
        return state().broken();
    }

    /** The workspace of that name. */
    public Optional<Workspace> find(String name) {
        return named(state(), name).or(() -> named(look(), name));
    }

    /** Looks at once: whoever has just written a file need not wait for it. */
    public void lookAgain() {
        look();
    }

    private static Optional<Workspace> named(State state, String name) {
        return state.list().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private State state() {
        return System.nanoTime() - looked < rest.toNanos() ? state : look();
    }

    private synchronized State look() {
        if (folder.toString().isEmpty()) {
            return state;
        }
        String seen = seen();
        if (!seen.equals(state.seen())) {
            state = read(seen);
        }
        looked = System.nanoTime();
        return state;
    }

    /** The files and the times of their last changes. */
    private String seen() {
        StringBuilder seen = new StringBuilder("read");
        if (Files.isDirectory(folder)) {
            for (Path each : folders(folder)) {
                for (String file : FILES) {
                    seen.append('\n')
                            .append(each.resolve(file))
                            .append(' ')
                            .append(each.resolve(file).toFile().lastModified());
                }
            }
        }
        return seen.toString();
    }

    /** Reads what has changed; a workspace whose files are the same stays the same object. */
    private State read(String seen) {
        if (!Files.isDirectory(folder)) {
            return new State(List.of(), Map.of(), seen);
        }
        List<Workspace> list = new ArrayList<>();
        Map<String, String> broken = new LinkedHashMap<>();
        for (Path each : folders(folder)) {
            Optional<Workspace> same = state.list().stream()
                    .filter(known ->
                            known.folder().equals(each) && lines(seen, each).equals(lines(state.seen(), each)))
                    .findFirst();
            if (same.isPresent()) {
                list.add(same.get());
                continue;
            }
            try {
                Workspace workspace = Workspace.read(each);
                check.accept(workspace);
                // what is told apart by its object is another one where only its model has changed
                list.add(workspace.copy());
            } catch (IllegalArgumentException | UncheckedIOException e) {
                broken.put(each.getFileName().toString(), e.getMessage());
            }
        }
        return new State(List.copyOf(list), Map.copyOf(broken), seen);
    }

    private static List<String> lines(String seen, Path folder) {
        return seen.lines()
                .filter(line -> line.startsWith(folder.resolve("x").toString().replaceFirst("x$", "")))
                .toList();
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
}
