package dev.caravan.account;

import dev.caravan.turn.BadRequest;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Passwords as bcrypt hashes. Hashing is slow on purpose; so few at once that it cannot take the server from those who ask. */
public final class Passwords {
    /** What a new password has at least, in characters. */
    public static final int SHORTEST = 12;

    // bcrypt reads no further
    private static final int LONGEST_BYTES = 72;
    private static final int AT_ONCE = 2;
    private static final int PATIENCE_SECONDS = 5;

    private final PasswordEncoder encoder;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final String nobodys;

    /**
     * A hasher.
     *
     * @param strength two to the power of it are the rounds, 4 to 31
     */
    public Passwords(int strength) {
        this(new BCryptPasswordEncoder(strength));
    }

    Passwords(PasswordEncoder encoder) {
        this.encoder = encoder;
        nobodys = encoder.encode(Secrets.next());
    }

    /**
     * The hash of a new password.
     *
     * @throws BadRequest when it is too short, too long or the name
     */
    String hash(String password, String field, String name) {
        if (password.codePointCount(0, password.length()) < SHORTEST) {
            throw new BadRequest(field, "a password needs " + SHORTEST + " characters at least");
        }
        if (bytes(password) > LONGEST_BYTES) {
            throw new BadRequest(field, "a password has " + LONGEST_BYTES + " bytes in UTF-8 at most");
        }
        if (password.equalsIgnoreCase(name) || password.codePoints().distinct().count() < 4) {
            throw new BadRequest(field, "this password is too easy to guess");
        }
        return working(() -> encoder.encode(password));
    }

    /** One that nobody can guess, to be changed by whom it is given to. */
    public static String made() {
        return Secrets.next();
    }

    /** Whether a password is the one of a hash. */
    boolean matches(String password, String hash) {
        return working(() -> bytes(password) <= LONGEST_BYTES && encoder.matches(password, hash));
    }

    /** Takes as long as {@link #matches}, for a user that is not there. */
    void matchNobody(String password) {
        matches(password, nobodys);
    }

    private static int bytes(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length;
    }

    private <T> T working(Supplier<T> work) {
        try {
            if (!places.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new BadRequest(429, "password", "too many people log in at the moment; try again in a moment");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a password waited to be checked", e);
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }
}
