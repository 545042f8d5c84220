package dev.caravan.account;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps secrets that people give to the server: encrypted (AES-256 in GCM), by a key in a file that only its owner can read. What
 * a secret is for goes into the encryption, so that it can be used for nothing else.
 */
public final class SecretBox {
    private static final String MARK = "encrypted:1:";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int KEY = 32;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final Path file;
    private final SecureRandom random = new SecureRandom();

    /**
     * A box.
     *
     * @param file of the key, made with the first secret
     */
    public SecretBox(Path file) {
        this.file = file;
    }

    /** Whether a text is a secret that this class has encrypted. */
    public static boolean isSealed(String text) {
        return text.startsWith(MARK);
    }

    /**
     * Encrypts.
     *
     * @param purpose what it is for; has to be said again to open it
     */
    public String seal(String secret, String purpose) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            byte[] hidden = cipher(Cipher.ENCRYPT_MODE, key(true), nonce, purpose)
                    .doFinal(secret.getBytes(StandardCharsets.UTF_8));
            byte[] all = Arrays.copyOf(nonce, NONCE + hidden.length);
            System.arraycopy(hidden, 0, all, NONCE, hidden.length);
            return MARK + Base64.getEncoder().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot encrypt", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the key of secrets cannot be kept", e);
        }
    }

    /**
     * Decrypts what {@link #seal} made.
     *
     * @throws IllegalArgumentException where the key is another one or gone, or the secret is for something else
     */
    public String open(String sealed, String purpose) {
        try {
            byte[] all = Base64.getDecoder().decode(sealed.substring(MARK.length()));
            return new String(
                    cipher(Cipher.DECRYPT_MODE, key(false), Arrays.copyOf(all, NONCE), purpose)
                            .doFinal(all, NONCE, all.length - NONCE),
                    StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IOException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "a secret cannot be decrypted: it is for something else, or the key in " + file
                            + " is gone or another one",
                    e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce, String purpose) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private synchronized byte[] key(boolean make) throws IOException {
        if (make && !Files.exists(file)) {
            byte[] key = new byte[KEY];
            random.nextBytes(key);
            OwnerFile.write(file, Base64.getEncoder().encodeToString(key) + "\n");
        }
        return Base64.getDecoder().decode(Files.readString(file).strip());
    }
}
