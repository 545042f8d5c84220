package dev.caravan.documents;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Finds passages of documents by their words (BM25), and by their meaning where it has vectors. A document is added, replaced and removed as a whole; what a crash left
 * half done does not count as there, and is added again from the store.
 */
public interface CorpusIndex extends AutoCloseable {

    /**
     * Whose documents are meant; nothing is found outside of it.
     *
     * @param workspace its name
     * @param tenant within the workspace
     */
    record Owner(String workspace, String tenant) {
        String key() {
            return workspace + '\u0000' + tenant;
        }
    }

    /**
     * A passage found.
     *
     * @param document its id
     * @param page counted from 1
     * @param first number of its first block
     * @param last number of its last block
     * @param score higher is nearer
     */
    record Hit(String document, int page, int first, int last, double score) {
        Hit withScore(double other) {
            return new Hit(document, page, first, last, other);
        }
    }

    /** Adds a document or replaces it; it is found when this returns. */
    void put(Owner owner, String document, String version, List<Block> blocks);

    /** Forgets a document. */
    void remove(Owner owner, String document);

    /** The versions of an owner's documents that are in the index. */
    Map<String, String> versions(Owner owner);

    /**
     * Passages that share words with a question or are near it in meaning, best first.
     *
     * @param documents ids to look into; all of the owner's when empty
     */
    List<Hit> search(Owner owner, String question, Collection<String> documents, int limit);

    /** Whether words stand one behind the other in any of an owner's documents. */
    boolean holds(Owner owner, String phrase);

    /** How many passages it holds of all owners. */
    int size();

    @Override
    void close();
}
