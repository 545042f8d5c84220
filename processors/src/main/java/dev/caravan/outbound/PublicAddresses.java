package dev.caravan.outbound;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Finds the addresses of hosts of the internet and refuses those of this computer and of inner networks. The connection goes to the
 * address that was looked at, so that a name cannot lead elsewhere a moment later.
 */
public final class PublicAddresses implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
        if (!Arrays.stream(addresses).allMatch(PublicAddresses::isPublic)) {
            throw new UnknownHostException(host + " is this computer or in an inner network");
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    /** Whether an address is one of the internet. */
    public static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        if (address instanceof Inet6Address) {
            // global unicast alone, without the ranges that carry an IPv4 address (6to4, Teredo)
            boolean carries = first == 0x20 && (second == 0x02 || second == 0x01 && bytes[2] == 0 && bytes[3] == 0);
            return (first & 0xe0) == 0x20 && !carries;
        }
        return first != 0
                && first < 240
                // shared by providers, protocol assignments, benchmarks
                && !(first == 100 && (second & 0xc0) == 64)
                && !(first == 192 && second == 0)
                && !(first == 198 && (second & 0xfe) == 18);
    }
}
