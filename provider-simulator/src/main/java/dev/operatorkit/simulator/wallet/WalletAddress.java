package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Holds the address of an operator's wallet and the prefix of its callbacks (SIG-3).
 *
 * @param tls true if it is called over HTTPS (GEN-1)
 * @param host the name, or an address literal without brackets
 * @param prefix the raw path before {@code /debit}, empty or beginning with a slash
 */
public record WalletAddress(boolean tls, String host, int port, String prefix) {
    private static final int LAST_SYSTEM_PORT = 1023;
    private static final Pattern ODD_ADDRESS = Pattern.compile("(0[xX][0-9a-fA-F]+|[0-9]+)");

    /**
     * Parses an address entered by a user, or throws an IllegalArgumentException that names the mistake: only http and https,
     * no user, no query, and no system port of another service.
     */
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
        require(port == 80 || port == 443 || port > LAST_SYSTEM_PORT, "port " + port + " belongs to another service");
        require(port <= 65_535, "there is no port " + port);
        return new WalletAddress(tls, unbracketed(uri.getHost()), port, prefix(uri.getRawPath()));
    }

    private static URI uri(String text) {
        try {
            return new URI(text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the wallet's address cannot be read: " + e.getReason(), e);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("the wallet's address cannot be used: " + otherwise);
        }
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String prefix(String rawPath) {
        return rawPath.endsWith("/") ? rawPath.substring(0, rawPath.length() - 1) : rawPath;
    }

    Endpoint endpoint() {
        return new Endpoint(tls, host, port);
    }

    public String hostHeader() {
        return endpoint().authority();
    }

    @Override
    public String toString() {
        return endpoint() + prefix;
    }
}
