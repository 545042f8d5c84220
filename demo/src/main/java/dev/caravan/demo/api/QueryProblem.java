package dev.caravan.demo.api;

import java.io.Serial;

/** Why a field has no answer, in the words that the client reads as a GraphQL error. */
final class QueryProblem extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    QueryProblem(String message) {
        super(message);
    }
}
