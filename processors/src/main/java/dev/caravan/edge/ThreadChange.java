package dev.caravan.edge;

/**
 * What a person changes about a thread.
 *
 * @param id the thread
 * @param title its new title; empty for the one it has
 * @param pinned {@code true} or {@code false}; empty for as it is
 */
public record ThreadChange(String id, String title, String pinned) {}
