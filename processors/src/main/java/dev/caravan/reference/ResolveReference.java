package dev.caravan.reference;

import dev.caravan.reference.Statute.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Leads a reference to the sections of a collection that it points to. */
public final class ResolveReference {
    private final DocumentRegistry registry;

    /** Within a collection. */
    public ResolveReference(DocumentRegistry registry) {
        this.registry = registry;
    }

    /**
     * Where a reference leads.
     *
     * @param law the law as the collection calls it, or as the reference names it where the collection has it not
     * @param known whether the collection has it
     * @param keys sections it names, whether the law has them or not
     * @param sections those that the law has
     */
    public record Resolved(String law, boolean known, List<String> keys, List<Section> sections) {
        /** Takes copies. */
        public Resolved {
            keys = List.copyOf(keys);
            sections = List.copyOf(sections);
        }
    }

    /**
     * Resolves.
     *
     * @param reference found in a text
     * @param law name or id of the law that text is in
     * @param section key of the section it is in
     */
    public Resolved resolve(Reference reference, String law, String section) {
        String name = reference.law().isEmpty() ? law : reference.law();
        List<String> keys = reference.kind() == Reference.Kind.OWN_SECTION ? List.of(section) : reference.targets();
        Optional<Statute> statute = registry.find(name);
        if (statute.isEmpty()) {
            return new Resolved(name, false, keys, List.of());
        }
        List<Section> sections = new ArrayList<>();
        keys.forEach(
                key -> Optional.ofNullable(statute.get().sections().get(key)).ifPresent(sections::add));
        return new Resolved(statute.get().id(), true, keys, sections);
    }
}
