package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.Endpoint;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Holds the address of an operator's wallet and the prefix of its callbacks (SIG-3).
 *
 * @param tls true if it is called over HTTPS (GEN-1)
 * @param host the name, or an address literal without brackets
 * @param prefix the raw path before {@code /debit}: empty, or beginning with a slash and ending with none
 */
public record WalletAddress(boolean tls, String host, int port, String prefix) {
    private static final int LAST_SYSTEM_PORT = 1023;
    private static final int LAST_PORT = 65_535;
    private static final Pattern ODD_ADDRESS = Pattern.compile("(0[xX][0-9a-fA-F]+|[0-9]+)");

    /** Parses an address entered by a user, or throws an IllegalArgumentException that names the mistake. */
    public static WalletAddress parse(String text) {
        var uri = uri(text);
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        require(scheme.equals("http") || scheme.equals("https"), "it must begin with http:// or https://");
        require(uri.getRawUserInfo() == null, "it must not contain a user name or password");
        // URI has no host for text that is neither a name nor a plain address literal: 127.1, 0x7f.1, 2130706433.
        var host = uri.getHost();
        require(host != null && !ODD_ADDRESS.matcher(host).matches(), "the host must be a name or a plain IP address");
        require(uri.getRawQuery() == null && uri.getRawFragment() == null, "it must not have a query or fragment");
        require(uri.getRawPath().chars().allMatch(c -> c <= '~'), "its path must be percent-encoded, as it is sent");
        var tls = scheme.equals("https");
        var port = uri.getPort() == -1 ? (tls ? 443 : 80) : uri.getPort();
        require(port > 0 && port <= LAST_PORT, "its port must be from 1 to " + LAST_PORT);
        return new WalletAddress(
                tls,
                uri.getHost().replaceAll("[\\[\\]]", ""),
                port,
                uri.getRawPath().replaceAll("/+$", ""));
    }

    private static URI uri(String text) {
        try {
            return new URI(text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("The wallet's address cannot be read: " + e.getReason(), e);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("The wallet's address cannot be used: " + otherwise);
        }
    }

    /** Returns this address, or refuses the system port of another service, which a page must not make the simulator call. */
    public WalletAddress requireWebPort() {
        require(port == 80 || port == 443 || port > LAST_SYSTEM_PORT, "port " + port + " belongs to another service");
        return this;
    }

    public Endpoint endpoint() {
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
