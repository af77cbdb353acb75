package dev.operatorkit.wallet.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds where a request comes from, as the request has it or had it.
 *
 * @param remoteAddress the remote address of the TCP connection
 * @param forwardedFor the value of each {@code X-Forwarded-For} header line
 */
record ReceivedConnection(InetAddress remoteAddress, List<String> forwardedFor) {
    /** Names the request attribute with the connection, where it was kept. */
    static final String ATTRIBUTE = ReceivedConnection.class.getName();

    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");
    private static final InetAddress UNKNOWN = parse("0.0.0.0");

    /** Returns the connection of a request as the request has it now. */
    static ReceivedConnection of(HttpServletRequest request) {
        return new ReceivedConnection(
                parse(request.getRemoteAddr()), ServletCallbacks.lines(request, "X-Forwarded-For"));
    }

    /** Returns the connection that was kept, or as the request has it now. */
    static ReceivedConnection kept(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof ReceivedConnection kept ? kept : of(request);
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
