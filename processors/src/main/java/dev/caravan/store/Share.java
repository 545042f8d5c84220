package dev.caravan.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * The wish to show something to others.
 *
 * @param id of the answer or board
 * @param until until when the address shows it
 * @param token what the address will hold, unless there is one already; not to be guessed
 */
public record Share(String id, String token, Instant until) {
    /** The wish for an address of its own, for so long from now. */
    public static Share lasting(String id, Duration time) {
        return new Share(id, UUID.randomUUID().toString(), Instant.now().plus(time));
    }

    /**
     * What the person who shares is told.
     *
     * @param address of the page in front of the token
     * @param held the token that the address holds, which may be that of an earlier wish
     */
    public Map<String, Object> told(String address, Object held) {
        return Map.of("token", held, "path", address + held, "expires_at", until.toString());
    }

    /** As PostgreSQL reads it. */
    public String getExpiresAt() {
        return until.toString();
    }
}
