package dev.caravan.account;

import java.security.SecureRandom;
import java.util.Base64;
import org.apache.commons.codec.digest.DigestUtils;

/** Secrets that the server makes: long enough that a plain hash of them tells nothing. */
final class Secrets {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private Secrets() {}

    /** 256 random bits in letters, digits, {@code -} and {@code _}. */
    static String next() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What is kept of a secret. */
    static String hash(String secret) {
        return DigestUtils.sha256Hex(secret);
    }
}
