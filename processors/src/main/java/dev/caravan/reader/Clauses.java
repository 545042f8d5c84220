package dev.caravan.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The clauses of a cover in order, from which the binder takes one after the other; what is left was not understood. */
final class Clauses {
    private final List<Edge> left;

    Clauses(List<Edge> edges) {
        this.left = new ArrayList<>(edges);
    }

    /** All of a kind, taken. */
    List<Edge> take(Kind... kinds) {
        List<Kind> wanted = List.of(kinds);
        List<Edge> taken =
                left.stream().filter(edge -> wanted.contains(edge.kind())).toList();
        left.removeAll(taken);
        return taken;
    }

    /** The first of a kind, taken. */
    Optional<Edge> first(Kind kind) {
        Optional<Edge> found = left.stream().filter(edge -> edge.kind() == kind).findFirst();
        found.ifPresent(left::remove);
        return found;
    }

    /** Whether there is one of a kind. */
    boolean has(Kind kind) {
        return left.stream().anyMatch(edge -> edge.kind() == kind);
    }

    /** All that are left. */
    List<Edge> left() {
        return List.copyOf(left);
    }
}
