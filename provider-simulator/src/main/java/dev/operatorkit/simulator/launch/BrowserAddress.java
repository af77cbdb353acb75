package dev.operatorkit.simulator.launch;

import dev.operatorkit.net.IpAddress;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Determines the address of the browser that opens a launch URL, to which the URL is bound (LAU-8). */
public final class BrowserAddress {
    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");

    private BrowserAddress() {}

    /**
     * Returns the browser's address. A caller on this machine may name another one, in {@code X-Forwarded-For} as a proxy does
     * or in {@code ?as=}, so that a developer can open a link made for a player elsewhere.
     */
    public static InetAddress of(ServerRequest request) {
        var peer = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        if (!peer.isLoopbackAddress()) {
            return peer;
        }
        var query = request.query();
        var claimed = query.contains("as")
                ? query.get("as")
                : request.headers()
                        .first(FORWARDED_FOR)
                        .orElse("")
                        .split(",", 2)[0]
                        .strip();
        try {
            return claimed.isEmpty() ? peer : IpAddress.parse(claimed);
        } catch (IllegalArgumentException e) {
            return peer;
        }
    }
}
