package dev.caravan.catalog;

/** Gives the catalog of the data in use. */
@FunctionalInterface
public interface CatalogSource {

    /**
     * The catalog, perhaps kept from before.
     *
     * @throws Unavailable when it cannot be read and none was read before
     */
    Catalog get();

    /** There is no catalog to be had now. */
    final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** With the reason. */
        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
