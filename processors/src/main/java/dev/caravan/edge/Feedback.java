package dev.caravan.edge;

/**
 * What a person thinks of an answer.
 *
 * @param turnId the turn that was answered
 * @param rating {@code up} or {@code down}
 * @param comment in the person's words; empty when there are none
 */
public record Feedback(String turnId, String rating, String comment) {}
