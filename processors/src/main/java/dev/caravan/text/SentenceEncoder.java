package dev.caravan.text;

import java.util.List;

/** Turns a sentence or a short passage into a vector, so that texts of like meaning get vectors of like direction. */
public interface SentenceEncoder {

    /** Name and version; vectors of different names do not compare. */
    String name();

    /** The vector of a text, of length 1 and always of the same number of components. Text beyond about 90 words may not count. */
    float[] encode(String text);

    /**
     * The vector of what is searched for among texts; some encoders tell the two apart.
     *
     * @throws Unavailable as {@link #encode}
     */
    default float[] encodeQuestion(String text) {
        return encode(text);
    }

    /**
     * The vectors of several texts, in their order.
     *
     * @throws Unavailable as {@link #encode}
     */
    default List<float[]> encodeAll(List<String> texts) {
        return texts.stream().map(this::encode).toList();
    }

    /** The likeness from which on a passage is near a question; short texts of nothing in common come close to it. */
    default double near() {
        return 0.4;
    }

    /** An encoder that is elsewhere does not answer. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** With what happened, in words. */
        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** How alike two vectors of the same encoder are, -1 to 1: their dot product, which of vectors of length 1 is the cosine. */
    static double likeness(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < Math.min(one.length, other.length); i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
