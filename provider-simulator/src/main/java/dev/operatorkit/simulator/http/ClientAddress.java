package dev.operatorkit.simulator.http;

import dev.operatorkit.net.TrustedProxies;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Determines the address that a request comes from, wherever it counts: the allowlist of an operator (NET-1), the browser
 * that opens a launch URL (LAU-8), and the admin gate. Any client may send {@code X-Forwarded-For}, so only the entries of
 * trusted proxies are used (LAU-4, D-35).
 */
public final class ClientAddress {
    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");

    private final TrustedProxies proxies;

    public ClientAddress(TrustedProxies proxies) {
        this.proxies = proxies;
    }

    /** Returns the address that the request comes from. */
    public InetAddress of(ServerRequest request) {
        var peer = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        return proxies.resolveClient(peer, request.headers().all(FORWARDED_FOR, List::of));
    }
}
