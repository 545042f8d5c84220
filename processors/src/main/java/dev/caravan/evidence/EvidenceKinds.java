package dev.caravan.evidence;

import dev.caravan.turn.Evidence;
import java.util.Map;
import java.util.Optional;

/** The kinds of evidence that a class is written for, by name. Every other name is one of {@link OpenEvidence}. */
public final class EvidenceKinds {
    private final Map<String, Class<? extends Evidence>> classes;

    /** A registry of records. */
    public EvidenceKinds(Map<String, Class<? extends Evidence>> classes) {
        this.classes = Map.copyOf(classes);
    }

    /** The record of a kind. */
    public Optional<Class<? extends Evidence>> find(String kind) {
        return Optional.ofNullable(classes.get(kind));
    }
}
