package dev.caravan.reader;

/** Why a question is not answered as it stands; the message says what was not understood and what to say. */
final class Objection extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Objection(String message) {
        super(message);
    }
}
