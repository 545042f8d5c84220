package dev.caravan.app;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The host names this server answers to. A page of another site can make its own name point to this
 * computer and then talk to a local server as if it were that site (DNS rebinding); the Host header
 * still carries the strange name. A literal address cannot be rebound, so those are always fine.
 */
public final class AllowedHosts {
    private static final Pattern LITERAL = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-f]*:[0-9a-f:.%]+]?");
    private final Set<String> names = new HashSet<>();

    /** The setting {@code http.allowed-hosts} with the listening address and localhost. */
    public AllowedHosts(Settings settings) {
        names.add("localhost");
        names.add(lower(settings.text("server.address")));
        settings.words("http.allowed-hosts").forEach(name -> names.add(lower(name)));
    }

    /** Whether a request for this host, without its port, is meant for this server. */
    public boolean includes(String host) {
        String name = lower(host);
        return names.contains(name.endsWith(".") ? name.substring(0, name.length() - 1) : name)
                || LITERAL.matcher(name).matches();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
