package dev.caravan.store;

/**
 * The wish to show an answer to others.
 *
 * @param turnId the turn
 * @param token what the address will hold, unless the turn has one already; not to be guessed
 */
public record Share(String turnId, String token) {}
