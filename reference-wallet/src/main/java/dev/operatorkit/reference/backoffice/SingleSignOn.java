package dev.operatorkit.reference.backoffice;

import dev.operatorkit.net.TrustedProxies;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads who sends a request from the header that a proxy sets after the operator's single sign-on.
 *
 * <p>The proxy has a secret as well as an address: every user of its machine could send the header from the same address.
 */
public final class SingleSignOn {
    private static final HeaderName SECRET = HeaderNames.create("X-Back-Office-Secret");
    private static final HeaderName FORWARDED_FOR = HeaderNames.create("X-Forwarded-For");
    private static final Pattern SECRETS = Pattern.compile("[!-~]{16,200}");

    // Matched before it is folded: some letters outside ASCII fold to letters of a name.
    private static final Pattern NAMES = Pattern.compile("[A-Za-z][A-Za-z0-9._@-]{1,39}");
    private static final Pattern HEADERS = Pattern.compile("[A-Za-z0-9-]+");

    private static final Pattern SENT_BY_BROWSERS = Pattern.compile(
            "sec-.*|dnt|keep-alive|priority|purpose|save-data|upgrade-insecure-requests|x-requested-with"
                    + "|x-back-office-secret|x-real-ip");

    private final HeaderName header;
    private final String secret;
    private final TrustedProxies proxies;

    /**
     * Creates access to a header.
     *
     * @param header the name of the header
     * @param secret what the proxy sends in {@code X-Back-Office-Secret}
     * @param proxies who may send both
     */
    public SingleSignOn(String header, String secret, TrustedProxies proxies) {
        if (!HEADERS.matcher(header).matches()) {
            throw new IllegalArgumentException(header + " is not the name of a header. Use letters, digits and '-'.");
        }
        if (!SECRETS.matcher(secret).matches()) {
            throw new IllegalArgumentException("The secret of the proxy must have 16 to 200 printable ASCII characters"
                    + " and no blanks. Make one with: openssl rand -hex 32");
        }
        this.header = HeaderNames.create(header);
        // The server numbers the headers of the HTTP standards.
        if (this.header.index() >= 0
                || SENT_BY_BROWSERS.matcher(this.header.lowerCase()).matches()) {
            throw new IllegalArgumentException("Browsers and proxies send " + header
                    + " themselves. Name a header that only the single sign-on sets, such as X-Forwarded-User.");
        }
        this.secret = secret;
        this.proxies = proxies;
    }

    /** Returns the address of the browser, which the proxy reports; the one of the connection if it is not the proxy's. */
    InetAddress client(ServerRequest request) {
        try {
            requireProxy(request);
            return proxies.resolveClient(peer(request), values(request, FORWARDED_FOR));
        } catch (IllegalArgumentException e) {
            return peer(request);
        }
    }

    /**
     * Returns the name of the person.
     *
     * @throws IllegalArgumentException if the request was not sent by the proxy, or does not name a person
     */
    String name(ServerRequest request) {
        requireProxy(request);
        var name = only(request, header);
        if (!NAMES.matcher(name).matches()) {
            throw new IllegalArgumentException("The " + header.defaultCase()
                    + " is not a person's name: 2 to 40 of a-z, 0-9, '.', '_', '@' and '-', beginning with a letter.");
        }
        return name.toLowerCase(Locale.ROOT);
    }

    private void requireProxy(ServerRequest request) {
        var peer = peer(request);
        if (!proxies.includes(peer)) {
            throw new IllegalArgumentException(peer.getHostAddress() + " is not a --trusted-proxy.");
        }
        if (!Logins.isGenuine(secret, only(request, SECRET))) {
            throw new IllegalArgumentException("The " + SECRET.defaultCase() + " of the proxy is wrong.");
        }
    }

    private static String only(ServerRequest request, HeaderName name) {
        var values = values(request, name);
        if (values.size() != 1) {
            throw new IllegalArgumentException(
                    "The request has the header " + name.defaultCase() + " " + values.size() + " times, not once.");
        }
        return values.get(0);
    }

    private static List<String> values(ServerRequest request, HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    private static InetAddress peer(ServerRequest request) {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress();
    }
}
