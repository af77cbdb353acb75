package dev.operatorkit.wallet;

import dev.operatorkit.net.IpRange;
import dev.operatorkit.net.TrustedProxies;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;

/**
 * Defines the source addresses that may send callbacks (NET-2, D-35). {@code X-Forwarded-For} is used only when a
 * trusted proxy sent it. Immutable.
 */
public final class SourceAllowlist {
    private final List<IpRange> allowed;
    private final TrustedProxies proxies;

    private SourceAllowlist(List<IpRange> allowed, TrustedProxies proxies) {
        this.allowed = allowed;
        this.proxies = proxies;
    }

    /** Returns an allowlist that accepts every source address, for tests and where a firewall decides. */
    public static SourceAllowlist any() {
        return allow("0.0.0.0/0", "::/0");
    }

    /**
     * Returns an allowlist of addresses and ranges such as {@code 192.0.2.0/24}.
     *
     * @throws IllegalArgumentException if none is named, or an entry is neither an address nor a CIDR range
     */
    public static SourceAllowlist allow(String... sources) {
        return allow(List.of(sources));
    }

    /** Returns an allowlist as {@link #allow(String...)} does. */
    public static SourceAllowlist allow(Collection<String> sources) {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException(
                    "an allowlist without an address allows no caller. Name the provider's addresses, or use any()");
        }
        return new SourceAllowlist(sources.stream().map(IpRange::parse).toList(), TrustedProxies.of(List.of()));
    }

    /**
     * Returns a copy that trusts the {@code X-Forwarded-For} of proxies at these addresses and ranges, and of no other.
     *
     * @throws IllegalArgumentException if an entry is neither an address nor a CIDR range, or is the whole Internet
     */
    public SourceAllowlist trustProxies(String... proxies) {
        return trustProxies(List.of(proxies));
    }

    /** Returns a copy as {@link #trustProxies(String...)} does. */
    public SourceAllowlist trustProxies(Collection<String> proxies) {
        return new SourceAllowlist(allowed, TrustedProxies.of(List.copyOf(proxies)));
    }

    /** Returns true if every source address is allowed, or every one of IPv4 or IPv6. */
    public boolean allowsAll() {
        return allowed.stream().anyMatch(IpRange::isWholeInternet);
    }

    /**
     * Returns true if a connection from this address can carry an allowed callback: the address itself is allowed, or
     * it belongs to a trusted proxy, which may forward for an allowed address. A server may close any other connection
     * (NET-2).
     *
     * @param peer the remote address of the connection
     */
    public boolean mayConnect(InetAddress peer) {
        return trusts(peer) || isAllowed(peer);
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

    /** Returns true if this is the address of a trusted proxy. */
    boolean trusts(InetAddress peer) {
        return proxies.includes(peer);
    }

    /** Returns true if a callback from this address is allowed. */
    boolean isAllowed(InetAddress peer, List<String> forwardedFor) {
        return isAllowed(client(peer, forwardedFor));
    }

    private boolean isAllowed(InetAddress address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }
}
