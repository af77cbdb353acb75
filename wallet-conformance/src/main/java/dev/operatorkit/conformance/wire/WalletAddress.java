package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.Endpoint;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Holds the address of the wallet's callbacks.
 *
 * @param host the host to connect to, an IPv6 address without brackets
 * @param prefix the base path under which the operator mounted the callbacks (SIG-3): empty, or beginning with a slash and
 *     ending with none
 */
public record WalletAddress(boolean tls, String host, int port, String prefix) {
    private static final int LAST_PORT = 65_535;

    /** Reads {@code http://…} or {@code https://…}; throws IllegalArgumentException for anything else. */
    public static WalletAddress parse(String text) {
        var uri = uri(text);
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("The wallet's address must begin with http:// or https://: " + text);
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("The wallet's address must have a host and no user: " + text);
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("The wallet's address must have no query and no fragment: " + text);
        }
        var tls = scheme.equals("https");
        var port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
        if (port == 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("The port of the wallet's address must be from 1 to 65535: " + text);
        }
        var host = uri.getHost().replaceAll("[\\[\\]]", "");
        return new WalletAddress(tls, host, port, uri.getRawPath().replaceAll("/+$", ""));
    }

    private static URI uri(String text) {
        try {
            return URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The wallet's address is not a URL: " + text, e);
        }
    }

    Endpoint endpoint() {
        return new Endpoint(tls, host, port);
    }

    /** Returns the value of the Host header. */
    public String authority() {
        return endpoint().authority();
    }

    /** Returns true for this machine, where plain HTTP is harmless. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    /** Returns true for this machine and for private networks. */
    public boolean isInternal() {
        try {
            var address = InetAddress.getByName(host);
            return isLoopback()
                    || address.isLoopbackAddress()
                    || address.isSiteLocalAddress()
                    || address.isLinkLocalAddress()
                    || (address.getAddress().length == 16 && (address.getAddress()[0] & 0xfe) == 0xfc);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return endpoint() + prefix;
    }
}
