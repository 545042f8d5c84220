package dev.caravan.frontend.http;

import java.util.Locale;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.spi.HeaderFilterStrategy;

/**
 * Which headers pass between HTTP and a route: few, and each by name. A client cannot set a Camel
 * header, and no header that a stage left behind reaches a client.
 *
 * <p>The request's Content-Type stays outside, because a route that sets none would send it back.
 */
final class EdgeHeaders implements HeaderFilterStrategy {
    private static final Set<String> IN =
            Set.of("accept", "accept-language", "if-none-match", "last-event-id", "traceparent", "x-caravan-thread");
    private static final Set<String> OUT = Set.of(
            "content-type", "content-disposition", "location", "cache-control", "retry-after", "x-caravan-thread");

    @Override
    public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
        return !IN.contains(lower(name));
    }

    @Override
    public boolean applyFilterToCamelHeaders(String name, Object value, Exchange exchange) {
        return !OUT.contains(lower(name));
    }

    /** Whether a parameter of the query may become a header: not where it would pass for another one. */
    static boolean isFreeName(String parameter) {
        String name = lower(parameter);
        return !name.isBlank()
                && !name.startsWith("camel")
                && !name.startsWith("org.apache.camel")
                && !IN.contains(name)
                && !OUT.contains(name);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
