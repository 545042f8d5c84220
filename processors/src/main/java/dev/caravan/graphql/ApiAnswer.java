package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What an API answered.
 *
 * @param body members {@code data} and {@code errors}
 * @param millis from question to answer, retries included
 */
public record ApiAnswer(JsonNode body, long millis) {}
