package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.text.SentenceEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vectors of passages and of what is searched for. Those of passages are kept in the store by what the passage says, so that a passage
 * is encoded once however often its index is built. Where there is no encoder, or it fails, there are none: words are searched alone then.
 */
public final class PassageVectors {
    private static final Logger LOG = LoggerFactory.getLogger(PassageVectors.class);
    // what of a passage is encoded: the time grows with it, and an encoder heeds the beginning of a text most
    private static final int LONGEST = 800;
    // a question is searched for in several documents one behind the other
    private static final int QUESTIONS = 200;

    private final Supplier<Optional<SentenceEncoder>> encoder;
    private final VectorStore store;
    private final Map<String, float[]> asked = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
            return size() > QUESTIONS;
        }
    };

    /**
     * With an encoder.
     *
     * @param encoder gives the one to be used, as often as it is asked; empty while there is none
     * @param store keeps the vectors of passages
     */
    public PassageVectors(Supplier<Optional<SentenceEncoder>> encoder, VectorStore store) {
        this.encoder = encoder;
        this.store = store;
    }

    /** The cosine from which on a passage is near a question. */
    public double near() {
        return encoder.get().map(SentenceEncoder::near).orElse(1.0);
    }

    /** The name of the encoder; empty while there is none. */
    public Optional<String> encoder() {
        return encoder.get().map(SentenceEncoder::name);
    }

    /**
     * The vectors of the passages of a document.
     *
     * @param encoder whose they are; empty where there are none
     * @param vectors one for each passage in their order; none without an encoder
     */
    public record Encoded(String encoder, List<float[]> vectors) {
        /** Of no encoder. */
        public static final Encoded NONE = new Encoded("", List.of());
    }

    /** Encodes what is not known yet of a document's passages, and keeps the vectors of these alone. */
    Encoded passages(Owner owner, String document, List<Chunk> chunks) {
        return texts(
                owner,
                document,
                chunks.stream()
                        .map(chunk -> chunk.headings() + '\n' + chunk.text())
                        .toList());
    }

    /** The same of passages that are cut otherwise. */
    public Encoded texts(Owner owner, String document, List<String> passages) {
        Optional<SentenceEncoder> sentences = encoder.get();
        if (sentences.isEmpty()) {
            return Encoded.NONE;
        }
        String name = sentences.get().name();
        try {
            Map<String, String> texts = new LinkedHashMap<>();
            List<String> keys = new ArrayList<>();
            for (String passage : passages) {
                String text = cut(passage);
                String key = key(text);
                texts.put(key, text);
                keys.add(key);
            }
            Map<String, float[]> known = store.vectors(owner, document, name);
            List<String> missing = texts.keySet().stream()
                    .filter(key -> !known.containsKey(key))
                    .toList();
            List<float[]> made =
                    sentences.get().encodeAll(missing.stream().map(texts::get).toList());
            Map<String, float[]> kept = new LinkedHashMap<>(known);
            for (int i = 0; i < missing.size(); i++) {
                kept.put(missing.get(i), made.get(i));
            }
            kept.keySet().retainAll(texts.keySet());
            if (!kept.keySet().equals(known.keySet())) {
                store.keepVectors(owner, document, name, kept);
            }
            return new Encoded(name, keys.stream().map(kept::get).toList());
        } catch (SentenceEncoder.Unavailable e) {
            LOG.warn(
                    "the document {} is found by its words alone until its passages can be encoded: {}",
                    document,
                    e.getMessage());
            return Encoded.NONE;
        }
    }

    /** The vector of what is searched for; none where there is no encoder or it fails. */
    public Optional<float[]> question(String text) {
        Optional<SentenceEncoder> sentences = encoder.get();
        if (sentences.isEmpty() || text.isBlank()) {
            return Optional.empty();
        }
        String key = sentences.get().name() + '\n' + text;
        synchronized (asked) {
            float[] known = asked.get(key);
            if (known != null) {
                return Optional.of(known);
            }
        }
        try {
            float[] vector = sentences.get().encodeQuestion(text);
            synchronized (asked) {
                asked.put(key, vector);
            }
            return Optional.of(vector);
        } catch (SentenceEncoder.Unavailable e) {
            LOG.warn("a search goes by words alone: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static String cut(String text) {
        String stripped = text.strip();
        return stripped.length() > LONGEST ? stripped.substring(0, LONGEST) : stripped;
    }

    private static String key(String text) {
        return DigestUtils.sha256Hex(text);
    }
}
