package dev.caravan.documents;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentStore.Stored;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documents of a workspace: files become documents in the store, then in the index. A document is whole in the store or
 * not there; what the index lacks, because a process ended in between, is added to it from the store.
 */
public final class Corpus {
    /** Part of each document's version, so that documents are read anew when the reading changes. */
    private static final String READING = "5";

    private static final Logger LOG = LoggerFactory.getLogger(Corpus.class);

    private final DocumentStore store;
    private final CorpusIndex index;
    private final ReadDocument reader;
    private final ProfileReader profiles;

    /** Over a store and its index. */
    public Corpus(CorpusTerms terms, DocumentStore store, CorpusIndex index, ReadDocument reader) {
        this.store = store;
        this.index = index;
        this.reader = reader;
        this.profiles = new ProfileReader(terms);
    }

    /** What became of a file. */
    public enum Fate {
        /** It is a new document, or a new version of one. */
        ADDED,
        /** It is there already as it is. */
        UNCHANGED,
        /** It cannot be read. */
        REFUSED
    }

    /**
     * What is told of a file.
     *
     * @param file which
     * @param fate what became of it
     * @param message why it was refused; else what document it is
     */
    public record Told(Path file, Fate fate, String message) {}

    /**
     * Adds a file.
     *
     * @throws UnreadableDocument when it cannot become a document; nothing of it is kept then
     */
    public Told add(Owner owner, Path file) throws UnreadableDocument {
        String version = version(file);
        String id = id(file);
        if (store.document(owner, id)
                .filter(kept -> kept.version().equals(version))
                .isPresent()) {
            return new Told(file, Fate.UNCHANGED, id);
        }
        PdfReader.Reading reading = reader.read(file);
        DocumentProfile profile =
                profiles.read(id, String.valueOf(file.getFileName()), reading.pages(), reading.blocks());
        store.save(owner, new Stored(profile, version, file.toAbsolutePath().toString()), reading.blocks());
        index.put(owner, id, version, reading.blocks());
        return new Told(file, Fate.ADDED, profile.title());
    }

    /**
     * Adds every file of a folder that can be a document, in the order of their names, and goes on after one that cannot.
     *
     * @param told is given what became of each
     */
    public void addAll(Owner owner, Path folder, Consumer<Told> told) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile)
                    .filter(ReadDocument::isKnown)
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            try {
                told.accept(add(owner, file));
            } catch (UnreadableDocument e) {
                told.accept(new Told(file, Fate.REFUSED, e.getMessage()));
            }
        }
    }

    /** Makes the index hold what the store holds; how many documents had to be changed. */
    public int repair(Owner owner) {
        Map<String, String> indexed = index.versions(owner);
        Map<String, String> kept = store.versions(owner);
        int changed = 0;
        long behind = kept.entrySet().stream()
                .filter(document -> indexed.containsKey(document.getKey())
                        && !document.getValue().equals(indexed.get(document.getKey())))
                .count();
        if (behind > 0) {
            LOG.info(
                    "{} documents of the workspace {} are put into the index anew: it has them in another version or without the vectors in use",
                    behind,
                    owner.workspace());
        }
        for (Map.Entry<String, String> document : kept.entrySet()) {
            if (!document.getValue().equals(indexed.get(document.getKey()))) {
                index.put(owner, document.getKey(), document.getValue(), store.blocks(owner, document.getKey()));
                changed++;
            }
        }
        for (String id : indexed.keySet()) {
            if (!kept.containsKey(id)) {
                index.remove(owner, id);
                changed++;
            }
        }
        return changed;
    }

    /** Forgets a document; whether there was one. */
    public boolean remove(Owner owner, String id) {
        boolean there = store.delete(owner, id);
        index.remove(owner, id);
        return there;
    }

    /** The documents of an owner. */
    public List<DocumentProfile> documents(Owner owner) {
        return store.documents(owner).stream().map(Stored::profile).toList();
    }

    /** Where the file of a document is. */
    public Optional<Path> source(Owner owner, String id) {
        return store.document(owner, id).map(stored -> Path.of(stored.source()));
    }

    /** The id that a file's document has: its name without its ending. */
    public static String id(Path file) {
        return file.getFileName().toString().replaceFirst("\\.[^.]*$", "").replaceAll("[^\\p{L}\\p{N}_-]+", "-");
    }

    private static String version(Path file) throws UnreadableDocument {
        try {
            return READING + "-" + new DigestUtils(MessageDigestAlgorithms.SHA_256).digestAsHex(file);
        } catch (IOException e) {
            throw new UnreadableDocument(file.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
