package dev.caravan.search;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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

    /**
     * Of an engine of the organisation's own.
     *
     * @param user empty for none
     */
    public static SearchAddress of(String url, String user, String password) {
        String login = user + ":" + password;
        return new SearchAddress(
                URI.create(url.replaceAll("/+$", "")),
                user.isEmpty()
                        ? Map.of()
                        : Map.of(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8))));
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
