package dev.caravan.graphql;

/** Stands where an API has no address. */
public final class MissingApi {

    /** Fails, and says what is missing. */
    public String ask() {
        throw new IllegalStateException("it has no address; set atlas.api.explore-url and atlas.api.country-pages-url");
    }
}
