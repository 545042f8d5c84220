package dev.caravan.text;

/** Turns a sentence or a short passage into a vector, so that texts of like meaning get vectors of like direction. */
public interface SentenceEncoder {

    /** Name and version; vectors of different names do not compare. */
    String name();

    /** The vector of a text, of length 1 and always of the same number of components. Text beyond about 90 words may not count. */
    float[] encode(String text);
}
