package dev.caravan.demo.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the service does instead of answering. */
public enum Fault {
    /** Nothing: it answers. */
    NONE,
    /** Status 500 with a plain text. */
    SERVER_ERROR,
    /** Status 503 with a plain text. */
    UNAVAILABLE,
    /** Status 429 with Retry-After, whatever the client has sent before. */
    TOO_MANY_REQUESTS,
    /** Status 200 with a page for people, as a proxy in maintenance sends it. */
    HTML_BODY,
    /** Status 200 and a JSON body that says text/plain. */
    WRONG_CONTENT_TYPE,
    /** Status 200 with GraphQL errors and no data. */
    GRAPHQL_ERRORS,
    /** Status 204 without a body. */
    NO_CONTENT,
    /** The connection ends before a byte of the response. */
    DROPPED_CONNECTION,
    /** The headers and half of the body, then nothing until the fault is cleared. */
    STALLED_BODY;

    /** The name as it is written in an address: {@code stalled-body}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The fault that an address names. */
    static Optional<Fault> of(String word) {
        return Arrays.stream(values())
                .filter(fault -> fault.word().equals(word))
                .findFirst();
    }
}
