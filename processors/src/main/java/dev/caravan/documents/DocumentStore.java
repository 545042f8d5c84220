package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Owner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps documents: what is known of each, its blocks and its file. Everything asks for an owner; nothing crosses to another's. */
public interface DocumentStore extends VectorStore {

    /**
     * A document as it is kept.
     *
     * @param profile what is known of it
     * @param version changes whenever its content does
     * @param source where its file is, for the pictures of its pages
     */
    record Stored(DocumentProfile profile, String version, String source) {}

    /** Keeps a document with its blocks, in the place of one of the same id; all of it or, on a failure, nothing. */
    void save(Owner owner, Stored document, List<Block> blocks);

    /** The documents of an owner, by title. */
    List<Stored> documents(Owner owner);

    /** One document of an owner; empty also where it is another's. */
    Optional<Stored> document(Owner owner, String id);

    /** The blocks of a document in the order of reading; none where it is another's. */
    List<Block> blocks(Owner owner, String id);

    /** The blocks of some pages of a document, by page. */
    default Map<Integer, List<Block>> pages(Owner owner, String id, Set<Integer> pages) {
        return blocks(owner, id).stream()
                .filter(block -> pages.contains(block.page()))
                .collect(Collectors.groupingBy(Block::page));
    }

    /** The blocks of a document from one number to another, both included. */
    default List<Block> blocks(Owner owner, String id, int first, int last) {
        return blocks(owner, id).stream()
                .filter(block -> block.number() >= first && block.number() <= last)
                .toList();
    }

    /** The versions of an owner's documents by id. */
    default Map<String, String> versions(Owner owner) {
        Map<String, String> versions = new java.util.HashMap<>();
        documents(owner).forEach(stored -> versions.put(stored.profile().id(), stored.version()));
        return versions;
    }

    /** Forgets a document; whether there was one. */
    boolean delete(Owner owner, String id);
}
