package dev.caravan.reader;

/**
 * A value that is stored and may be named in a question.
 *
 * @param relation table
 * @param column of it
 * @param stored as it is stored
 * @param name as it is called
 */
public record Datum(String relation, String column, String stored, String name) {}
