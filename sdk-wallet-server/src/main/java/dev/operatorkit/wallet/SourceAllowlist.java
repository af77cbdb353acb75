package dev.operatorkit.wallet;

import dev.operatorkit.net.IpRange;
import dev.operatorkit.net.TrustedProxies;
import java.net.InetAddress;
import java.util.List;

/** Who may call (NET-2, D-35); {@code X-Forwarded-For} counts through trusted proxies alone. */
public final class SourceAllowlist {
    private final List<IpRange> allowed;
    private final TrustedProxies proxies;

    private SourceAllowlist(List<IpRange> allowed, TrustedProxies proxies) {
        this.allowed = allowed;
        this.proxies = proxies;
    }

    /** Any source may call. */
    public static SourceAllowlist any() {
        return of(List.of(), List.of());
    }

    /**
     * Only these may call: addresses or ranges such as {@code 192.0.2.0/24}; none means any. IllegalArgumentException when
     * one cannot be read.
     *
     * @param trustedProxies addresses or ranges whose {@code X-Forwarded-For} is believed
     */
    public static SourceAllowlist of(List<String> allowed, List<String> trustedProxies) {
        return new SourceAllowlist(allowed.stream().map(IpRange::parse).toList(), TrustedProxies.of(trustedProxies));
    }

    /** Whether nobody is refused. */
    public boolean allowsAll() {
        return allowed.isEmpty();
    }

    /**
     * Returns whether a connection from this address can carry a callback that is allowed: its own address is, or it is a
     * trusted proxy, which may speak for one that is. A server need not serve any other connection (NET-2).
     */
    public boolean mayConnect(InetAddress peer) {
        return allowsAll() || proxies.includes(peer) || isAllowed(peer);
    }

    /**
     * Returns the address that a callback comes from, behind the proxies that are trusted (D-35).
     *
     * @param peer the address of the connection's other end
     * @param forwardedFor the values of {@code X-Forwarded-For} as sent, in order
     */
    public InetAddress client(InetAddress peer, List<String> forwardedFor) {
        return proxies.resolveClient(peer, forwardedFor);
    }

    /** Whether this caller may call. */
    boolean isAllowed(InetAddress peer, List<String> forwardedFor) {
        return allowsAll() || isAllowed(client(peer, forwardedFor));
    }

    private boolean isAllowed(InetAddress address) {
        return allowed.stream().anyMatch(range -> range.contains(address));
    }
}
