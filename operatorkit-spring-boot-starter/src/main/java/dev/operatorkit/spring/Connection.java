package dev.operatorkit.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds where a request comes from, before a web server replaces the remote address by one of {@code X-Forwarded-For}, as
 * {@code server.forward-headers-strategy=native} demands and as Spring Boot does by default on Kubernetes. The server
 * trusts other proxies than {@code operatorkit.wallet.trusted-proxies} (D-35).
 *
 * @param remoteAddress the remote address of the TCP connection
 * @param forwardedFor the value of each {@code X-Forwarded-For} header line
 */
record Connection(@Nullable String remoteAddress, List<String> forwardedFor) {
    /** Names the request attribute with the connection, where the web server has set it. */
    static final String ATTRIBUTE = Connection.class.getName();

    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");
    private static final InetAddress UNKNOWN = parse("0.0.0.0");

    /** Returns the connection of a request as the request has it now. */
    static Connection of(HttpServletRequest request) {
        return new Connection(request.getRemoteAddr(), Collections.list(request.getHeaders("X-Forwarded-For")));
    }

    static InetAddress remoteAddress(HttpServletRequest request) {
        return parse(received(request).remoteAddress());
    }

    static List<String> forwardedFor(HttpServletRequest request) {
        return received(request).forwardedFor();
    }

    private static Connection received(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Connection connection ? connection : of(request);
    }

    /** Parses an address but looks no name up, since a server may pass on what a client wrote. No allowlist has 0.0.0.0. */
    private static InetAddress parse(@Nullable String address) {
        if (address != null
                && (address.indexOf(':') >= 0 || IPV4.matcher(address).matches())) {
            try {
                return InetAddress.getByName(address);
            } catch (UnknownHostException e) {
                return UNKNOWN;
            }
        }
        return UNKNOWN;
    }
}
