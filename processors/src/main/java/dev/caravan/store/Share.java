package dev.caravan.store;

import java.time.Instant;

/**
 * The wish to show something to others.
 *
 * @param id of the answer or board
 * @param until until when the address shows it
 * @param token what the address will hold, unless there is one already; not to be guessed
 */
public record Share(String id, String token, Instant until) {
    /** As PostgreSQL reads it. */
    public String getExpiresAt() {
        return until.toString();
    }
}
