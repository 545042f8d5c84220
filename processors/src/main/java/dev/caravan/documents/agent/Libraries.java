package dev.caravan.documents.agent;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.turn.Turn;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The documents of every workspace that has some. */
public final class Libraries {
    private final Map<String, Supplier<Library>> libraries;

    /** By the names of their workspaces, each opened when it is first asked. */
    public Libraries(Map<String, Supplier<Library>> libraries) {
        this.libraries = Map.copyOf(libraries);
    }

    /** The documents of a workspace; empty where it has none. */
    public Optional<Library> find(String workspace) {
        return Optional.ofNullable(libraries.get(workspace)).map(Supplier::get);
    }

    /**
     * The documents of a turn's workspace.
     *
     * @throws IllegalStateException when its workspace has none, though a route of documents serves it
     */
    public Library of(Turn turn) {
        return find(turn.workspace())
                .orElseThrow(() -> new IllegalStateException("workspace " + turn.workspace()
                        + " has no documents: put a corpus.yaml beside its workspace.yaml and restart"));
    }

    /** Whose documents a turn may see: settled by its session, whatever a model or the question says. */
    public static Owner owner(Turn turn) {
        return new Owner(turn.workspace(), turn.tenant());
    }
}
