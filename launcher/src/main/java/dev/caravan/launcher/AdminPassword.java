package dev.caravan.launcher;

import dev.caravan.account.OwnerFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * The password of user admin, kept as a salted hash (PBKDF2 with HMAC-SHA256, iterations as OWASP
 * recommends since 2023).
 */
final class AdminPassword {
    private static final int ITERATIONS = 600_000;
    private static final int BITS = 256;
    private static final int GENERATED_LENGTH = 20;
    // without letters and digits that look alike
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private final byte[] salt;
    private final byte[] hash;
    private final int iterations;
    private volatile byte[] recent = {};

    private AdminPassword(byte[] salt, byte[] hash, int iterations) {
        this.salt = salt;
        this.hash = hash;
        this.iterations = iterations;
    }

    /** A password from the settings; nothing is kept on disk. */
    static AdminPassword of(String password) {
        byte[] salt = new byte[16];
        new SecureRandom().nextBytes(salt);
        return new AdminPassword(salt, hash(password.toCharArray(), salt, ITERATIONS), ITERATIONS);
    }

    /** The password whose hash a file holds; empty when there is no such file. */
    static Optional<AdminPassword> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String[] parts = Files.readString(file).strip().split(":");
        try {
            Base64.Decoder decoder = Base64.getDecoder();
            return Optional.of(
                    new AdminPassword(decoder.decode(parts[1]), decoder.decode(parts[2]), Integer.parseInt(parts[0])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new StartFailure(file + " holds no password; delete it to get a new one", e);
        }
    }

    /** Keeps the hash in a file that only its owner may read. */
    void write(Path file) throws IOException {
        Base64.Encoder encoder = Base64.getEncoder();
        OwnerFile.write(
                file, iterations + ":" + encoder.encodeToString(salt) + ":" + encoder.encodeToString(hash) + "\n");
    }

    /** A new random password, about 115 bits. */
    static String generate() {
        SecureRandom random = new SecureRandom();
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < GENERATED_LENGTH; i++) {
            password.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return password.toString();
    }

    /** Whether a password is this one; takes the same time either way. */
    boolean matches(char[] password) {
        // a client without a session sends the password with each request, and the hash is slow on purpose
        byte[] quick = quick(password);
        if (MessageDigest.isEqual(quick, recent)) {
            return true;
        }
        boolean same = MessageDigest.isEqual(hash, hash(password, salt, iterations));
        if (same) {
            recent = quick;
        }
        return same;
    }

    private byte[] quick(char[] password) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            return digest.digest(new String(password).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] hash(char[] password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has PBKDF2WithHmacSHA256", e);
        } finally {
            spec.clearPassword();
        }
    }
}
