package dev.caravan.sql;

/**
 * A person's request to run a statement again that they changed.
 *
 * @param turnId the turn whose evidence the statement was taken from
 * @param sql the statement as it stands now
 */
public record EditedStatement(String turnId, String sql) {}
