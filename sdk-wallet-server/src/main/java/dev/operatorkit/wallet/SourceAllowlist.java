package dev.operatorkit.wallet;

import dev.operatorkit.net.IpRange;
import dev.operatorkit.net.TrustedProxies;
import java.net.InetAddress;
import java.util.List;

/**
 * Defines the source addresses that may send callbacks (NET-2, D-35). {@code X-Forwarded-For} is used only when a
 * trusted proxy sent it.
 */
public final class SourceAllowlist {
    private final List<IpRange> allowed;
    private final TrustedProxies proxies;

    private SourceAllowlist(List<IpRange> allowed, TrustedProxies proxies) {
        this.allowed = allowed;
        this.proxies = proxies;
    }

    /** Returns an allowlist that accepts every source address. */
    public static SourceAllowlist any() {
        return of(List.of(), List.of());
    }

    /**
     * Returns an allowlist of addresses and ranges such as {@code 192.0.2.0/24}.
     *
     * @param allowed the allowed addresses and ranges; an empty list allows every address
     * @param trustedProxies addresses and ranges of proxies whose {@code X-Forwarded-For} is trusted
     * @throws IllegalArgumentException if an entry is neither an address nor a CIDR range
     */
    public static SourceAllowlist of(List<String> allowed, List<String> trustedProxies) {
        return new SourceAllowlist(allowed.stream().map(IpRange::parse).toList(), TrustedProxies.of(trustedProxies));
    }

    /** Returns true if every source address is allowed. */
    public boolean allowsAll() {
        return allowed.isEmpty();
    }

    /**
     * Returns true if a connection from this address can carry an allowed callback: the address itself is allowed, or
     * it belongs to a trusted proxy, which may forward for an allowed address. A server may close any other connection
     * (NET-2).
     *
     * @param peer the remote address of the connection
     */
    public boolean mayConnect(InetAddress peer) {
        return allowsAll() || proxies.includes(peer) || isAllowed(peer);
    }

    /**
     * Returns the address that a callback comes from, even behind trusted proxies (D-35).
     *
     * @param peer the remote address of the connection
     * @param forwardedFor the value of each {@code X-Forwarded-For} header line, not split at commas, in the order
     *     received; empty if there is none
     */
    public InetAddress client(InetAddress peer, List<String> forwardedFor) {
        return proxies.resolveClient(peer, forwardedFor);
    }

    /** Returns true if a callback from this address is allowed. */
    boolean isAllowed(InetAddress peer, List<String> forwardedFor) {
        return allowsAll() || isAllowed(client(peer, forwardedFor));
    }

    private boolean isAllowed(InetAddress address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }
}
