package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Owner;
import java.util.Map;

/** Keeps vectors of passages by what these say. */
public interface VectorStore {
    /** Keeps none, so that they are made each time. */
    VectorStore NONE = new VectorStore() {
        @Override
        public Map<String, float[]> vectors(Owner owner, String document, String encoder) {
            return Map.of();
        }

        @Override
        public void keepVectors(Owner owner, String document, String encoder, Map<String, float[]> vectors) {
            // as its name says
        }
    };

    /**
     * Vectors of a document's passages by the SHA-256 of what they say, as hexadecimal digits; none of another encoder.
     *
     * @param encoder by which they were made
     */
    Map<String, float[]> vectors(Owner owner, String document, String encoder);

    /** Keeps these vectors of a document's passages and no others. */
    void keepVectors(Owner owner, String document, String encoder, Map<String, float[]> vectors);
}
