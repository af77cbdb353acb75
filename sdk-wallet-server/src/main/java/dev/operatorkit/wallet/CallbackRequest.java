package dev.operatorkit.wallet;

import dev.operatorkit.signing.ReceivedRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds a callback as your HTTP server received it, neither decoded nor parsed. An adapter creates it with {@link #of}.
 *
 * @param signedRequest the raw request that the signature is checked against; the signature covers the path, the
 *     timestamp, and the body or the query
 * @param contentType the {@code Content-Type} header as sent, or null if there is none; a POST whose body is not
 *     {@code application/json} gets 422 (D-37)
 * @param remoteAddress the remote address of the TCP connection
 * @param forwardedFor the value of each {@code X-Forwarded-For} header line, not split at commas, in the order
 *     received; empty if there is none (D-35)
 */
public record CallbackRequest(
        ReceivedRequest signedRequest,
        @Nullable String contentType,
        InetAddress remoteAddress,
        List<String> forwardedFor) {
    private static final Pattern SCHEME_AND_HOST = Pattern.compile("^https?://[^/?#]*", Pattern.CASE_INSENSITIVE);

    /**
     * Creates a callback from what every HTTP server knows. Several {@code Content-Type} lines are none that is valid (D-37).
     *
     * @param target the target of the request line as received, neither decoded nor normalized, with its query (SIG-3,
     *     SIG-6, D-40). The absolute form {@code http://host/path}, which every server must accept (RFC 9112, 3.2.2), is
     *     the same as its path
     * @param headers returns the value of each line of a header, in the order received; none is an empty list or null
     * @param body the bytes of the body; at most one byte more than {@link WalletCallbacks#MAX_BODY_BYTES} is needed
     * @param remoteAddress the remote address of the TCP connection
     */
    public static CallbackRequest of(
            String method,
            String target,
            Function<String, ? extends @Nullable List<String>> headers,
            byte[] body,
            InetAddress remoteAddress) {
        var origin = target.startsWith("/")
                ? target
                : SCHEME_AND_HOST.matcher(target).replaceFirst("");
        var query = origin.indexOf('?');
        var received = new ReceivedRequest(
                method,
                query < 0 ? origin : origin.substring(0, query),
                query < 0 ? null : origin.substring(query + 1),
                lines(headers, "X-Svc-Timestamp"),
                lines(headers, "X-Svc-Signature"),
                body);
        var contentTypes = lines(headers, "Content-Type");
        return new CallbackRequest(
                received,
                contentTypes.isEmpty() ? null : String.join(", ", contentTypes),
                remoteAddress,
                lines(headers, "X-Forwarded-For"));
    }

    private static List<String> lines(Function<String, ? extends @Nullable List<String>> headers, String name) {
        var lines = headers.apply(name);
        return lines == null ? List.of() : lines;
    }

    /** Returns the callback with this body, once your server has read it. */
    public CallbackRequest withBody(byte[] body) {
        var head = signedRequest;
        var received = new ReceivedRequest(
                head.method(), head.rawPath(), head.rawQuery(), head.timestamps(), head.signatures(), body);
        return new CallbackRequest(received, contentType, remoteAddress, forwardedFor);
    }
}
