package dev.caravan.store;

import java.time.Instant;

/**
 * The wish to show an answer to others.
 *
 * @param turnId the turn
 * @param until until when the address shows it
 * @param token what the address will hold, unless the turn has one already; not to be guessed
 */
public record Share(String turnId, String token, Instant until) {
    /** As PostgreSQL reads it. */
    public String getExpiresAt() {
        return until.toString();
    }
}
