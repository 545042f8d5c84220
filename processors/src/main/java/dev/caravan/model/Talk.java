package dev.caravan.model;

/** Takes a reply's text while it is written. */
public interface Talk {

    /** A reply begins; what was said before it is void. */
    void begin();

    /** The next piece of text. */
    void say(String piece);
}
