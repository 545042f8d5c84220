package dev.caravan.search;

import java.net.URI;
import java.util.Map;

/**
 * Where a search engine is reached.
 *
 * @param root its URL without a path
 * @param headers that every request brings; they may hold a secret
 */
public record SearchAddress(URI root, Map<String, String> headers) {
    /** Takes a copy. */
    public SearchAddress {
        headers = Map.copyOf(headers);
    }

    /** Without the headers. */
    @Override
    public String toString() {
        return root.toString();
    }

    /** Tells the address when it is needed, which may take as long as the engine needs to start. */
    @FunctionalInterface
    public interface Source {
        /**
         * The address of an engine that can be asked.
         *
         * @throws SearchProblem of kind DOWN where there is none
         */
        SearchAddress get();
    }
}
