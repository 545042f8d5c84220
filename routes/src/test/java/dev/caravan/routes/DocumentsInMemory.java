package dev.caravan.routes;

import dev.caravan.documents.Block;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Documents of a test, with what happens before one is looked up. */
final class DocumentsInMemory implements DocumentStore {
    private record Kept(Owner owner, Stored document, List<Block> blocks) {}

    private final Map<String, Kept> kept = new ConcurrentSkipListMap<>();
    volatile Runnable before = () -> {};

    private static String key(Owner owner, String id) {
        return owner.workspace() + "/" + owner.tenant() + "/" + id;
    }

    @Override
    public void save(Owner owner, Stored document, List<Block> blocks) {
        kept.put(key(owner, document.profile().id()), new Kept(owner, document, List.copyOf(blocks)));
    }

    @Override
    public List<Stored> documents(Owner owner) {
        return kept.values().stream()
                .filter(each -> each.owner().equals(owner))
                .map(Kept::document)
                .toList();
    }

    @Override
    public Optional<Stored> document(Owner owner, String id) {
        before.run();
        return Optional.ofNullable(kept.get(key(owner, id))).map(Kept::document);
    }

    @Override
    public List<Block> blocks(Owner owner, String id) {
        return Optional.ofNullable(kept.get(key(owner, id))).map(Kept::blocks).orElse(List.of());
    }

    @Override
    public boolean delete(Owner owner, String id) {
        return kept.remove(key(owner, id)) != null;
    }

    @Override
    public Map<String, float[]> vectors(Owner owner, String document, String encoder) {
        return Map.of();
    }

    @Override
    public void keepVectors(Owner owner, String document, String encoder, Map<String, float[]> vectors) {
        // they are made again
    }
}
