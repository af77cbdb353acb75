package dev.operatorkit.simulator.launch;

import dev.operatorkit.net.TrustedProxies;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Determines the address of the browser that opens a launch URL, because the URL is bound to that address (LAU-8).
 * Anybody may send {@code X-Forwarded-For}, so only the entries of trusted proxies are used (LAU-4, D-35).
 */
public final class BrowserAddress {
    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");

    private final TrustedProxies proxies;

    /** Trusts these proxies. */
    public BrowserAddress(TrustedProxies proxies) {
        this.proxies = proxies;
    }

    /** Returns the address that the request comes from. */
    public InetAddress of(ServerRequest request) {
        var peer = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        return proxies.resolveClient(peer, request.headers().all(FORWARDED_FOR, List::of));
    }
}
