package dev.caravan.model;

import java.util.Locale;

/** How able a model a prompt needs. */
public enum ModelType {
    /** The ablest: it chooses tools and writes SQL. */
    FRONTIER,
    /** A quick and cheap one: it classifies, extracts and chooses. */
    LIGHTWEIGHT;

    /** The lower-case name used in settings. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
