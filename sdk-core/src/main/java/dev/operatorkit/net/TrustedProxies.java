package dev.operatorkit.net;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client of a request behind proxies: the leftmost trustworthy entry of {@code X-Forwarded-For} (LAU-4,
 * D-35).
 *
 * <p>Anyone may send that header. Only the entries that trusted proxies added can be relied on, so it is read from
 * right to left, up to the first address that does not belong to a trusted proxy. An empty entry ends it too: the proxy
 * that wrote it did not know its client, and what stands before it is an unproven claim. Immutable.
 */
public final class TrustedProxies {
    private final List<IpRange> proxies;

    private TrustedProxies(List<IpRange> proxies) {
        this.proxies = proxies;
    }

    /**
     * Returns the proxies at these addresses and CIDR ranges; with an empty list the header is never used.
     *
     * @throws IllegalArgumentException if an entry is neither an address nor a CIDR range, or if it is {@code 0.0.0.0/0}
     *     or {@code ::/0}: then any caller could choose the address that counts
     */
    public static TrustedProxies of(List<String> ranges) {
        return new TrustedProxies(ranges.stream().map(TrustedProxies::range).toList());
    }

    private static IpRange range(String text) {
        var range = IpRange.parse(text);
        if (range.isWholeInternet()) {
            throw new IllegalArgumentException("'" + text + "' trusts the X-Forwarded-For of every caller. Name the"
                    + " addresses of the proxies.");
        }
        return range;
    }

    /**
     * Returns the address that the request comes from.
     *
     * <p>If a trusted proxy reports something that is not an address, returns the proxy's own address.
     *
     * @param peer the remote address of the connection
     * @param forwardedFor every value of {@code X-Forwarded-For}, in the order received
     */
    public InetAddress resolveClient(InetAddress peer, List<String> forwardedFor) {
        var client = peer;
        for (var entry : rightmostFirst(forwardedFor)) {
            var reported = includes(client) ? address(entry) : null;
            if (reported == null) {
                return client;
            }
            client = reported;
        }
        return client;
    }

    /** Returns true if this address belongs to one of the proxies. */
    public boolean includes(InetAddress address) {
        return proxies.stream().anyMatch(range -> range.contains(address));
    }

    private static List<String> rightmostFirst(List<String> values) {
        var entries = new ArrayList<String>();
        for (var value : values) {
            for (var entry : value.split(",", -1)) {
                entries.add(entry.trim());
            }
        }
        Collections.reverse(entries);
        return entries;
    }

    /** Parses an entry; some proxies add the port: {@code 192.0.2.7:4711}, {@code [2001:db8::7]:4711}. */
    private static @Nullable InetAddress address(String entry) {
        var literal = entry.matches("\\[.*](:\\d+)?")
                ? entry.substring(1, entry.indexOf(']'))
                : entry.replaceFirst("^([0-9.]+):\\d+$", "$1");
        try {
            return IpAddress.parse(literal);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
