package dev.caravan.verified;

/**
 * An answer that is to be verified.
 *
 * @param id of what is kept
 * @param turnId of the answer
 * @param workspace what was asked about
 * @param question that the query answers, without what an edited statement puts before it
 * @param wording the question as it is compared
 * @param choices what was fixed with it, as JSON with sorted names
 * @param statement the query
 * @param document the answer's words and the rows that they are about, as JSON
 */
public record Verified(
        String id,
        String turnId,
        String workspace,
        String question,
        String wording,
        String choices,
        String statement,
        String document) {}
