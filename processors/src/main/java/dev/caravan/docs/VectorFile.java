package dev.caravan.docs;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Sentence vectors kept from one run to the next, by the SHA-256 of their passage. The file holds: the magic number,
 * the encoder's name, the number of vectors, then for each its key, its length and its components.
 */
final class VectorFile {
    private static final int MAGIC = 0x43564543; // "CVEC"
    private static final int LONGEST = 1 << 16;

    private final Path file;

    VectorFile(Path file) {
        this.file = file;
    }

    /** The key of a passage. */
    static String key(String passage) {
        return DigestUtils.sha256Hex(passage);
    }

    /**
     * The vectors of an encoder; none when there is no file, or it is of another encoder.
     *
     * @throws IOException when the file cannot be read or is damaged
     */
    Map<String, float[]> read(String encoder) throws IOException {
        Map<String, float[]> vectors = new HashMap<>();
        if (!Files.exists(file)) {
            return vectors;
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            if (in.readInt() != MAGIC || !in.readUTF().equals(encoder)) {
                return vectors;
            }
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                String key = in.readUTF();
                int length = in.readInt();
                if (length < 0 || length > LONGEST) {
                    throw new IOException("damaged: a vector of " + length + " components");
                }
                float[] vector = new float[length];
                for (int j = 0; j < length; j++) {
                    vector[j] = in.readFloat();
                }
                vectors.put(key, vector);
            }
        }
        return vectors;
    }

    /** Replaces the file as a whole: a reader sees the old one or the new one. */
    void write(String encoder, Map<String, float[]> vectors) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "vectors", ".tmp");
        try {
            try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(fresh)))) {
                out.writeInt(MAGIC);
                out.writeUTF(encoder);
                out.writeInt(vectors.size());
                for (Map.Entry<String, float[]> entry : vectors.entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeInt(entry.getValue().length);
                    for (float component : entry.getValue()) {
                        out.writeFloat(component);
                    }
                }
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
