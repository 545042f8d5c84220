package dev.caravan.webhook;

import dev.caravan.edge.Message;
import dev.caravan.outbound.PublicAddresses;
import dev.caravan.turn.BadRequest;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Body;

/** Which addresses a request may have called back: http and https, of the hosts that the settings list. */
public final class CallbackRules {
    private static final String FIELD = "callback";
    private static final int LONGEST = 2_000;

    private final Set<String> hosts;
    private final boolean inner;
    private final boolean kept;

    /**
     * Rules.
     *
     * @param hosts that may be called back, each with or without its port; {@code *} stands for any, none for no callbacks
     * @param inner whether those of this computer and of inner networks may be
     * @param kept whether turns are stored at all
     */
    public CallbackRules(List<String> hosts, boolean inner, boolean kept) {
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        this.inner = inner;
        this.kept = kept;
    }

    /** Whether anybody can be called back. */
    public boolean isOn() {
        return kept && !hosts.isEmpty();
    }

    /**
     * Looks at the callback of a message, where it has one.
     *
     * @throws BadRequest 403 where that address may not be called back, 400 where it is none
     */
    public void check(@Body Message message) {
        if (message.callback().isEmpty()) {
            return;
        }
        if (!isOn()) {
            throw new BadRequest(
                    403,
                    FIELD,
                    kept
                            ? "this server calls nobody back; the setting webhooks.hosts lists the hosts that may be"
                            : "this server calls nobody back, as it keeps no conversations (state.jdbc-url)");
        }
        String host = listed(message.callback()).getHost();
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new BadRequest(FIELD, "the host " + host + " of callback cannot be found");
        }
        if (!inner && !Arrays.stream(addresses).allMatch(PublicAddresses::isPublic)) {
            throw new BadRequest(
                    403,
                    FIELD,
                    host + " is this computer or in an inner network, which is called back only with the setting"
                            + " webhooks.inner-addresses");
        }
    }

    /**
     * The address, looked at but for where its host is.
     *
     * @throws BadRequest where it is none, or of a host that is not listed
     */
    URI listed(String callback) {
        URI address;
        try {
            address = new URI(callback);
        } catch (URISyntaxException e) {
            throw notOne();
        }
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (callback.length() > LONGEST
                || !Set.of("http", "https").contains(scheme)
                || address.getHost() == null
                || address.getRawUserInfo() != null
                || address.getRawFragment() != null) {
            throw notOne();
        }
        String host = address.getHost().toLowerCase(Locale.ROOT);
        int port = address.getPort() >= 0 ? address.getPort() : scheme.equals("https") ? 443 : 80;
        if (!hosts.contains("*") && !hosts.contains(host) && !hosts.contains(host + ":" + port)) {
            throw new BadRequest(
                    403, FIELD, host + " may not be called back; the setting webhooks.hosts lists the hosts that may");
        }
        return address;
    }

    private static BadRequest notOne() {
        return new BadRequest(
                FIELD,
                "callback must be an address like https://example.org/caravan, with neither user nor fragment, of at most "
                        + LONGEST + " characters");
    }

    /** The refusal of a message whose callback could not be noted down. */
    public void unkept() {
        throw new BadRequest(
                503, FIELD, "the callback cannot be noted down now; ask again in a moment, or without callback");
    }
}
