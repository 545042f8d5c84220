package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A store that forgets everything when the test ends. */
final class StoredInMemory implements DocumentStore {
    private record Kept(Stored document, List<Block> blocks) {}

    private final Map<String, Map<String, Kept>> owners = new TreeMap<>();

    private final Map<String, Map<String, float[]>> vectors = new TreeMap<>();

    private Map<String, Kept> of(Owner owner) {
        return owners.computeIfAbsent(owner.workspace() + "/" + owner.tenant(), key -> new TreeMap<>());
    }

    @Override
    public void save(Owner owner, Stored document, List<Block> blocks) {
        of(owner).put(document.profile().id(), new Kept(document, List.copyOf(blocks)));
    }

    @Override
    public List<Stored> documents(Owner owner) {
        return new ArrayList<>(of(owner).values().stream().map(Kept::document).toList());
    }

    @Override
    public Optional<Stored> document(Owner owner, String id) {
        return Optional.ofNullable(of(owner).get(id)).map(Kept::document);
    }

    @Override
    public List<Block> blocks(Owner owner, String id) {
        return Optional.ofNullable(of(owner).get(id)).map(Kept::blocks).orElse(List.of());
    }

    @Override
    public Map<String, float[]> vectors(Owner owner, String document, String encoder) {
        return vectors.getOrDefault(owner.key() + document + encoder, Map.of());
    }

    @Override
    public void keepVectors(Owner owner, String document, String encoder, Map<String, float[]> kept) {
        vectors.put(owner.key() + document + encoder, Map.copyOf(kept));
    }

    @Override
    public boolean delete(Owner owner, String id) {
        return of(owner).remove(id) != null;
    }
}
